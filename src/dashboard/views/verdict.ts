/** The idle gate's signals as a table: what was read, what it must be, and how much room there was. */
import { ageOf, type Child, el, mark } from '../dom.ts';
import type { Silence } from '../run-words.ts';
import type { Judgement, Verdict } from '../verdict-model.ts';
import { evidenceRow, type JudgedRow, plainSignals, signalRow } from '../verdict-words.ts';
import { capital, clockText, endSentence, momentText, plainWord, spanText } from '../words.ts';

/** The receipt of a run that is over. */
export function verdictParts(verdict: Verdict, nowMs: number): Child[] {
  return [
    el('h3', {}, 'Verdict'),
    el('p', {}, verdictWords(verdict, nowMs)),
    ...reasonsOf(verdict),
    judgedTable('Signals of the verdict', verdict),
    ...doubtsOf(verdict),
  ];
}

/** The signals while there is no verdict; with `silence` they are what was told before it. */
export function signalsNow(judgement: Judgement, silence: Silence | null): Child[] {
  const isBlank = judgement.signals.every(({ value }) => value === null);
  const words = isBlank
    ? 'No quiet window has begun, so nothing is measured against these yet.'
    : 'Over the quiet window so far. All must hold for its whole length.';
  return [
    el('h3', {}, 'Signals'),
    silence === null
      ? el('p', { class: 'soft' }, words)
      : el(
          'p',
          { class: 'trouble' },
          'Not known now. As told last, ',
          ageOf(silence.sinceMs, 'ago'),
        ),
    // Nothing was read against them yet, which is not the same as unknown.
    judgedTable('Signals so far', judgement, isBlank ? thresholdColumns : columns),
  ];
}

const verdictNames: Readonly<Record<string, string>> = {
  idle: 'Idle: the run came to rest.',
  timed_out: 'Timed out: it did not come to rest within the longest wait.',
};

function verdictWords(verdict: Verdict, nowMs: number): string {
  const { quietMs, requiredMs, samples, maxGapMs, waitedMs, maxWaitMs, confirmedMs } = verdict;
  const name =
    verdictNames[verdict.verdict ?? ''] ?? endSentence(capital(plainWord(verdict.verdict)));
  const gap = maxGapMs === null ? '' : `, at most ${spanText(maxGapMs)} apart`;
  const seen = samples === null ? '' : ` in ${samples} readings${gap}`;
  const confirmed =
    confirmedMs === null
      ? ''
      : ` Confirmed by a fresh reading at ${momentText(confirmedMs, nowMs)}.`;
  return `${name} Quiet for ${clockText(quietMs)} of ${clockText(requiredMs)}${seen}.${confirmed} Waited ${spanText(waitedMs)} of at most ${spanText(maxWaitMs)}.`;
}

function reasonsOf({ verdict, reasons }: Verdict): Child[] {
  return verdict === 'idle' || reasons.length === 0
    ? []
    : [
        el(
          'p',
          {},
          el('b', {}, 'Why: '),
          endSentence(capital(reasons.map(plainSignals).join('; '))),
        ),
      ];
}

function doubtsOf({ health, doubts }: Verdict): Child[] {
  const { ok, partial, unknown } = health;
  const counts = [
    ok === null ? null : `${ok} whole`,
    partial === null || partial === 0 ? null : `${partial} with something missing`,
    unknown === null || unknown === 0 ? null : `${unknown} unknown`,
  ].filter((part) => part !== null);
  return [
    counts.length === 0
      ? null
      : el('p', { class: 'soft' }, `Readings since the agent ended: ${counts.join(', ')}.`),
    doubts.length === 0
      ? null
      : el(
          'ul',
          { class: 'doubts' },
          ...doubts.map((doubt) => el('li', {}, endSentence(capital(doubt)))),
        ),
  ];
}

const columns = ['Signal', 'Read', 'Quiet when', 'Margin', 'Standing'] as const;
type Column = (typeof columns)[number];
const thresholdColumns: readonly Column[] = ['Signal', 'Quiet when'];

function judgedTable(
  name: string,
  { signals, evidence }: Judgement,
  shown: readonly Column[] = columns,
): HTMLElement {
  const more = evidence ?? [];
  return el(
    'table',
    { class: 'judged', 'aria-label': name },
    el('thead', {}, el('tr', {}, ...shown.map((title) => el('th', { scope: 'col' }, title)))),
    el('tbody', {}, ...signals.map((row) => judgedRow(signalRow(row), shown))),
    more.length === 0
      ? null
      : el(
          'tbody',
          {},
          el(
            'tr',
            { class: 'judged-head' },
            el('th', { colspan: String(shown.length), scope: 'rowgroup' }, 'Further signs of work'),
          ),
          ...more.map((row) => judgedRow(evidenceRow(row), shown)),
        ),
  );
}

function judgedRow(
  { name, value, threshold, margin, holds, standing }: JudgedRow,
  shown: readonly Column[],
): HTMLElement {
  const cells: Readonly<Record<Column, HTMLElement>> = {
    Signal: el('span', {}, name),
    Read: el('span', { class: value === 'unknown' ? 'unknown' : 'figure' }, value),
    'Quiet when': el('span', { class: 'figure soft' }, threshold),
    Margin: el('span', { class: 'figure' }, margin),
    Standing: mark(holds === null ? 'unknown' : holds ? 'done' : 'running', standing),
  };
  return el('tr', {}, ...shown.map((column) => el('td', { 'data-label': column }, cells[column])));
}
