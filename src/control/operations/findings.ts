/** Findings for people and programs: what is wrong, on whose word, and what to do about it. */

import { limits } from '../../domain/limits.ts';
import { type AlertSeverity, type QueueItem, type Run, runSchema } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import type { RunState } from '../../domain/statuses.ts';
import type { ControlContext, Needs } from '../common/index.ts';
import type { CountDisagreement } from '../readiness/index.ts';
import { type WorkerHealth, workerNotices } from '../workers/index.ts';

/** A structured finding. */
export interface Finding {
  readonly severity: AlertSeverity;
  readonly source: string;
  /** Whose word it is: the store, a worker, the configuration. */
  readonly authority: string;
  readonly message: string;
  readonly observed_at: string;
  readonly suggested_action: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** States in which a run is over, whatever its queue item says. */
const overRunStates: ReadonlySet<RunState | 'new'> = new Set([
  'reconciled',
  'dispatch_error',
  'canceled',
]);
/** The worker has called the run over; its item then waits for evidence and decision. */
const endedRunStates: ReadonlySet<RunState | 'new'> = new Set([
  'wake_ready',
  'session_finished_ready',
]);

/** What the worker observations say, one finding for each thing wrong. */
export function workerFindings(workers: readonly WorkerHealth[], now: string): Finding[] {
  return workers.flatMap((health) => [
    ...troubleFinding(health, now),
    ...workerNotices(health.worker).map(
      ({ code, message, action, severity, since }): Finding => ({
        severity,
        source: code === 'telemetry_stale' ? 'worker_telemetry' : 'worker_preflight',
        authority: `worker ${health.worker.target}`,
        message,
        observed_at: health.worker.observed_at ?? now,
        suggested_action: action,
        data: { target: health.worker.target, code, since },
      }),
    ),
  ]);
}

function troubleFinding({ worker, trouble }: WorkerHealth, now: string): Finding[] {
  if (trouble === null) return [];
  const unreachable = worker.status === 'unreachable';
  return [
    {
      severity: unreachable ? 'critical' : 'warn',
      source: 'worker_preflight',
      authority: `worker ${worker.target}`,
      message: trouble,
      // A worker that does not answer was not observed: the time is that of the question.
      observed_at: (unreachable ? worker.updated_at : worker.observed_at) ?? now,
      suggested_action:
        'Mend what the failed checks of its preflight name, then refresh the worker',
      data: { target: worker.target, consecutive_failures: worker.consecutive_failures },
    },
  ];
}

/**
 * Active items whose run is at an address that is no longer configured. Where its worker's name has
 * another address now, the worker is asked there; where the name is gone too, nobody can be.
 */
export function lostWorkerFindings(
  context: Pick<ControlContext, 'workers'>,
  items: readonly QueueItem[],
  runs: ReadonlyMap<string, Run>,
  now: string,
): Finding[] {
  const { workers } = context;
  return items.flatMap((item): Finding[] => {
    const { lane, project_id, current_run_id: runId } = item;
    if (lane === null || workers.byLane(lane) !== undefined) return [];
    const name = runs.get(runId ?? '')?.worker_target ?? null;
    const moved = name === null ? undefined : workers.byName(name);
    const where = `run ${runId ?? '?'} of ${project_id} was started on worker ${name ?? '?'} at ${lane}`;
    return [
      {
        severity: moved === undefined ? 'critical' : 'warn',
        source: 'config',
        authority: 'configuration',
        message:
          moved === undefined
            ? `${where}, which is not configured any more: nobody can ask what became of it`
            : `${where}; ${name} is configured at ${moved.lane} now and is asked there`,
        observed_at: now,
        suggested_action:
          moved === undefined
            ? `configure that worker again and restart; without it the item goes to a person after ${limits.reconcileAttemptsMax} questions (half a day from when contact is lost); if somebody cancels ${project_id}, it is canceled about two hours from then`
            : `nothing if it is the same machine; else stop the run on the old one and cancel ${project_id}`,
        data: {
          project_id,
          run_id: runId,
          lane,
          worker_target: name,
          moved_to: moved?.lane ?? null,
        },
      },
    ];
  });
}

/** One warning where items need a person; `attention` is their number. Pure. */
export function attentionFindings(attention: number, now: string): Finding[] {
  if (attention === 0) return [];
  return [
    {
      severity: 'warn',
      source: 'queue',
      authority: 'store',
      message: `${attention} item${attention === 1 ? ' needs' : 's need'} a person`,
      observed_at: now,
      suggested_action: 'The overview lists them with the next step of each',
      data: { attention },
    },
  ];
}

/** The runs that active items name, by run id. */
export async function readCurrentRuns(
  context: Needs<'reads'>,
  items: readonly QueueItem[],
): Promise<ReadonlyMap<string, Run>> {
  const ids = [...new Set(items.flatMap((item) => item.current_run_id ?? []))];
  const rows = await Promise.all(ids.map((id) => context.reads.get('run', id)));
  const runs = rows.flatMap((row) => (row === undefined ? [] : [runSchema.parse(row)]));
  return new Map(runs.map((run) => [run.run_id, run]));
}

/**
 * Where the store contradicts itself about active items: two of them claim one run or one lane, one
 * claims none, or its run is over or another project's. `settling` is true while effects are under
 * way, which may be about to bring a run's own record up. Pure.
 */
export function findConflicts(facts: {
  readonly items: readonly QueueItem[];
  readonly runs: ReadonlyMap<string, Run>;
  readonly disagreements: readonly CountDisagreement[];
  readonly settling: boolean;
  readonly now: string;
}): Finding[] {
  const { items, runs, disagreements, settling, now } = facts;
  const conflict = (
    severity: AlertSeverity,
    message: string,
    suggested_action: string,
    data: object,
  ): Finding => ({
    severity,
    source: 'store',
    authority: 'control plane',
    message,
    observed_at: now,
    suggested_action,
    data: { ...data },
  });
  const stop = 'Pause the queue, ask the worker for its runs, then cancel the wrong item';
  return [
    ...repeated(items, (item) => item.current_run_id).map(([runId, holders]) =>
      conflict('critical', `${holders.join(' and ')} claim the same run ${runId}`, stop, {
        run_id: runId,
        project_ids: holders,
      }),
    ),
    ...repeated(items, (item) => item.lane).map(([lane, holders]) =>
      conflict('critical', `${holders.join(' and ')} hold the same lane ${lane}`, stop, {
        lane,
        project_ids: holders,
      }),
    ),
    ...items.flatMap((item) => {
      const words = contradictionOf(item, runs);
      if (words === null) return [];
      return [
        conflict(
          settling ? 'warn' : 'critical',
          words,
          'orrery verify compares both with the log; the worker has the last word about a run',
          { project_id: item.project_id, run_id: item.current_run_id, status: item.status },
        ),
      ];
    }),
    ...disagreements.map((entry) =>
      conflict('critical', entry.message, 'run orrery verify on the store', { ...entry }),
    ),
  ];
}

function contradictionOf(item: QueueItem, runs: ReadonlyMap<string, Run>): string | null {
  const { project_id, status, current_run_id: runId } = item;
  if (runId === null) return `${project_id} is ${stateWord(status)} without a run`;
  const run = runs.get(runId);
  if (run === undefined)
    return `${project_id} is ${stateWord(status)} with run ${runId}, which is not stored`;
  if (run.project_id !== project_id)
    return `${project_id} is ${stateWord(status)} with run ${runId}, which belongs to ${run.project_id}`;
  const over =
    overRunStates.has(run.status) ||
    (endedRunStates.has(run.status) && status !== 'wake_received' && status !== 'reconciling');
  return over
    ? `${project_id} is ${stateWord(status)} but its run ${runId} is ${stateWord(run.status)}`
    : null;
}

/** Values that more than one item has, with the project ids that have them. */
function repeated(
  items: readonly QueueItem[],
  keyOf: (item: QueueItem) => string | null,
): [string, string[]][] {
  const holders = new Map<string, string[]>();
  for (const item of items) {
    const value = keyOf(item);
    if (value !== null) holders.set(value, [...(holders.get(value) ?? []), item.project_id]);
  }
  return [...holders].filter(([, ids]) => ids.length > 1);
}
