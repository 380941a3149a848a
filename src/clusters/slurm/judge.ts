/**
 * From what was found of a run to where it is. The record of the run comes before the lists: the job that claimed
 * the run is the run's job, whichever was submitted first. Pure.
 */
import type { JobHandle, JobState } from '../port.ts';
import type { JobRow } from './answers.ts';
import type { RunRecord } from './record.ts';
import { phaseOf } from './states.ts';
import { waitReasonOf } from './wait-reasons.ts';

/** What was found, read in this order: the record, the queue, and the accounts where the queue knew no answer. */
export interface Found {
  readonly record: RunRecord;
  /** At most one row a job. */
  readonly rows: readonly JobRow[];
}

/** The run's state, and further jobs of it that wait: they would find it taken. */
export interface Judgement {
  readonly state: JobState;
  readonly superfluous: readonly string[];
}

/** Whether the queue alone tells, so that the accounts need not be asked. */
export function isTold({ record, rows }: Found): boolean {
  if (record.claim !== null) return rows.some(({ jobId }) => jobId === record.claim?.jobId);
  return record.isCancelled || rows.length > 0;
}

/** The judgement of all that was found. */
export function judge(runId: string, { record, rows }: Found): Judgement {
  const isWaiting = (row: JobRow): boolean => phaseOf(row.word) === 'pending';
  const others = (jobId: string | null): string[] =>
    rows.filter((row) => row.jobId !== jobId && isWaiting(row)).map((row) => row.jobId);
  const { claim } = record;
  if (claim !== null) {
    const row = rows.find(({ jobId }) => jobId === claim.jobId);
    const job = { runId, jobId: claim.jobId };
    const isOnRecord = row === undefined || (isDoubtful(row) && record.end !== null);
    const state = isOnRecord ? endOnRecord(job, record) : stateOf(job, row);
    return { state, superfluous: others(claim.jobId) };
  }
  if (record.isCancelled) {
    const state = {
      kind: 'ended',
      job: null,
      reason: 'cancelled',
      exit: null,
    } as const;
    return { state, superfluous: others(null) };
  }
  const row = chosen(rows);
  if (row === undefined) return { state: { kind: 'absent' }, superfluous: [] };
  return { state: stateOf({ runId, jobId: row.jobId }, row), superfluous: others(row.jobId) };
}

const isLive = ({ word }: JobRow): boolean => ['pending', 'running'].includes(phaseOf(word) ?? '');

/** The accounts missed its end, or are late with it: what slurmctld does not know neither waits nor runs. */
const isDoubtful = (row: JobRow): boolean => row.isForgotten === true && isLive(row);

/** Of jobs none of which has the run: the first submitted of those that are not over, or of all. */
function chosen(rows: readonly JobRow[]): JobRow | undefined {
  const live = rows.filter(isLive);
  const byId = (one: JobRow, other: JobRow): number =>
    BigInt(one.jobId) < BigInt(other.jobId) ? -1 : 1;
  return (live.length > 0 ? live : rows).toSorted(byId)[0];
}

function stateOf(job: JobHandle, row: JobRow): JobState {
  if (isDoubtful(row)) {
    const why = `Slurm does not know job ${row.jobId} any more, and its accounts still call it ${row.word} (sacctmgr show runawayjobs)`;
    return { kind: 'unknown', why };
  }
  const phase = phaseOf(row.word);
  switch (phase) {
    case undefined:
      return {
        kind: 'unknown',
        why: `Slurm calls the state of job ${row.jobId} ${row.word}, which is not known here`,
      };
    case 'pending':
      return { kind: 'pending', job, why: waitReasonOf(row) };
    case 'running':
      return { kind: 'running', job, node: row.node, since: row.startsAt };
    default: {
      const exit = phase === 'completed' || phase === 'failed' ? row.exit : null;
      return { kind: 'ended', job, reason: phase, exit };
    }
  }
}

/** Slurm answered and does not know the job: it is over, and its record is all that is left of it. */
function endOnRecord(job: JobHandle, { end, isCancelled }: RunRecord): JobState {
  if (isCancelled) return { kind: 'ended', job, reason: 'cancelled', exit: null };
  if (end === null) return { kind: 'ended', job, reason: 'lost', exit: null };
  return {
    kind: 'ended',
    job,
    reason: end.code === 0 ? 'completed' : 'failed',
    exit: end.code,
  };
}
