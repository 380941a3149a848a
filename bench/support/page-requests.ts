/**
 * What is asked of every GET route of the control plane, on any filled store: for lists every sort
 * both ways, the filters, a word that many rows have, one that few have, and a page far behind.
 */
import type { EntityKind } from '../../src/domain/entities/all.ts';
import { listModels } from '../../src/store/sqlite/list-engine/models.ts';
import { paperId, projectId, runId, type StoreSizes, timeOf } from './large-store-rows.ts';
import { batchId, incidentId, notificationId } from './told-rows.ts';

/** Addresses asked for, by the path template of their route. */
export type PageRequests = Readonly<Record<string, readonly string[]>>;

/** Of the words that the texts are made of; about every row has it. */
const frequentWord = 'baseline';
const v1 = '/control/api/v1';

function sortsOf(kind: EntityKind): string[] {
  return Object.keys(listModels[kind].sorts).flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`]);
}

function list(path: string, queries: readonly string[]): string[] {
  return ['', ...queries].map((query) => (query === '' ? path : `${path}?${query}`));
}

/** Every filter with every sort. */
function crossed(filters: readonly string[], sorts: readonly string[]): string[] {
  return filters.flatMap((filter) => [filter, ...sorts.map((sort) => `${filter}&${sort}`)]);
}

const searches = (rareWord: string): string[] => [
  `search=${frequentWord}`,
  `search=${rareWord}`,
  'search=nothinghasthisword',
];

const numbered = (sizes: { rows: number }): string[] => [
  `page=${Math.max(1, Math.floor(sizes.rows / 500))}&page_size=500`,
];

/** What people were told of, and batches of papers. */
function told(sizes: StoreSizes): PageRequests {
  const words = searches(projectId(0));
  const listed = (name: string, kind: EntityKind, filters: readonly string[]) =>
    list(`${v1}/${name}`, [
      'page_size=500',
      ...sortsOf(kind),
      ...crossed([...filters, ...words], sortsOf(kind)),
    ]);
  return {
    [`${v1}/alerts`]: listed('alerts', 'alert', ['status=resolved', 'status=firing']),
    [`${v1}/incidents`]: listed('incidents', 'incident', ['status=closed', 'status=open']),
    [`${v1}/incidents/{incident_id}`]: [`${v1}/incidents/${incidentId(0)}`],
    [`${v1}/notifications`]: listed('notifications', 'notification', [
      'status=delivered',
      'channel=bench',
      'status=delivered&channel=bench',
      `incident_id=${incidentId(0)}`,
    ]),
    [`${v1}/notifications/{notification_id}`]: [`${v1}/notifications/${notificationId(0)}`],
    [`${v1}/rewrite-batches`]: list(`${v1}/rewrite-batches`, [
      'page_size=500',
      'status=done',
      'status=running',
      'search=bench',
      `search=${paperId(sizes.papers - 1)}`,
    ]),
    [`${v1}/rewrite-batches/{batch_id}`]: [`${v1}/rewrite-batches/${batchId(0)}`],
  };
}

/** The requests for a store of these sizes. */
export function pageRequestsOf(sizes: StoreSizes): PageRequests {
  const item = projectId(Math.floor(sizes.items / 2));
  // The one that the eighth event is about, so that it can be asked for as it was.
  const run = runId(7);
  const paper = paperId(3);
  const words = searches(item);
  const queueSorts = sortsOf('queue_item');
  const queueFilters = ['queued', 'completed', 'blocked', 'running', 'canceled'].map(
    (status) => `status=${status}`,
  );
  const reviewFilters = ['review_status=finalized', 'paper_status=draft_review'];
  const reviews = (base: string) => ({
    [base]: list(base, [
      ...crossed([...reviewFilters, reviewFilters.join('&'), ...words], sortsOf('paper_review')),
      ...numbered({ rows: sizes.papers }),
    ]),
    [`${base}/next`]: [`${base}/next`, `${base}/next?search=${frequentWord}&paper_status=`],
    [`${base}/{paper_id}`]: [`${base}/${paper}`],
  });
  const groups = ['active', 'queued', 'blocked', 'paused', 'completed', 'all'];
  const older = '/control/api/queues';
  return {
    '/healthz': ['/healthz'],
    '/control/health': ['/control/health'],
    '/control/api/status': ['/control/api/status'],
    '/control/api/queue-health': ['/control/api/queue-health'],
    [`${v1}/lanes`]: [`${v1}/lanes`],
    [`${v1}/explain/{kind}/{id}`]: [
      `${v1}/explain/queue_item/${item}`,
      `${v1}/explain/run/${run}`,
      `${v1}/explain/paper/${paperId(0)}`,
    ],
    [`${v1}/actors`]: list(`${v1}/actors`, [
      'kind=queue_item',
      'kind=queue_item&status=dispatching',
      `kind=project&after=${item}&limit=200`,
    ]),
    [`${v1}/actors/{kind}/{id}`]: [`${v1}/actors/queue_item/${item}`],
    [`${v1}/actors/{kind}/{id}/statechart.svg`]: [`${v1}/actors/queue_item/${item}/statechart.svg`],
    [`${v1}/actors/{kind}/{id}/history`]: list(`${v1}/actors/queue_item/${projectId(0)}/history`, [
      'page_size=500',
    ]),
    [`${v1}/actors/{kind}/{id}/state`]: [`${v1}/actors/queue_item/${projectId(0)}/state?at=1`],
    [`${v1}/statecharts/{kind}`]: [`${v1}/statecharts/queue_item`, `${v1}/statecharts/run`],
    ...reviews('/control/api/publication-automation'),
    ...reviews('/control/api/paper-reviews'),
    [`${v1}/corpus`]: list(
      `${v1}/corpus`,
      crossed(['status=imported', ...words], sortsOf('corpus_entry')),
    ),
    [`${v1}/overview`]: list(`${v1}/overview`, ['active_limit=100&event_limit=200']),
    [`${v1}/queue`]: list(`${v1}/queue`, [
      'page_size=500',
      ...queueSorts,
      ...crossed([...queueFilters, ...words], queueSorts),
      `search=${frequentWord}&status=blocked`,
      `search=${frequentWord}&status=running`,
    ]),
    [`${v1}/runs`]: list(`${v1}/runs`, [
      ...sortsOf('run'),
      ...crossed(
        ['state=reconciled', 'state=running', `project_id=${projectId(3)}`, ...words],
        sortsOf('run'),
      ),
    ]),
    [`${v1}/runs/{run_id}`]: list(`${v1}/runs/${run}`, [`at=${sizes.events}`]),
    [`${v1}/projects`]: list(`${v1}/projects`, [
      ...sortsOf('project'),
      ...crossed(words, sortsOf('project')),
    ]),
    [`${v1}/projects/{project_id}`]: list(`${v1}/projects/${item}`, [`at=${sizes.events}`]),
    [`${v1}/papers`]: list(`${v1}/papers`, [
      ...sortsOf('paper'),
      ...crossed(['status=draft_review', 'status=archived', ...words], sortsOf('paper')),
    ]),
    [`${v1}/papers/{paper_id}`]: [`${v1}/papers/${paper}`],
    [`${v1}/events`]: list(`${v1}/events`, [
      'page_size=500',
      'entity_type=queue_item',
      'entity_type=paper',
      'entity_type=nothing',
      `entity_id=${item}`,
      `entity_type=run&entity_id=${run}`,
      'event_type=run.started',
      'event_type=run.started&entity_type=queue_item',
      `entity_id=${item}&event_type=run.started`,
      ...words,
      `search=${frequentWord}&entity_type=paper`,
      `search=${frequentWord}&event_type=nothing`,
      'payload=change.kind:queue_item',
      'payload=applied:false',
      'payload=change.set.exit_code:7',
    ]),
    [`${v1}/events/{event_id}`]: [`${v1}/events/50`],
    [`${v1}/event-log`]: [`${v1}/event-log`],
    ...told(sizes),
    [`${v1}/report`]: list(`${v1}/report`, ['hours=1', `since=${timeOf(0, 1)}`]),
    [`${v1}/pump`]: [`${v1}/pump`],
    [`${v1}/budgets`]: [`${v1}/budgets`],
    [`${v1}/settings`]: [`${v1}/settings`],
    [`${v1}/automation-readiness`]: [`${v1}/automation-readiness`],
    [`${v1}/research-quality`]: list(`${v1}/research-quality`, [
      'page_size=100',
      ...queueFilters,
      ...words,
    ]),
    '/control/api/research/quality': ['/control/api/research/quality'],
    [`${v1}/source-lineage`]: list(`${v1}/source-lineage`, [
      'page_size=100',
      `project_id=${projectId(24)}`,
    ]),
    '/control/api/research/lineage': ['/control/api/research/lineage'],
    '/control/api/research/candidates': list('/control/api/research/candidates', [
      'page_size=100',
      ...words,
    ]),
    [`${older}/{queue}`]: groups.flatMap((group) =>
      list(`${older}/${group}`, [
        ...numbered({ rows: sizes.items }),
        ...(group === 'all' || group === 'blocked' ? crossed(words, queueSorts) : queueSorts),
      ]),
    ),
    '/control/api/papers': list('/control/api/papers', [
      ...crossed(['status=draft_review', ...words], sortsOf('paper')),
      ...numbered({ rows: sizes.papers }),
    ]),
    '/control/api/events': list('/control/api/events', [
      ...numbered({ rows: sizes.events }),
      'entity_type=queue_item',
      `entity_id=${item}`,
      'event_type=run.started',
      'event_type=run.started&entity_type=queue_item',
      ...words,
      `search=${frequentWord}&event_type=nothing`,
    ]),
    '/control/api/projects/{project_id}': [`/control/api/projects/${item}`],
    '/dashboard/api': list('/dashboard/api', ['limit=200']),
    '/control/api/intake/legacy-notes': ['/control/api/intake/legacy-notes'],
    '/control/export/snapshot': ['/control/export/snapshot'],
    [`${v1}/observability/health`]: [`${v1}/observability/health`],
    [`${v1}/observability/memory`]: [`${v1}/observability/memory`],
    [`${v1}/workers`]: [`${v1}/workers`],
    [`${v1}/trace/{id}`]: [`${v1}/trace/bench-50`],
    [`${v1}/bench`]: [`${v1}/bench`],
    [`${v1}/bench/actors`]: [`${v1}/bench/actors`],
    [`${v1}/bench/dead-letters`]: [`${v1}/bench/dead-letters`],
    [`${v1}/supervision`]: [`${v1}/supervision`],
    '/metrics': ['/metrics'],
    [`${v1}/openapi.json`]: [`${v1}/openapi.json`],
    '/orrery-core/health': ['/orrery-core/health'],
    '/orrery-core/projections/queue': ['/orrery-core/projections/queue'],
    '/orrery-core/divergences': list('/orrery-core/divergences', ['applied=false']),
  };
}
