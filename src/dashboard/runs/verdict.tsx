/** The idle gate's signals as a table: what was read, what it must be, and how much room there was. */

import { TableHead } from '../ui/lists.tsx';
import { Age, Mark } from '../ui/parts.tsx';
import {
  capital,
  clockText,
  endSentence,
  momentText,
  plainWord,
  spanText,
} from '../words/words.ts';
import type { Silence } from './run-words.ts';
import type { Judgement, Verdict } from './verdict-model.ts';
import { evidenceRow, type JudgedRow, plainSignals, signalRow } from './verdict-words.ts';

/** The receipt of a run that is over. */
export function VerdictParts({ verdict, nowMs }: { verdict: Verdict; nowMs: number }) {
  const { reasons, doubts } = verdict;
  const health = healthWords(verdict);
  return (
    <>
      <h3>Verdict</h3>
      <p>{verdictWords(verdict, nowMs)}</p>
      {verdict.verdict !== 'idle' && reasons.length > 0 && (
        <p>
          <b>Why: </b>
          {endSentence(capital(reasons.map(plainSignals).join('; ')))}
        </p>
      )}
      <JudgedTable name="Signals of the verdict" judgement={verdict} />
      {health !== '' && <p class="soft">Readings since the agent ended: {health}.</p>}
      {doubts.length > 0 && (
        <ul class="doubts">
          {doubts.map((doubt) => (
            <li key={doubt}>{endSentence(capital(doubt))}</li>
          ))}
        </ul>
      )}
    </>
  );
}

interface SignalsNowProps {
  readonly judgement: Judgement;
  /** They are what was told before it; null: they are told. */
  readonly silence: Silence | null;
}

/** The signals while there is no verdict. */
export function SignalsNow({ judgement, silence }: SignalsNowProps) {
  const isBlank = judgement.signals.every(({ value }) => value === null);
  return (
    <>
      <h3>Signals</h3>
      {silence === null ? (
        <p class="soft">
          {isBlank
            ? 'No quiet window has begun, so nothing is measured against these yet.'
            : 'Over the quiet window so far. All must hold for its whole length.'}
        </p>
      ) : (
        <p class="trouble">
          Not known now. As told last, <Age of={silence.sinceMs} />
        </p>
      )}
      {/* Nothing was read against them yet, which is not the same as unknown. */}
      <JudgedTable
        name="Signals so far"
        judgement={judgement}
        shown={isBlank ? thresholdColumns : columns}
      />
    </>
  );
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

function healthWords({ health: { ok, partial, unknown } }: Verdict): string {
  const counts = [
    ok === null ? null : `${ok} whole`,
    partial === null || partial === 0 ? null : `${partial} with something missing`,
    unknown === null || unknown === 0 ? null : `${unknown} unknown`,
  ];
  return counts.filter((part) => part !== null).join(', ');
}

const columns = ['Signal', 'Read', 'Quiet when', 'Margin', 'Standing'] as const;
type ColumnName = (typeof columns)[number];
const thresholdColumns: readonly ColumnName[] = ['Signal', 'Quiet when'];

interface JudgedTableProps {
  readonly name: string;
  readonly judgement: Judgement;
  readonly shown?: readonly ColumnName[];
}

function JudgedTable({ name, judgement, shown = columns }: JudgedTableProps) {
  const { signals, evidence } = judgement;
  const more = evidence ?? [];
  return (
    <table class="judged" aria-label={name}>
      <TableHead columns={shown.map((column) => ({ name: column }))} />
      <tbody>
        {signals.map((signal) => (
          <Judged key={signal.name} row={signalRow(signal)} shown={shown} />
        ))}
      </tbody>
      {more.length > 0 && (
        <tbody>
          <tr class="judged-head">
            <th colSpan={shown.length} scope="rowgroup">
              Further signs of work
            </th>
          </tr>
          {more.map((sign) => (
            <Judged key={sign.name} row={evidenceRow(sign)} shown={shown} />
          ))}
        </tbody>
      )}
    </table>
  );
}

function Judged({ row, shown }: { row: JudgedRow; shown: readonly ColumnName[] }) {
  const { name, value, threshold, margin, holds, standing } = row;
  const cells = {
    Signal: <span>{name}</span>,
    Read: <span class={value === 'unknown' ? 'unknown' : 'figure'}>{value}</span>,
    'Quiet when': <span class="figure soft">{threshold}</span>,
    Margin: <span class="figure">{margin}</span>,
    Standing: (
      <Mark kind={holds === null ? 'unknown' : holds ? 'done' : 'running'}>{standing}</Mark>
    ),
  };
  return (
    <tr>
      {shown.map((column) => (
        <td key={column} data-label={column}>
          {cells[column]}
        </td>
      ))}
    </tr>
  );
}
