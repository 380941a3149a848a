/** Taking in ideas: each becomes a project with a queue item, duplicates are reported. */

import { fingerprint } from '../lib/hash.ts';
import type { ProjectEvent } from '../machines/project/events.ts';
import { ask } from './ask.ts';
import {
  type Batch,
  batchOf,
  type Candidate,
  given,
  type Idea,
  type IntakeRequest,
  type SkippedRow,
  skip,
  sortIdeas,
  titleTag,
} from './intake-sorting.ts';
import type { ControlContext } from './ports.ts';

/** Batches being recorded, one after another: two at once could both take the same source for new. */
const lastBatch = new WeakMap<object, Promise<unknown>>();

/**
 * Records a batch of ideas. A dry run says what would happen. The same idempotency key gives the
 * same reply, and with another payload it is refused before anything is made; a batch interrupted
 * by a crash is completed by repeating it.
 */
export async function takeInIdeas(context: ControlContext, request: IntakeRequest) {
  if (request.dry_run) return preview(context, request);
  const before = lastBatch.get(context.actors) ?? Promise.resolve();
  const recorded = before.then(() => record(context, request));
  lastBatch.set(
    context.actors,
    recorded.catch(() => undefined),
  );
  return recorded;
}

async function preview(context: ControlContext, request: IntakeRequest) {
  const { candidates, skipped } = await sortIdeas(context, request, batchOf(request));
  return {
    body: { ...replyOf(request, candidates, skipped), inserted_event: null, created: 0 },
    replayed: false,
  };
}

function replyOf(
  request: IntakeRequest,
  candidates: readonly Candidate[],
  skipped: readonly SkippedRow[],
) {
  return {
    ok: true,
    dry_run: request.dry_run,
    source: request.source,
    updated: 0,
    candidates: candidates.map(({ idea: _, ...shown }) => shown),
    skipped: skipped.length,
    skipped_rows: [...skipped].sort((one, other) => one.index - other.index),
  };
}

async function record(context: ControlContext, request: IntakeRequest) {
  const batch = batchOf(request);
  const id = fingerprint(request.idempotency_key).slice(0, 32);
  const known = await context.reads.get('intake', id);
  // A batch already recorded only has its answer repeated, or its key refused.
  const made =
    known === undefined
      ? await makeProjects(context, request, batch)
      : { created: 0, skipped: 0, reply: {} };
  const answered = await ask(
    context.actors,
    { kind: 'intake', id },
    { type: 'RECORD', source: request.source, ...made },
    {
      by: request.requested_by,
      idempotency: { key: `intake:${request.idempotency_key}`, payload: batch.payload },
    },
  );
  return {
    body: { ...(answered.outcome.body ?? made.reply), inserted_event: answered.outcome.event_id },
    replayed: answered.replayed,
  };
}

async function makeProjects(context: ControlContext, request: IntakeRequest, batch: Batch) {
  const { candidates, skipped } = await sortIdeas(context, request, batch);
  let created = 0;
  for (const candidate of candidates) {
    if (await createProject(context, request, batch, candidate)) created += 1;
    else skipped.push(skip(candidate, { reason: 'duplicate_id', of: candidate.project_id }));
  }
  const reply = { ...replyOf(request, candidates, skipped), created };
  return { created, skipped: skipped.length, reply };
}

/** Creates the project and its queue item; false when the project exists already. */
async function createProject(
  context: ControlContext,
  request: IntakeRequest,
  batch: Batch,
  candidate: Candidate,
): Promise<boolean> {
  const { idea } = candidate;
  const parent =
    idea.parent_project_id === undefined
      ? undefined
      : await context.reads.get('project', idea.parent_project_id);
  const project = {
    project_id: candidate.project_id,
    project_name: idea.title,
    project_dir: candidate.project_id,
    prompt: promptOf(idea),
  };
  const event: ProjectEvent = {
    type: 'CREATE',
    ...project,
    hypothesis: given(idea.hypothesis) ?? null,
    source_kind: request.source,
    source_ref: given(idea.source_ref) ?? null,
    parent_project_id: idea.parent_project_id ?? null,
    lineage_depth: parent === undefined ? 0 : Number(parent['lineage_depth']) + 1,
    tags: [...(idea.tags ?? []), batch.tag, titleTag(idea.title)],
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
  return outcome.accepted;
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
