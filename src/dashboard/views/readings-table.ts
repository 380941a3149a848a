/** The chart of a run as a table, for those who cannot or do not want to look at it. */
import type { Lane } from '../chart-lanes.ts';
import type { TimeRange } from '../chart-paths.ts';
import { el } from '../dom.ts';
import type { Moment, Series } from '../run-series.ts';
import { momentText } from '../words.ts';

/** Rows told; of more moments every so many-th is. */
const rowsMax = 60;

export function readingsTable(
  { moments, joinMs }: Series,
  lanes: readonly Lane[],
  { range, nowMs }: { readonly range: TimeRange; readonly nowMs: number },
): HTMLElement {
  const shown = moments.filter(({ fromMs, toMs }) => toMs >= range.fromMs && fromMs <= range.toMs);
  const every = Math.max(1, Math.ceil(shown.length / rowsMax));
  const rows: HTMLElement[] = [];
  for (const [index, moment] of shown.entries()) {
    const before = shown[index - 1];
    const isHole = before !== undefined && moment.fromMs - before.toMs > joinMs;
    if (isHole) rows.push(holeRow(before, moment, lanes.length, nowMs));
    if (index % every === 0 || moment.problem !== null || index === shown.length - 1) {
      rows.push(momentRow(moment, lanes, nowMs));
    }
  }
  const head = ['Time', ...lanes.map(({ name }) => name)];
  return el(
    'div',
    { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'Readings over time' },
    el(
      'table',
      { 'aria-label': 'Readings over time' },
      el('thead', {}, el('tr', {}, ...head.map((title) => el('th', { scope: 'col' }, title)))),
      el('tbody', {}, ...rows),
    ),
    every === 1
      ? null
      : el(
          'p',
          { class: 'aside' },
          `Every ${every}. of ${shown.length} readings; a shorter stretch shows more.`,
        ),
  );
}

function momentRow(moment: Moment, lanes: readonly Lane[], nowMs: number): HTMLElement {
  const time = el('th', { scope: 'row', class: 'figure' }, momentText(moment.fromMs, nowMs));
  if (moment.problem !== null) {
    const words = `no reading: ${moment.problem}`;
    return el('tr', {}, time, el('td', { colspan: String(lanes.length), class: 'unknown' }, words));
  }
  const cells = lanes.map((lane) => {
    const text = lane.text(moment);
    return el('td', { class: text === null ? 'unknown' : 'figure' }, text ?? 'unknown');
  });
  return el('tr', {}, time, ...cells);
}

function holeRow(before: Moment, after: Moment, span: number, nowMs: number): HTMLElement {
  const words = `no reading until ${momentText(after.fromMs, nowMs)}`;
  return el(
    'tr',
    {},
    el('th', { scope: 'row', class: 'figure' }, momentText(before.toMs, nowMs)),
    el('td', { colspan: String(span), class: 'unknown' }, words),
  );
}
