/**
 * How each keyed route is brought to a request that has an effect: what must be there before, what
 * is sent, and which audit event shows that it happened. A route without a recipe fails its test.
 * Long because it is a table: one recipe a route.
 */
import { type BenchPlace, controlBench, gateBench } from '../../src/control/common/bench-places.ts';
import { reportLoss } from '../../src/control/operations/log-loss.ts';
import {
  deliverable,
  delivery,
  entryOf,
  failUntilOutOfService,
  loseMessage,
  queueItem,
  remedy,
} from './bench-trouble.ts';
import { type TestService, until } from './service.ts';

type Row = Readonly<Record<string, unknown>>;

export interface PreparedRequest {
  /** With ids filled in. */
  readonly path: string;
  /** Without the key. */
  readonly body: Row;
  /** Another valid payload for the same address. */
  readonly other: Row;
}
export interface Recipe {
  /** Replaces fields of the configuration. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly status?: number;
  /** Type of the event that one effect leaves. */
  readonly effect: string;
  prepare(service: TestService): Promise<PreparedRequest>;
  /** Members of the reply by which a repeat says that it is one. */
  readonly repeat?: Row;
  /** Brings the service to where the same route is refused with 409; absent where nothing can. */
  refuse?(service: TestService): Promise<Omit<PreparedRequest, 'other'>>;
}

const sleeping = { agent_command: 'sleep 600' };

export async function createProject(service: TestService, id = 'a'): Promise<void> {
  const reply = await service.api.post('/control/api/v1/projects', projectOf(id));
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
}
const projectOf = (id: string) => ({
  project_id: id,
  title: `Idea ${id}`,
  prompt: 'Add numbers.',
  workload_class: 'cpu_only',
});
const must = async (service: TestService, path: string, body: Row = {}): Promise<Row> => {
  const reply = await service.api.post(path, body);
  if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body)}`);
  return reply.body;
};

/** A run that goes on until it is stopped. */
async function startRun(service: TestService): Promise<string> {
  await createProject(service);
  const body = await must(service, '/control/dispatch-one', { project_id: 'a', dry_run: false });
  return String((body['live'] as Row)['run_id']);
}
/** A completed project with a positive decision. */
async function finishRun(service: TestService): Promise<string> {
  const runId = await startRun(service);
  await until(async () => {
    const { body } = await service.api.get('/control/api/v1/projects/a');
    return (body['queue_item'] as Row)['status'] === 'completed';
  }, 'the run is over');
  return runId;
}
async function draftPaper(service: TestService): Promise<string> {
  const paperId = `${await finishRun(service)}--draft`;
  await must(service, '/control/papers/draft-next', { dry_run: false });
  await untilEvaluated(service, paperId);
  return paperId;
}
async function untilEvaluated(service: TestService, paperId: string): Promise<void> {
  await until(async () => {
    const { body } = await service.api.get(`/control/api/v1/papers/${paperId}`);
    const review = body['review'] as Row | null;
    const paper = body['paper'] as Row;
    return review?.['audit_verdict'] != null && review['paper_status'] === paper['paper_status'];
  }, 'lint and audit are known');
}
const reviewPath = (paperId: string, act: string, family = 'publication-automation'): string =>
  `/control/api/${family}/${paperId}/${act}`;
const paperPath = (paperId: string): string => `/control/api/v1/papers/${paperId}/move`;
async function rewritePaper(service: TestService): Promise<string> {
  const paperId = await draftPaper(service);
  await must(service, reviewPath(paperId, 'rewrite-draft'), { idempotency_key: 'prepare-rewrite' });
  await untilEvaluated(service, paperId);
  return paperId;
}
async function packagePaper(service: TestService): Promise<string> {
  const paperId = await rewritePaper(service);
  await must(service, reviewPath(paperId, 'prepare-finalization-package'), {
    idempotency_key: 'prepare-package',
    dry_run: false,
  });
  return paperId;
}

const verbPath = (verb: string): string => `/control/api/v1/queue/a/${verb}`;
async function drawPlan(service: TestService): Promise<string> {
  await createProject(service);
  const plan = { verb: 'pause', project_ids: ['a'] };
  const { links } = await must(service, '/control/api/v1/queue/plan', plan);
  return (links as { readonly execute: string }).execute;
}
const acknowledgeLoss = '/control/api/v1/event-log/acknowledge-loss';
const noted = { body: { note: 'one' }, other: { note: 'two' } };

/** What acts on the entry of a bench at `path`, as it is now. */
async function mending(
  service: TestService,
  { path, act, place = controlBench, more = {} }: Mending,
): Promise<PreparedRequest> {
  const { mark } = await entryOf(service, path, place);
  const body = { dry_run: false, mark, reason: 'mended', ...more };
  return {
    path: `${place.bench}/${path}/${act}`,
    body,
    other: { ...body, reason: 'mended in another way' },
  };
}
interface Mending {
  readonly path: string;
  readonly act: string;
  readonly place?: BenchPlace;
  readonly more?: Row;
}
const changedSince = { mark: '0'.repeat(64) };

/** Releasing, retrying and discarding on one of the benches. */
function benchOf(
  prefix: string,
  on: {
    readonly place: BenchPlace;
    readonly victim: typeof delivery;
    /** What was meant by the event that was lost, and what tells that it was taken. */
    readonly remedy: Row;
    readonly taken: string;
    readonly begin: (service: TestService) => Promise<void>;
  },
): Readonly<Record<string, Recipe>> {
  const { place, victim } = on;
  const release = async (service: TestService, more: Row = {}) => {
    await on.begin(service);
    await failUntilOutOfService(service, 'a', victim);
    return mending(service, { path: `actors/${victim.kind}/a`, act: 'release', place, more });
  };
  const ofLetter = async (service: TestService, act: string, more: Row = {}) => {
    await on.begin(service);
    const path = `dead-letters/${await loseMessage(service, 'a', victim)}`;
    return mending(service, { path, act, place, more });
  };
  return {
    [`${prefix}bench.release`]: {
      effect: 'actor.released',
      prepare: (service) => release(service),
      refuse: (service) => release(service, changedSince),
    },
    [`${prefix}bench.retry`]: {
      effect: on.taken,
      prepare: (service) => ofLetter(service, 'retry', { event: on.remedy }),
      refuse: (service) => ofLetter(service, 'retry'),
    },
    [`${prefix}bench.discard`]: {
      effect: 'actor.dead_letter_discarded',
      prepare: (service) => ofLetter(service, 'discard'),
      refuse: (service) => ofLetter(service, 'discard', changedSince),
    },
  };
}

const intake = (path: string): Recipe => ({
  effect: 'intake.ideas_recorded',
  async prepare() {
    const batch = { source: 'test', dry_run: false };
    return {
      path,
      body: { ...batch, ideas: [{ idea_id: 'a', title: 'A' }] },
      other: { ...batch, ideas: [{ idea_id: 'b', title: 'B' }] },
    };
  },
});

const paperFamily = (family: string): Record<string, Recipe> => ({
  [`${family}.approve_finalization`]: {
    effect: 'paper_review.approved_for_finalization',
    async prepare(service) {
      const path = reviewPath(await rewritePaper(service), 'approve-finalization', family);
      return { path, body: { requested_by: 'ann' }, other: { requested_by: 'ben' } };
    },
  },
  [`${family}.set_status`]: {
    effect: 'paper_review.status_changed',
    async prepare(service) {
      const path = reviewPath(await draftPaper(service), 'status', family);
      return { path, body: { review_status: 'in_review' }, other: { review_status: 'unreviewed' } };
    },
  },
  [`${family}.set_checklist_item`]: {
    effect: 'paper_review.checklist_updated',
    async prepare(service) {
      const path = reviewPath(await draftPaper(service), 'checklist/final_approval', family);
      return { path, body: { status: 'pass' }, other: { status: 'not_applicable' } };
    },
  },
  [`${family}.rewrite_batch`]: {
    effect: 'paper_review.draft_rewritten',
    async prepare(service) {
      await draftPaper(service);
      const path = `/control/api/${family}/rewrite-batch`;
      return { path, body: { dry_run: false }, other: { dry_run: false, limit: 3 } };
    },
  },
  [`${family}.rewrite_draft`]: {
    effect: 'paper_review.draft_rewritten',
    async prepare(service) {
      const path = reviewPath(await draftPaper(service), 'rewrite-draft', family);
      return { path, body: { requested_by: 'ann' }, other: { requested_by: 'ben' } };
    },
    async refuse(service) {
      const paperId = await packagePaper(service);
      return { path: reviewPath(paperId, 'rewrite-draft', family), body: {} };
    },
  },
  [`${family}.prepare_finalization_package`]: {
    effect: 'paper_review.finalization_package_prepared',
    async prepare(service) {
      const paperId = await rewritePaper(service);
      const path = reviewPath(paperId, 'prepare-finalization-package', family);
      return { path, body: { dry_run: false }, other: { dry_run: false, requested_by: 'ben' } };
    },
    async refuse(service) {
      const paperId = await draftPaper(service);
      const pending = { status: 'fail', note: 'not read yet' };
      await must(service, reviewPath(paperId, 'checklist/final_approval'), pending);
      const path = reviewPath(paperId, 'prepare-finalization-package', family);
      return { path, body: { dry_run: false } };
    },
  },
});

export const recipes: Readonly<Record<string, Recipe>> = {
  'publication-automation.move': {
    effect: 'paper_review.status_changed',
    async prepare(service) {
      const path = reviewPath(await draftPaper(service), 'move');
      return { path, body: { move: 'defer' }, other: { move: 'claim' } };
    },
    async refuse(service) {
      return { path: reviewPath(await draftPaper(service), 'move'), body: { move: 'release' } };
    },
  },
  'papers.move': {
    effect: 'paper.archived',
    async prepare(service) {
      const path = paperPath(await draftPaper(service));
      return { path, body: { move: 'archive' }, other: { move: 'archive', note: 'old' } };
    },
    async refuse(service) {
      const path = paperPath(await draftPaper(service));
      return { path, body: { move: 'end_human_review' } };
    },
  },
  'dispatch.next': {
    config: sleeping,
    effect: 'queue_item.claimed',
    async prepare(service) {
      await createProject(service);
      const body = { dry_run: false };
      return { path: '/control/dispatch-next', body, other: { ...body, requested_by: 'ben' } };
    },
  },
  'dispatch.one': {
    config: sleeping,
    effect: 'queue_item.claimed',
    async prepare(service) {
      await createProject(service);
      const body = { project_id: 'a', dry_run: false };
      return { path: '/control/dispatch-one', body, other: { ...body, project_id: 'b' } };
    },
    async refuse(service) {
      await createProject(service);
      await must(service, verbPath('pause'));
      return { path: '/control/dispatch-one', body: { project_id: 'a', dry_run: false } };
    },
  },
  'control.pause': {
    effect: 'control.paused',
    prepare: async () => ({
      path: '/control/pause',
      body: { reason: 'lunch' },
      other: { reason: 'dinner' },
    }),
  },
  'control.resume': {
    effect: 'control.resumed',
    async prepare(service) {
      await must(service, '/control/pause');
      return { path: '/control/resume', body: {}, other: { resumed_by: 'ben' } };
    },
    refuse: async () => ({ path: '/control/resume', body: {} }),
  },
  'pump.on': {
    effect: 'pump.switched_on',
    prepare: async () => ({
      path: '/control/api/v1/pump/on',
      body: { reason: 'leaving' },
      other: { reason: 'lunch' },
    }),
  },
  'pump.off': {
    effect: 'pump.switched_off',
    async prepare(service) {
      await must(service, '/control/api/v1/pump/on');
      return { path: '/control/api/v1/pump/off', body: {}, other: { reason: 'back again' } };
    },
    refuse: async () => ({ path: '/control/api/v1/pump/off', body: {} }),
  },
  'event_log.acknowledge_loss': {
    effect: 'event_log.loss_acknowledged',
    async prepare(service) {
      await reportLoss(service.app.control!.context.actors, {
        kind: 'behind',
        epoch: 'lost',
        message: '3 acknowledged events are gone',
        eventsGone: 3,
        lastEventId: 0,
        lastEventAt: null,
        keptEventId: 3,
        keptAt: null,
        droppedFrames: 0,
        droppedCommits: 0,
      });
      return { path: acknowledgeLoss, ...noted };
    },
    refuse: async () => ({ path: acknowledgeLoss, body: noted.body }),
  },
  'intake.ideas': intake('/control/api/intake/ideas'),
  'intake.ideas_alias': intake('/control/intake/ideas'),
  'worker.callback': {
    config: sleeping,
    effect: 'worker_callback.question_pending',
    async prepare(service) {
      const runId = await startRun(service);
      const body = {
        event_type: 'question_pending',
        run_id: runId,
        project_id: 'a',
        sequence: 9,
        seen_at: '2026-01-01T00:00:00.000Z',
        reason: 'which?',
      };
      return {
        path: '/control/api/worker-callback',
        body,
        other: { ...body, reason: 'why?' },
      };
    },
  },
  'projects.create': {
    status: 201,
    effect: 'project.created',
    prepare: async () => ({
      path: '/control/api/v1/projects',
      body: projectOf('a'),
      other: projectOf('b'),
    }),
    async refuse(service) {
      await createProject(service);
      return { path: '/control/api/v1/projects', body: projectOf('a') };
    },
  },
  'queue.pause': {
    effect: 'queue_item.paused',
    async prepare(service) {
      await createProject(service);
      return { path: verbPath('pause'), ...noted };
    },
    async refuse(service) {
      await createProject(service);
      await must(service, verbPath('pause'));
      return { path: verbPath('pause'), body: {} };
    },
  },
  'queue.resume': {
    effect: 'queue_item.resumed',
    async prepare(service) {
      await createProject(service);
      await must(service, verbPath('pause'));
      return { path: verbPath('resume'), ...noted };
    },
    async refuse(service) {
      await createProject(service);
      return { path: verbPath('resume'), body: {} };
    },
  },
  'queue.retry': {
    effect: 'queue_item.retried',
    async prepare(service) {
      await createProject(service);
      await must(service, verbPath('cancel'));
      return { path: verbPath('retry'), ...noted };
    },
    async refuse(service) {
      await createProject(service);
      return { path: verbPath('retry'), body: {} };
    },
  },
  'queue.cancel': {
    config: sleeping,
    effect: 'queue_item.canceled',
    async prepare(service) {
      await startRun(service);
      return { path: verbPath('cancel'), ...noted };
    },
    async refuse(service) {
      await createProject(service);
      await must(service, verbPath('cancel'));
      return { path: verbPath('cancel'), body: {} };
    },
  },
  'queue.answer': {
    config: sleeping,
    effect: 'queue_item.answered',
    async prepare(service) {
      const { path, body } = await recipes['worker.callback']!.prepare(service);
      await must(service, path, { ...body, idempotency_key: 'question' });
      return { path: verbPath('answer'), body: { answer: 'left' }, other: { answer: 'right' } };
    },
    async refuse(service) {
      await createProject(service);
      return { path: verbPath('answer'), body: { answer: 'left' } };
    },
  },
  'queue.edit': {
    effect: 'queue_item.edited',
    async prepare(service) {
      await createProject(service);
      const fields = { priority: 'high' };
      return { path: verbPath('edit'), body: { fields }, other: { fields: { priority: 'low' } } };
    },
  },
  'queue.plan': {
    effect: 'plan.drawn',
    async prepare(service) {
      await createProject(service);
      const body = { verb: 'pause', project_ids: ['a'] };
      return { path: '/control/api/v1/queue/plan', body, other: { ...body, verb: 'cancel' } };
    },
  },
  'plans.execute': {
    effect: 'plan.executed',
    async prepare(service) {
      return { path: await drawPlan(service), body: {}, other: { requested_by: 'ben' } };
    },
    async refuse(service) {
      const path = await drawPlan(service);
      await must(service, verbPath('cancel'));
      return { path, body: {} };
    },
  },
  ...benchOf('', {
    place: controlBench,
    victim: queueItem,
    remedy,
    taken: 'queue_item.edited',
    begin: createProject,
  }),
  ...benchOf('gate.', {
    place: gateBench,
    victim: delivery,
    remedy: deliverable('a'),
    taken: 'callback_delivery.enqueued',
    begin: () => Promise.resolve(),
  }),
  'papers.draft_next': {
    effect: 'paper.drafted',
    async prepare(service) {
      await finishRun(service);
      const body = { dry_run: false };
      return { path: '/control/papers/draft-next', body, other: { ...body, force: true } };
    },
  },
  'papers.publish_next': {
    effect: 'paper_review.draft_rewritten',
    async prepare(service) {
      await draftPaper(service);
      const body = { dry_run: false };
      const path = '/control/papers/publish-next';
      return { path, body, other: { ...body, requested_by: 'ben' } };
    },
  },
  ...paperFamily('publication-automation'),
  ...paperFamily('paper-reviews'),
  'alerts.queue_check': {
    effect: 'command.completed',
    prepare: async () => ({
      path: '/control/api/alerts/queue-check',
      body: { dry_run: false },
      other: { dry_run: false, requested_by: 'ben' },
    }),
  },
  'alerts.test': {
    // Nothing listens there: the test ends without a receipt, and that is its answer.
    config: {
      notify_webhook_url: 'http://127.0.0.1:1/hook',
      notify_webhook_secret: 'secret-of-the-webhook-x1',
    },
    effect: 'notification.requested',
    prepare: async () => ({
      path: '/control/api/v1/alerts/test',
      body: {},
      other: { requested_by: 'ben' },
    }),
  },
  'followups.launch_next': {
    effect: 'command.completed',
    prepare: async () => ({
      path: '/control/api/v1/followups/launch-next',
      body: { dry_run: false },
      other: { dry_run: false, requested_by: 'ben' },
    }),
  },
  'intake.legacy_notes_post': {
    config: { legacy_notes_api_enabled: true },
    effect: 'intake.ideas_recorded',
    prepare: async () => ({
      path: '/control/api/intake/legacy-notes',
      body: { dry_run: false, ideas: [{ idea_id: 'a', title: 'A' }] },
      other: { dry_run: false, ideas: [{ idea_id: 'b', title: 'B' }] },
    }),
  },
  'core.snapshot': {
    config: { orrery_core_mode: 'shadow' },
    effect: 'core.snapshot_recorded',
    repeat: { inserted: false },
    async prepare() {
      const snapshot = { source: 'old-queue', mode: 'shadow', paper_rows: [] };
      const row = { project_id: 'a', status: 'queued' };
      return {
        path: '/orrery-core/snapshots/legacy-queue',
        body: { ...snapshot, queue_rows: [row] },
        other: { ...snapshot, queue_rows: [{ ...row, status: 'paused' }] },
      };
    },
  },
  'corpus.import': {
    effect: 'corpus.imported',
    async prepare(service) {
      const body = { paper_id: await packagePaper(service), dry_run: false };
      const path = '/control/api/v1/corpus/import';
      return { path, body, other: { ...body, requested_by: 'ben' } };
    },
    async refuse(service) {
      const body = { paper_id: await draftPaper(service), dry_run: false };
      return { path: '/control/api/v1/corpus/import', body };
    },
  },
};

const unmarked = { dry_run: false, reason: 'mended', ...changedSince };

/** Requests that name what there is not; each is answered 404 or 422 and leaves its key unused. */
export const nameless: readonly (readonly [path: string, body: Row])[] = [
  ['/control/dispatch-one', { project_id: 'none', dry_run: false }],
  ['/control/api/v1/followups/launch-next', { project_id: 'none', dry_run: false }],
  ['/control/api/v1/queue/none/pause', {}],
  ['/control/api/v1/queue/none/edit', { fields: { priority: 'high' } }],
  ['/control/api/v1/plans/none/execute', {}],
  ['/control/api/v1/bench/actors/queue_item/none/release', unmarked],
  ['/control/api/v1/bench/dead-letters/999/retry', unmarked],
  ['/control/api/v1/bench/dead-letters/999/discard', unmarked],
  ['/bench/actors/gate_run/none/release', unmarked],
  ['/bench/dead-letters/999/retry', unmarked],
  ['/bench/dead-letters/999/discard', unmarked],
  ['/control/api/v1/projects', { title: 'A', parent_project_id: 'none' }],
  ['/control/api/v1/projects', { title: 'A', machine_target: 'none' }],
  [reviewPath('none', 'approve-finalization'), { requested_by: 'ann' }],
  [reviewPath('none', 'status'), { review_status: 'in_review' }],
  [reviewPath('none', 'checklist/final_approval'), { status: 'pass' }],
  [reviewPath('none', 'move'), { move: 'defer' }],
  [paperPath('none'), { move: 'archive' }],
  [reviewPath('none', 'rewrite-draft'), {}],
  [reviewPath('none', 'prepare-finalization-package'), { dry_run: false }],
  ['/control/api/v1/corpus/import', { paper_id: 'none', dry_run: false }],
  ['/control/api/v1/alerts/test', { channel: 'ntfy' }],
];

/** Keyed routes that are not tested here, each with the reason. */
export const unprovable: Readonly<Record<string, string>> = {};
