/**
 * The health of the queue in one look: counts, every worker with how fresh its word is, every active
 * run with its last contact, what an alert check finds now, and what was not delivered yet.
 */

import { type Freshness, reported } from '../../domain/freshness.ts';
import { limits } from '../../domain/limits.ts';
import { queueItemSchema, type Run, runSchema } from '../../domain/records.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { type EntityRow, firstPage } from '../../store/ports/read-models.ts';
import { checkAlerts } from '../alerts/index.ts';
import { type Counts, type Needs, readCounts, readSwitch } from '../common/index.ts';
import type { LookingAround } from '../readiness/index.ts';
import {
  readFreshness,
  readWorkerHealth,
  refreshWorkers,
  type WorkerHealth,
} from '../workers/index.ts';
import { recentCallbacks } from './recent-callbacks.ts';

/** The body of the reply. With `refreshWorker` every worker is looked at first; nothing is raised. */
export async function readQueueHealth(
  context: LookingAround,
  options: { readonly refreshWorker: boolean },
) {
  if (options.refreshWorker) await refreshWorkers(context);
  const { bench, reads, vitals } = context;
  const [control, counts, active, workers, callbacks, outbox, letters, alerts] = await Promise.all([
    readSwitch(context),
    readCounts(context),
    reads.list('queue_item', {
      ...firstPage,
      pageSize: limits.queueHealthActiveMax,
      filters: { status: activeQueueStatuses },
    }),
    readWorkerHealth(context),
    recentCallbacks(context),
    vitals.outbox(),
    bench.countDeadLetters(),
    // Looked at, not recorded: this is a GET.
    checkAlerts(context, {
      dry_run: true,
      force_notify: false,
      refresh_worker: false,
      requested_by: 'queue-health',
    }),
  ]);
  const activeRuns = await Promise.all(active.rows.map((row) => activeRun(context, row)));
  const workerRows = await describeWorkers(context, workers);
  return {
    ok: true as const,
    summary: summarize(counts, {
      control: control.status,
      stale: activeRuns.filter((run) => run.stale).length,
      troubles: workerRows.filter(({ trouble }) => trouble !== null).length,
    }),
    queue: {
      status: control.status,
      reason: control.reason,
      counts: counts.byStatus,
      queue_total: counts.queueTotal,
      active: counts.active,
      attention: counts.operator.attention,
    },
    workers: workerRows,
    active_runs: activeRuns,
    alert_check: alerts,
    recent_callbacks: callbacks,
    undelivered: {
      pending_effects: outbox.pending,
      capped: outbox.capped,
      oldest: outbox.oldest,
      oldest_at: outbox.oldest_at,
      retrying: outbox.retrying,
      last_error: outbox.last_error,
      dead_letters: letters,
      quarantined_actors: bench.quarantines().length,
    },
    generated_at: toIsoTime(context.clock.now()),
  };
}

function summarize(
  counts: Counts,
  facts: { readonly control: string; readonly stale: number; readonly troubles: number },
): string {
  const { attention, queued } = counts.operator;
  const parts = [
    `${counts.active} active, ${queued} queued`,
    facts.control === 'open' ? null : `the queue is ${facts.control}`,
    attention === 0 ? null : `need a person: ${attention}`,
    facts.stale === 0 ? null : `active and silent for too long: ${facts.stale}`,
    facts.troubles === 0 ? null : `workers in trouble: ${facts.troubles}`,
  ].filter((part) => part !== null);
  return `${parts.join('; ')}.`;
}

/** Every configured worker, also one that nobody has asked yet. */
async function describeWorkers(
  context: Needs<'clock' | 'reads' | 'settings' | 'vitals' | 'workers'>,
  known: readonly WorkerHealth[],
) {
  const freshness = await readFreshness(context, known);
  const of = (target: string, source: Freshness['source']): Freshness | null =>
    freshness.find((one) => one.source === source && one.authority === `worker ${target}`) ?? null;
  return context.workers.targets.map(({ name }) => {
    const health = known.find(({ worker }) => worker.target === name);
    const worker = health?.worker;
    return {
      target: name,
      status: worker?.status ?? ('unknown' as const),
      reason: worker?.reason ?? null,
      trouble: health?.trouble ?? null,
      consecutive_failures: worker?.consecutive_failures ?? 0,
      observed_at: worker?.observed_at ?? null,
      preflight: of(name, 'worker_preflight'),
      telemetry: of(name, 'worker_telemetry'),
    };
  });
}

async function activeRun(context: Needs<'clock' | 'reads' | 'settings'>, row: EntityRow) {
  const item = queueItemSchema.parse(row);
  const runRow =
    item.current_run_id === null ? undefined : await context.reads.get('run', item.current_run_id);
  const run: Run | null = runRow === undefined ? null : runSchema.parse(runRow);
  const nowMs = context.clock.now();
  return {
    project_id: item.project_id,
    project_name: item.project_name,
    run_id: item.current_run_id,
    status: item.status,
    run_state: run?.status ?? null,
    worker_target: run?.worker_target ?? null,
    lane: item.lane,
    since: run?.started_at ?? item.last_dispatch_at,
    last_contact_at: latest(item.last_callback_at, run?.last_callback_at ?? null),
    stale_after: item.stale_after,
    stale: item.stale_after !== null && Date.parse(item.stale_after) < nowMs,
    gate_state: run?.gate_state ?? null,
    current_activity: run?.current_activity ?? null,
    freshness: reported(nowMs, run, context.settings.staleAfterMs),
    reconcile_attempts: item.reconcile_attempts,
    last_error: item.last_error,
    next_step: item.next_action_hint,
  };
}

/** The later of two times; null when there is neither. */
function latest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return Date.parse(one) >= Date.parse(other) ? one : other;
}
