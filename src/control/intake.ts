/** Taking in ideas: each becomes a project with a queue item, duplicates are reported. */

import { ServiceError } from '../domain/errors.ts';
import { isIdentifier, slugify } from '../domain/ids.ts';
import { limits } from '../domain/limits.ts';
import { priorityWords, type WorkloadClass } from '../domain/statuses.ts';
import { asText } from '../lib/as-text.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import { fingerprint } from '../lib/hash.ts';
import type { ProjectEvent } from '../machines/project/events.ts';
import { ask } from './ask.ts';
import type { ControlContext } from './ports.ts';

export interface Idea {
  readonly idea_id?: string | undefined;
  readonly title: string;
  readonly status?: string | undefined;
  readonly hypothesis?: string | undefined;
  readonly plan?: string | undefined;
  readonly prompt?: string | undefined;
  readonly priority?: keyof typeof priorityWords | number | undefined;
  readonly workload_class?: WorkloadClass | undefined;
  readonly machine_target?: string | undefined;
  readonly source_ref?: string | undefined;
  readonly parent_project_id?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

export interface IntakeRequest {
  readonly idempotency_key: string;
  readonly source: string;
  readonly dry_run: boolean;
  readonly default_machine_target?: string | undefined;
  readonly default_model?: string | undefined;
  readonly default_sandbox?: string | undefined;
  readonly requested_by: string;
  readonly ideas: readonly Idea[];
}

/** Statuses an idea may carry in its source that mean "not to be run". */
const closedIdeaStatuses = new Set([
  'done',
  'completed',
  'canceled',
  'cancelled',
  'archived',
  'rejected',
]);

interface Candidate {
  readonly index: number;
  readonly project_id: string;
  readonly title: string;
  readonly dispatch_priority: number;
  readonly workload_class: WorkloadClass;
  readonly machine_target: string | null;
  readonly idea: Idea;
}
interface SkippedRow extends JsonObject {
  readonly index: number;
  readonly title: string;
  readonly reason: string;
}

/**
 * Records a batch of ideas. A dry run says what would happen. The same idempotency key gives the
 * same reply; a batch interrupted by a crash is completed by repeating it.
 */
export async function takeInIdeas(context: ControlContext, request: IntakeRequest) {
  const { candidates, skipped } = await sortIdeas(context, request);
  const base = {
    ok: true,
    dry_run: request.dry_run,
    source: request.source,
    updated: 0,
    candidates: candidates.map(({ idea: _, ...shown }) => shown),
  };
  if (request.dry_run) {
    return {
      body: {
        ...base,
        inserted_event: null,
        created: 0,
        skipped: skipped.length,
        skipped_rows: skipped,
      },
      replayed: false,
    };
  }
  const created = [];
  for (const candidate of candidates) {
    if (await createProject(context, request, candidate)) created.push(candidate.project_id);
    else skipped.push(skip(candidate.index, candidate.title, 'duplicate_id'));
  }
  const { idempotency_key: key, ...payload } = request;
  const reply = {
    ...base,
    created: created.length,
    skipped: skipped.length,
    skipped_rows: skipped,
  };
  const answered = await ask(
    context.actors,
    { kind: 'intake', id: fingerprint(key).slice(0, 32) },
    {
      type: 'RECORD',
      source: request.source,
      created: created.length,
      skipped: skipped.length,
      reply,
    },
    { by: request.requested_by, idempotency: { key: `intake:${key}`, payload } },
  );
  return {
    body: { ...(answered.outcome.body ?? reply), inserted_event: answered.outcome.event_id },
    replayed: answered.replayed,
  };
}

async function sortIdeas(
  context: ControlContext,
  request: IntakeRequest,
): Promise<{ candidates: Candidate[]; skipped: SkippedRow[] }> {
  const candidates: Candidate[] = [];
  const skipped: SkippedRow[] = [];
  const ids = new Set<string>();
  const sources = new Set<string>();
  for (const [index, idea] of request.ideas.entries()) {
    const candidate = toCandidate(request, idea, index);
    const reason =
      (idea.status !== undefined && closedIdeaStatuses.has(idea.status.toLowerCase())
        ? 'closed_status'
        : null) ??
      (ids.has(candidate.project_id) ? 'duplicate_in_batch' : null) ??
      (idea.source_ref !== undefined && sources.has(idea.source_ref) ? 'duplicate_source' : null) ??
      (await knownAs(context, request, candidate)) ??
      unroutable(context, candidate);
    if (reason === null) {
      candidates.push(candidate);
      ids.add(candidate.project_id);
      if (idea.source_ref !== undefined) sources.add(idea.source_ref);
    } else skipped.push(skip(index, idea.title, reason));
  }
  return { candidates, skipped };
}

function toCandidate(request: IntakeRequest, idea: Idea, index: number): Candidate {
  if (idea.idea_id !== undefined && !isIdentifier(idea.idea_id)) {
    throw new ServiceError(
      'invalid_request',
      `ideas[${index}].idea_id cannot be used as a project id`,
      {
        errors: [
          {
            path: `ideas[${index}].idea_id`,
            message: `must be letters, digits, ".", "_" or "-", at most ${limits.identifierCharsMax}`,
          },
        ],
      },
    );
  }
  const priority = idea.priority ?? 'medium';
  return {
    index,
    project_id: idea.idea_id ?? slugify(idea.title),
    title: idea.title,
    dispatch_priority: typeof priority === 'number' ? priority : priorityWords[priority],
    workload_class: idea.workload_class ?? 'unknown',
    machine_target: idea.machine_target ?? request.default_machine_target ?? null,
    idea,
  };
}

/** Why a candidate is a duplicate of something stored; null when it is new or this very batch's. */
async function knownAs(
  context: ControlContext,
  request: IntakeRequest,
  candidate: Candidate,
): Promise<string | null> {
  const batch = batchTag(request);
  const sameId = await context.reads.get('project', candidate.project_id);
  if (sameId !== undefined && !hasTag(sameId, batch)) {
    return slugify(asText(sameId['project_name'])) === slugify(candidate.title)
      ? 'duplicate_title'
      : 'duplicate_id';
  }
  const ref = candidate.idea.source_ref;
  if (ref === undefined) return null;
  const page = await context.reads.list('project', {
    cursor: null,
    pageSize: 1,
    sort: null,
    filters: { source_ref: ref },
    search: '',
  });
  const found = page.rows[0];
  return found !== undefined && !hasTag(found, batch) ? 'duplicate_source' : null;
}

function unroutable(context: ControlContext, candidate: Candidate): string | null {
  const routed = context.workers.route(candidate);
  return routed.ok || candidate.machine_target === null
    ? null
    : `unknown_machine_target: ${routed.reason}`;
}

/** Marks the projects of one batch, so that repeating it after a crash recognises its own. */
function batchTag(request: IntakeRequest): string {
  return `intake:${fingerprint(request.idempotency_key).slice(0, 16)}`;
}
function hasTag(row: Readonly<Record<string, unknown>>, tag: string): boolean {
  return Array.isArray(row['tags']) && row['tags'].includes(tag);
}
function skip(index: number, title: string, reason: string): SkippedRow {
  return { index, title, reason };
}

/** Creates the project and its queue item; false when the project exists already. */
async function createProject(
  context: ControlContext,
  request: IntakeRequest,
  candidate: Candidate,
): Promise<boolean> {
  const { idea } = candidate;
  const prompt =
    idea.prompt ??
    [
      idea.title,
      idea.hypothesis && `Hypothesis: ${idea.hypothesis}`,
      idea.plan && `Plan: ${idea.plan}`,
    ]
      .filter(Boolean)
      .join('\n\n');
  const parent =
    idea.parent_project_id === undefined
      ? undefined
      : await context.reads.get('project', idea.parent_project_id);
  const project = {
    project_id: candidate.project_id,
    project_name: idea.title,
    project_dir: candidate.project_id,
    prompt,
  };
  const event: ProjectEvent = {
    type: 'CREATE',
    ...project,
    hypothesis: idea.hypothesis ?? null,
    source_kind: request.source,
    source_ref: idea.source_ref ?? null,
    parent_project_id: idea.parent_project_id ?? null,
    lineage_depth: parent === undefined ? 0 : Number(parent['lineage_depth']) + 1,
    tags: [...(idea.tags ?? []), batchTag(request)],
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
      model: request.default_model ?? null,
      reasoning_effort: 'medium',
      sandbox: request.default_sandbox ?? context.settings.defaultSandbox,
    },
  };
  const { outcome } = await ask(
    context.actors,
    { kind: 'project', id: candidate.project_id },
    event,
    {
      by: request.requested_by,
      settle: true,
      idempotency: { key: `intake:${request.idempotency_key}:${candidate.index}`, payload: event },
    },
  );
  return outcome.accepted;
}
