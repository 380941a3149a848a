/** Queue, papers, workers and event log as metrics. Counts come from indexes, once per change. */
import {
  activeQueueStatuses,
  paperStatuses,
  queueStatuses,
  reviewStatuses,
  workerHealths,
} from '../../domain/statuses.ts';
import {
  type MetricFamily,
  type MetricSource,
  perWord,
  single,
} from '../../metrics/metric-family.ts';
import { type Counts, type Needs, readCounts, readSwitch } from '../common/index.ts';

import { readWorkerHealth, type WorkerHealth } from '../workers/index.ts';

/** Read at every scrape; the counts are kept while nothing was committed. */
export function createQueueMetrics(context: Needs<'clock' | 'reads' | 'workers'>): MetricSource {
  let known: { readonly head: number; readonly counts: Counts } | null = null;
  return {
    name: 'control',
    async read() {
      const head = await context.reads.head();
      if (known?.head !== head) known = { head, counts: await readCounts(context) };
      const { counts } = known;
      const [control, workers] = await Promise.all([
        readSwitch(context),
        readWorkerHealth(context),
      ]);
      return [
        single(
          'gauge',
          'orrery_event_log_head',
          'Id of the newest event; ids have no gaps, so this is also their number.',
          head,
        ),
        ...countFamilies(counts),
        single(
          'gauge',
          'orrery_queue_paused',
          '1 while nothing new is dispatched: paused, or in maintenance.',
          control.status === 'open' ? 0 : 1,
        ),
        ...workerFamilies(context, workers),
      ];
    },
  };
}

function countFamilies(counts: Counts): MetricFamily[] {
  const active = activeQueueStatuses.reduce(
    (sum, status) => sum + (counts.byStatus[status] ?? 0),
    0,
  );
  return [
    perWord(
      'orrery_queue_items',
      'Queue items by status.',
      'status',
      queueStatuses,
      counts.byStatus,
    ),
    perWord(
      'orrery_papers',
      'Papers by paper_status.',
      'status',
      paperStatuses,
      counts.papersByStatus,
    ),
    perWord(
      'orrery_paper_reviews',
      'Papers in publication automation by review_status.',
      'status',
      reviewStatuses,
      counts.reviewsByStatus,
    ),
    single('gauge', 'orrery_runs_active', 'Queue items that occupy a lane.', active),
    single(
      'gauge',
      'orrery_queue_attention_items',
      'Items that need a person.',
      counts.operator.attention,
    ),
    single(
      'gauge',
      'orrery_draft_candidates',
      'Completed items with a positive decision and without a paper.',
      counts.pipeline.write_needed,
    ),
  ];
}

/** Targets are those of the configuration. What was never observed has no value, rather than 0. */
function workerFamilies(
  context: Needs<'clock' | 'workers'>,
  workers: readonly WorkerHealth[],
): MetricFamily[] {
  const known = new Map(workers.map(({ worker }) => [worker.target, worker]));
  const targets = context.workers.targets.map(({ name }) => ({
    target: name,
    worker: known.get(name),
  }));
  return [
    {
      type: 'gauge',
      name: 'orrery_worker_up',
      help: '1 when the worker answered the last time it was asked, 0 when not; absent: never asked.',
      values: targets.flatMap(({ target, worker }) =>
        worker === undefined || worker.status === 'unknown'
          ? []
          : [{ labels: { target }, value: worker.status === 'unreachable' ? 0 : 1 }],
      ),
    },
    {
      type: 'gauge',
      name: 'orrery_worker_health',
      help: '1 for the health of the worker after its last preflight, 0 for the others.',
      values: targets.flatMap(({ target, worker }) =>
        workerHealths.map((health) => ({
          labels: { target, health },
          value: (worker?.status ?? 'unknown') === health ? 1 : 0,
        })),
      ),
    },
    {
      type: 'gauge',
      name: 'orrery_worker_preflight_age_seconds',
      help: 'Time since the worker was last observed by a preflight; absent: never.',
      values: targets.flatMap(({ target, worker }) => {
        const at = worker?.observed_at ?? null;
        if (at === null) return [];
        const ageMs = Math.max(0, context.clock.now() - Date.parse(at));
        return [{ labels: { target }, value: ageMs / 1000 }];
      }),
    },
  ];
}
