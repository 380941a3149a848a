/** What Slurm's words for the state of a job mean to a run (squeue(1) and sacct(1), "JOB STATE CODES"). Pure. */
import type { EndReason } from '../port.ts';

/** Where a job is. */
type Phase = 'pending' | 'running' | EndReason;

const phases: ReadonlyMap<string, Phase> = new Map<string, Phase>([
  ['PENDING', 'pending'],
  ['CONFIGURING', 'pending'],
  ['POWER_UP_NODE', 'pending'],
  ['REQUEUED', 'pending'],
  ['REQUEUE_FED', 'pending'],
  ['REQUEUE_HOLD', 'pending'],
  ['RESV_DEL_HOLD', 'pending'],
  ['SPECIAL_EXIT', 'pending'],
  ['RUNNING', 'running'],
  // Over for its program and not for its node: what it printed may still be on its way.
  ['COMPLETING', 'running'],
  ['STAGE_OUT', 'running'],
  ['SUSPENDED', 'running'],
  ['STOPPED', 'running'],
  ['SIGNALING', 'running'],
  ['RESIZING', 'running'],
  ['UPDATE_DB', 'running'],
  ['COMPLETED', 'completed'],
  ['FAILED', 'failed'],
  ['LAUNCH_FAILED', 'failed'],
  ['RECONFIG_FAIL', 'failed'],
  ['CANCELLED', 'cancelled'],
  ['TIMEOUT', 'time limit'],
  ['DEADLINE', 'time limit'],
  ['OUT_OF_MEMORY', 'out of memory'],
  ['PREEMPTED', 'preempted'],
  ['NODE_FAIL', 'node failure'],
  ['BOOT_FAIL', 'node failure'],
]);

/** The phase of a job by its word; undefined for a word that stands in no manual page up to 24.05. */
export function phaseOf(word: string): Phase | undefined {
  return phases.get(word);
}
