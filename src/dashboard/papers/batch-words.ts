/** What is said of a rewrite batch beside the papers: how far it is, and for how long it is shown. Pure. */
import { timeOf } from '../service/loose.ts';
import type { BatchRow } from '../service/wire.ts';
import { capital, countText, type Mark, plainWord } from '../words/words.ts';

/** A batch that is over is shown for so long. */
const shownMs = 24 * 3_600_000;

/** A batch in a line. */
export interface BatchSentence {
  readonly mark: Mark;
  /** Its papers come to, of how many, and how many failed. */
  readonly now: string;
  /** The service would take a cancel. */
  readonly canCancel: boolean;
}

const states: Readonly<Record<string, readonly [Mark, string]>> = {
  running: ['running', 'Under way'],
  canceling: ['paused', 'Ends with the paper under way'],
  done: ['done', 'Done'],
  canceled: ['paused', 'Canceled'],
};

/** A number that the service did not send is unknown, and no batch is well whose failures are not known. */
export function batchSentence({ status, progress = {} }: BatchRow): BatchSentence {
  const { total, skipped, failed, left } = progress;
  const [mark, word] = states[status ?? ''] ?? ['unknown', capital(plainWord(status))];
  const come = total === undefined || left === undefined ? undefined : total - left;
  const isCut = status === 'canceled' && left !== undefined && left > 0;
  return {
    mark: mark !== 'done' ? mark : failed === undefined ? 'unknown' : failed > 0 ? 'failed' : mark,
    now: [
      `${word}: ${countText(come)} of ${countText(total)}, failed ${countText(failed)}`,
      ...(skipped !== undefined && skipped > 0 ? [`, passed over ${skipped}`] : []),
      ...(isCut ? [`; ${left} left as they were`] : []),
    ].join(''),
    canCancel: status === 'running',
  };
}

/** Those that go on, and those that ended lately by the clock of the service. */
export const shownBatches = (rows: readonly BatchRow[], nowMs: number): readonly BatchRow[] =>
  rows.filter(({ ended_at: at }) => {
    const endedMs = timeOf(at);
    return endedMs === null || nowMs - endedMs <= shownMs;
  });
