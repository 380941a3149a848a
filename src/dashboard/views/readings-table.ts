/** The chart of a run as a table, for those who cannot or do not want to look at it. */
import type { Lane } from '../chart-lanes.ts';
import { roundSpan, type TimeRange } from '../chart-paths.ts';
import { el, fill, syncRows } from '../dom.ts';
import type { Moment, Series } from '../run-series.ts';
import { momentText, spanText } from '../words.ts';

interface ReadingsTable {
  readonly root: HTMLElement;
  update(series: Series, lanes: readonly Lane[], view: TableView): void;
}

interface TableView {
  readonly range: TimeRange;
  /** On the worker's clock. */
  readonly nowMs: number;
}

/** Rows told of a range; of closer readings the first in each step of time is. */
const rowsMax = 60;

/** Rows stay where they are while new ones come below, so that nobody loses their place. */
export function createReadingsTable(): ReadingsTable {
  const head = el('thead');
  const body = el('tbody');
  const foot = el('p', { class: 'aside' });
  const name = 'Readings over time';
  const root = el(
    'div',
    {},
    el(
      'div',
      { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': name },
      el('table', { 'aria-label': name }, head, body),
    ),
    foot,
  );
  return {
    root,
    update(series, lanes, { range, nowMs }) {
      const titles = ['Time', ...lanes.map((lane) => lane.name)];
      fill(head, titles, () => [
        el('tr', {}, ...titles.map((title) => el('th', { scope: 'col' }, title))),
      ]);
      const stepMs = roundSpan((range.toMs - range.fromMs) / rowsMax);
      const key = titles.join();
      syncRows(
        body,
        rowsOf(series, range, stepMs),
        (row) => `${row.kind} ${row.fromMs} ${row.toMs} ${key}`,
        (row) => (row.kind === 'hole' ? holeRow(row, nowMs, lanes) : momentRow(row, nowMs, lanes)),
      );
      const words = `One reading in ${spanText(stepMs)} is told; a shorter stretch shows more.`;
      fill(foot, words, () => [words]);
    },
  };
}

type Row = (Moment & { readonly kind: 'moment' }) | (TimeRange & { readonly kind: 'hole' });

function rowsOf({ moments, joinMs }: Series, range: TimeRange, stepMs: number): readonly Row[] {
  const rows: Row[] = [];
  let before: Moment | null = null;
  let step: number | null = null;
  for (const moment of moments) {
    if (moment.toMs < range.fromMs || moment.fromMs > range.toMs) continue;
    if (before !== null && moment.fromMs - before.toMs > joinMs) {
      rows.push({ kind: 'hole', fromMs: before.toMs, toMs: moment.fromMs });
    }
    const own = Math.floor(moment.fromMs / stepMs);
    if (own !== step || moment.problem !== null) rows.push({ ...moment, kind: 'moment' });
    step = own;
    before = moment;
  }
  return rows;
}

const timeCell = (atMs: number, nowMs: number): HTMLElement =>
  el('th', { scope: 'row', class: 'figure' }, momentText(atMs, nowMs));
const wideCell = (lanes: readonly Lane[], words: string): HTMLElement =>
  el('td', { colspan: String(lanes.length), class: 'unknown' }, words);

function momentRow(moment: Moment, nowMs: number, lanes: readonly Lane[]): HTMLElement {
  const time = timeCell(moment.fromMs, nowMs);
  if (moment.problem !== null) {
    return el('tr', {}, time, wideCell(lanes, `no reading: ${moment.problem}`));
  }
  const cells = lanes.map((lane) => {
    const text = lane.text(moment);
    return el('td', { class: text === null ? 'unknown' : 'figure' }, text ?? 'unknown');
  });
  return el('tr', {}, time, ...cells);
}

function holeRow({ fromMs, toMs }: TimeRange, nowMs: number, lanes: readonly Lane[]): HTMLElement {
  const words = `no reading until ${momentText(toMs, nowMs)}`;
  return el('tr', {}, timeCell(fromMs, nowMs), wideCell(lanes, words));
}
