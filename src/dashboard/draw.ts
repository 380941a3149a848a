/** From what was heard to what is shown. Changes only what has changed. */
import { el, fill, mark } from './dom.ts';
import type { Heard } from './heard.ts';
import type { Overview } from './model.ts';
import { type PageName, pageInAddress, type Shell } from './shell.ts';
import * as lists from './views/lists.ts';
import * as views from './views/overview.ts';
import { agoText, sentenceFor, spanText } from './words.ts';

/** Draws the frame and the page that the address names. */
export function draw(shell: Shell, heard: Heard): void {
  const page = pageInAddress();
  shell.setPage(page);
  if (heard.overview !== null) drawFrame(shell, heard.overview);
  shell.answer.hidden = page !== 'overview' || heard.overview === null;
  if (page !== 'overview') drawList(shell, heard, page);
  else if (heard.overview === null) drawWaiting(shell, heard);
  else drawOverview(shell, heard.overview, serviceMs(heard));
}

/** Now, by the clock of the service, which is what its times are compared with. */
function serviceMs(heard: Heard): number {
  return Date.now() + heard.skewMs;
}

function drawFrame(shell: Shell, overview: Overview): void {
  shell.setCount('overview', overview.attention);
  shell.setCount('queue', overview.lanes.queued);
  const { status } = overview.readiness;
  fill(shell.readiness, status, () =>
    status === null ? [] : [mark(status === 'READY' ? 'done' : 'paused', status)],
  );
  const sentence = sentenceFor(overview);
  shell.answer.dataset.tone = sentence.tone;
  fill(shell.answer, sentence, () => [
    el('p', { class: 'verdict' }, sentence.verdict),
    el('p', { class: 'because' }, sentence.because),
  ]);
}

function drawWaiting(shell: Shell, { lost }: Heard): void {
  const words = lost === null ? 'Loading…' : 'Nothing has been loaded yet.';
  fill(shell.content, words, () => [views.empty(words)]);
}

/** Each part by itself, so that a new event does not rebuild the list someone reads. */
function drawOverview(shell: Shell, overview: Overview, nowMs: number): void {
  fill(shell.content, 'overview', () =>
    ['person', 'running', 'lanes', 'figures', 'events'].map((name) =>
      el('div', { 'data-part': name }),
    ),
  );
  const part = (name: string): HTMLElement =>
    shell.content.querySelector<HTMLElement>(`[data-part="${name}"]`)!;
  const { attention, topItems, active, lanes, paused, noPaper, events } = overview;
  fill(part('person'), [attention, topItems], () => [views.needsPerson(overview)]);
  fill(part('running'), [active, lanes], () => [views.runningNow(overview)]);
  fill(part('lanes'), [lanes, paused, noPaper], () => [views.laneStrip(overview)]);
  fill(part('figures'), overview.cards, () => [views.figures(overview)]);
  fill(part('events'), events, () => [views.justHappened(overview, nowMs)]);
}

function drawList(shell: Shell, heard: Heard, page: Exclude<PageName, 'overview'>): void {
  const { queue, papers, events } = heard;
  if (heard[page] === null) drawWaiting(shell, heard);
  else
    fill(shell.content, [page, heard[page]], () => {
      if (page === 'queue') return [queue && lists.queueTable(queue)];
      if (page === 'papers') return [papers && lists.paperTable(papers)];
      return [events && lists.eventPage(events, serviceMs(heard))];
    });
}

/** Keeps ages and the state of the connection current; touches text only. */
export function tick(
  shell: Shell,
  heard: Heard,
  retry: { nextMs: number | null; now: () => void },
): void {
  for (const age of shell.root.querySelectorAll<HTMLElement>('[data-since]')) {
    const ms = serviceMs(heard) - Number(age.dataset.since);
    setText(age, age.dataset.format === 'ago' ? agoText(ms) : spanText(ms));
  }
  const state = heard.lost !== null ? 'lost' : heard.atMs === null ? 'connecting' : 'live';
  shell.state.dataset.state = state;
  const ageMs = heard.atMs === null ? null : Date.now() - heard.atMs;
  setText(
    shell.state,
    ageMs === null ? state : `${state} · ${ageMs < 1_000 ? 'now' : spanText(ageMs)}`,
  );
  drawLost(shell, { why: heard.lost, ageMs }, retry);
}

function drawLost(
  shell: Shell,
  { why, ageMs }: { why: string | null; ageMs: number | null },
  retry: { nextMs: number | null; now: () => void },
): void {
  shell.lost.hidden = why === null;
  document.documentElement.toggleAttribute('data-stale', why !== null);
  fill(shell.lost, why, () =>
    why === null
      ? []
      : [
          el('p', {}, el('strong', {}, 'Connection lost: '), `${why}. `),
          // Counts on each second: spoken once with the rest, not again and again.
          el('p', { class: 'stale-age', 'aria-hidden': 'true' }),
          el('button', { type: 'button', 'data-focus': 'retry', onclick: retry.now }, 'Try now'),
        ],
  );
  const words = shell.lost.querySelector<HTMLElement>('.stale-age');
  if (words === null) return;
  const shown =
    ageMs === null ? 'Nothing has been loaded yet.' : `What you see is ${spanText(ageMs)} old.`;
  const next =
    retry.nextMs === null ? 'Trying…' : `Next try in ${spanText(retry.nextMs - Date.now())}.`;
  setText(words, `${shown} ${next}`);
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
