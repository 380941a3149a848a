/** What the job of a run, or its cancellation, wrote down in the job's folder. Pure. */
import { toIsoTime } from '../../lib/clock.ts';

/** All of it null or false: nothing is on record. */
export interface RunRecord {
  /** The job that has the run. */
  readonly claim: { readonly jobId: string; readonly node: string; readonly since: string } | null;
  /** Whether it was called off; without a claim no job will ever have it. */
  readonly isCancelled: boolean;
  readonly end: { readonly code: number; readonly at: string } | null;
}

/** Last line of a whole reading: without it a part may be missing. */
export const wholeMark = 'whole';

/** The record from what was read; null where that is none. */
export function parseRecord(text: string): RunRecord | null {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.pop() !== wholeMark) return null;
  let record: RunRecord = { claim: null, isCancelled: false, end: null };
  for (const line of lines) {
    const cancelled = /^claim cancelled \d{1,12} -$/.test(line);
    const claim = /^claim (\d{1,20})\.\d{1,9} (\d{1,11}) (\S{1,255})$/.exec(line);
    const end = /^ended (\d{1,3}) (\d{1,11})$/.exec(line);
    if (cancelled) record = { ...record, isCancelled: true };
    else if (claim !== null) record = { ...record, claim: toClaim(claim) };
    else if (end !== null)
      record = { ...record, end: { code: Number(end[1]), at: timeOf(end[2]) } };
    else return null;
  }
  return record;
}

const toClaim = ([, jobId = '', since, node = '']: RegExpExecArray): RunRecord['claim'] => ({
  jobId,
  node,
  since: timeOf(since),
});
const timeOf = (seconds: string | undefined): string => toIsoTime(Number(seconds) * 1000);
