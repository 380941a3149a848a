/** The dispatch-safety snapshot: may a run be started, what stands in its way, how fresh is all this. */

import { limits } from '../domain/limits.ts';
import { activeQueueStatuses } from '../domain/statuses.ts';
import { toIsoTime } from '../lib/clock.ts';
import { readCounts } from './counts.ts';
import type { ControlContext } from './ports.ts';
import { refreshWorkers } from './preflight.ts';
import { toQueueRow } from './rows.ts';
import { readSwitch } from './switches.ts';
import { readWorkerHealth, type WorkerHealth } from './worker-health.ts';

/** A structured finding for people and programs. */
export interface Finding {
  readonly severity: 'info' | 'warn' | 'critical';
  readonly source: string;
  /** Whose word it is: the store, a worker, the configuration. */
  readonly authority: string;
  readonly message: string;
  readonly observed_at: string;
  readonly suggested_action: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Freshness {
  readonly source: string;
  readonly authority: string;
  /** Null when it was never observed. */
  readonly observed_at: string | null;
  readonly ttl_seconds: number;
  readonly fresh_until: string | null;
  readonly stale: boolean;
  readonly status: 'ok' | 'stale' | 'unknown' | 'failed';
  readonly detail: string;
}

const activeItemsMax = 100;

export async function readStatus(context: ControlContext, options: { refreshWorker: boolean }) {
  if (options.refreshWorker) await refreshWorkers(context);
  const now = toIsoTime(context.clock.now());
  const [control, counts, activeRows, workers] = await Promise.all([
    readSwitch(context),
    readCounts(context),
    context.reads.list('queue_item', {
      cursor: null,
      pageSize: activeItemsMax,
      sort: null,
      filters: { status: activeQueueStatuses },
      search: '',
    }),
    readWorkerHealth(context),
  ]);
  const paused = control.status !== 'open';
  const blockers = [
    ...(control.status === 'maintenance' ? ['Maintenance mode is on'] : []),
    ...(control.status === 'paused'
      ? [`The queue is paused${control.reason === null ? '' : `: ${control.reason}`}`]
      : []),
    ...(context.workers.targets.length === 0 ? ['No worker is configured'] : []),
    ...workers.flatMap(({ trouble }) => (trouble === null ? [] : [trouble])),
  ];
  const warnings = [
    ...workerFindings(workers, now),
    ...attentionFindings(counts.operator.attention, now),
  ];
  return {
    ok: true,
    dispatch_safe: blockers.length === 0,
    dispatch_blockers: blockers,
    flags: { queue_paused: paused, maintenance_mode: control.status === 'maintenance' },
    counts: { ...counts.byStatus, papers: counts.paperTotal, queue_total: counts.queueTotal },
    active_items: await Promise.all(activeRows.rows.map((row) => toQueueRow(context, row))),
    source_freshness: freshness(context, workers, now),
    warnings,
    conflicts: [] as Finding[],
    live_dispatch_enabled: context.settings.liveDispatchEnabled,
    generated_at: now,
  };
}

function workerFindings(workers: readonly WorkerHealth[], now: string): Finding[] {
  return workers.flatMap(({ worker, trouble }): Finding[] => {
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
          'Mend what the failed checks name (POST /control/api/preflight shows each), then look again with ?refresh_worker=true',
        data: { consecutive_failures: worker.consecutive_failures },
      },
    ];
  });
}

function attentionFindings(attention: number, now: string): Finding[] {
  if (attention === 0) return [];
  return [
    {
      severity: 'warn',
      source: 'queue',
      authority: 'store',
      message: `${attention} item${attention === 1 ? ' needs' : 's need'} a person`,
      observed_at: now,
      suggested_action: 'GET /control/api/v1/overview lists them with the next step of each',
      data: { attention },
    },
  ];
}

function freshness(
  context: ControlContext,
  workers: readonly WorkerHealth[],
  now: string,
): Freshness[] {
  const ttlSeconds = limits.preflightReuseMs / 1000;
  const always = (source: string, detail: string): Freshness => ({
    source,
    authority: 'control plane',
    observed_at: now,
    ttl_seconds: 0,
    fresh_until: now,
    stale: false,
    status: 'ok',
    detail,
  });
  const observed = context.workers.targets.map((target): Freshness => {
    const worker = workers.find((entry) => entry.worker.target === target.name)?.worker;
    const at = worker?.observed_at ?? null;
    const untilMs = at === null ? 0 : Date.parse(at) + limits.preflightReuseMs;
    const stale = untilMs < context.clock.now();
    return {
      source: 'worker_preflight',
      authority: `worker ${target.name}`,
      observed_at: at,
      ttl_seconds: ttlSeconds,
      fresh_until: at === null ? null : toIsoTime(untilMs),
      stale,
      status:
        worker?.status === 'unreachable'
          ? 'failed'
          : at === null
            ? 'unknown'
            : stale
              ? 'stale'
              : 'ok',
      detail:
        worker === undefined
          ? 'no preflight has been made yet'
          : `last preflight: ${worker.status}`,
    };
  });
  return [
    always('store', `${context.settings.storeBackend}, read just now`),
    always('config', 'validated at start'),
    ...observed,
  ];
}
