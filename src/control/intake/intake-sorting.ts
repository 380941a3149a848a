/** Which ideas of a batch are new: duplicates within it and in the store, closed ones, unroutable ones. */
import type { Idea } from '../../domain/entities/idea.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isProjectId, projectIdRule } from '../../domain/ids.ts';
import type { WorkloadClass } from '../../domain/statuses.ts';
import { toPriority } from '../../domain/texts.ts';
import { asText } from '../../lib/as-text.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { fingerprint } from '../../lib/hash.ts';
import { type EntityRow, firstPage } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';
import { normalizeTitle, projectIdOfTitle } from './idea-titles.ts';
import { projectsOfTitle } from './same-title.ts';

/** A batch of ideas. The defaults are for ideas that do not name their own. */
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

/** An idea that would become a project. */
export interface Candidate {
  readonly index: number;
  readonly project_id: string;
  readonly title: string;
  readonly dispatch_priority: number;
  readonly workload_class: WorkloadClass;
  readonly machine_target: string | null;
  readonly parent_project_id: string | null;
  readonly idea: Idea;
}
/** An idea that was left out; `index` is its place in the batch, from 0. */
export interface SkippedRow extends JsonObject {
  readonly index: number;
  readonly title: string;
  readonly reason: string;
  /** The project it repeats, where it is a duplicate. */
  readonly duplicate_of: string | null;
  /** More words where the reason alone does not say what to do. */
  readonly detail?: string;
}

/** Why an idea becomes no project. */
interface Objection {
  readonly reason: string;
  /** The project that has it already; null when it is no duplicate. */
  readonly of: string | null;
  readonly detail?: string;
}

/** What sorting needs of a request. */
export type SortRequest = Pick<IntakeRequest, 'ideas' | 'default_machine_target'>;

/** Which ideas are new, and why the others are not; throws for an id that cannot be one. */
export async function sortIdeas(
  context: Needs<'reads' | 'settings' | 'workers'>,
  request: SortRequest,
  batch: Batch,
): Promise<{ candidates: Candidate[]; skipped: SkippedRow[] }> {
  const candidates: Candidate[] = [];
  const skipped: SkippedRow[] = [];
  const seen = {
    ids: new Map<string, string>(),
    titles: new Map<string, string>(),
    sources: new Map<string, string>(),
  };
  for (const [index, idea] of request.ideas.entries()) {
    const candidate = toCandidate(context, request, { idea, index });
    const objection =
      (closedIdeaStatuses.has((idea.status ?? '').trim().toLowerCase())
        ? { reason: 'closed_status', of: null }
        : null) ??
      repeatedInBatch(seen, candidate) ??
      (await knownAs(context, batch, candidate)) ??
      (await orphaned(context, seen.ids, candidate)) ??
      unroutable(context, candidate);
    if (objection !== null) {
      skipped.push(skip(candidate, objection));
      continue;
    }
    candidates.push(candidate);
    seen.ids.set(candidate.project_id, candidate.project_id);
    seen.titles.set(normalizeTitle(idea.title), candidate.project_id);
    const ref = given(idea.source_ref);
    if (ref !== undefined) seen.sources.set(ref, candidate.project_id);
  }
  return { candidates, skipped };
}

function repeatedInBatch(
  seen: Readonly<Record<'ids' | 'titles' | 'sources', ReadonlyMap<string, string>>>,
  { project_id, title, idea }: Candidate,
): Objection | null {
  const same = seen.ids.get(project_id) ?? seen.titles.get(normalizeTitle(title));
  if (same !== undefined) return { reason: 'duplicate_in_batch', of: same };
  const source = seen.sources.get(given(idea.source_ref) ?? '');
  return source === undefined ? null : { reason: 'duplicate_source', of: source };
}

/** A text that was given; an empty one was not, whatever its field. */
export function given(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

function toCandidate(
  { settings }: Needs<'settings'>,
  request: SortRequest,
  { idea, index }: Pick<Candidate, 'idea' | 'index'>,
): Candidate {
  const id = given(idea.idea_id);
  if (id !== undefined && !isProjectId(id)) {
    throw new ServiceError('invalid_request', `ideas[${index}].idea_id: ${projectIdRule}`, {
      errors: [{ path: `ideas[${index}].idea_id`, message: projectIdRule }],
    });
  }
  const priority = idea.priority ?? 'medium';
  return {
    index,
    project_id: id ?? projectIdOfTitle(idea.title),
    title: idea.title,
    dispatch_priority: toPriority(priority),
    workload_class: idea.workload_class ?? settings.defaultWorkloadClass,
    machine_target: given(idea.machine_target) ?? given(request.default_machine_target) ?? null,
    parent_project_id: given(idea.parent_project_id) ?? null,
    idea,
  };
}

/** Why a candidate is a duplicate of something stored; null when it is new or this very batch's. */
async function knownAs(
  context: Needs<'reads'>,
  batch: Batch,
  candidate: Candidate,
): Promise<Objection | null> {
  const sameId = await context.reads.get('project', candidate.project_id);
  if (sameId !== undefined && sameId['intake_batch'] !== batch.mark) {
    const sameTitle =
      normalizeTitle(asText(sameId['project_name'])) === normalizeTitle(candidate.title);
    return {
      reason: sameTitle ? 'duplicate_title' : 'duplicate_id',
      of: candidate.project_id,
    };
  }
  const isOther = (row: EntityRow | undefined): row is EntityRow =>
    row !== undefined && row['intake_batch'] !== batch.mark;
  const ref = given(candidate.idea.source_ref);
  const sameSource = ref === undefined ? undefined : await firstOfSource(context, ref);
  if (isOther(sameSource)) {
    return { reason: 'duplicate_source', of: asText(sameSource['project_id']) };
  }
  const [titled] = await projectsOfTitle(context, candidate.title, 1);
  const sameTitle = isOther(titled) ? asText(titled['project_id']) : null;
  return sameTitle === null ? null : { reason: 'duplicate_title', of: sameTitle };
}

async function firstOfSource(
  { reads }: Needs<'reads'>,
  source_ref: string,
): Promise<EntityRow | undefined> {
  const query = { ...firstPage, pageSize: 1, filters: { source_ref } };
  return (await reads.list('project', query)).rows[0];
}

/** A parent must exist, or come earlier in the batch, for the lineage to be true. */
async function orphaned(
  context: Needs<'reads'>,
  earlier: ReadonlyMap<string, string>,
  { parent_project_id: parent }: Candidate,
): Promise<Objection | null> {
  if (parent === null || earlier.has(parent)) return null;
  if ((await context.reads.get('project', parent)) !== undefined) return null;
  const detail = `no project ${parent} exists; create it first, or put it earlier in the batch`;
  return { reason: 'unknown_parent', of: null, detail };
}

function unroutable(context: Needs<'workers'>, candidate: Candidate): Objection | null {
  const routed = context.workers.route(candidate);
  return routed.ok || candidate.machine_target === null
    ? null
    : { reason: `unknown_machine_target: ${routed.reason}`, of: null, detail: routed.reason };
}

/** What makes a batch this batch: everything of its request but the key. */
export interface Batch {
  readonly payload: unknown;
  readonly print: string;
  /** Marks its projects, so that repeating it after a crash recognises its own. */
  readonly mark: string;
}

/** The same request has the same batch, whenever it comes. Pure. */
export function batchOf(request: IntakeRequest): Batch {
  const { idempotency_key: key, ...payload } = request;
  const print = fingerprint({ key, payload }).slice(0, 16);
  return { payload, print, mark: `intake:${print}` };
}

/** The row of an idea against which there is an objection. Pure. */
export function skip({ index, title }: Candidate, { reason, of, detail }: Objection): SkippedRow {
  const row = { index, title, reason, duplicate_of: of };
  return detail === undefined ? row : { ...row, detail };
}
