/** What the alert rules look at, read from the store at one moment. */
import { limits } from '../../domain/limits.ts';
import { type Paper, paperSchema, queueItemSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import { newestEvents } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';
import { readReadiness } from '../readiness/index.ts';
import { readWorkerHealth, refreshWorkers } from '../workers/index.ts';
import type { AlertFacts } from './alert-rules.ts';
import { trialsUnderWay } from './alert-trial.ts';
import { readOldest } from './oldest-rows.ts';
import { readsOfOneLook } from './one-look.ts';
import { readStrainedBudgets } from './strained-budgets.ts';

/** With `refreshWorker` workers are looked at first. */
export async function gatherFacts(
  whole: Needs<
    'actors' | 'bench' | 'clock' | 'lineage' | 'reads' | 'settings' | 'vitals' | 'workers'
  >,
  refreshWorker: boolean,
): Promise<AlertFacts> {
  // Asked before anything is read, so that everything below sees the fresh answers.
  if (refreshWorker) await refreshWorkers(whole);
  const context = { ...whole, reads: readsOfOneLook(whole.reads) };
  const { reads, vitals, workers: directory } = context;
  const [readiness, active, health, dispatchFailures, papers] = await Promise.all([
    readReadiness(context, { refreshWorker: false }),
    reads.activeItems(limits.pageSizeMax),
    readWorkerHealth(context),
    readDispatchFailures(context),
    readHeldPapers(context),
  ]);
  const running = active.map((row) => String(row['project_id']));
  const workers = await Promise.all(
    health.map(async (entry) => ({
      ...entry,
      lostAt: entry.worker.since ?? (await lostAt(context, entry.worker.target)),
    })),
  );
  return {
    nowMs: context.clock.now(),
    settings: vitals.alerts,
    active: active.map((row) => {
      const item = queueItemSchema.parse(row);
      const target = item.lane === null ? undefined : directory.byLane(item.lane)?.name;
      return { item, target: target ?? null };
    }),
    workers,
    dispatchFailures,
    papers,
    budgets: await readStrainedBudgets(context, running),
    trials: trialsUnderWay(vitals),
    readiness,
  };
}

/** Time of the newest event that says that the worker was lost; for states without `since`. */
async function lostAt(context: Needs<'reads'>, target: string): Promise<string | null> {
  const [event] = await context.reads.events({
    ...newestEvents,
    limit: 1,
    entityType: 'worker_target',
    entityId: target,
    eventType: 'worker_target.lost',
  });
  return event?.created_at ?? null;
}

const held = { status: 'human_review_required' } as const;

async function readHeldPapers(context: Needs<'reads'>): Promise<AlertFacts['papers']> {
  const count = await context.reads.count('paper', held);
  const rows = count === 0 ? [] : await readOldest<Paper>(context, 'paper', held, paperSchema);
  return { rows, count };
}

/** Failed dispatches newer than the last one that worked, newest first; as many as decide. */
async function readDispatchFailures(context: Needs<'reads' | 'vitals'>) {
  const limit = context.vitals.alerts.dispatchErrorCount;
  const [worked, ...failed] = await Promise.all([
    context.reads.newestEvents('queue_item.dispatched', 1),
    context.reads.newestEvents('queue_item.dispatch_refused', limit),
    context.reads.newestEvents('queue_item.dispatch_failed', limit),
  ]);
  const since = worked[0]?.event_id ?? 0;
  return failed
    .flat()
    .filter((event) => event.event_id > since)
    .sort((one, other) => other.event_id - one.event_id)
    .slice(0, limit)
    .map((event) => ({ at: event.created_at, error: asText(event.payload['error']) }));
}
