/** The dispatch-safety snapshot: may a run be started, what stands in its way, how fresh is all this. */

import { limits } from '../../domain/limits.ts';
import { queueItemSchema } from '../../domain/records.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { firstPage } from '../../store/ports/read-models.ts';
import { findHolds, type Needs, readSwitch } from '../common/index.ts';
import { readConsistency } from '../readiness/index.ts';
import { inList, toQueueRow } from '../reading/index.ts';
import { readFreshness, readWorkerHealth, refreshWorkers } from '../workers/index.ts';
import {
  attentionFindings,
  findConflicts,
  lostWorkerFindings,
  readCurrentRuns,
  workerFindings,
} from './findings.ts';

/** The body of the reply. `dispatch_safe` is true when nothing blocks and no conflict is critical. */
export async function readStatus(
  context: Needs<'actors' | 'clock' | 'reads' | 'settings' | 'vitals' | 'workers'>,
  options: { refreshWorker: boolean },
) {
  if (options.refreshWorker) await refreshWorkers(context);
  const now = toIsoTime(context.clock.now());
  const [control, { counts, disagreements }, activeRows, workers, outbox] = await Promise.all([
    readSwitch(context),
    readConsistency(context),
    context.reads.list('queue_item', {
      ...firstPage,
      pageSize: limits.statusActiveMax,
      filters: { status: activeQueueStatuses },
    }),
    readWorkerHealth(context),
    context.vitals.outbox(),
  ]);
  const items = activeRows.rows.map((row) => queueItemSchema.parse(row));
  const runs = await readCurrentRuns(context, items);
  const conflicts = findConflicts({
    items,
    runs,
    disagreements,
    settling: outbox.pending > 0,
    now,
  });
  const critical = conflicts.filter(({ severity }) => severity === 'critical');
  const paused = control.status !== 'open';
  const blockers = [
    ...findHolds(context).map(({ reason }) => reason),
    ...(control.status === 'maintenance' ? ['Maintenance mode is on'] : []),
    ...(control.status === 'paused'
      ? [`The queue is paused${control.reason === null ? '' : `: ${control.reason}`}`]
      : []),
    ...(context.workers.targets.length === 0 ? ['No worker is configured'] : []),
    ...workers.flatMap(({ trouble }) => (trouble === null ? [] : [trouble])),
  ];
  return {
    ok: true as const,
    dispatch_safe: blockers.length === 0 && critical.length === 0,
    dispatch_blockers: blockers,
    flags: { queue_paused: paused, maintenance_mode: control.status === 'maintenance' },
    counts: { ...counts.byStatus, papers: counts.paperTotal, queue_total: counts.queueTotal },
    active_items: await Promise.all(
      activeRows.rows.map(async (row) => inList(await toQueueRow(context, row))),
    ),
    source_freshness: await readFreshness(context, workers),
    warnings: [
      ...workerFindings(workers, now),
      ...lostWorkerFindings(context, items, runs, now),
      ...attentionFindings(counts.operator.attention, now),
    ],
    conflicts,
    live_dispatch_enabled: context.settings.liveDispatchEnabled,
    generated_at: now,
  };
}
