/**
 * Faults that a test puts into the writer's thread: a disk that takes long to sync, and a process
 * that is killed at a chosen place.
 */
import type { CommitPoint } from '../commit.ts';

/** Places where the writer can be stopped, in the order in which a batch passes them. */
export const writerPoints = [
  'received',
  'before_begin',
  'in_transaction',
  'before_commit',
  'after_commit',
  'before_answer',
] as const satisfies readonly (CommitPoint | 'received' | 'before_answer')[];
type WriterPoint = (typeof writerPoints)[number];

/** What goes wrong in the writer; a service runs without one. */
export interface WriterRig {
  /** Every transaction takes this much longer to commit. */
  readonly syncDelayMs?: number;
  /** How long another process's write lock is waited for, in place of the usual time. */
  readonly lockWaitMs?: number;
  /** Kills the process when it comes to this place for the `nth` time, from 1. */
  readonly killAt?: { readonly point: WriterPoint; readonly nth: number };
}

/** What the writer calls at each place. */
export function createRig({ syncDelayMs = 0, killAt }: WriterRig): (point: WriterPoint) => void {
  const never = new Int32Array(new SharedArrayBuffer(4));
  let passed = 0;
  return (point) => {
    if (point === 'before_commit' && syncDelayMs > 0) Atomics.wait(never, 0, 0, syncDelayMs);
    if (point !== killAt?.point) return;
    passed += 1;
    if (passed === killAt.nth) process.kill(process.pid, 'SIGKILL');
  };
}
