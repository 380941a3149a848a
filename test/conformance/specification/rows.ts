/**
 * What was asked of the service, row by row: every endpoint, error and limit, as data. A row says
 * what is sent and what must come back; `specification.test.ts` plays them on both transports.
 * Long because it is a table.
 */
import type { MainJob } from '../../support/main-job.ts';

export type Json = Readonly<Record<string, unknown>>;
export type Members = Readonly<Record<string, string>>;

export interface Row {
  readonly section: string;
  /** What the row is about, as a title. */
  readonly about: string;
  readonly method: 'GET' | 'POST';
  readonly path: string | ((job: MainJob) => string);
  /** `any`: either token. */
  readonly auth: 'open' | 'control' | 'worker' | 'any';
  readonly body?: object | ((job: MainJob) => object);
  readonly status: number;
  /**
   * Members of the reply by dotted path with their type: `string`, `number`, `integer`, `boolean`,
   * `object`, `array`, `time`, `null`, alternatives with `|`, or a literal after `=`.
   */
  readonly members?: Members;
  /** Type of what is not JSON. */
  readonly contentType?: RegExp;
  readonly headers?: Readonly<Record<string, RegExp>>;
}

const legacyList: Members = {
  ok: '=true',
  rows: 'array',
  page: '=1',
  page_size: 'integer',
  total: 'integer',
  pages: 'integer',
};
const v1List: Members = {
  ok: '=true',
  rows: 'array',
  'page.page_size': 'integer',
  'page.returned': 'integer',
  'page.next_cursor': 'string|null',
  'page.has_more': 'boolean',
  generated_at: 'time',
  source: 'string',
};
const get = { method: 'GET', auth: 'control', status: 200 } as const;
const post = { method: 'POST', auth: 'control', status: 200 } as const;
const v1 = '/control/api/v1';

let keys = 0;
/** A key nobody used before. */
export const key = (): { idempotency_key: string; requested_by: string } => {
  keys += 1;
  return { idempotency_key: `row-${keys}`, requested_by: 'tester' };
};

const health: readonly Row[] = [
  {
    ...get,
    section: '4.1',
    about: 'health of the process',
    path: '/healthz',
    auth: 'open',
    members: { ok: '=true', service: '=orrery_worker_gate', timestamp: 'time' },
  },
  {
    ...get,
    section: '4.1',
    about: 'health of the control plane',
    path: '/control/health',
    members: {
      ok: '=true',
      service: '=orrery_control_plane',
      db_path: 'string',
      store_backend: '=sqlite',
      timestamp: 'time',
    },
  },
  ...['', '?refresh_worker=true'].map(
    (query): Row => ({
      ...get,
      section: '4.1',
      about: `status${query}`,
      path: `/control/api/status${query}`,
      members: {
        dispatch_safe: 'boolean',
        dispatch_blockers: 'array',
        'flags.queue_paused': '=false',
        'flags.maintenance_mode': '=false',
        'counts.papers': 'integer',
        'counts.queue_total': 'integer',
        active_items: 'array',
        source_freshness: 'array|object',
        warnings: 'array',
        conflicts: 'array',
      },
    }),
  ),
  ...['', '?refresh_worker=true'].map(
    (query): Row => ({
      ...get,
      section: '4.1',
      about: `queue health${query}`,
      path: `/control/api/queue-health${query}`,
      members: { ok: '=true' },
    }),
  ),
];

const readModels: readonly Row[] = [
  {
    ...get,
    section: '4.2',
    about: 'overview',
    path: `${v1}/overview?active_limit=5&event_limit=5`,
    members: {
      'operator_counts.attention': 'integer',
      'operator_counts.running': 'integer',
      'operator_counts.write': 'integer',
      'operator_counts.publish': 'integer',
      'operator_counts.imported': 'integer',
      operator_detail_counts: 'object',
      'paper_pipeline.write_needed': 'integer',
      'paper_pipeline.raw_completed_no_paper_candidates': 'integer',
      'paper_pipeline.not_writable_by_decision_gate': 'integer',
      'paper_pipeline.publish_ready': 'integer',
      'paper_pipeline.published_imported': 'integer',
      recent_events: 'array',
      top_items: 'array',
      cards: 'array',
    },
  },
  { ...get, section: '4.2', about: 'lanes', path: `${v1}/lanes`, members: { ok: '=true' } },
  ...[
    'queue?page_size=1',
    'queue?status=completed',
    'queue?search=main-job',
    'queue?sort=-updated_at',
    'runs',
    'runs?state=wake_ready',
    'runs?project_id=main-job&search=main',
    'projects?search=main',
    'papers',
    'papers?status=publication_draft&search=main&sort=-updated_at',
    'events',
    'events?entity_type=queue_item&event_type=queue_item.claimed&search=main',
    'events?entity_id=main-job',
  ].map(
    (path): Row => ({
      ...get,
      section: '4.2',
      about: `list ${path}`,
      path: `${v1}/${path}`,
      members: v1List,
    }),
  ),
  {
    ...get,
    section: '4.2',
    about: 'one run',
    path: ({ runId }) => `${v1}/runs/${runId}`,
    members: { 'run.run_id': 'string', project: 'object', papers: 'array', events: 'array' },
  },
  {
    ...get,
    section: 'contract 9',
    about: 'telemetry of a run over time',
    path: ({ runId }) => `${v1}/runs/${runId}/telemetry?points=60`,
    members: {
      ok: '=true',
      run_id: 'string',
      from: 'time',
      to: 'time',
      bucket_sec: 'number',
      'machine.points': 'array',
      'run.idle_states': 'array',
      'store.dropped': '=0',
      source: '=worker',
      worker_target: 'string',
      observed_at: 'time',
    },
  },
  {
    ...get,
    section: 'contract 9',
    about: 'the log of a run, by its worker',
    path: ({ runId }) => `${v1}/runs/${runId}/log?offset=0&limit=100`,
    members: {
      ok: '=true',
      text: 'string',
      eof: 'boolean',
      source: '=worker',
      observed_at: 'time',
    },
  },
  {
    ...get,
    section: '4.2',
    about: 'one project',
    path: ({ projectId }) => `${v1}/projects/${projectId}`,
    members: {
      'project.project_id': 'string',
      'project.project_name': 'string',
      'project.project_dir': 'string',
      'queue_item.status': '=completed',
      'queue_item.dispatch_priority': 'integer',
      'queue_item.manual_review_required': 'boolean',
      'queue_item.updated_at': 'time',
      runs: 'array',
      papers: 'array',
      events: 'array',
      worker_observations: 'array',
    },
  },
  {
    ...get,
    section: '4.2',
    about: 'one paper',
    path: ({ paperId }) => `${v1}/papers/${paperId}`,
    members: {
      'paper.paper_id': 'string',
      'paper.paper_status': '=publication_draft',
      project: 'object',
      run: 'object',
      events: 'array',
    },
  },
  {
    ...get,
    section: '4.2',
    about: 'route observability',
    path: `${v1}/observability/health`,
    members: { enabled: '=false' },
  },
  {
    ...get,
    section: '4.2',
    about: 'memory',
    path: `${v1}/observability/memory`,
    members: { ok: '=true' },
  },
  {
    ...get,
    section: '4.2',
    about: 'automation readiness',
    path: `${v1}/automation-readiness`,
    members: { readiness: '=READY|=BLOCKED', first_failing: 'string|object|null', checks: 'array' },
  },
  ...[`${v1}/research-quality`, '/control/api/research/quality'].map(
    (path): Row => ({
      ...get,
      section: '4.2',
      about: 'research quality',
      path,
      members: { ok: '=true' },
    }),
  ),
  ...[`${v1}/source-lineage`, '/control/api/research/lineage'].map(
    (path): Row => ({
      ...get,
      section: '4.2',
      about: 'source lineage',
      path,
      members: { ok: '=true' },
    }),
  ),
  {
    ...get,
    section: '4.3',
    about: 'research candidates',
    path: '/control/api/research/candidates',
    members: { ok: '=true' },
  },
  {
    ...post,
    section: '4.2',
    about: 'follow-ups, dry run by default',
    path: `${v1}/followups/launch-next`,
    body: {},
    members: { ok: '=true', action: '=noop|=dry_run_followup', reason: 'string' },
  },
];

const dispatching: readonly Row[] = [
  ...(['active', 'queued', 'blocked', 'paused', 'completed', 'all'] as const).map(
    (queue): Row => ({
      ...get,
      section: '4.3',
      about: `queue group ${queue}`,
      path: `/control/api/queues/${queue}?page=1&page_size=10&search=&status=&sort=-dispatch_priority`,
      members: { ...legacyList, page_size: '=10' },
    }),
  ),
  {
    ...get,
    section: '4.3',
    about: 'queue group with its defaults',
    path: '/control/api/queues/all',
    members: { ...legacyList, page_size: '=50' },
  },
  {
    ...post,
    section: '4.3',
    about: 'dispatch-next as a dry run',
    path: '/control/dispatch-next',
    body: { dry_run: true, requested_by: 'tester', force_preflight: false },
    members: { ok: '=true', action: '=noop|=dry_run_dispatch|=paused', reason: 'string' },
  },
  {
    ...post,
    section: '4.3',
    about: 'dispatch-one as a dry run',
    path: '/control/dispatch-one',
    body: { project_id: 'queued-one', dry_run: true },
    members: {
      action: '=dry_run_dispatch',
      'candidate.project_id': '=queued-one',
      'candidate.lane': 'string',
      'candidate.worker_target': 'string',
      'candidate.prompt_file': 'string',
      checks: 'array',
    },
  },
  {
    ...post,
    section: '4.3',
    about: 'preflight by machine target',
    path: '/control/api/preflight',
    body: { machine_target: 'default', require_paused: false, strict: false, max_gpu_pct: 5.0 },
    members: { ok: 'boolean', target: 'string', summary: 'string', checks: 'array' },
  },
  {
    ...get,
    section: '4.3',
    about: 'one project, older form',
    path: ({ projectId }) => `/control/api/projects/${projectId}`,
    members: {
      project: 'object',
      queue_item: 'object',
      runs: 'array',
      papers: 'array',
      events: 'array',
      worker_observations: 'array',
    },
  },
  {
    ...post,
    section: '4.3',
    about: 'queue check of the alerts',
    path: '/control/api/alerts/queue-check',
    body: { dry_run: true },
    members: { ok: '=true', dry_run: '=true' },
  },
  {
    ...get,
    section: '4.3',
    about: 'snapshot of the older dashboard',
    path: '/dashboard/api?limit=5&event_limit=5',
  },
  {
    ...post,
    section: 'contract 2',
    about: 'pause',
    path: '/control/pause',
    body: { reason: 'a test', paused_by: 'tester', maintenance_mode: false },
    members: { ok: '=true', queue_paused: '=true' },
  },
  {
    ...post,
    section: '3.4',
    about: 'dispatch-next while the queue is paused',
    path: '/control/dispatch-next',
    body: {},
    members: { action: '=paused' },
  },
  {
    ...post,
    section: 'contract 2',
    about: 'resume',
    path: '/control/resume',
    body: { resumed_by: 'tester' },
    members: { ok: '=true', queue_paused: '=false' },
  },
];

/** Every operator verb on one queued project, in an order in which each is possible. */
const verbs: readonly Row[] = (
  [
    ['edit', { fields: { dispatch_priority: 'high' } }, 'queued'],
    ['pause', {}, 'paused'],
    ['resume', {}, 'queued'],
    ['cancel', {}, 'canceled'],
    ['retry', {}, 'queued'],
  ] as const
).map(([verb, more, status]) => ({
  ...post,
  section: 'contract 4',
  about: `operator verb ${verb}`,
  path: `${v1}/queue/queued-one/${verb}`,
  body: () => ({ ...key(), note: 'because', ...more }),
  members: { ok: '=true', 'queue_item.status': `=${status}` },
}));

const operating: readonly Row[] = [
  ...verbs,
  {
    ...post,
    section: 'contract 4',
    about: 'an answer to a question that nobody asked',
    path: `${v1}/queue/queued-one/answer`,
    body: () => ({ ...key(), answer: 'yes' }),
    status: 409,
    members: { code: '=transition_refused' },
  },
  {
    ...post,
    section: 'contract 4',
    about: 'creating a project',
    path: `${v1}/projects`,
    body: () => ({ ...key(), project_id: 'created-one', title: 'Created by hand' }),
    status: 201,
    headers: { location: /\/control\/api\/v1\/projects\/created-one$/ },
    members: { ok: '=true' },
  },
  {
    ...post,
    section: 'contract 12',
    about: 'a plan for many',
    path: `${v1}/queue/plan`,
    body: { verb: 'pause', project_ids: ['queued-one', 'nobody'] },
    members: { ok: '=true', plan_id: 'string', eligible: 'array', skipped: 'array' },
  },
  ...['queue_item/queued-one', 'run/RUN', 'paper/PAPER'].map(
    (what): Row => ({
      ...get,
      section: 'contract 12',
      about: `why, of ${what}`,
      path: ({ runId, paperId }) =>
        `${v1}/explain/${what.replace('RUN', runId).replace('PAPER', paperId)}`,
      members: { ok: '=true' },
    }),
  ),
  {
    ...get,
    section: 'contract 12',
    about: 'time travel',
    path: ({ projectId }) => `${v1}/projects/${projectId}?at=20`,
    members: { ok: '=true' },
  },
  {
    ...get,
    section: 'contract 12',
    about: 'what a request led to',
    path: `${v1}/trace/1`,
    members: { ok: '=true', correlation_id: 'string', nodes: 'array', truncated: '=false' },
  },
  { ...get, section: 'contract 12', about: 'actors', path: `${v1}/actors` },
  {
    ...get,
    section: 'contract 12',
    about: 'one actor',
    path: `${v1}/actors/queue_item/queued-one`,
  },
  {
    ...get,
    section: 'contract 12',
    about: 'the statechart of one actor',
    path: `${v1}/actors/queue_item/queued-one/statechart.svg`,
    contentType: /^image\/svg\+xml/,
  },
];

const unmarked = { dry_run: false, mark: '0'.repeat(64), reason: 'mended' };
/** The bench of either half of the service; `entry` is an actor in service. */
const benchOf = (v1: string, auth: 'control' | 'worker', entry: string): Row[] => {
  const get = { method: 'GET', auth, status: 200 } as const;
  const post = { method: 'POST', auth, status: 200 } as const;
  return [
    {
      ...get,
      section: 'bench',
      about: 'the bench while all is well',
      path: `${v1}/bench`,
      members: {
        ok: '=true',
        summary: 'string',
        'totals.out_of_service': '=0',
        'totals.dead_letters': '=0',
        'restore_check.state': '=done',
        'restore_check.failed': '=0',
        actors: 'array',
        dead_letters: 'array',
      },
    },
    ...(['actors', 'dead-letters'] as const).flatMap((list): Row[] => [
      { ...get, section: 'bench', about: list, path: `${v1}/bench/${list}`, members: v1List },
      {
        ...get,
        section: 'bench',
        about: `${list} with a cursor of something else`,
        path: `${v1}/bench/${list}?cursor=abc`,
        status: 422,
        members: { code: '=invalid_request' },
      },
    ]),
    ...[`actors/${entry}`, 'dead-letters/999'].map(
      (entry): Row => ({
        ...get,
        section: 'bench',
        about: `${entry}, which is not there`,
        path: `${v1}/bench/${entry}`,
        status: 404,
        members: { code: '=bench_entry_not_found' },
      }),
    ),
    ...[`actors/${entry}/release`, 'dead-letters/999/retry', 'dead-letters/999/discard'].flatMap(
      (act): Row[] => [
        {
          ...post,
          section: 'bench',
          about: `${act} of what is not there`,
          path: `${v1}/bench/${act}`,
          body: { ...key(), ...unmarked },
          status: 404,
          members: { code: '=bench_entry_not_found' },
        },
        {
          ...post,
          section: 'bench',
          about: `${act} without mark and reason`,
          path: `${v1}/bench/${act}`,
          body: { dry_run: false },
          status: 422,
          members: { code: '=invalid_request', errors: 'array' },
        },
      ],
    ),
    {
      ...post,
      section: 'bench',
      about: 'trying a dead letter that is not there',
      path: `${v1}/bench/dead-letters/999/try`,
      body: {},
      status: 404,
      members: { code: '=bench_entry_not_found' },
    },
    {
      ...get,
      section: 'bench',
      about: 'the supervision tree',
      path: `${v1}/supervision`,
      members: { ok: '=true', hosts: 'array', generated_at: 'time' },
    },
    {
      ...post,
      section: 'bench',
      about: 'trying an event on an actor that is not there',
      path: `${v1}/bench/actors/${entry.split('/')[0]}/nobody/try`,
      body: { event: { type: 'PAUSE' } },
      status: 404,
      members: { code: '=actor_not_found' },
    },
  ];
};
const bench: readonly Row[] = [
  ...benchOf(v1, 'control', 'queue_item/queued-one'),
  ...benchOf('', 'worker', 'reaper/main'),
  {
    ...post,
    section: 'bench',
    about: 'trying an event on an actor in service',
    path: `${v1}/bench/actors/queue_item/queued-one/try`,
    body: { event: { type: 'PAUSE', note: null } },
    members: {
      ok: '=true',
      as_stored: '=false',
      'trial.result': '=accepted',
      'trial.from': '=queued',
      'trial.to': '=paused',
    },
  },
  {
    ...post,
    section: 'bench',
    about: 'trying an event that no machine knows',
    path: `${v1}/bench/actors/queue_item/queued-one/try`,
    body: { event: { type: 'PUASE' } },
    status: 422,
    members: { code: '=invalid_request', errors: 'array' },
  },
];

const families = ['paper-reviews', 'publication-automation'] as const;

const papers: readonly Row[] = [
  {
    ...post,
    section: '4.4',
    about: 'draft-next as a dry run',
    path: '/control/papers/draft-next',
    body: { dry_run: true, requested_by: 'tester', force: false },
    members: { action: '=noop|=dry_run_draft' },
  },
  {
    ...post,
    section: 'contract 8',
    about: 'the next step of publication as a dry run',
    path: '/control/papers/publish-next',
    body: { dry_run: true, requested_by: 'tester' },
    members: { action: '=noop|=dry_run_step', skipped: 'array' },
  },
  {
    ...get,
    section: '4.4',
    about: 'the paper queue',
    path: '/control/api/papers?page=1&status=publication_draft&search=main&sort=-updated_at',
    members: { ...legacyList, page_size: '=50', total: '=1' },
  },
  ...families.flatMap((family): Row[] => {
    const base = `/control/api/${family}`;
    const of = (verb: string) => (job: MainJob) => `${base}/${job.paperId}/${verb}`;
    return [
      {
        ...get,
        section: '4.4',
        about: `${family}: list`,
        path: base,
        members: { ...legacyList, page_size: '=50' },
      },
      {
        ...get,
        section: '4.4',
        about: `${family}: list with every filter`,
        path: `${base}?page=1&page_size=500&search=main&review_status=finalized&paper_status=publication_draft&include_rank_reasons=false&sort=-rank_score`,
        members: legacyList,
      },
      {
        ...get,
        section: '4.4',
        about: `${family}: filter by an older review status`,
        path: `${base}?review_status=triage_ready`,
        members: { ...legacyList, total: '=0' },
      },
      {
        ...post,
        section: '4.4',
        about: `${family}: rewrite a batch, dry run`,
        path: `${base}/rewrite-batch`,
        body: () => ({
          ...key(),
          paper_status: 'publication_draft',
          review_status: '',
          search: '',
          limit: 10,
          force: false,
          dry_run: true,
          skip_rewritten: true,
        }),
        members: { ok: '=true', dry_run: '=true' },
      },
      {
        ...post,
        section: '4.4',
        about: `${family}: package, dry run`,
        path: of('prepare-finalization-package'),
        body: () => ({ ...key(), target_label: 'corpus', dry_run: true }),
        members: { ok: '=true', dry_run: '=true' },
      },
      {
        ...post,
        section: '4.4',
        about: `${family}: one checklist item`,
        path: of('checklist/novelty_significance'),
        body: () => ({ ...key(), status: 'pass', note: 'looked at it' }),
        members: { ok: '=true' },
      },
      ...(
        [
          'unreviewed',
          'triage_ready',
          'in_review',
          'changes_requested',
          'blocked',
          'approved_for_finalization',
          'rejected',
          'finalized',
        ] as const
      ).map(
        (status): Row => ({
          ...post,
          section: '3.3',
          about: `${family}: raw status ${status}`,
          path: of('status'),
          body: () => ({ ...key(), review_status: status, note: 'because', blocker: 'a thing' }),
          members: { ok: '=true', review_status: `=${status}` },
        }),
      ),
      {
        ...post,
        section: '3.3',
        about: `${family}: back to review`,
        path: of('status'),
        body: () => ({ ...key(), review_status: 'in_review', note: '' }),
        members: { review_status: '=in_review' },
      },
      {
        ...get,
        section: '4.4',
        about: `${family}: next`,
        path: `${base}/next`,
      },
      {
        ...post,
        section: '4.4',
        about: `${family}: approve finalization`,
        path: of('approve-finalization'),
        body: () => ({ ...key(), note: 'fine' }),
        members: { ok: '=true', review_status: '=approved_for_finalization' },
      },
    ];
  }),
  {
    ...get,
    section: 'contract 8',
    about: 'the corpus',
    path: `${v1}/corpus`,
    members: { ok: '=true' },
  },
];

const others: readonly Row[] = [
  {
    ...get,
    section: '4.5',
    about: 'the audit log by page',
    path: '/control/api/events?page=1&entity_type=queue_item&entity_id=main-job&event_type=&search=',
    members: { ...legacyList, page_size: '=100' },
  },
  {
    ...get,
    section: '4.5',
    about: 'intake of older notes',
    path: '/control/api/intake/legacy-notes',
    members: { ok: '=true' },
  },
  {
    ...post,
    section: 'contract 4',
    about: 'intake of older notes is switched off',
    path: '/control/api/intake/legacy-notes',
    body: {},
    status: 410,
    members: { code: '=gone' },
  },
  {
    ...get,
    section: '4.7',
    about: 'the dashboard',
    path: '/control/dashboard',
    auth: 'open',
    contentType: /^text\/html/,
    headers: {
      'content-security-policy': /frame-ancestors 'none'/,
      'x-content-type-options': /^nosniff$/,
      'referrer-policy': /^no-referrer$/,
    },
  },
  {
    ...get,
    section: '4.7',
    about: 'the dashboard by its short address',
    path: '/dashboard',
    auth: 'open',
    status: 302,
    headers: { location: /\/control\/dashboard$/ },
    contentType: /./,
  },
  {
    ...get,
    section: '4.7',
    about: 'the icon',
    path: '/favicon.ico',
    auth: 'open',
    contentType: /^image\//,
  },
  {
    ...get,
    section: '4.8',
    about: 'health of the core',
    path: '/orrery-core/health',
    members: {
      ok: '=true',
      service: 'string',
      mode: '=shadow',
      db_path: 'string',
      timestamp: 'time',
    },
  },
  {
    ...post,
    section: '4.8',
    about: 'a snapshot',
    path: '/orrery-core/snapshots/legacy-queue',
    body: {
      idempotency_key: 'snapshot-1',
      source: 'test',
      mode: 'shadow',
      queue_rows: [{ project_id: 'elsewhere', status: 'queued' }],
      paper_rows: [],
      captured_at: '2026-01-01T00:00:00.000Z',
    },
    members: {
      ok: '=true',
      mode: '=shadow',
      inserted: '=true',
      event_id: 'integer',
      snapshot_id: 'integer',
      queue_rows: '=1',
      paper_rows: '=0',
      would_apply: '=false',
      message: 'string',
    },
  },
  {
    ...get,
    section: '4.8',
    about: 'the projection of the queue',
    path: '/orrery-core/projections/queue',
    members: {
      ok: '=true',
      mode: '=shadow',
      projection_version: 'string',
      total_queue_rows: 'integer',
      total_paper_rows: 'integer',
      status_counts: 'object',
      active_rows: 'array',
      draft_candidate_count: 'integer',
      polish_candidate_count: 'integer',
      warnings: 'array',
    },
  },
  {
    ...get,
    section: '9',
    about: 'export in the shape of a snapshot',
    path: '/control/export/snapshot',
    members: { queue_rows: 'array', paper_rows: 'array' },
  },
  {
    ...get,
    section: '4.5',
    about: 'one event',
    path: `${v1}/events/1`,
    members: { 'event.event_id': '=1', 'event.payload': 'object', 'event.hash': 'string' },
  },
  {
    ...get,
    section: 'contract 10',
    about: 'what the service does by itself',
    path: `${v1}/pump`,
    members: { status: '=off', enabled: '=false', dispatches: '=false', why_not: 'string' },
  },
  {
    ...post,
    section: 'contract 10',
    about: 'switching off a pump that is off',
    path: `${v1}/pump/off`,
    status: 409,
    body: {},
  },
  {
    ...get,
    section: 'contract 12',
    about: 'which log it is, and what is gone from it',
    path: `${v1}/event-log`,
    members: { epoch: 'string', head: 'integer', status: '=whole', loss: 'null' },
  },
  {
    ...post,
    section: 'contract 12',
    about: 'what of the log would be archived',
    path: `${v1}/event-log/archive`,
    body: { after_days: 90 },
    members: { dry_run: 'boolean', archived_to: 'integer', due_count: 'integer', made: 'array' },
  },
  {
    ...post,
    section: 'contract 12',
    about: 'acknowledging a loss where nothing was lost',
    path: `${v1}/event-log/acknowledge-loss`,
    status: 409,
    body: {},
  },
  {
    ...get,
    section: 'contract 6',
    about: 'one file of a paper',
    path: ({ paperId }) => `${v1}/papers/${paperId}/artifacts/claim_ledger.json`,
  },
  {
    ...get,
    section: 'contract 11',
    about: 'the live feed, asked for without an upgrade',
    path: `${v1}/live`,
    status: 426,
    headers: { upgrade: /^websocket$/i },
    members: { code: '=upgrade_required' },
  },
  {
    ...get,
    section: 'contract 11',
    about: 'the description of the API',
    path: `${v1}/openapi.json`,
    members: { openapi: 'string', paths: 'object' },
  },
  {
    ...get,
    section: 'contract 11',
    about: 'metrics',
    path: '/metrics',
    auth: 'any',
    contentType: /^text\/plain/,
  },
];

const gate: readonly Row[] = [
  {
    method: 'POST',
    section: '4.6',
    about: 'prepare a project',
    path: '/prepare-project',
    auth: 'worker',
    status: 200,
    body: {
      run_id: 'by-hand-20260101T000000000',
      project_id: 'by-hand',
      project_name: 'By hand',
      project_dir: 'by-hand',
      prompt_file: 'prompts/by-hand.md',
      prompt_text: 'Do nothing.',
      overwrite: false,
    },
    members: {
      accepted: '=true',
      'prepared.project_dir': 'string',
      'prepared.prompt_file': 'string',
      'prepared.metadata_file': 'string',
      timestamp: 'time',
    },
  },
  {
    method: 'POST',
    section: '4.6',
    about: 'dispatch a run',
    path: '/dispatch',
    auth: 'worker',
    status: 200,
    body: {
      run_id: 'by-hand-20260101T000000000',
      project_id: 'by-hand',
      project_dir: 'by-hand',
      prompt_file: 'prompts/by-hand.md',
      mode: 'exec',
      model: 'default',
      reasoning_effort: 'low',
      sandbox: 'workspace-write',
    },
    members: {
      accepted: '=true',
      'dispatch.run_id': 'string',
      'dispatch.pid': 'integer',
      'dispatch.replayed': '=false',
    },
  },
  ...['/runs', '/telemetry'].map(
    (path): Row => ({
      method: 'GET',
      section: 'contract 9',
      about: path,
      path,
      auth: 'worker',
      status: 200,
    }),
  ),
  {
    method: 'GET',
    section: 'contract 9',
    about: 'what the control plane has not taken yet',
    path: '/callbacks?state=parked&limit=5',
    auth: 'worker',
    status: 200,
    members: { 'summary.waiting': 'integer', 'summary.parked': 'integer', has_more: '=false' },
  },
  {
    method: 'POST',
    section: 'contract 9',
    about: 'delivering the callbacks of a run again',
    path: ({ runId }) => `/callbacks/${runId}/retry`,
    auth: 'worker',
    status: 200,
    members: { accepted: '=true', run_id: 'string', result: 'string' },
  },
  {
    method: 'POST',
    section: 'contract 9',
    about: 'delivering every callback again',
    path: '/callbacks/retry',
    auth: 'worker',
    status: 200,
    members: { accepted: '=true', retried: 'integer', hurried: 'integer' },
  },
  {
    method: 'GET',
    section: 'contract 9',
    about: 'one run on the worker',
    path: ({ runId }) => `/runs/${runId}`,
    auth: 'worker',
    status: 200,
  },
  {
    method: 'GET',
    section: 'contract 9',
    about: 'the log of a run',
    path: ({ runId }) => `/runs/${runId}/log?offset=0`,
    auth: 'worker',
    status: 200,
  },
  {
    method: 'GET',
    section: 'contract 9',
    about: 'live samples of a run',
    path: ({ runId }) => `/runs/${runId}/telemetry?limit=5`,
    auth: 'worker',
    status: 200,
    members: { run_id: 'string', stream_id: 'string', gap: '=false', samples: 'array' },
  },
  {
    method: 'GET',
    section: 'contract 9',
    about: 'history of telemetry',
    path: '/telemetry/history?points=60',
    auth: 'worker',
    status: 200,
    members: { run_id: 'null', 'machine.readings': 'array', run: 'null', from: 'time' },
  },
  {
    method: 'GET',
    section: 'contract 9',
    about: 'evidence of a project',
    path: ({ projectId, runId }) => `/project-evidence/${projectId}?run_id=${runId}`,
    auth: 'worker',
    status: 200,
  },
  {
    method: 'POST',
    section: 'contract 9',
    about: 'reading evidence',
    path: ({ projectId }) => `/project-evidence/${projectId}/read`,
    auth: 'worker',
    body: { paths: ['run_notes.md'] },
    status: 200,
  },
];

const errors: readonly Row[] = [
  {
    ...get,
    section: '7',
    about: 'a project that is neither recorded nor queued',
    path: '/control/api/projects/nobody',
    status: 404,
    members: { code: '=project_not_found' },
  },
  {
    ...get,
    section: '7',
    about: 'the same on v1',
    path: `${v1}/projects/nobody`,
    status: 404,
    members: { code: '=project_not_found' },
  },
  ...families.map(
    (family): Row => ({
      ...get,
      section: '7',
      about: `${family}: no next paper`,
      path: `/control/api/${family}/next?search=nothinglikethis`,
      status: 404,
      members: { code: 'string', detail: 'string' },
    }),
  ),
  {
    ...post,
    section: '7',
    about: 'a callback key with another payload',
    path: '/control/api/worker-callback',
    body: ({ projectId }) => ({
      event_type: 'gate_error',
      idempotency_key: 'conflicting',
      run_id: 'another-run',
      project_id: projectId,
      sequence: 9,
      seen_at: '2026-01-01T00:00:00.000Z',
    }),
    status: 200,
    members: { accepted: '=true', applied: '=false' },
  },
  {
    ...post,
    section: '7',
    about: 'a callback key with another payload, again',
    path: '/control/api/worker-callback',
    body: ({ projectId }) => ({
      event_type: 'gate_timeout',
      idempotency_key: 'conflicting',
      run_id: 'another-run',
      project_id: projectId,
      sequence: 9,
      seen_at: '2026-01-01T00:00:00.000Z',
    }),
    status: 409,
    members: { code: '=idempotency_conflict' },
  },
  {
    ...post,
    section: '7',
    about: 'a snapshot key with another payload',
    path: '/orrery-core/snapshots/legacy-queue',
    body: {
      idempotency_key: 'snapshot-1',
      source: 'test',
      mode: 'shadow',
      queue_rows: [],
      paper_rows: [],
      captured_at: '2026-01-01T00:00:00.000Z',
    },
    status: 409,
    members: { code: '=idempotency_conflict' },
  },
  {
    ...post,
    section: 'contract 3',
    about: 'a preflight of an address that is not configured',
    path: '/control/api/preflight',
    body: { wake_gate_url: 'http://169.254.169.254/', bearer_token: '' },
    status: 400,
    members: { code: '=target_not_allowed' },
  },
  {
    ...get,
    section: 'contract 11',
    about: 'an unknown address',
    path: '/control/api/v2/anything',
    auth: 'any',
    status: 404,
    members: { code: '=not_found' },
  },
  {
    ...post,
    section: '6',
    about: 'the removed event route',
    path: '/legacy/event',
    body: {},
    status: 410,
    members: { code: '=gone' },
  },
];

const limitRows: readonly Row[] = [
  ...[
    '/control/api/queues/all',
    '/control/api/papers',
    '/control/api/events',
    ...families.map((family) => `/control/api/${family}`),
  ].flatMap((path) => [
    ...['page_size=0', 'page_size=501', 'page=0', 'page_size=x', 'unknown=1'].map(
      (query): Row => ({
        ...get,
        section: '8',
        about: `${path}?${query} is refused`,
        path: `${path}?${query}`,
        status: 422,
        members: { code: '=invalid_request', errors: 'array' },
      }),
    ),
    ...['page_size=1', 'page_size=500'].map(
      (query): Row => ({
        ...get,
        section: '8',
        about: `${path}?${query} is taken`,
        path: `${path}?${query}`,
        members: legacyList,
      }),
    ),
  ]),
  ...['queue', 'runs', 'projects', 'papers', 'events'].flatMap((list) =>
    ['page_size=0', 'page_size=501', 'sort=nonsense', 'cursor=nonsense', 'status=nonsense'].map(
      (query): Row => ({
        ...get,
        section: '8',
        about: `${v1}/${list}?${query} is refused`,
        path: `${v1}/${list}?${query}`,
        status: 422,
        members: { code: '=invalid_request', errors: 'array' },
      }),
    ),
  ),
  ...families.flatMap((family) =>
    [0, 201].map(
      (limit): Row => ({
        ...post,
        section: '8',
        about: `${family}: a batch of ${limit} is refused`,
        path: `/control/api/${family}/rewrite-batch`,
        body: () => ({ ...key(), limit, dry_run: true }),
        status: 422,
        members: { code: '=invalid_request' },
      }),
    ),
  ),
];

/** In the order in which they are played: later rows may stand on earlier ones. */
export const rows: readonly Row[] = [
  ...health,
  ...readModels,
  ...dispatching,
  ...operating,
  ...papers,
  ...others,
  ...bench,
  ...gate,
  ...errors,
  ...limitRows,
];
