/**
 * The second way to the evidence, for the control plane: hands each fetch to a process, with a deadline. A fetch
 * that is late or not wanted any more is ended wherever it is, by ending its process.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../../domain/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import { messageOfError } from '../../lib/describe-error.ts';
import { type PoolTrouble, WorkPool } from '../../lib/work-pool.ts';
import { startProcess } from '../../lib/work-process.ts';
import { type SshOutcome, type SshTask, sshStagingDir } from './fetch.ts';
import type { SshSettings } from './plan.ts';

/** Fetches over SSH; one for the whole control plane. */
export interface SshSource {
  /** Never rejects: what keeps it from its end is the outcome's error. */
  fetch(task: Omit<SshTask, 'settings'>, signal: AbortSignal): Promise<SshOutcome>;
  /** Waits for what is under way and ends the process. */
  close(): Promise<void>;
}

/** Starts no process before the first fetch. `timeoutMs`: of one fetch, from its start. */
export function createSshSource(given: {
  readonly settings: SshSettings;
  readonly timeoutMs: number;
  readonly clock: Clock;
}): SshSource {
  const { settings, timeoutMs, clock } = given;
  const pool = new WorkPool({
    start: (onMessage) =>
      startProcess('evidence-ssh', null, onMessage, {
        memoryMib: limits.sshMemoryMib,
        givesWay: true,
      }),
    setTimer: (delayMs, callback) => clock.setTimer(delayMs, callback),
    membersMax: limits.sshProcessesMax,
    waitingMax: limits.sshWaitingMax,
    timeoutMs,
    timeFrom: 'start',
    errors: {},
    toError: (trouble) => new Error(explain(trouble, timeoutMs)),
  });
  return {
    async fetch(task, signal) {
      try {
        const call = { signal, keys: [task.targetDir] };
        return (await pool.call('fetch', [{ ...task, settings }], call)) as SshOutcome;
      } catch (error) {
        rmSync(join(task.targetDir, sshStagingDir), { recursive: true, force: true });
        const words = messageOfError(error);
        return { startedAt: null, files: [], failed: [], error: words };
      }
    },
    close: () => pool.close(),
  };
}

function explain(trouble: PoolTrouble, timeoutMs: number): string {
  switch (trouble.kind) {
    case 'closed':
      return 'the service ends';
    case 'full':
      return `${limits.sshWaitingMax} other fetches over SSH wait`;
    case 'late':
      return `it took longer than paper_evidence_sync_timeout_sec (${timeoutMs / 1000} s)`;
    case 'lost': {
      const why = trouble.cause instanceof Error ? trouble.cause.message : 'it ended by itself';
      return `the process that fetches over SSH is gone (${why})`;
    }
  }
}
