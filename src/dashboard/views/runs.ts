/** The list of runs: what each does or how it ended; below 720 px the rows become cards. */
import { ageOf, type Child, el, fill, mark } from '../dom.ts';
import type { ListPage } from '../model.ts';
import { runsAddress } from '../places.ts';
import { isOpenRun, type RunRow } from '../run-model.ts';
import type { Track, Tracks } from '../tracks.ts';
import { withUnit } from '../units.ts';
import {
  capital,
  clockText,
  endSentence,
  gateWord,
  markOf,
  plainWord,
  spanText,
} from '../words.ts';
import { more, table } from './lists.ts';
import { empty, section } from './overview.ts';
import { chips, narrowedTo, nothingTagged } from './tags.ts';

/** One page of the runs, or what begins the first one; `drawDoings` fills what live ones do. */
export function runTable(page: ListPage<RunRow>, tags: readonly string[]): HTMLElement {
  const narrowing = { page: 'runs', tags } as const;
  if (page.rows.length === 0) {
    const words =
      tags.length > 0
        ? nothingTagged(tags)
        : 'No run yet. One begins when a queued item is dispatched to a worker.';
    return section('Runs', 0, narrowedTo(narrowing), empty(words));
  }
  const head = ['Run', 'State', 'Worker', 'Now, or its end', 'Started', 'Took'];
  const rows = page.rows.map((row) => [
    el('div', {}, runLink(row, tags), chips(row.tags, narrowing)),
    mark(markOf(row.state), plainWord(row.state)),
    el('span', { class: 'mono' }, row.worker ?? 'none yet'),
    isOpenRun(row)
      ? el('div', { class: 'doing', 'data-run': row.id ?? '' })
      : el('span', {}, endWords(row)),
    ageOf(row.startedMs, 'ago'),
    tookOf(row),
  ]);
  return section('Runs', null, narrowedTo(narrowing), table('Runs', head, rows), more(page));
}

function runLink({ id, projectId, attempt }: RunRow, tags: readonly string[]): HTMLElement {
  const name = projectId ?? id ?? 'unknown';
  const attemptWords =
    attempt === null || attempt < 2 ? null : el('small', {}, `attempt ${attempt}`);
  if (id === null) return el('strong', {}, name);
  const attributes = { class: 'open', href: runsAddress(id, { tags }), 'data-focus': `open-${id}` };
  return el('a', { ...attributes, title: id }, el('strong', {}, name), attemptWords);
}

function tookOf(row: RunRow): HTMLElement {
  const { startedMs, endedMs } = row;
  if (endedMs !== null && startedMs !== null) {
    return el('span', { class: 'figure' }, spanText(endedMs - startedMs));
  }
  return isOpenRun(row) ? ageOf(startedMs, 'span') : el('span', { class: 'unknown' }, 'unknown');
}

function endWords({ error, exitCode }: RunRow): string {
  if (error !== null) return endSentence(capital(error));
  return exitCode === null || exitCode === 0 ? '–' : `Exit code ${exitCode}.`;
}

/** Fills what the feed tells of live runs; the rows themselves stay. */
export function drawDoings(list: HTMLElement, tracks: Tracks): void {
  for (const slot of list.querySelectorAll<HTMLElement>('[data-run]')) {
    const track = tracks.get(slot.dataset.run ?? '') ?? null;
    const last = track?.points.at(-1) ?? null;
    fill(slot, [track?.quiet, track?.problem, last], () => doingParts(track));
  }
}

function doingParts(track: Track | null): Child[] {
  if (track === null) return [el('span', { class: 'unknown' }, 'no reading yet')];
  const { quiet, problem, points, hasGpu } = track;
  const last = points.at(-1) ?? null;
  if (problem !== null) return [el('span', { class: 'taken problem' }, `no reading: ${problem}`)];
  const window =
    quiet === null || quiet.progressMs === null || quiet.sustainMs === null
      ? ''
      : quiet.progressMs > 0
        ? ` ${clockText(quiet.progressMs)} of ${clockText(quiet.sustainMs)}`
        : '';
  const gpu = hasGpu ? `GPU ${figure(last?.gpu ?? null)}` : 'no GPU';
  return [
    el('span', {}, `${capital(gateWord(quiet?.state ?? null))}${window}`),
    el('span', { class: 'figure soft' }, `CPU ${figure(last?.cpu ?? null)} · ${gpu}`),
    el('span', { class: 'soft' }, ageOf(last?.atMs ?? null, 'ago')),
  ];
}

const figure = (value: number | null): string =>
  withUnit(value === null || value < 10 ? value : Math.round(value), '%');
