/**
 * The exchanges that the API reference shows: a small story on a running service, from an idea to a
 * paper in the corpus, with one request per route. Recorded as they happen; only what belongs to
 * the machine (address, folders) is given a neutral name.
 * Long because it is a story: a step a route.
 */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type BenchPlace, controlBench, gateBench } from '../../src/control/common/bench-places.ts';
import type { RecordedExample } from '../../src/http/openapi/operation.ts';
import type { Route } from '../../src/http/route.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { readBootId } from '../../src/worker/processes.ts';
import {
  deliverable,
  delivery,
  entryOf,
  failUntilOutOfService,
  loseMessage,
  queueItem,
  remedy,
} from './bench-trouble.ts';
import { createScaledClock } from './scaled-clock.ts';
import { packageRoot, type TestService, token, until } from './service.ts';

type Json = Readonly<Record<string, unknown>>;
/** What later requests need of earlier replies. */
type Facts = Record<string, string>;

interface Step {
  readonly id: string;
  /** Parts of the path and the query. */
  readonly path?: Json | ((facts: Facts) => Json);
  readonly query?: string;
  readonly body?: Json | ((facts: Facts) => Json);
  /** Looks at the reply, waits, remembers. */
  readonly after?: (reply: Json, facts: Facts, service: TestService) => void | Promise<void>;
}

const by = { requested_by: 'ann' };
const key = (name: string) => ({ idempotency_key: `ann-${name}`, ...by });
const idea = {
  idea_id: 'warm-cache',
  title: 'Does a warm cache halve the time of the second query?',
  hypothesis: 'The second query takes half the time of the first.',
  workload_class: 'cpu_only',
  priority: 'high',
  evaluation: {
    metric: 'candidate_ms',
    source: 'results/summary.json#/metrics/candidate_ms',
    direction: 'at_most',
    threshold: 10,
    unit: 'ms',
  },
};
const ofPaper = ({ paperId }: Facts): Json => ({ paper_id: paperId });
const ofRun = ({ runId }: Facts): Json => ({ run_id: runId });
/** No machine gives this number to a process. */
const ofGoneProcess = ({ runId }: Facts): Json => ({ run_id: runId, pid: 2 ** 31 - 2 });
const project = (project_id: string): Json => ({ project_id });

const untilCompleted = (service: TestService, projectId: string) =>
  until(async () => {
    const { body } = await service.api.get(`/control/api/v1/projects/${projectId}`);
    const item = body['queue_item'] as Json | null;
    if (item?.['operator_attention'] === true) throw new Error(JSON.stringify(item));
    return item?.['status'] === 'completed';
  }, `${projectId} is completed`);

/** It has looked, so that nothing of it comes between later steps. */
async function untilPumpIdles(service: TestService): Promise<void> {
  await until(async () => {
    const { body } = await service.api.get('/control/api/v1/pump');
    return body['quiet_since'] !== null && body['next_look_at'] !== null;
  }, 'the pump has nothing to do');
}

async function untilReviewed(service: TestService, paperId: string): Promise<void> {
  await until(async () => {
    const { body } = await service.api.get(`/control/api/v1/papers/${paperId}`);
    const review = body['review'] as Json | null;
    return review?.['lint_passes'] === true && review['audit_verdict'] === 'strict_pass';
  }, `${paperId} is linted and audited`);
}

const gateRun = { run_id: 'by-hand-1', project_id: 'by-hand', project_dir: 'by-hand' };

const beforeTheRun: readonly Step[] = [
  { id: 'healthz' },
  { id: 'control.health' },
  {
    id: 'pump.on',
    body: { reason: 'leaving for the night', requested_by: 'ann' },
    after: (_reply, _facts, service) => untilPumpIdles(service),
  },
  { id: 'pump.get' },
  { id: 'pump.off', body: { requested_by: 'ann' } },
  {
    id: 'intake.ideas',
    body: { ...key('ideas'), source: 'notebook', dry_run: false, ideas: [idea] },
  },
  {
    id: 'intake.ideas_alias',
    body: { ...key('ideas-again'), source: 'notebook', ideas: [idea] },
  },
  {
    id: 'intake.read',
    body: { name: 'ideas.csv', text: 'title,priority\nHow warm is a warm cache?,low\n' },
  },
  {
    id: 'projects.create',
    body: {
      ...key('create'),
      project_id: 'cold-start',
      title: 'How long does a cold start take?',
      prompt: 'Measure the time from start to first answer.',
      workload_class: 'cpu_only',
    },
  },
  { id: 'queue.edit', path: project('cold-start'), body: { ...by, fields: { priority: 'low' } } },
  { id: 'queue.pause', path: project('cold-start'), body: { ...by, note: 'after the release' } },
  { id: 'queue.resume', path: project('cold-start'), body: by },
  { id: 'queue.cancel', path: project('cold-start'), body: { ...by, note: 'measured before' } },
  { id: 'queue.retry', path: project('cold-start'), body: by },
  {
    id: 'queue.plan',
    body: { ...by, verb: 'pause', filter: { status: 'queued', search: 'cold' } },
    after: (reply, facts) => {
      facts['planId'] = String(
        (reply['plan'] as Json | undefined)?.['plan_id'] ?? reply['plan_id'],
      );
    },
  },
  { id: 'plans.get', path: ({ planId }) => ({ plan_id: planId }) },
  { id: 'plans.execute', path: ({ planId }) => ({ plan_id: planId }), body: by },
  { id: 'lanes' },
  { id: 'workers.list' },
  { id: 'workers.refresh', path: { name: 'default' } },
  { id: 'workers.get', path: { name: 'default' } },
  { id: 'workers.retry_callbacks', path: { name: 'default' }, body: {} },
  { id: 'preflight', body: { machine_target: 'default', require_paused: false } },
  { id: 'control.pause', body: { reason: 'new graphics card', paused_by: 'ann' } },
  { id: 'control.resume', body: { resumed_by: 'ann' } },
  { id: 'control.status' },
  { id: 'dispatch.one', body: { project_id: 'warm-cache', requested_by: 'ann' } },
  {
    id: 'dispatch.next',
    body: { ...key('dispatch'), dry_run: false },
    after: async (reply, facts, service) => {
      facts['runId'] = String((reply['live'] as Json)['run_id']);
      await untilCompleted(service, 'warm-cache');
    },
  },
];

const afterTheRun: readonly Step[] = [
  { id: 'research.candidates', query: '?page_size=1' },
  {
    id: 'papers.draft_next',
    body: { ...key('draft'), dry_run: false },
    after: async (reply, facts, service) => {
      facts['paperId'] = String((reply['candidate'] as Json)['paper_id']);
      await untilReviewed(service, facts['paperId']);
    },
  },
  { id: 'papers.publish_next', body: {} },
  ...(['publication-automation', 'paper-reviews'] as const).flatMap((family): Step[] => [
    { id: `${family}.list`, query: '?page_size=1' },
    { id: `${family}.next`, query: '?paper_status=draft_review' },
    { id: `${family}.get`, path: ofPaper },
    {
      id: `${family}.set_checklist_item`,
      path: ({ paperId }) => ({ paper_id: paperId, item_id: 'title_abstract_quality' }),
      body: { ...key(`title-${family}`), status: 'accepted_risk', note: 'a plain title will do' },
    },
    {
      id: `${family}.set_status`,
      path: ofPaper,
      body: { ...key(`status-${family}`), review_status: 'in_review' },
    },
    { id: `${family}.rewrite_batch`, body: { ...key(`batch-${family}`), limit: 1 } },
  ]),
  {
    id: 'publication-automation.move',
    path: ofPaper,
    body: { ...key('claim'), move: 'claim' },
  },
  {
    id: 'papers.move',
    path: ofPaper,
    body: { ...key('hold'), move: 'request_human_review', note: 'the baseline looks odd' },
    after: async (_reply, { paperId }, service) => {
      const path = `/control/api/v1/papers/${paperId}/move`;
      await service.api.post(path, { ...by, move: 'end_human_review', note: 'it is as it was' });
    },
  },
  { id: 'papers.replicate', path: ofPaper, body: by },
  // The other family answers the same key with the same bytes.
  ...(['publication-automation', 'paper-reviews'] as const).map(
    (family): Step => ({
      id: `${family}.rewrite_draft`,
      path: ofPaper,
      body: key('rewrite'),
      after: (_reply, facts, service) => untilReviewed(service, facts['paperId']!),
    }),
  ),
  ...(['publication-automation', 'paper-reviews'] as const).map(
    (family): Step => ({
      id: `${family}.approve_finalization`,
      path: ofPaper,
      body: { ...key('approve'), note: 'reads well' },
    }),
  ),
  ...(['publication-automation', 'paper-reviews'] as const).map(
    (family): Step => ({
      id: `${family}.prepare_finalization_package`,
      path: ofPaper,
      body: { ...key('package'), dry_run: false },
    }),
  ),
  {
    id: 'corpus.import',
    body: ({ paperId }) => ({ ...key('import'), paper_id: paperId, dry_run: false }),
  },
  { id: 'corpus.get' },
  {
    id: 'corpus.remove',
    body: ({ paperId }) => ({
      ...key('remove'),
      paper_id: paperId,
      reason: 'the input files were mixed up',
    }),
  },
];

const readings: readonly Step[] = [
  { id: 'overview', query: '?active_limit=1&event_limit=2' },
  { id: 'overview.past', query: '?at=30' },
  { id: 'queue.list', query: '?status=completed&page_size=1' },
  { id: 'runs.list', query: '?page_size=1' },
  { id: 'runs.get', path: ofRun },
  { id: 'runs.telemetry', path: ofRun, query: '?points=10' },
  { id: 'runs.idle_reckoning', path: ofRun, query: '?sustain_sec=60' },
  { id: 'runs.log', path: ofRun, query: '?limit=200' },
  {
    id: 'runs.processes',
    path: ofRun,
    after: (reply, facts) => {
      facts['bootId'] = String(reply['boot_id']);
    },
  },
  {
    id: 'runs.end_process',
    path: ofGoneProcess,
    body: ({ bootId }) => ({ ...key('end'), dry_run: false, start_ticks: 4242, boot_id: bootId }),
  },
  { id: 'projects.list', query: '?page_size=1' },
  { id: 'projects.get', path: project('cold-start') },
  { id: 'papers.list', query: '?page_size=1' },
  { id: 'papers.get', path: ofPaper },
  { id: 'events.list', query: '?event_type=queue_item.completed&page_size=1' },
  { id: 'events.get', path: { event_id: 1 } },
  { id: 'queues.list', path: { queue: 'completed' }, query: '?page_size=1' },
  { id: 'papers.older_list', query: '?page_size=1' },
  { id: 'events.older_list', query: '?page_size=1&event_type=queue_item.completed' },
  { id: 'projects.older_get', path: project('cold-start') },
  { id: 'dashboard.legacy', query: '?limit=1&event_limit=1' },
  { id: 'export.snapshot' },
  {
    id: 'intake.legacy_notes_post',
    body: { ...key('notes'), dry_run: true, ideas: [{ title: 'Is the fan too loud?' }] },
  },
  { id: 'intake.legacy_notes' },
  { id: 'queue.health' },
  { id: 'explain', path: { kind: 'queue_item', id: 'cold-start' } },
  { id: 'trace', path: { id: '1' } },
  { id: 'actors.list', query: '?kind=queue_item&limit=1' },
  { id: 'actors.get', path: { kind: 'queue_item', id: 'cold-start' } },
  {
    id: 'actors.history',
    path: { kind: 'queue_item', id: 'cold-start' },
    query: '?page_size=1',
  },
  { id: 'automation_readiness' },
  { id: 'budgets.get' },
  { id: 'event_log.get' },
  { id: 'event_log.archive', body: { ...by, after_days: 90 } },
  { id: 'alerts.queue_check', body: { ...by, dry_run: true } },
  { id: 'alerts.list', query: '?page_size=1' },
  { id: 'incidents.list', query: '?page_size=1' },
  {
    id: 'alerts.test',
    body: { ...by, channel: 'webhook' },
    after: (reply, facts) => {
      const [result] = reply['results'] as Json[];
      facts['notificationId'] = String(result?.['notification_id']);
    },
  },
  { id: 'notifications.list', query: '?page_size=1' },
  {
    id: 'notifications.get',
    path: ({ notificationId }) => ({ notification_id: notificationId }),
  },
  { id: 'research.quality', query: '?page_size=1' },
  { id: 'research.quality_alias', query: '?page_size=1' },
  { id: 'research.lineage', query: '?page_size=1' },
  { id: 'research.lineage_alias', query: '?page_size=1' },
  { id: 'followups.launch_next', body: by },
  { id: 'observability.health' },
  { id: 'observability.memory' },
  { id: 'core.health' },
  {
    id: 'core.snapshot',
    body: {
      idempotency_key: 'snapshot-1',
      source: 'nightly export',
      queue_rows: [{ project_id: 'warm-cache', status: 'completed' }],
    },
  },
  { id: 'core.projection' },
  { id: 'core.divergences', query: '?page_size=1' },
];

const onTheWorker: readonly Step[] = [
  { id: 'gate.runs', query: '?limit=1' },
  { id: 'gate.run', path: ofRun },
  { id: 'gate.log', path: ofRun },
  { id: 'gate.run_telemetry', path: ofRun, query: '?limit=1' },
  { id: 'gate.telemetry' },
  { id: 'gate.telemetry_history', query: '?points=10' },
  { id: 'gate.evidence', path: project('warm-cache') },
  { id: 'gate.evidence_read', path: project('warm-cache'), body: { paths: ['run_notes.md'] } },
  { id: 'gate.processes', path: ofRun },
  {
    id: 'gate.end_process',
    path: ofGoneProcess,
    body: ({ bootId }) => ({
      start_ticks: 4242,
      boot_id: bootId,
      request_id: 'end-by-hand',
      requested_by: 'ann',
    }),
  },
  { id: 'gate.stop', path: ofRun, body: { reason: 'to be sure' } },
  { id: 'gate.callbacks', query: '?limit=5' },
  { id: 'gate.callback_retry', path: ofRun },
  { id: 'gate.callbacks_retry' },
  {
    id: 'gate.prepare',
    body: { ...gateRun, project_name: 'By hand', prompt_file: 'prompt.md', prompt_text: 'Add.' },
  },
];

/** An agent that asks and is answered. */
const question: readonly Step[] = [
  {
    id: 'worker.callback',
    body: ({ askingRunId }) => ({
      event_type: 'question_pending',
      idempotency_key: `${askingRunId}:question_pending:9`,
      run_id: askingRunId,
      project_id: 'which-baseline',
      sequence: 9,
      seen_at: '2026-01-01T00:00:00.000Z',
      gate_state: 'question_pending',
      reason: 'Which of the two baselines counts?',
    }),
  },
  {
    id: 'queue.answer',
    path: project('which-baseline'),
    body: { ...key('answer'), answer: 'The first one.' },
  },
];

const ofLetter =
  (name: string) =>
  (facts: Facts): Json => ({ sequence: facts[name] });
const mended = (mark: string, reason: string, more: Json = {}) => ({
  body: (facts: Facts): Json => ({ ...by, dry_run: false, mark: facts[mark], reason, ...more }),
});

/** On each bench one actor is out of service and another has lost a message; all of it is mended. */
interface Troubled {
  /** Before the route ids. */
  readonly prefix: string;
  readonly place: BenchPlace;
  readonly victim: typeof delivery;
  /** Loses a message. */
  readonly loser: string;
  /** Is out of service. */
  readonly outside: string;
  readonly remedy: { readonly type: string } & Json;
  /** Another event that it would take. */
  readonly tried: Json;
}
const troubled: readonly Troubled[] = [
  {
    prefix: '',
    place: controlBench,
    victim: queueItem,
    loser: 'cold-start',
    outside: 'which-baseline',
    remedy,
    tried: { type: 'CANCEL', note: null },
  },
  {
    prefix: 'gate.',
    place: gateBench,
    victim: delivery,
    loser: 'cold-start-20260105T090000000',
    outside: 'which-baseline-20260105T090000000',
    remedy: deliverable('cold-start-20260105T090000000'),
    tried: deliverable('which-baseline-20260105T090000000'),
  },
];

const benchSteps = ({ prefix, victim, outside, remedy: event, tried }: Troubled): Step[] => {
  const ofActor = { kind: victim.kind, id: outside };
  return [
    { id: `${prefix}bench.get` },
    { id: `${prefix}supervision` },
    { id: `${prefix}bench.actors` },
    { id: `${prefix}bench.actor`, path: ofActor },
    { id: `${prefix}bench.try_actor`, path: ofActor, body: { event: tried } },
    {
      id: `${prefix}bench.release`,
      path: ofActor,
      ...mended('actorMark', 'the event was a mistake'),
    },
    { id: `${prefix}bench.dead_letters`, query: '?page_size=1' },
    { id: `${prefix}bench.dead_letter`, path: ofLetter('lost') },
    { id: `${prefix}bench.try_dead_letter`, path: ofLetter('lost'), body: { event } },
    {
      id: `${prefix}bench.retry`,
      path: ofLetter('lost'),
      ...mended('lostMark', 'the fields were missing', { event }),
    },
    {
      id: `${prefix}bench.discard`,
      path: ofLetter('other'),
      ...mended('otherMark', 'sent by mistake'),
    },
  ];
};

async function bringTrouble(
  service: TestService,
  facts: Facts,
  { place, victim, loser, outside }: Troubled,
): Promise<void> {
  const markOf = async (path: string): Promise<string> =>
    String((await entryOf(service, path, place))['mark']);
  facts['lost'] = String(await loseMessage(service, loser, victim));
  facts['lostMark'] = await markOf(`dead-letters/${facts['lost']}`);
  facts['other'] = String(await loseMessage(service, outside, victim));
  facts['otherMark'] = await markOf(`dead-letters/${facts['other']}`);
  await failUntilOutOfService(service, outside, victim);
  facts['actorMark'] = await markOf(`actors/${victim.kind}/${outside}`);
}

/** Slow enough for a paper to be typeset, and always on the same day. */
export function createStoryClock(): Clock {
  const startedMs = Date.now();
  const scaled = createScaledClock({ originMs: startedMs, factor: 20 });
  return { ...scaled, now: () => scaled.now() - startedMs + Date.UTC(2026, 0, 5, 9) };
}

/** Plays the story; answers the examples by route id. */
export async function recordExamples(
  service: TestService,
  routes: readonly Route<never>[],
): Promise<Record<string, RecordedExample>> {
  const facts: Facts = {};
  const examples: Record<string, RecordedExample> = {};
  const play = async (
    steps: readonly Step[],
    settled: () => Promise<unknown> = async () => {},
  ): Promise<void> => {
    for (const step of steps) {
      examples[step.id] = await exchange(service, routes, step, facts);
      await settled();
    }
  };
  await play(beforeTheRun);
  // A paper is judged after each step; with the next one under way, its events would stand in either order.
  await play(afterTheRun, () =>
    until(async () => service.app.control?.host.stats().effects === 0, 'nothing is under way'),
  );
  await play([...readings, ...onTheWorker]);
  facts['askingRunId'] = await startAsking(service);
  await play(question);
  for (const one of troubled) {
    await bringTrouble(service, facts, one);
    await play(benchSteps(one));
  }
  return neutral(examples, service);
}

async function startAsking(service: TestService): Promise<string> {
  const created = await service.api.post('/control/api/v1/projects', {
    project_id: 'which-baseline',
    title: 'Which baseline is the faster one?',
    workload_class: 'cpu_only',
  });
  const started = await service.api.post('/control/dispatch-one', {
    project_id: 'which-baseline',
    dry_run: false,
  });
  if (created.status >= 300 || started.status >= 300) {
    throw new Error(JSON.stringify([created.body, started.body]));
  }
  return String((started.body['live'] as Json)['run_id']);
}

async function exchange(
  service: TestService,
  routes: readonly Route<never>[],
  step: Step,
  facts: Facts,
): Promise<RecordedExample> {
  const route = routes.find(({ id }) => id === step.id);
  if (route === undefined) throw new Error(`there is no route ${step.id}`);
  const given = typeof step.path === 'function' ? step.path(facts) : (step.path ?? {});
  const address = route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(given[name]));
  const path = `${address}${step.query ?? ''}`;
  const request = typeof step.body === 'function' ? step.body(facts) : step.body;
  const response = await fetch(`${service.app.baseUrl}${path}`, {
    method: route.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(request === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request === undefined ? {} : { body: JSON.stringify(request) }),
  });
  const reply = (await response.json()) as Json;
  const { status } = response;
  if (status >= 300) throw new Error(`${step.id}: ${status} ${JSON.stringify(reply)}`);
  await step.after?.(reply, facts, service);
  return { path, ...(request === undefined ? {} : { request }), status, reply };
}

/** Without what belongs to this machine. */
function neutral(
  examples: Readonly<Record<string, RecordedExample>>,
  service: TestService,
): Record<string, RecordedExample> {
  let text = JSON.stringify(examples);
  const names: readonly (readonly [string, string])[] = [
    [service.app.baseUrl, 'http://127.0.0.1:8787'],
    [service.dir, '/var/lib/orrery'],
    [join(packageRoot), '/opt/orrery'],
    [hostname(), 'worker-1'],
    [readBootId() ?? hostname(), '3f0c6f64-7d1b-4c9e-9a52-2b8f7e1d0c35'],
  ];
  for (const [own, neutralName] of names) text = text.replaceAll(own, neutralName);
  return JSON.parse(text) as Record<string, RecordedExample>;
}
