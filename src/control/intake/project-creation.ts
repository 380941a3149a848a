/** Creating projects: from one idea of an intake batch, and one by one on request. */
import type { Outcome } from '../../actors/runtime/definition.ts';
import type { Idea } from '../../domain/entities/idea.ts';
import { ServiceError } from '../../domain/errors.ts';
import { fingerprint } from '../../lib/hash.ts';
import type { CreateEvent } from '../../machines/project/events.ts';
import { ask, type Needs, type Once } from '../common/index.ts';

import { inList, toProjectRow, toQueueRow } from '../reading/index.ts';
import {
  type Batch,
  type Candidate,
  given,
  type IntakeRequest,
  type SkippedRow,
  sortIdeas,
} from './intake-sorting.ts';
import { titleKey } from './same-title.ts';

/** What is being recorded, one after another: two at once could both take the same source for new. */
const lastRecording = new WeakMap<object, Promise<unknown>>();

/** Runs `record` after every earlier one on the same actors, whether those succeeded or not. */
export function recordInTurn<Result>(
  { actors, reads }: Needs<'actors' | 'reads'>,
  record: () => Promise<Result>,
): Promise<Result> {
  const before = lastRecording.get(actors) ?? Promise.resolve();
  const recorded = before.then(() => reads.catchUpSearch()).then(record);
  lastRecording.set(
    actors,
    recorded.catch(() => undefined),
  );
  return recorded;
}

/** Creates the project and its queue item; refused when the project exists already. */
export async function createFromIdea(
  context: Needs<'actors' | 'reads' | 'settings'>,
  request: Omit<IntakeRequest, 'ideas' | 'dry_run' | 'idempotency_key'>,
  batch: Batch,
  candidate: Candidate,
): Promise<Outcome> {
  const { idea } = candidate;
  const parent =
    candidate.parent_project_id === null
      ? undefined
      : await context.reads.get('project', candidate.parent_project_id);
  const project = {
    project_id: candidate.project_id,
    project_name: idea.title,
    project_dir: candidate.project_id,
    prompt: promptOf(idea),
    tags: idea.tags ?? [],
    ...(idea.evaluation === undefined ? {} : { evaluation: idea.evaluation }),
  };
  const event: CreateEvent = {
    type: 'CREATE',
    ...project,
    hypothesis: given(idea.hypothesis) ?? null,
    source_kind: request.source,
    source_ref: given(idea.source_ref) ?? null,
    parent_project_id: candidate.parent_project_id,
    lineage_depth: parent === undefined ? 0 : Number(parent['lineage_depth']) + 1,
    intake_batch: batch.mark,
    title_key: titleKey(idea.title),
    enqueue: {
      type: 'ENQUEUE',
      ...project,
      selection_rank: 50,
      dispatch_priority: candidate.dispatch_priority,
      auto_continue: false,
      max_continues: 0,
      max_retries: 2,
      machine_target: candidate.machine_target,
      workload_class: candidate.workload_class,
      model: given(request.default_model) ?? null,
      reasoning_effort: 'medium',
      sandbox: given(request.default_sandbox) ?? context.settings.defaultSandbox,
    },
  };
  const { outcome } = await ask(
    context.actors,
    { kind: 'project', id: candidate.project_id },
    event,
    {
      by: request.requested_by,
      settle: true,
      idempotency: {
        key: `intake:${batch.print}:${candidate.index}`,
        payload: { project_id: candidate.project_id },
      },
    },
  );
  return outcome;
}

/** The idea's own prompt, or else its title, hypothesis and plan. */
function promptOf(idea: Idea): string {
  const { title, hypothesis, plan } = idea;
  const parts = [
    title,
    given(hypothesis) && `Hypothesis: ${hypothesis}`,
    given(plan) && `Plan: ${plan}`,
  ];
  return given(idea.prompt) ?? parts.filter(Boolean).join('\n\n');
}

/** One idea with what a batch would say for all. Without an id the project has that of its title. */
export interface CreateProjectRequest extends Omit<Idea, 'idea_id' | 'status'> {
  readonly requested_by: string;
  readonly source: string;
  readonly project_id?: string | undefined;
  readonly model?: string | undefined;
  readonly sandbox?: string | undefined;
}

/**
 * Creates one project and puts it into the queue, by the rules of intake. 409 names the project it
 * repeats; 422 a parent or a worker that does not exist.
 */
export function createProject(
  context: Needs<'actors' | 'clock' | 'entropy' | 'reads' | 'settings' | 'workers'>,
  request: CreateProjectRequest,
  once: Once | null = null,
) {
  return recordInTurn(context, async () => {
    const print = fingerprint({ create: once?.key ?? context.entropy.id() }).slice(0, 16);
    const batch: Batch = { payload: null, print, mark: `intake:${print}` };
    const { wishes, candidates, skipped } = await sortOne(context, request, batch);
    const [candidate] = candidates;
    if (candidate === undefined) throw objectionTo(skipped[0]!);
    const outcome = await createFromIdea(context, wishes, batch, candidate);
    if (outcome.refusal !== null) throw duplicate('duplicate_id', candidate.project_id);
    const [project, item] = await Promise.all([
      context.reads.get('project', candidate.project_id),
      context.reads.get('queue_item', candidate.project_id),
    ]);
    return {
      ok: true,
      created: true,
      project_id: candidate.project_id,
      event_id: outcome.event_id,
      project: inList(toProjectRow(project!)),
      queue_item: inList(await toQueueRow(context, item!)),
    };
  });
}

async function sortOne(
  context: Needs<'reads' | 'settings' | 'workers'>,
  request: CreateProjectRequest,
  batch: Batch,
) {
  const { requested_by, source, project_id, model, sandbox, ...idea } = request;
  const wishes = { requested_by, source, default_model: model, default_sandbox: sandbox };
  const ideas = [{ ...idea, idea_id: project_id }];
  return { wishes, ...(await sortIdeas(context, { ...wishes, ideas }, batch)) };
}

/** 422 where the request names a parent or a worker that does not exist. */
export async function checkNewProject(
  context: Needs<'reads' | 'settings' | 'workers'>,
  request: CreateProjectRequest,
): Promise<void> {
  const batch: Batch = { payload: null, print: 'check', mark: 'intake:check' };
  const [skipped] = (await sortOne(context, request, batch)).skipped;
  const objection = skipped === undefined ? null : objectionTo(skipped);
  if (objection?.code === 'invalid_request') throw objection;
}

function objectionTo({ reason, detail, duplicate_of: of }: SkippedRow): ServiceError {
  if (of !== null) return duplicate(reason, of);
  const path = reason === 'unknown_parent' ? 'parent_project_id' : 'machine_target';
  const message = detail ?? reason;
  return new ServiceError('invalid_request', `${path}: ${message}`, {
    errors: [{ path, message }],
  });
}

const sameness: Readonly<Record<string, string>> = {
  duplicate_title: 'has the same title',
  duplicate_source: 'has the same source_ref',
};

function duplicate(reason: string, of: string): ServiceError {
  return new ServiceError(
    'duplicate_project',
    `project ${of} ${sameness[reason] ?? 'has this id'}; change that, or go on with ${of}`,
    { reason, duplicate_of: of },
  );
}
