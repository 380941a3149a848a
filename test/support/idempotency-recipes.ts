/**
 * How each keyed route is brought to a request that has an effect: what must be there before, what
 * is sent, and which audit event shows that it happened. A route without a recipe fails its test.
 * Long because it is a table: one recipe a route.
 */
import { type BenchPlace, controlBench, gateBench } from '../../src/control/common/bench-places.ts';
import { reportLoss } from '../../src/control/readiness/log-loss.ts';
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
import { dispatchProject } from './main-job.ts';
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
  /** The service that it is for; absent: the common one. */
  readonly on?: keyof typeof services;
  readonly status?: number;
  /** Type of the event that one effect leaves. */
  readonly effect: string;
  /** `id` is a project that nobody else on the service knows; runs and papers may be those of other recipes. */
  prepare(service: TestService, id: string): Promise<PreparedRequest>;
  /** Members of the reply by which a repeat says that it is one. */
  readonly repeat?: Row;
  /** Brings the service to where the same route is refused with 409; absent where nothing can. */
  refuse?(service: TestService, id: string): Promise<Omit<PreparedRequest, 'other'>>;
  /** Takes back what would be in the way of the next one on the same service. */
  tidy?(service: TestService, id: string): Promise<unknown>;
}

/** What the services that recipes share are configured with. */
export const services = {
  common: { legacy_notes_api_enabled: true, orrery_core_mode: 'shadow' },
  sleeping: { agent_command: 'sleep 600' },
  /** Two of their own: a run that has asked keeps the worker. */
  asking: { agent_command: 'sleep 600' },
  answering: { agent_command: 'sleep 600' },
  bench: {},
  /** Where nothing is queued, for what is about everything there is. */
  still: {},
  /** Where each finds one paper that is not rewritten yet, its own. */
  batches: {},
  // Nothing listens there: the test of the channel ends without a receipt, and that is its answer.
  told: {
    notify_webhook_url: 'http://127.0.0.1:1/hook',
    notify_webhook_secret: 'secret-of-the-webhook-x1',
  },
} satisfies Readonly<Record<string, Row>>;

async function createProject(service: TestService, id: string, more: Row = {}): Promise<void> {
  const project = { ...projectOf(id), ...more };
  const reply = await service.api.post('/control/api/v1/projects', project);
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

/** A run that goes on until it is stopped, where the agent sleeps. */
async function startRun(service: TestService, id: string, more: Row = {}): Promise<string> {
  await createProject(service, id, more);
  const body = await dispatchProject(service.api, id);
  return String((body['live'] as Row)['run_id']);
}
/** A completed project with a positive decision. */
async function finishRun(service: TestService, id: string, more: Row = {}): Promise<string> {
  const runId = await startRun(service, id, more);
  await until(async () => {
    const { body } = await service.api.get(`/control/api/v1/projects/${id}`);
    return (body['queue_item'] as Row)['status'] === 'completed';
  }, 'the run is over');
  return runId;
}
async function draftPaper(service: TestService, id: string, more: Row = {}): Promise<string> {
  const paperId = `${await finishRun(service, id, more)}--draft`;
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
/** What the agent's results hold. */
const evaluation = {
  metric: 'candidate_ms',
  source: 'results/summary.json#/metrics/candidate_ms',
  direction: 'at_most',
  threshold: 10,
  unit: 'ms',
};
const replicatePath = (paperId: string): string => `/control/api/v1/papers/${paperId}/replicate`;
const paperPath = (paperId: string): string => `/control/api/v1/papers/${paperId}/move`;
async function rewritePaper(service: TestService, id: string): Promise<string> {
  const paperId = await draftPaper(service, id);
  await must(service, reviewPath(paperId, 'rewrite-draft'), {
    idempotency_key: `prepare-rewrite-${id}`,
  });
  await untilEvaluated(service, paperId);
  return paperId;
}
async function packagePaper(service: TestService, id: string): Promise<string> {
  const paperId = await rewritePaper(service, id);
  await must(service, reviewPath(paperId, 'prepare-finalization-package'), {
    idempotency_key: `prepare-package-${id}`,
    dry_run: false,
  });
  return paperId;
}

/** By folder of the service and name; a run, its paper and what is read of it are most of what a recipe costs. */
const shared = new Map<string, Promise<string>>();
/** The paper of that name, which the recipes of one service have between them; made by whoever comes first. */
function paperOfMany(
  service: TestService,
  name: string,
  make: (service: TestService, id: string) => Promise<string>,
): Promise<string> {
  const key = `${service.dir} ${name}`;
  const made = shared.get(key) ?? make(service, name);
  shared.set(key, made);
  return made;
}
/** Refused requests leave it as it is, so that all of them can be about it. */
const idleDraft = (service: TestService) => paperOfMany(service, 'idle-draft', draftPaper);
/** What is served goes from one route to the next, which must take it as the one before it leaves it. */
const toBePutAway = (service: TestService) => paperOfMany(service, 'to-be-put-away', draftPaper);
const toBeImported = (service: TestService) => paperOfMany(service, 'to-be-imported', packagePaper);
const idlePackage = (service: TestService) => paperOfMany(service, 'idle-package', packagePaper);
/** The run of that draft. */
const idleRun = async (service: TestService) => (await idleDraft(service)).replace(/--draft$/, '');

/** No machine gives this number to a process. */
const goneProcess = (runId: string): string =>
  `/control/api/v1/runs/${runId}/processes/${2 ** 31 - 2}/end`;
const verbPath = (id: string, verb: string): string => `/control/api/v1/queue/${id}/${verb}`;
async function drawPlan(service: TestService, id: string): Promise<string> {
  await createProject(service, id);
  const plan = { verb: 'pause', project_ids: [id] };
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
    readonly remedy: (id: string) => Row;
    readonly taken: string;
    readonly begin: (service: TestService, id: string) => Promise<void>;
  },
): Readonly<Record<string, Recipe>> {
  const { place, victim } = on;
  const release = async (service: TestService, id: string, more: Row = {}) => {
    await on.begin(service, id);
    await failUntilOutOfService(service, id, victim);
    return mending(service, { path: `actors/${victim.kind}/${id}`, act: 'release', place, more });
  };
  const ofLetter = async (service: TestService, id: string, act: string, more: Row = {}) => {
    await on.begin(service, id);
    const path = `dead-letters/${await loseMessage(service, id, victim)}`;
    return mending(service, { path, act, place, more });
  };
  return {
    [`${prefix}bench.release`]: {
      on: 'bench',
      effect: 'actor.released',
      prepare: release,
      refuse: (service, id) => release(service, id, changedSince),
    },
    [`${prefix}bench.retry`]: {
      on: 'bench',
      effect: on.taken,
      prepare: (service, id) => ofLetter(service, id, 'retry', { event: on.remedy(id) }),
      refuse: (service, id) => ofLetter(service, id, 'retry'),
    },
    [`${prefix}bench.discard`]: {
      on: 'bench',
      effect: 'actor.dead_letter_discarded',
      prepare: (service, id) => ofLetter(service, id, 'discard'),
      refuse: (service, id) => ofLetter(service, id, 'discard', changedSince),
    },
  };
}

const intake = (path: string): Recipe => ({
  effect: 'intake.ideas_recorded',
  async prepare(_, id) {
    const batch = { source: 'test', dry_run: false };
    return {
      path,
      body: { ...batch, ideas: [{ idea_id: id, title: 'A' }] },
      other: { ...batch, ideas: [{ idea_id: `${id}-other`, title: 'B' }] },
    };
  },
});

/** Papers of `family` go through one route after the other, in the order of the table of routes. */
const paperFamily = (family: string): Record<string, Recipe> => {
  const toBeRewritten = (service: TestService) =>
    paperOfMany(service, `rewritten-by-${family}`, draftPaper);
  const toBePackaged = (service: TestService) =>
    paperOfMany(service, `packaged-by-${family}`, rewritePaper);
  return {
    [`${family}.approve_finalization`]: {
      effect: 'paper_review.approved_for_finalization',
      async prepare(service) {
        const path = reviewPath(await toBePackaged(service), 'approve-finalization', family);
        return { path, body: { requested_by: 'ann' }, other: { requested_by: 'ben' } };
      },
    },
    [`${family}.set_status`]: {
      effect: 'paper_review.status_changed',
      async prepare(service) {
        const path = reviewPath(await toBeRewritten(service), 'status', family);
        return {
          path,
          body: { review_status: 'in_review' },
          other: { review_status: 'unreviewed' },
        };
      },
    },
    [`${family}.set_checklist_item`]: {
      effect: 'paper_review.checklist_updated',
      async prepare(service) {
        const paperId = await toBeRewritten(service);
        const path = reviewPath(paperId, 'checklist/final_approval', family);
        return { path, body: { status: 'pass' }, other: { status: 'not_applicable' } };
      },
    },
    [`${family}.rewrite_batch`]: {
      on: 'batches',
      effect: 'paper_review.draft_rewritten',
      async prepare(service, id) {
        await draftPaper(service, id);
        const path = `/control/api/${family}/rewrite-batch`;
        return { path, body: { dry_run: false }, other: { dry_run: false, limit: 3 } };
      },
    },
    [`${family}.rewrite_draft`]: {
      effect: 'paper_review.draft_rewritten',
      async prepare(service) {
        const path = reviewPath(await toBeRewritten(service), 'rewrite-draft', family);
        return { path, body: { requested_by: 'ann' }, other: { requested_by: 'ben' } };
      },
      async refuse(service) {
        const paperId = await idlePackage(service);
        return { path: reviewPath(paperId, 'rewrite-draft', family), body: {} };
      },
    },
    [`${family}.prepare_finalization_package`]: {
      effect: 'paper_review.finalization_package_prepared',
      async prepare(service) {
        const paperId = await toBePackaged(service);
        const path = reviewPath(paperId, 'prepare-finalization-package', family);
        return { path, body: { dry_run: false }, other: { dry_run: false, requested_by: 'ben' } };
      },
      async refuse(service) {
        const paperId = await idleDraft(service);
        const pending = { status: 'fail', note: 'not read yet' };
        await must(service, reviewPath(paperId, 'checklist/final_approval'), pending);
        const path = reviewPath(paperId, 'prepare-finalization-package', family);
        return { path, body: { dry_run: false } };
      },
    },
  };
};

export const recipes: Readonly<Record<string, Recipe>> = {
  'publication-automation.move': {
    effect: 'paper_review.status_changed',
    async prepare(service) {
      const path = reviewPath(await toBePutAway(service), 'move');
      return { path, body: { move: 'defer' }, other: { move: 'claim' } };
    },
    async refuse(service) {
      return { path: reviewPath(await idleDraft(service), 'move'), body: { move: 'release' } };
    },
  },
  'papers.move': {
    effect: 'paper.archived',
    async prepare(service) {
      const path = paperPath(await toBePutAway(service));
      return { path, body: { move: 'archive' }, other: { move: 'archive', note: 'old' } };
    },
    async refuse(service) {
      const path = paperPath(await idleDraft(service));
      return { path, body: { move: 'end_human_review' } };
    },
  },
  'dispatch.next': {
    on: 'sleeping',
    tidy: (service, id) => must(service, verbPath(id, 'cancel')),
    effect: 'queue_item.claimed',
    async prepare(service, id) {
      await createProject(service, id);
      const body = { dry_run: false };
      return { path: '/control/dispatch-next', body, other: { ...body, requested_by: 'ben' } };
    },
  },
  'dispatch.one': {
    on: 'sleeping',
    tidy: (service, id) => must(service, verbPath(id, 'cancel')),
    effect: 'queue_item.claimed',
    async prepare(service, id) {
      await createProject(service, id);
      const body = { project_id: id, dry_run: false };
      return { path: '/control/dispatch-one', body, other: { ...body, project_id: `${id}-other` } };
    },
    async refuse(service, id) {
      await createProject(service, id);
      await must(service, verbPath(id, 'pause'));
      return { path: '/control/dispatch-one', body: { project_id: id, dry_run: false } };
    },
  },
  'control.pause': {
    effect: 'control.paused',
    tidy: (service) => must(service, '/control/resume'),
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
    on: 'still',
    tidy: (service) => must(service, '/control/api/v1/pump/off'),
    effect: 'pump.switched_on',
    prepare: async () => ({
      path: '/control/api/v1/pump/on',
      body: { reason: 'leaving' },
      other: { reason: 'lunch' },
    }),
  },
  'pump.off': {
    on: 'still',
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
      await reportLoss(service.app.control!.context, {
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
    on: 'asking',
    effect: 'worker_callback.question_pending',
    async prepare(service, id) {
      const runId = await startRun(service, id);
      const body = {
        event_type: 'question_pending',
        run_id: runId,
        project_id: id,
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
    prepare: async (_, id) => ({
      path: '/control/api/v1/projects',
      body: projectOf(id),
      other: projectOf(`${id}-other`),
    }),
    async refuse(service, id) {
      await createProject(service, id);
      return { path: '/control/api/v1/projects', body: projectOf(id) };
    },
  },
  'queue.pause': {
    effect: 'queue_item.paused',
    async prepare(service, id) {
      await createProject(service, id);
      return { path: verbPath(id, 'pause'), ...noted };
    },
    async refuse(service, id) {
      await createProject(service, id);
      await must(service, verbPath(id, 'pause'));
      return { path: verbPath(id, 'pause'), body: {} };
    },
  },
  'queue.resume': {
    effect: 'queue_item.resumed',
    async prepare(service, id) {
      await createProject(service, id);
      await must(service, verbPath(id, 'pause'));
      return { path: verbPath(id, 'resume'), ...noted };
    },
    async refuse(service, id) {
      await createProject(service, id);
      return { path: verbPath(id, 'resume'), body: {} };
    },
  },
  'queue.retry': {
    effect: 'queue_item.retried',
    async prepare(service, id) {
      await createProject(service, id);
      await must(service, verbPath(id, 'cancel'));
      return { path: verbPath(id, 'retry'), ...noted };
    },
    async refuse(service, id) {
      await createProject(service, id);
      return { path: verbPath(id, 'retry'), body: {} };
    },
  },
  'queue.cancel': {
    on: 'sleeping',
    effect: 'queue_item.canceled',
    async prepare(service, id) {
      await startRun(service, id);
      return { path: verbPath(id, 'cancel'), ...noted };
    },
    async refuse(service, id) {
      await createProject(service, id);
      await must(service, verbPath(id, 'cancel'));
      return { path: verbPath(id, 'cancel'), body: {} };
    },
  },
  'runs.end_process': {
    effect: 'queue_item.process_end_told',
    async prepare(service) {
      const path = goneProcess(await idleRun(service));
      const body = { dry_run: false, start_ticks: 1, boot_id: readBootId() ?? '' };
      return { path, body, other: { ...body, start_ticks: 2 } };
    },
    async refuse(service) {
      const path = goneProcess(await idleRun(service));
      return { path, body: { dry_run: false, start_ticks: 1, boot_id: 'of another machine' } };
    },
  },
  'queue.answer': {
    on: 'answering',
    effect: 'queue_item.answered',
    async prepare(service, id) {
      const { path, body } = await recipes['worker.callback']!.prepare(service, id);
      await must(service, path, { ...body, idempotency_key: 'question' });
      return { path: verbPath(id, 'answer'), body: { answer: 'left' }, other: { answer: 'right' } };
    },
    async refuse(service, id) {
      await createProject(service, id);
      return { path: verbPath(id, 'answer'), body: { answer: 'left' } };
    },
  },
  'queue.edit': {
    effect: 'queue_item.edited',
    async prepare(service, id) {
      await createProject(service, id);
      const fields = { priority: 'high' };
      return {
        path: verbPath(id, 'edit'),
        body: { fields },
        other: { fields: { priority: 'low' } },
      };
    },
  },
  'queue.plan': {
    effect: 'plan.drawn',
    async prepare(service, id) {
      await createProject(service, id);
      const body = { verb: 'pause', project_ids: [id] };
      return { path: '/control/api/v1/queue/plan', body, other: { ...body, verb: 'cancel' } };
    },
  },
  'plans.execute': {
    effect: 'plan.executed',
    async prepare(service, id) {
      return { path: await drawPlan(service, id), body: {}, other: { requested_by: 'ben' } };
    },
    async refuse(service, id) {
      const path = await drawPlan(service, id);
      await must(service, verbPath(id, 'cancel'));
      return { path, body: {} };
    },
  },
  ...benchOf('', {
    place: controlBench,
    victim: queueItem,
    remedy: () => remedy,
    taken: 'queue_item.edited',
    begin: createProject,
  }),
  ...benchOf('gate.', {
    place: gateBench,
    victim: delivery,
    remedy: deliverable,
    taken: 'callback_delivery.enqueued',
    begin: () => Promise.resolve(),
  }),
  'papers.draft_next': {
    effect: 'paper.drafted',
    async prepare(service, id) {
      await finishRun(service, id);
      const body = { dry_run: false };
      return { path: '/control/papers/draft-next', body, other: { ...body, force: true } };
    },
  },
  'papers.publish_next': {
    on: 'batches',
    effect: 'paper_review.draft_rewritten',
    async prepare(service, id) {
      await draftPaper(service, id);
      const body = { dry_run: false };
      const path = '/control/papers/publish-next';
      return { path, body, other: { ...body, requested_by: 'ben' } };
    },
  },
  ...paperFamily('publication-automation'),
  ...paperFamily('paper-reviews'),
  'alerts.queue_check': {
    on: 'still',
    effect: 'command.completed',
    prepare: async () => ({
      path: '/control/api/alerts/queue-check',
      body: { dry_run: false },
      other: { dry_run: false, requested_by: 'ben' },
    }),
  },
  'alerts.test': {
    on: 'told',
    effect: 'notification.requested',
    prepare: async () => ({
      path: '/control/api/v1/alerts/test',
      body: {},
      other: { requested_by: 'ben' },
    }),
  },
  'followups.launch_next': {
    on: 'still',
    effect: 'command.completed',
    prepare: async () => ({
      path: '/control/api/v1/followups/launch-next',
      body: { dry_run: false },
      other: { dry_run: false, requested_by: 'ben' },
    }),
  },
  'intake.legacy_notes_post': {
    effect: 'intake.ideas_recorded',
    prepare: async (_, id) => ({
      path: '/control/api/intake/legacy-notes',
      body: { dry_run: false, ideas: [{ idea_id: id, title: 'A' }] },
      other: { dry_run: false, ideas: [{ idea_id: `${id}-other`, title: 'B' }] },
    }),
  },
  'core.snapshot': {
    effect: 'core.snapshot_recorded',
    repeat: { inserted: false },
    async prepare(_, id) {
      const snapshot = { source: 'old-queue', mode: 'shadow', paper_rows: [] };
      const row = { project_id: id, status: 'queued' };
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
      const body = { paper_id: await toBeImported(service), dry_run: false };
      const path = '/control/api/v1/corpus/import';
      return { path, body, other: { ...body, requested_by: 'ben' } };
    },
    async refuse(service) {
      const body = { paper_id: await idleDraft(service), dry_run: false };
      return { path: '/control/api/v1/corpus/import', body };
    },
  },
  'corpus.remove': {
    effect: 'corpus.removed',
    async prepare(service) {
      const paperId = await toBeImported(service);
      const wish = { paper_id: paperId, dry_run: false };
      const imported = await service.api.post('/control/api/v1/corpus/import', wish);
      if (imported.status >= 300 && imported.body['reason'] !== 'already_imported')
        throw new Error(JSON.stringify(imported.body));
      const body = { paper_id: paperId, reason: 'withdrawn', dry_run: false };
      const path = '/control/api/v1/corpus/remove';
      return { path, body, other: { ...body, reason: 'wrong' } };
    },
    async refuse(service) {
      const body = { paper_id: await idleDraft(service), reason: 'wrong', dry_run: false };
      return { path: '/control/api/v1/corpus/remove', body };
    },
  },
  'papers.replicate': {
    effect: 'replication.requested',
    async prepare(service, id) {
      const path = replicatePath(await draftPaper(service, id, { evaluation }));
      const body = { dry_run: false };
      return { path, body, other: { ...body, requested_by: 'ben' } };
    },
    async refuse(service) {
      return { path: replicatePath(await idleDraft(service)), body: { dry_run: false } };
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
  [goneProcess('none'), { dry_run: false, start_ticks: 1, boot_id: 'any' }],
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
  ['/control/api/v1/corpus/remove', { paper_id: 'none', reason: 'wrong', dry_run: false }],
  ['/control/api/v1/papers/none/replicate', { dry_run: false }],
  ['/control/api/v1/rewrite-batches/none/cancel', {}],
  ['/control/api/v1/alerts/test', { channel: 'ntfy' }],
];

/** Keyed routes that are not tested here, each with the reason. */
export const unprovable: Readonly<Record<string, string>> = {
  'rewrite-batches.cancel': 'its batch may be over before the first request comes',
};
