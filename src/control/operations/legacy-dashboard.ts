/** The whole dashboard in one reply, for older clients: status, queue by group, runs, papers, events. */
import type { EntityKind } from '../../domain/entities/all.ts';
import { type QueueGroup, queueGroups } from '../../domain/statuses.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { firstPage, newestEvents } from '../../store/ports/read-models.ts';
import { mapInPieces, type Needs } from '../common/index.ts';

import { inList, toEventListRow, toPaperRow, toQueueRow, toRunRow } from '../reading/index.ts';
import { preflightFreshness, readWorkerHealth } from '../workers/index.ts';
import { readStatus } from './dispatch-safety.ts';

interface LegacyDashboardLimits {
  /** Rows of each group of the queue, runs and papers. */
  readonly rows: number;
  readonly events: number;
}

type GroupName = Exclude<QueueGroup, 'all'>;
const groupNames = (Object.keys(queueGroups) as QueueGroup[]).filter(
  (name): name is GroupName => name !== 'all',
);

/** The body of the reply; at most `limit.rows` rows of each list and `limit.events` events. */
export async function readLegacyDashboard(
  context: Needs<'actors' | 'clock' | 'reads' | 'settings' | 'vitals' | 'workers'>,
  limit: LegacyDashboardLimits,
) {
  const { reads } = context;
  const newest = (kind: EntityKind) => reads.list(kind, { ...firstPage, pageSize: limit.rows });
  // One after the other: each is long enough for one go.
  const groups: Awaited<ReturnType<typeof readGroup>>[] = [];
  for (const name of groupNames) groups.push(await readGroup(context, name, limit.rows));
  const [status, runs, papers, events, workers] = await Promise.all([
    readStatus(context, { refreshWorker: false }),
    newest('run'),
    newest('paper'),
    reads.events({ ...newestEvents, limit: limit.events }),
    readWorkerHealth(context),
  ]);
  return {
    ok: true as const,
    status,
    queue: Object.fromEntries(groups),
    runs: await mapInPieces(runs.rows, (row) => inList(toRunRow(context, row))),
    papers: await mapInPieces(papers.rows, (row) => inList(toPaperRow(context, row))),
    events: await mapInPieces(events, toEventListRow),
    workers: workers.map(({ worker, trouble }) => ({
      target: worker.target,
      status: worker.status,
      reason: worker.reason,
      trouble,
      observed_at: worker.observed_at,
      freshness: preflightFreshness(context, worker.target, { worker, trouble }),
    })),
    limits: { limit: limit.rows, event_limit: limit.events },
    generated_at: toIsoTime(context.clock.now()),
  };
}

async function readGroup(
  context: Needs<'clock' | 'reads' | 'settings' | 'workers'>,
  name: GroupName,
  rows: number,
) {
  const filters = { queue_group: name };
  const [page, total] = await Promise.all([
    context.reads.list('queue_item', { ...firstPage, pageSize: rows, filters }),
    context.reads.count('queue_item', filters),
  ]);
  const shown = await mapInPieces(page.rows, async (row) => inList(await toQueueRow(context, row)));
  return [name, { total, rows: shown }] as const;
}
