/**
 * Arbitrary events for every durable machine. Values come from small pools, so that repeats,
 * late words and words about other runs are common. Long because it is one table over all machines.
 */
import fc from 'fast-check';
import { budgetNames } from '../../src/domain/budgets.ts';
import { jobEndReasons } from '../../src/domain/entities/cluster-job.ts';
import { limits } from '../../src/domain/limits.ts';
import {
  type CallbackBody,
  coreDivergenceKinds,
  type ProjectDecision,
  pumpOutcomes,
  pumpParts,
} from '../../src/domain/records.ts';
import {
  checklistItemIds,
  checklistStatuses,
  idleStates,
  paperStatuses,
  projectDecisions,
  reviewStatuses,
  strictVerdicts,
} from '../../src/domain/statuses.ts';
import type { EventOf, MachineKind } from '../../src/machines/all.ts';
import { reconcileFindings } from '../../src/machines/queue-item/events.ts';

/** `current` becomes the run that the item has when the event is chosen. */
const runId = fc.constantFrom('current', 'current', 'current', 'current', 'p-1', 'p-2');
const text = fc.constantFrom('a', 'b', 'the worker is down');
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 3 });
const session = maybe(fc.constantFrom('s-1', 's-2'));
const json = fc.record({ note: text });
const tags = fc.array(text, { maxLength: 2 });
const effect = fc.constantFrom(
  'worker.start_run',
  'worker.find_run',
  'worker.stop_run',
  'worker.end_process',
  'worker.call_off',
  'evidence.collect',
  'gate.spawn',
  'gate.kill',
  'gate.end_process',
  'review.evaluate',
  'review.package',
  'paper.draft',
  'batch.rewrite',
  'replication.compare',
  'corpus.import',
  'corpus.remove',
  'command.perform',
  'notification.send',
  'plan.execute',
  'core.apply',
  'pump.look',
  'pump.step',
  'alerts.check',
);
const type = <T extends string>(...names: T[]): fc.Arbitrary<T> => fc.constantFrom(...names);
const effectFailed = fc.record({ type: type('EFFECT_FAILED'), effect, error: text });

const callbackNames = {
  SESSION_STARTED: 'session_started',
  AGENT_YIELDED: 'agent_yielded',
  QUESTION_PENDING: 'question_pending',
  WAKE_READY: 'wake_ready',
  SESSION_FINISHED_READY: 'session_finished_ready',
  GATE_TIMEOUT: 'gate_timeout',
  GATE_ERROR: 'gate_error',
} as const;

/** A callback of a run with that type and sequence. */
export function callbackOf(eventType: string, runOf = 'p-1', sequence = 1): CallbackBody {
  return {
    event_type: eventType,
    idempotency_key: `${runOf}:${eventType}:${sequence}`,
    run_id: runOf,
    project_id: 'p',
    session_id: 's-1',
    sequence,
    seen_at: '2026-01-01T00:00:00.000Z',
    gate_state: 'idle',
    reason: 'because',
    process_tracking: null,
    telemetry: { window_ms: 1000 },
    exit_code: 0,
    decision: null,
  };
}

export const aDecision = (decision: ProjectDecision['project_decision']): ProjectDecision => ({
  project_decision: decision,
  research_outcome: 'useful_signal',
  hypothesis_status: 'mixed',
  summary: 'it worked a little',
  recommended_next_action: 'look again',
});
const decision = maybe(fc.constantFrom(...projectDecisions.map(aDecision)));

export const enqueue = {
  type: 'ENQUEUE',
  project_id: 'p',
  project_name: 'P',
  project_dir: '/projects/p',
  prompt: 'do it',
  selection_rank: 50,
  dispatch_priority: 50,
  auto_continue: true,
  max_continues: 2,
  max_retries: 2,
  machine_target: null,
  workload_class: 'cpu_only',
  model: null,
  reasoning_effort: 'medium',
  sandbox: 'workspace-write',
} as const;
const note = maybe(text);

const amount = fc.constantFrom(0, 1, 60, 3_600);
/** Small ones, so that walks a minute a step use them up. */
const budgets = fc.array(
  fc.record({
    budget: fc.constantFrom(...budgetNames.filter((name) => !name.startsWith('day_'))),
    limit: fc.constantFrom(1, 120, 7_200),
    warn_at: fc.constantFrom(0, 60, 7_000),
    before: amount,
    used: fc.constant(null),
    warned: fc.constant(false),
  }),
  { maxLength: 3 },
);
const usage = fc.record({ tokens: maybe(amount), cost_usd: maybe(amount) });

/** A process as it was seen. */
const leftOver = {
  pid: fc.integer({ min: 2, max: 9 }),
  start_ticks: fc.constantFrom(99, 100),
  boot_id: text,
};

/** A job as a look at it shows it. */
const job = fc.record({
  worker_target: fc.constant('hpc'),
  id: maybe(fc.constantFrom('1', '2')),
  phase: fc.constantFrom('pending' as const, 'running' as const, 'unclear' as const),
  code: maybe(text),
  why: text,
  expected_at: fc.constant(null),
  node: fc.constant(null),
  since: fc.constant(null),
});

const queueItem: fc.Arbitrary<EventOf<'queue_item'>> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(enqueue) },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        type: type('CLAIM'),
        run_id: fc.constantFrom('p-1', 'p-2', 'p-3', 'p-4'),
        lane: fc.constant('http://worker'),
        worker_target: fc.constant('gpu-1'),
        lease_ms: fc.constant(60_000),
        stale_after_ms: fc.constantFrom(1, 3_600_000),
        budgets,
      },
      {
        requiredKeys: ['type', 'run_id', 'lane', 'worker_target', 'lease_ms', 'stale_after_ms'],
      },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: type('WORKER_ACCEPTED'), run_id: runId, session_id: session }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: type('WORKER_REFUSED'), run_id: runId, error: text, code: text }),
  },
  {
    weight: 2,
    arbitrary: fc.record(
      { type: type('OUTCOME_UNKNOWN'), run_id: runId, error: text, prepared: fc.boolean() },
      { requiredKeys: ['type', 'run_id', 'error'] },
    ),
  },
  { weight: 4, arbitrary: fc.record({ type: type('JOB_SEEN'), run_id: runId, job }) },
  { weight: 2, arbitrary: fc.record({ type: type('JOB_DUE'), run_id: runId }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: type('JOB_ENDED'),
      run_id: runId,
      reason: fc.constantFrom(...jobEndReasons),
      detail: text,
    }),
  },
  {
    weight: 7,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...(Object.keys(callbackNames) as (keyof typeof callbackNames)[])),
        runId,
        fc.integer({ min: 1, max: 3 }),
      )
      .map(([name, run, sequence]) => ({
        type: name,
        callback: callbackOf(callbackNames[name], run, sequence),
      })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: type('DECISION_READ'),
      run_id: runId,
      decision,
      gate_verdict: fc.constant(null),
      problems: fc.array(text, { maxLength: 2 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: type('RECONCILED'),
      run_id: runId,
      finding: fc.constantFrom(...reconcileFindings, 'unreachable', 'unreachable'),
      detail: text,
      session_id: session,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: type('STALE_DUE'), run_id: runId }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: type('RUN_MISSING'), run_id: runId, over: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ type: type('RECONCILE_DUE'), run_id: runId }) },
  { weight: 3, arbitrary: fc.record({ type: type('BUDGET_DUE'), run_id: runId }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: type('DAY_BUDGET_SPENT'),
      run_id: runId,
      stop: fc.constant({ budget: 'day_cost_usd' as const, spent: 12, limit: 10 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: type('USAGE_REPORTED'), run_id: runId, usage }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: type('END_PROCESS'),
      run_id: runId,
      worker_target: fc.constant('gpu-1'),
      request_id: text,
      ...leftOver,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: type('PROCESS_END_TOLD'),
      run_id: runId,
      end: fc.record({
        outcome: fc.constantFrom('ended' as const, 'refused' as const, 'unknown' as const),
        name: note,
        rss_mib: maybe(amount),
        detail: note,
      }),
      wish: fc.record({
        run_id: text,
        worker_target: fc.constant('gpu-1'),
        request_id: text,
        requested_by: text,
        answers: fc.constant(null),
        looking_up: fc.boolean(),
        ...leftOver,
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: type('CALL_OFF_DUE'),
      run_id: runId,
      project_id: fc.constant('p'),
      lane: fc.constant('http://worker'),
      reason: text,
      attempt: fc.constantFrom(2, limits.callOffAttemptsMax + 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: type('CALL_OFF_TOLD'),
      run_id: runId,
      ended: fc.boolean(),
      detail: note,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: type('RUN_STOPPED'), run_id: runId }) },
  { weight: 1, arbitrary: fc.record({ type: type('STOP_FAILED'), run_id: runId, error: text }) },
  { weight: 1, arbitrary: fc.record({ type: type('STOP_DUE'), run_id: runId }) },
  { weight: 3, arbitrary: fc.record({ type: type('PAUSE', 'RESUME', 'RETRY', 'CANCEL'), note }) },
  { weight: 3, arbitrary: fc.record({ type: type('RETRY', 'CANCEL'), note }) },
  { weight: 1, arbitrary: fc.record({ type: type('ANSWER'), answer: text }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: type('EDIT'),
      fields: fc.record({ dispatch_priority: fc.integer(), tags }, { requiredKeys: [] }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: type('PAPER_DRAFTED'), paper_id: text, run_id: runId }),
  },
  { weight: 2, arbitrary: effectFailed },
);

const run: fc.Arbitrary<EventOf<'run'>> = fc.oneof(
  fc.record({
    type: type('PREPARE'),
    run_id: fc.constant('p-1'),
    project_id: fc.constant('p'),
    project_name: text,
    attempt: fc.constant(1),
    dispatch_mode: fc.constant('exec' as const),
    worker_target: fc.constant('gpu-1'),
    workload_class: fc.constant('cpu_only' as const),
    session_id: session,
    budgets,
  }),
  fc.record({ type: type('USAGE'), usage }),
  fc.record({
    type: type('BUDGET_WARNED'),
    warned: fc.record({ budget: fc.constantFrom(...budgetNames), spent: amount, limit: amount }),
  }),
  {
    weight: 5,
    arbitrary: fc.record({
      type: type(
        'DISPATCH',
        'STARTED',
        'STARTED',
        'AGENT_YIELDED',
        'QUESTION_PENDING',
        'WAKE_READY',
        'SESSION_FINISHED_READY',
        'GATE_TIMEOUT',
        'GATE_ERROR',
        'RECONCILED',
        'DISPATCH_FAILED',
        'CANCELED',
      ),
      facts: fc.record({
        session_id: session,
        gate_state: note,
        current_activity: note,
        idle_verdict: maybe(json),
        exit_code: maybe(fc.constant(1)),
        last_error: note,
        is_callback: fc.boolean(),
      }),
    }),
  },
);

const control: fc.Arbitrary<EventOf<'control'>> = fc.oneof(
  fc.record({ type: type('PAUSE'), reason: note, maintenance_mode: fc.boolean() }),
  fc.record({ type: type('RESUME') }),
);

const eventLog: fc.Arbitrary<EventOf<'event_log'>> = fc.oneof(
  fc.record({
    type: type('LOSS_FOUND'),
    epoch: fc.constantFrom('1f', '2e'),
    finding: fc.constantFrom('behind', 'damaged'),
    message: fc.constant('3 acknowledged events are gone'),
    events_gone: fc.option(fc.nat()),
    last_event_id: fc.nat(),
    last_event_at: fc.constant(null),
    kept_event_id: fc.option(fc.nat()),
    kept_at: fc.constant(null),
  }),
  fc.record({ type: type('ACKNOWLEDGE'), note }),
  fc.record({
    type: type('ARCHIVED'),
    first_id: fc.nat(),
    last_id: fc.nat(),
    file: fc.constant('events.jsonl.gz'),
    sha256: fc.constant('f00d'),
    kept: fc.nat(),
  }),
);

const upkeep: fc.Arbitrary<EventOf<'upkeep'>> = fc.oneof(
  fc.record({ type: type('CONFIGURE'), interval_ms: maybe(fc.constantFrom(60_000, 86_400_000)) }),
  fc.record({ type: type('BACKUP_DUE') }),
  fc.record({
    type: type('BACKED_UP'),
    name: fc.constantFrom('backup-1', 'backup-2'),
    event_id: fc.nat(),
    files: fc.nat(9),
    bytes: fc.nat(),
    kept: fc.nat(3),
    deleted: fc.constantFrom([], ['backup-0']),
  }),
  fc.record({ type: type('BACKUP_FAILED'), error: text }),
  effectFailed,
);

const tried = fc.array(
  fc.record({
    part: fc.constantFrom(...pumpParts),
    outcome: fc.constantFrom(...pumpOutcomes),
    code: fc.constant(null),
    reason: text,
  }),
  { maxLength: 2 },
);
const pump: fc.Arbitrary<EventOf<'pump'>> = fc.oneof(
  fc.record({ type: type('SWITCH_ON'), reason: note, interval_ms: fc.constant(60_000) }),
  fc.record({ type: type('SWITCH_OFF'), reason: note }),
  fc.record({
    type: type('CONFIGURE'),
    enabled: fc.boolean(),
    interval_ms: fc.constantFrom(60_000, 5_000),
  }),
  fc.record({ type: type('WAKE'), cause: text }),
  fc.record({ type: type('LOOK_DUE') }),
  fc.record({ type: type('LOOKED'), found: maybe(fc.constantFrom(...pumpParts)), tried }),
  fc.record({
    type: type('STEPPED'),
    tick: fc.integer({ min: 1, max: 3 }),
    done: maybe(
      fc.record({
        part: fc.constantFrom(...pumpParts),
        project_id: maybe(fc.constant('p')),
        run_id: fc.constant(null),
        paper_id: fc.constant(null),
      }),
    ),
    tried,
  }),
  effectFailed,
);

const workerTarget: fc.Arbitrary<EventOf<'worker_target'>> = fc.oneof(
  fc.record({
    type: type('OBSERVED'),
    target: fc.constant('gpu-1'),
    url: fc.constant('http://worker'),
    ok: fc.boolean(),
    reason: note,
    observation: json,
  }),
  fc.record(
    {
      type: type('UNREACHABLE'),
      target: fc.constant('gpu-1'),
      url: fc.constant('http://worker'),
      reason: text,
      failures: fc.integer({ min: 1, max: 9 }),
      unrecorded: fc.integer({ min: 1, max: 9 }),
    },
    { requiredKeys: ['type', 'target', 'url', 'reason'] },
  ),
);

const create = fc.record({
  type: type('CREATE'),
  project_id: fc.constant('p'),
  project_name: text,
  project_dir: text,
  prompt: text,
  hypothesis: note,
  source_kind: text,
  source_ref: note,
  parent_project_id: note,
  lineage_depth: fc.nat(4),
  tags,
  intake_batch: note,
  title_key: note,
  enqueue: fc.constant(enqueue),
});
const project: fc.Arbitrary<EventOf<'project'>> = fc.oneof(
  create,
  fc.record({
    type: type('LABEL'),
    labels: fc.record({ tags }, { requiredKeys: [] }),
    note,
  }),
);

const forget = fc.record({ type: type('FORGET') });
const intake: fc.Arbitrary<EventOf<'intake'>> = fc.oneof(
  fc.record({
    type: type('RECORD'),
    source: text,
    created: fc.nat(),
    skipped: fc.nat(),
    reply: json,
  }),
  forget,
);

const artifacts = fc.record({
  title: text,
  draft_markdown_path: text,
  draft_latex_path: text,
  evidence_bundle_path: text,
  claim_ledger_path: text,
  manifest_path: text,
  artifact_sha256: fc.dictionary(fc.constantFrom('paper.md', 'paper.tex'), text),
  report: json,
});
const ofPaper = {
  paper_id: fc.constant('p-1--draft'),
  project_id: fc.constant('p'),
  run_id: fc.constant('p-1'),
};
const replicationNumber = fc.constantFrom(1, 1, 2, 3);
const replicationAsked = fc.record({
  type: type('REQUEST'),
  ...ofPaper,
  number: replicationNumber,
  child: create,
  seed: fc.nat(99),
  machine_target: note,
});
const replicationImpossible = fc.record({ type: type('IMPOSSIBLE'), ...ofPaper, reason: text });
const verdict = fc.constantFrom('met' as const, 'not_met' as const, 'not_measured' as const);
const replication: fc.Arbitrary<EventOf<'replication'>> = fc.oneof(
  replicationAsked,
  replicationImpossible,
  fc.record({
    type: type('RUN_ENDED'),
    number: replicationNumber,
    run_id: maybe(fc.constant('q-1')),
    how: fc.constantFrom(
      'completed' as const,
      'completed' as const,
      'held' as const,
      'canceled' as const,
    ),
    reason: note,
  }),
  fc.record({
    type: type('COMPARED'),
    number: replicationNumber,
    comparison: fc.record({
      verdict,
      first_verdict: verdict,
      intervals: fc.constantFrom('overlap' as const, 'apart' as const, 'none' as const),
      agrees: fc.boolean(),
      text,
      printed: text,
    }),
  }),
  fc.record({ type: type('COMPARE_FAILED'), number: replicationNumber, reason: text }),
  effectFailed,
);
const paper: fc.Arbitrary<EventOf<'paper'>> = fc.oneof(
  fc.record({
    type: type('DRAFT'),
    paper_id: fc.constant('p-1--draft'),
    project_id: fc.constant('p'),
    project_name: text,
    project_dir: text,
    run_id: fc.constant('p-1'),
    decision: fc.constant(aDecision('finalize_positive')),
    wait: fc.boolean(),
  }),
  fc.record({ type: type('DRAFTED', 'REWRITTEN'), artifacts }),
  fc.record({
    type: type('DRAFTED', 'REWRITTEN'),
    artifacts,
    replication: fc.oneof(replicationAsked, replicationImpossible),
  }),
  fc.record({
    type: type('REWRITE'),
    project_name: text,
    project_dir: text,
    force: fc.boolean(),
  }),
  fc.record(
    {
      type: type('GENERATION_FAILED'),
      error: text,
      code: text,
      details: json,
      for_a_person: fc.boolean(),
    },
    { requiredKeys: ['type', 'error', 'code', 'details'] },
  ),
  fc.record({ type: type('REQUEST_HUMAN_REVIEW'), reason: text }),
  fc.record({ type: type('END_HUMAN_REVIEW'), reason: note }),
  fc.record({ type: type('ARCHIVE', 'CANCEL_WRITING'), reason: note }),
  effectFailed,
);

const itemId = fc.constantFrom(...checklistItemIds);
const paperReview: fc.Arbitrary<EventOf<'paper_review'>> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      type: type('PAPER_CHANGED'),
      paper_id: fc.constant('p-1--draft'),
      project_id: fc.constant('p'),
      run_id: fc.constant('p-1'),
      title: note,
      paper_status: fc.constantFrom(...paperStatuses),
    }),
  },
  fc.record({ type: type('EVALUATE', 'RELEASE') }),
  fc.record({
    type: type('EVALUATED'),
    lint_passes: fc.boolean(),
    lint_finding_count: fc.nat(9),
    audit_verdict: fc.constantFrom(...strictVerdicts),
    rank_score: fc.integer(),
    rank_reasons: fc.record({ term: text, points: fc.nat(20), reason: text }).map((one) => [one]),
    checklist: fc.array(
      fc.record({
        item_id: itemId,
        status: fc.constantFrom(...checklistStatuses),
        required: fc.boolean(),
        evaluated_by: fc.constant('orrery'),
        finding: note,
        note,
        updated_at: fc.constant(null),
      }),
      { maxLength: 3 },
    ),
    mark: note,
    drift: note,
  }),
  fc.record({ type: type('CLAIM'), claimed_by: text }),
  fc.record({ type: type('BLOCK'), blocker: fc.constantFrom('broken', ' ') }),
  fc.record({ type: type('DEFER', 'REQUEUE', 'APPROVE'), note }),
  fc.record({ type: type('REJECT'), note: fc.constantFrom('no', '') }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: type('SET_STATUS'),
      review_status: fc.constantFrom(...reviewStatuses),
      note,
      blocker: note,
    }),
  },
  fc.record({
    type: type('SET_CHECKLIST'),
    item_id: itemId,
    status: fc.constantFrom(...checklistStatuses),
    note,
  }),
  { weight: 2, arbitrary: fc.record({ type: type('PREPARE_PACKAGE'), target_label: text }) },
  fc.record({
    type: type('PACKAGED'),
    package_dir: text,
    package_archive: text,
    package_sha256: text,
    report: json,
  }),
  fc.record({ type: type('PACKAGE_REFUSED'), problems: fc.array(text, { maxLength: 2 }) }),
  effectFailed,
);

const planRow = fc.record({
  project_id: fc.constantFrom('p', 'q'),
  version: fc.nat(5),
  status: fc.constantFrom('queued', 'running'),
});
const plan: fc.Arbitrary<EventOf<'plan'>> = fc.oneof(
  fc.record({
    type: type('DRAW'),
    plan_id: fc.constant('plan-1'),
    verb: fc.constant({ verb: 'pause', note: null, answer: null, fields: null }),
    eligible: fc.array(planRow, { maxLength: 3 }),
    skipped: fc.constant([]),
    truncated: fc.boolean(),
    ttl_ms: fc.constant(60_000),
  }),
  fc.record({ type: type('EXECUTE') }),
  fc.record({ type: type('EXPIRE', 'FORGET') }),
  fc.record({
    type: type('OUTDATED'),
    differences: fc.constant([
      {
        project_id: 'p',
        from_status: 'queued',
        to_status: 'running',
        from_version: 1,
        to_version: 2,
      },
    ]),
  }),
  fc.record({
    type: type('EXECUTED'),
    results: fc.array(
      fc.record({
        project_id: fc.constantFrom('p', 'q'),
        result: fc.constantFrom('applied', 'changed', 'refused', 'failed'),
        status: fc.constant('paused'),
        event_id: maybe(fc.nat(9)),
        stopped_run_id: fc.constant(null),
        detail: maybe(text),
      }),
      { maxLength: 3 },
    ),
  }),
  effectFailed,
);

const command: fc.Arbitrary<EventOf<'command'>> = fc.oneof(
  forget,
  fc.record({ type: type('RUN'), command: fc.constant('dispatch_next'), request: json }),
  fc.record({ type: type('KEEP'), step: fc.constant('plan'), body: json }),
  fc.record({ type: type('DONE'), body: json }),
  fc.record({
    type: type('REFUSED'),
    code: fc.constantFrom('claim_lost', 'preflight_failed'),
    detail: text,
    details: json,
  }),
  effectFailed,
);

const corpusEntry: fc.Arbitrary<EventOf<'corpus_entry'>> = fc.oneof(
  fc.record({
    type: type('IMPORT'),
    paper_id: fc.constant('p-1--draft'),
    project_id: fc.constant('p'),
    run_id: fc.constant('p-1'),
    title: text,
    package_dir: text,
    accept_duplicate: fc.boolean(),
  }),
  fc.record({
    type: type('IMPORTED'),
    public_id: text,
    title: text,
    source_record_fingerprint: text,
    manifest_sha256: text,
    lint: text,
    audit: text,
    index: text,
  }),
  fc.record({
    type: type('IMPORT_FAILED'),
    error: text,
    problems: fc.array(text, { maxLength: 2 }),
  }),
  fc.record({ type: type('FILES_READ'), mark: text, drift: note }),
  fc.record({ type: type('REMOVE'), reason: fc.constantFrom('withdrawn', ' ') }),
  fc.record({ type: type('REMOVED'), index: text }),
  fc.record({
    type: type('REMOVAL_FAILED'),
    error: text,
    problems: fc.array(text, { maxLength: 2 }),
  }),
  effectFailed,
);

const batchPaper = fc.constantFrom('a--draft', 'b--draft', 'c--draft');
const rewriteBatch: fc.Arbitrary<EventOf<'rewrite_batch'>> = fc.oneof(
  fc.record({
    type: type('START'),
    papers: fc
      .uniqueArray(batchPaper, { maxLength: 3 })
      .map((ids) => ids.map((paper_id) => ({ paper_id, title: null }))),
    force: fc.boolean(),
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      type: type('PAPER_ENDED'),
      paper_id: batchPaper,
      result: fc.constantFrom('rewritten' as const, 'skipped' as const, 'failed' as const),
      code: note,
      detail: note,
      event_id: maybe(fc.constant(7)),
    }),
  },
  fc.record({ type: type('CANCEL'), note }),
  effectFailed,
);

const gateRun: fc.Arbitrary<EventOf<'gate_run'>> = fc.oneof(
  forget,
  fc.record({
    type: type('PREPARE'),
    run_id: fc.constant('p-1'),
    project_id: fc.constant('p'),
    project_dir: text,
    prompt_file: text,
    prompt_sha256: fc.constantFrom('h1', 'h2'),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: type('DISPATCH'),
      run_id: fc.constant('p-1'),
      project_id: fc.constant('p'),
      project_dir: text,
      prompt_file: text,
      dispatch_fingerprint: fc.constantFrom('f1', 'f1', 'f2'),
      mode: fc.constant('exec' as const),
      session_id: session,
      model: text,
      reasoning_effort: fc.constant('low' as const),
      sandbox: text,
      workload_class: fc.constant('training' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: type('SPAWNED'),
      pid: fc.integer({ min: 2, max: 9 }),
      pgid: maybe(fc.constant(2)),
      session_id: session,
      pid_start_ticks: maybe(fc.constant(99)),
      boot_id: note,
    }),
  },
  fc.record({
    type: type('SPAWN_FAILED'),
    code: fc.constantFrom(
      'dispatch_script_missing' as const,
      'dispatch_script_failed' as const,
      'dispatch_script_timeout' as const,
    ),
    error: text,
  }),
  fc.record({
    type: type('AGENT_EXITED'),
    exit_code: maybe(fc.constant(1)),
    process_tracking: json,
  }),
  fc.record({ type: type('QUESTION_ASKED'), question: text, process_tracking: json }),
  fc.record({ type: type('IDLE_CHANGED'), idle_state: fc.constantFrom(...idleStates) }),
  fc.record({
    type: type('IDLE_CONFIRMED'),
    receipt: json,
    process_tracking: json,
    decision: maybe(json),
  }),
  fc.record({ type: type('WAIT_EXHAUSTED'), receipt: json, process_tracking: json }),
  fc.record({
    type: type('END_PROCESS'),
    requested_by: text,
    grace_sec: fc.constant(5),
    ...leftOver,
  }),
  fc.record({
    type: type('PROCESS_END_TOLD'),
    answers: fc.constant(null),
    end: fc.record({
      requested_by: text,
      outcome: fc.constantFrom('ended' as const, 'gone' as const, 'changed' as const),
      name: note,
      rss_mib: maybe(amount),
      detail: note,
      ...leftOver,
    }),
  }),
  fc.record({ type: type('GATE_FAILED'), error: text }),
  fc.record({ type: type('STOP'), reason: text, grace_sec: fc.nat(9), report: fc.boolean() }),
  fc.record({
    type: type('STOPPED'),
    process_tracking: json,
    report: fc.boolean(),
    failed: fc.boolean(),
  }),
  effectFailed,
);

const callback = fc
  .tuple(fc.constantFrom(...Object.values(callbackNames)), fc.integer({ min: 1, max: 3 }))
  .map(([name, sequence]) => callbackOf(name, 'p-1', sequence));
const key = callback.map((body) => body.idempotency_key);
const callbackDelivery: fc.Arbitrary<EventOf<'callback_delivery'>> = fc.oneof(
  forget,
  fc.record({
    type: type('ENQUEUE'),
    callback: fc.oneof(callback, fc.constant(callbackOf('wake_ready'))),
  }),
  fc.record({
    type: type('DELIVERED'),
    idempotency_key: fc.oneof(key, fc.constant('p-1:wake_ready:1')),
    status_code: fc.constant(200),
  }),
  fc.record({
    type: type('REJECTED'),
    idempotency_key: fc.oneof(key, fc.constant('p-1:wake_ready:1')),
    status_code: fc.constantFrom(401, 409),
    error: text,
    attempts: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ type: type('RETRY') }),
  fc.record({ type: type('RETRY_DUE') }),
);

const found = fc.record({
  kind: fc.constantFrom(...coreDivergenceKinds),
  entity: fc.constantFrom('queue_item' as const, 'paper' as const),
  id: fc.constantFrom('p', 'q'),
  field: maybe(fc.constantFrom('status', 'dispatch_priority')),
  snapshot_value: note,
  live_value: note,
  would_apply: fc.boolean(),
  applied: fc.constant(false),
  message: text,
});
const coreChange = fc.record({
  project_id: fc.constantFrom('p', 'q'),
  version: fc.nat(3),
  steps: fc.constant([{ event: { type: 'PAUSE' as const, note: null }, fields: ['status'] }]),
});
type EmptyList = never[];
const coreRecord = fc.record({
  type: type('RECORD'),
  mode: fc.constantFrom('shadow' as const, 'compare' as const, 'enforce' as const),
  source: text,
  /** Before, between and after the times of the walk. */
  captured_at: maybe(
    fc.constantFrom(
      '2025-12-31T00:00:00.000Z',
      '2026-01-01T00:10:00Z',
      '2027-01-01T01:00:00+01:00',
    ),
  ),
  content_sha256: fc.constantFrom('h1', 'h2'),
  projection: fc.record({
    total_queue_rows: fc.nat(3),
    total_paper_rows: fc.nat(3),
    status_counts: fc.constantFrom({}, { queued: 2 }),
    paper_status_counts: fc.constant({}),
    active_rows: fc.constant<EmptyList>([]),
    active_total: fc.constant(0),
    draft_candidate_count: fc.nat(3),
    polish_candidate_count: fc.nat(3),
    warnings: fc.array(text, { maxLength: 1 }),
  }),
  comparison: maybe(
    fc.array(found, { maxLength: 3 }).map((divergences) => ({
      live_queue_rows: 2,
      live_paper_rows: 0,
      divergence_count: divergences.length,
      by_kind: {},
      live_head_from: 4,
      live_head_to: 4 + (divergences.length % 2),
      divergences,
    })),
  ),
  changes: fc.array(coreChange, { maxLength: 2 }),
  message: text,
});
const coreSnapshot: fc.Arbitrary<EventOf<'core_snapshot'>> = fc.oneof(
  { weight: 4, arbitrary: coreRecord },
  fc.record({
    type: type('APPLIED'),
    results: fc.array(
      fc.record({
        project_id: fc.constantFrom('p', 'q'),
        field: fc.constantFrom('status', 'dispatch_priority'),
        applied: fc.boolean(),
        message: text,
      }),
      { maxLength: 3 },
    ),
  }),
  effectFailed,
);

const followup: fc.Arbitrary<EventOf<'followup'>> = fc.record({
  type: type('LAUNCH'),
  parent_run_id: fc.constantFrom('p-1', 'p-2'),
  followup_type: fc.constantFrom('deepen' as const, 'retry' as const),
  title: text,
  child: create,
  reply: json,
});

const alert: fc.Arbitrary<EventOf<'alert'>> = fc.oneof(
  fc.record({
    type: type('OBSERVED'),
    fingerprint: fc.constant('dispatch_errors:queue'),
    alert_kind: fc.constant('dispatch_errors'),
    subject: fc.constant('queue'),
    severity: fc.constantFrom('warn' as const, 'critical' as const),
    message: text,
    suggested_action: text,
    since: maybe(fc.constant('2026-01-01T00:00:00.000Z')),
    group_key: fc.constant('queue'),
    for_ms: fc.constantFrom(0, 150_000, 600_000),
    inhibited_by: maybe(fc.constant('readiness:store_writable')),
  }),
  fc.record({ type: type('CLEARED'), reason: text }),
  fc.record({ type: type('FORGET') }),
);

const counted = fc.nat({ max: 3 });
const alertWatch: fc.Arbitrary<EventOf<'alert_watch'>> = fc.oneof(
  fc.record({ type: type('START'), interval_ms: fc.constantFrom(60_000, 300_000) }),
  fc.record({ type: type('CHECK_DUE', 'CHECK_DUE', 'STOP') }),
  fc.record({ type: type('WAKE'), cause: text }),
  fc.record({
    type: type('CHECKED'),
    found: fc.record({
      pending: counted,
      firing: counted,
      suppressed: counted,
      incidents: counted,
    }),
    due_ms: maybe(counted),
  }),
  fc.record({ type: type('EFFECT_FAILED'), effect: fc.constant('alerts.check'), error: text }),
);

const standingMember = fc.record({
  fingerprint: fc.constantFrom('stale_item:a', 'stale_item:b', 'worker_unreachable:w'),
  alert_kind: fc.constant('stale_item'),
  subject: text,
  severity: fc.constantFrom('warn' as const, 'critical' as const),
  message: text,
  suggested_action: text,
  since: maybe(fc.constant('2026-01-01T00:00:00.000Z')),
});
const answer = {
  channel: fc.constantFrom('push', 'mail'),
  news: fc.constantFrom('firing' as const, 'firing' as const, 'resolved' as const),
  incident_id: fc.constant('p'),
  sequence_id: fc.constantFrom('p.1.push', 'p.1.mail', 'p.2.push', 'p.2.mail', 'p.3.push'),
};
const incident: fc.Arbitrary<EventOf<'incident'>> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: type('MEMBERS'),
      group_key: fc.constant('worker:w'),
      generation: fc.constant(1),
      title: text,
      members: fc.uniqueArray(standingMember, {
        maxLength: 3,
        selector: (member) => member.fingerprint,
      }),
      left_out: fc.nat({ max: 1 }),
      channels: fc.constantFrom<readonly string[]>(['push', 'mail'], ['push'], []),
      cooldown_ms: fc.constantFrom(0, 300_000),
      said_before: maybe(fc.constant('2026-01-01T00:00:00.000Z')),
      wait_ms: fc.constant(10_000),
      quiet_ms: fc.constant(900_000),
      force: fc.constantFrom(false, false, false, true),
    }),
  },
  fc.record({ type: type('SAY_DUE', 'QUIET_OVER', 'FORGET') }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: type('DELIVERED'),
      ...answer,
      receipt: text,
      delivered_at: fc.constant('2026-01-01T00:00:01.000Z'),
    }),
  },
  fc.record({ type: type('UNDELIVERABLE'), ...answer, reason: text }),
);

const notification: fc.Arbitrary<EventOf<'notification'>> = fc.oneof(
  fc.record({
    type: type('SEND'),
    channel: fc.constantFrom('ntfy', 'smtp'),
    message: fc.record({
      incident_id: fc.constant('i'),
      news: fc.constantFrom('firing' as const, 'resolved' as const, 'test' as const),
      severity: fc.constantFrom('warn' as const, 'critical' as const),
      alert_kind: fc.constant('dispatch_errors'),
      title: text,
      text,
      since: maybe(fc.constant('2026-01-01T00:00:00.000Z')),
      said_at: fc.constant('2026-01-01T00:00:00.000Z'),
      members: fc.array(fc.record({ fingerprint: text, subject: text, message: text }), {
        maxLength: 1,
      }),
    }),
    answer_to: maybe(fc.constant({ kind: 'incident', id: 'i' })),
  }),
  fc.record({ type: type('ACKNOWLEDGED'), receipt: text }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: type('FAILED'),
      reason: text,
      retry_after_ms: maybe(fc.nat(9_000_000)),
      jitter: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  fc.record({ type: type('REFUSED'), reason: text }),
  { weight: 3, arbitrary: fc.record({ type: type('RETRY_DUE') }) },
  fc.record({ type: type('FORGET') }),
);

const heartbeat: fc.Arbitrary<EventOf<'heartbeat'>> = fc.oneof(
  fc.record({ type: type('START'), interval_ms: fc.constantFrom(5_000, 60_000) }),
  fc.record({ type: type('STOP', 'BEAT_DUE', 'BEAT_DUE', 'ANSWERED', 'ANSWERED') }),
  fc.record({ type: type('MISSED'), reason: text }),
);

const retention: fc.Arbitrary<EventOf<'retention'>> = fc.oneof(
  fc.record({ type: type('START'), keep_ms: fc.constantFrom(86_400_000, 7_776_000_000) }),
  fc.record({ type: type('SWEEP_DUE') }),
  fc.record({
    type: type('SWEPT'),
    counted_to: fc.constant('2026-01-01T00:00:00.000Z'),
    forgotten: fc.record({ notifications: fc.nat(9), answers: fc.nat(9) }, { requiredKeys: [] }),
  }),
  fc.record({ type: type('EFFECT_FAILED'), effect: fc.constant('retention.sweep'), error: text }),
);

const paperWatch: fc.Arbitrary<EventOf<'paper_watch'>> = fc.oneof(
  fc.record({ type: type('START') }),
  fc.record({ type: type('LOOK_DUE') }),
  fc.record({
    type: type('LOOKED'),
    after: note,
    papers: fc.nat(9),
    changed: tags,
    published: fc.array(fc.record({ paper_id: text, mark: text, drift: note }), { maxLength: 2 }),
  }),
  fc.record({ type: type('EFFECT_FAILED'), effect: fc.constant('papers.look'), error: text }),
);

/** Arbitrary events of every kind. */
export const eventArbitraries: { readonly [Kind in MachineKind]: fc.Arbitrary<EventOf<Kind>> } = {
  queue_item: queueItem,
  run,
  control,
  command,
  plan,
  followup,
  alert,
  alert_watch: alertWatch,
  incident,
  notification,
  heartbeat,
  retention,
  worker_target: workerTarget,
  project,
  intake,
  paper,
  paper_review: paperReview,
  corpus_entry: corpusEntry,
  paper_watch: paperWatch,
  rewrite_batch: rewriteBatch,
  replication,
  core_snapshot: coreSnapshot,
  event_log: eventLog,
  upkeep,
  pump,
  gate_run: gateRun,
  callback_delivery: callbackDelivery,
};
