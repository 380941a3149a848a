/** What the service tells beyond what the other pages show: each under its address, and what of it is shown. Pure. */
import type { paths } from '../../client/schema.ts';
import { type Fields, fieldsOf, textOf } from '../service/loose.ts';

interface Report {
  readonly title: string;
  /** What it answers, as a sentence. */
  readonly about: string;
  readonly path: keyof paths;
  /** Members that stand by themselves, as paths such as `queue.open`. */
  readonly facts?: readonly string[];
  /** Lists by the path that leads to them, each with the members that are its columns; the first list goes on by a cursor. */
  readonly tables?: Readonly<Record<string, readonly string[]>>;
  /** What such a list is called, where not by its member, and what it means that it is empty. */
  readonly lists?: Readonly<Record<string, { readonly title?: string; readonly none: string }>>;
  /** What is typed narrows it, or with `id` says of what it is told. */
  readonly search?: 'search' | 'project_id' | 'id';
}

const research = ['project_id', 'status', 'project_decision', 'evidence_strength'];

/** In the order shown; each is the last part of its address. */
export const reports = {
  lanes: {
    title: 'Lanes',
    about: 'What runs on each worker, how many wait for it, which comes next, and what stops it.',
    path: '/control/api/v1/lanes',
    facts: ['queue.open', 'queue.reason', 'queue.live_dispatch_enabled', 'unrouted.count'],
    tables: {
      lanes: [
        'names',
        'health.status',
        'active.run_id',
        'waiting.count',
        'next.project_id',
        'blocked_by',
      ],
    },
  },
  candidates: {
    title: 'Order of dispatch',
    about:
      'What is queued, in the order in which it is started, each with what speaks against that.',
    path: '/control/api/research/candidates',
    tables: {
      rows: [
        'project_id',
        'admission.worker_target',
        'admission.admissible',
        'admission.reasons.detail',
      ],
    },
    search: 'search',
  },
  quality: {
    title: 'Research quality',
    about: 'What speaks against the research of an item: no threshold, thin evidence, a duplicate.',
    path: '/control/api/v1/research-quality',
    facts: [
      'totals.examined',
      'totals.queue_total',
      'totals.with_any_signal',
      'totals.text_unknown',
    ],
    tables: { rows: [...research, 'signals.detail'] },
    search: 'search',
  },
  lineage: {
    title: 'Where projects come from',
    about: 'The source of each project, what it followed on, and what followed on it.',
    path: '/control/api/v1/source-lineage',
    tables: {
      rows: [
        'project_id',
        'source.kind',
        'source.ref',
        'parent_project_id',
        'children',
        'duplicates',
      ],
    },
    search: 'project_id',
  },
  budgets: {
    title: 'Budgets',
    about: 'What may be spent, and what runs under way and the last 24 hours have spent of it.',
    path: '/control/api/v1/budgets',
    facts: ['warn_percent'],
    tables: {
      day: ['budget', 'limit', 'spent', 'left', 'state', 'free_at'],
      'project.budget': ['budget', 'limit', 'spent', 'left', 'state', 'unknown_runs'],
      runs: ['project_id', 'run_id', 'budget.budget', 'budget.spent', 'retry_count', 'max_retries'],
    },
    lists: {
      day: {
        none: 'No budget of a day is set (budget_day_wall_sec, budget_day_tokens, budget_day_cost_usd).',
      },
      'project.budget': {
        title: 'Project',
        none: 'Search for a project to see what it has spent, where a budget of projects is set (budget_project_…).',
      },
      runs: { none: 'Nothing is running.' },
    },
    search: 'project_id',
  },
  ranking: {
    title: 'Ranking of papers',
    about: 'Which paper is published before which, with the terms of its rank.',
    path: '/control/api/publication-automation',
    facts: ['total'],
    tables: { rows: ['rank_score', 'title', 'paper_id', 'review_status', 'rank_reasons.reason'] },
    search: 'search',
  },
  messages: {
    title: 'Messages to people',
    about: 'What was told over which channel, with its receipt, or why it did not arrive.',
    path: '/control/api/v1/notifications',
    tables: {
      rows: ['created_at', 'title', 'channel', 'status', 'attempts', 'last_error', 'incident_id'],
    },
    search: 'search',
  },
  callbacks: {
    title: 'Callbacks and checks',
    about:
      'The last callbacks of workers, whether each counted, and what the check for trouble finds.',
    path: '/control/api/queue-health',
    facts: ['summary', 'queue.status', 'queue.reason', 'alert_check.checked_at'],
    tables: {
      recent_callbacks: [
        'received_at',
        'event_type',
        'run_id',
        'applied',
        'ignore_reason',
        'reason',
      ],
      'alert_check.alerts': ['subject', 'message', 'severity', 'since', 'suggested_action'],
    },
  },
  trace: {
    title: 'What a request led to',
    about: 'Everything that one request or event set going, and what of that still waits.',
    path: '/control/api/v1/trace/{id}',
    facts: [
      'correlation_id',
      'started_at',
      'event_count',
      'waiting_count',
      'dead_letter_count',
      'truncated',
    ],
    tables: {
      'nodes.children': ['at', 'kind', 'event_type', 'summary', 'entity_id', 'actor', 'due_at'],
    },
    search: 'id',
  },
  log: {
    title: 'Event log',
    about: 'Which log it is, and whether anything is known to be gone from it.',
    path: '/control/api/v1/event-log',
    facts: [
      'status',
      'head',
      'epoch',
      'loss.message',
      'loss.events_gone',
      'loss.kept_event_id',
      'loss.kept_at',
      'acknowledged_by',
      'acknowledged_at',
      'note',
    ],
  },
  supervision: {
    title: 'Supervision',
    about:
      'How often actors of each kind failed lately, how often they may, and who is out of service.',
    path: '/control/api/v1/supervision',
    tables: {
      'hosts.groups.kinds': ['name', 'failures', 'failures_max', 'out_of_service', 'strategy'],
      'hosts.actors': [
        'kind',
        'id',
        'status',
        'restarts',
        'last_failure.reason',
        'last_failure.at',
      ],
    },
  },
  requests: {
    title: 'Requests',
    about:
      'How many requests each route answered since the start, how many it refused, and how long they took.',
    path: '/control/api/v1/observability/health',
    facts: ['message', 'since', 'log.state', 'log.last_error'],
    tables: {
      routes: ['route', 'count', 'errors', 'refusals', 'slow', 'window.p95_ms', 'last_at'],
    },
  },
  memory: {
    title: 'Memory',
    about: 'What the process of the service takes, and whether that is more than it should be.',
    path: '/control/api/v1/observability/memory',
    facts: ['message', 'status'],
  },
  core: {
    title: 'Core sub-service',
    about: 'In which mode it compares snapshots of another queue with this one.',
    path: '/orrery-core/health',
    facts: ['mode', 'timestamp'],
  },
  projection: {
    title: 'Queue by its last snapshot',
    about: 'The queue as the newest snapshot of the core sub-service has it.',
    path: '/orrery-core/projections/queue',
    facts: [
      'snapshot.source',
      'snapshot.captured_at',
      'total_queue_rows',
      'total_paper_rows',
      'active_total',
      'draft_candidate_count',
      'polish_candidate_count',
      'freshness.detail',
      'warnings',
    ],
    tables: {
      active_rows: ['project_id', 'status', 'current_run_id', 'machine_target', 'updated_at'],
    },
  },
  divergences: {
    title: 'Divergences',
    about: 'In what the last compared snapshot differed from the queue, and what became of it.',
    path: '/orrery-core/divergences',
    facts: ['counts.found'],
    tables: {
      rows: [
        'id',
        'kind',
        'field',
        'snapshot_value',
        'live_value',
        'applied',
        'message',
        'first_seen_at',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Report>>;

/** As an address names it. */
export type ReportName = keyof typeof reports;
export const reportNames = Object.keys(reports) as readonly ReportName[];
/** The same for all, whatever is left out. */
export const reportOf = (name: ReportName): Report => reports[name];

/** Which of the pages of a list is asked for, as its query says it. */
export type From = { readonly cursor: string } | { readonly page: string } | null;

/** Where it is asked for, narrowed by what was typed; null: that must be typed first. */
export function askedAt(
  { path, search }: Report,
  { typed, from }: { readonly typed: string; readonly from: From },
): string | null {
  if (search === 'id') return typed === '' ? null : path.replace('{id}', encodeURIComponent(typed));
  const narrowed = search === undefined || typed === '' ? {} : { [search]: typed };
  const query = new URLSearchParams({ ...narrowed, ...from });
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Where its list goes on; null: it does not. */
export function nextOf(told: unknown): From {
  const { page, pages } = fieldsOf(told);
  const cursor = textOf(fieldsOf(page)['next_cursor']);
  if (cursor !== null) return { cursor };
  const isMore = typeof page === 'number' && typeof pages === 'number' && page < pages;
  return isMore ? { page: String(page + 1) } : null;
}

/** What lies at a path; what lies in each of a list, one after another. */
export function valueAt(told: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        Array.isArray(at) ? at.flatMap((each) => fieldsOf(each)[name] ?? []) : fieldsOf(at)[name],
      told,
    );
}

/** The rows of a list; where its path ends in `children`, those below each as well. */
export function rowsAt(told: unknown, path: string): readonly Fields[] {
  const isTree = path.endsWith('.children');
  const found = valueAt(told, isTree ? path.slice(0, -'.children'.length) : path);
  const below = (row: Fields): readonly Fields[] => [
    row,
    ...(Array.isArray(row['children'])
      ? row['children'].flatMap((each) => below(fieldsOf(each)))
      : []),
  ];
  const rows = Array.isArray(found) ? found.map(fieldsOf) : [];
  return isTree ? rows.flatMap(below) : rows;
}
