/** Drafting papers. */
import { setImmediate as nextTick } from 'node:timers/promises';
import type { AskOptions } from '../../actors/runtime/requests.ts';
import { labelsOf } from '../../domain/entities/labels.ts';
import { ServiceError } from '../../domain/errors.ts';
import { paperIdOf } from '../../domain/ids.ts';
import { limits } from '../../domain/limits.ts';
import { type QueueItem, queueItemSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import { assert } from '../../lib/assert.ts';
import { toIsoTime } from '../../lib/clock.ts';
import {
  ask,
  type EvidenceCheck,
  type Needs,
  type Once,
  type Planned,
  requireUnchanged,
} from '../common/index.ts';
import { candidateOf, type DraftCandidate, freezeDraft } from './draft-candidate.ts';
import { heldReason } from './paper-obstacles.ts';

/** With `dry_run` it is only said which paper would be drafted; with a plan, just that is. */
export interface DraftRequest extends Planned {
  readonly dry_run: boolean;
  readonly requested_by: string;
  /** Also draft where local evidence looks incomplete. */
  readonly force: boolean;
  /**
   * False: the writing is only begun, one paper at a time, and goes on by itself. One that failed is begun again a
   * while later at the earliest, as whoever asked does not hear of it.
   */
  readonly wait?: boolean;
}

interface Skipped {
  readonly project_id: string;
  readonly run_id: string | null;
  readonly reason: string;
}

/** Drafts that may fail in one request before it gives up. */
const draftFailuresMax = 5;

/**
 * Drafts the next completed project whose decision gate is positive and which has no paper. What
 * cannot be drafted is skipped with its reason, never an error. Candidates that failed before come
 * last, so that they do not keep the others waiting.
 */
export async function draftNext(
  context: Needs<'actors' | 'clock' | 'plans' | 'reads'>,
  checkEvidence: EvidenceCheck,
  request: DraftRequest,
  once: Once | null = null,
) {
  const earlier = await earlierDrafts(context, once);
  if (earlier.drafted !== null) return earlier.drafted;
  const goesOn = request.wait === false ? await whatIsWritten(context) : null;
  if (goesOn !== null) return draftReply('noop', goesOn, null, earlier.failed);
  if (request.plan !== undefined)
    return draftPlanned(context, checkEvidence, request, { once, failed: earlier.failed });
  const skipped = [...earlier.failed];
  let attempts = earlier.attempts;
  const seen = new Set(earlier.failed.map((entry) => entry.project_id));
  for await (const item of freshFirst(context)) {
    if (seen.has(item.project_id)) continue;
    seen.add(item.project_id);
    const candidate = candidateOf(item);
    if (candidate === null) {
      skipped.push(skip(item, 'the item has no run or no decision'));
      continue;
    }
    const held =
      (await heldReason(context.reads, candidate.paper_id)) ??
      (request.wait === false ? await restingReason(context, candidate.paper_id) : null);
    if (held !== null) {
      skipped.push(skip(item, held));
      continue;
    }
    const missing = await checkEvidence(item.project_dir);
    if (missing !== null && (missing.fatal || !request.force)) {
      skipped.push(skip(item, missing.reason));
      continue;
    }
    if (request.dry_run) {
      const words = `${item.project_id} would be drafted`;
      const plan = await planDraft(context, checkEvidence, { request, item, skipped });
      return draftReply('dry_run_draft', words, candidate, skipped, plan);
    }
    attempts += 1;
    const drafted = await draft(context, item, candidate, {
      by: request.requested_by,
      wait: request.wait !== false,
      ...(once === null ? {} : { idempotency: draftKey(once, attempts) }),
    });
    if (drafted.ok) return draftedReply(candidate, skipped, drafted);
    // One that cannot be drafted must not keep those behind it waiting.
    skipped.push(skip(item, drafted.reason));
    if (attempts >= draftFailuresMax) break;
  }
  return draftReply('noop', noopReason(skipped, attempts), null, skipped);
}

const askedOf = ({ force }: DraftRequest) => ({ force });

/** The reply's members that name the plan; none where the item changed while it was looked at. */
async function planDraft(
  context: Needs<'plans' | 'reads'>,
  checkEvidence: EvidenceCheck,
  {
    request,
    item,
    skipped,
  }: {
    readonly request: DraftRequest;
    readonly item: QueueItem;
    readonly skipped: readonly Skipped[];
  },
): Promise<object> {
  const { force } = request;
  const { project_id: projectId } = item;
  const { member, ready } = await freezeDraft(context, checkEvidence, { projectId, force });
  if (ready === null) return {};
  return context.plans.keep({
    command: 'draft_next',
    asked: askedOf(request),
    eligible: [member],
    skipped: skipped
      .slice(0, limits.draftSkippedMax)
      .map((entry) => ({ id: entry.project_id, reason: entry.reason })),
  });
}

/** Drafts what a dry run chose; 409 `plan_changed` where it would not be chosen as it was any more. */
async function draftPlanned(
  context: Needs<'actors' | 'reads'>,
  checkEvidence: EvidenceCheck,
  request: DraftRequest,
  { once, failed }: { readonly once: Once | null; readonly failed: readonly Skipped[] },
) {
  const { plan, force } = request;
  const [chosen] = plan?.eligible ?? [];
  assert(plan !== undefined && chosen !== undefined, 'a plan of a draft has an item');
  // An earlier attempt at this very command drafted it in vain: that is its answer.
  if (failed.length > 0) return draftReply('noop', noopReason(failed, 1), null, failed);
  const found = await freezeDraft(context, checkEvidence, { projectId: chosen.id, force });
  requireUnchanged(plan, { asked: askedOf(request), members: [found.member] });
  assert(found.ready !== null, 'a plan that is unchanged can be carried out');
  const { item, candidate } = found.ready;
  const drafted = await draft(context, item, candidate, {
    by: request.requested_by,
    wait: request.wait !== false,
    ...(once === null ? {} : { idempotency: draftKey(once, 1) }),
  });
  if (drafted.ok) return draftedReply(candidate, [], drafted);
  const skipped = [skip(item, drafted.reason)];
  return draftReply('noop', noopReason(skipped, 1), null, skipped);
}

function noopReason(skipped: readonly Skipped[], attempts: number): string {
  if (skipped.length === 0) return 'No completed run waits for a paper';
  return attempts === 0
    ? `No waiting run has the evidence a paper needs: ${ofFirst(skipped)}`
    : `No paper could be drafted: ${skipped.at(-1)?.reason}`;
}

/** As in `a: run_notes.md is missing, and 2 others`. */
function ofFirst([first, ...others]: readonly Skipped[]): string {
  const rest =
    others.length === 0 ? '' : `, and ${others.length} other${others.length === 1 ? '' : 's'}`;
  return `${first?.project_id}: ${first?.reason}${rest}`;
}

/** Oldest first, to the last of them; those whose last try failed after all others. */
async function* freshFirst({ reads }: Needs<'reads'>): AsyncGenerator<QueueItem> {
  const failedBefore: QueueItem[] = [];
  let behind: QueueItem | undefined;
  for (;;) {
    const rows = await reads.draftCandidates(limits.draftPageSize, behind);
    for (const row of rows) {
      const item = queueItemSchema.parse(row);
      behind = item;
      const run = item.current_run_id;
      const paper = run === null ? undefined : await reads.get('paper', paperIdOf(run));
      if ((paper?.['last_error'] ?? null) === null) yield item;
      else failedBefore.push(item);
    }
    if (rows.length < limits.draftPageSize) break;
    // Between two pages others have their turn.
    await nextTick();
  }
  yield* failedBefore;
}

/** Drafts of one command are numbered, so that a later attempt at it finds those before. */
const draftKey = (once: Once, attempt: number) => ({
  key: `${once.key}:draft:${attempt}`,
  payload: {},
});

/** What earlier attempts at this very command drafted, or tried to. */
async function earlierDrafts(context: Needs<'actors' | 'reads'>, once: Once | null) {
  const failed: Skipped[] = [];
  let attempts = 0;
  if (once?.repeated !== true) return { drafted: null, failed, attempts };
  for (;;) {
    const kept = await context.actors.recall(draftKey(once, attempts + 1).key);
    if (kept === undefined) return { drafted: null, failed, attempts };
    if (!kept.ok) throw new ServiceError('shutting_down', kept.detail);
    attempts += 1;
    const { body, event_id } = kept.outcome;
    // A refused one is met again among the candidates, if it still is one.
    if (body === null) continue;
    const projectId = asText(body['project_id']);
    const runId = asText(body['run_id']);
    if (body['result'] === 'failed') {
      const reason = asText(body['error'], 'it could not be drafted');
      failed.push({ project_id: projectId, run_id: runId === '' ? null : runId, reason });
      continue;
    }
    const project = await context.reads.get('project', projectId);
    const candidate: DraftCandidate = {
      project_id: projectId,
      project_name: asText(project?.['project_name'], projectId),
      run_id: runId,
      paper_id: asText(body['paper_id']),
    };
    return {
      drafted: draftedReply(candidate, failed, { eventId: event_id, paper: body }),
      failed,
      attempts,
    };
  }
}

function skip(item: QueueItem, reason: string): Skipped {
  return { project_id: item.project_id, run_id: item.current_run_id, reason };
}

function draftReply(
  action: string,
  reason: string,
  candidate: unknown,
  skipped: readonly Skipped[],
  more: object = {},
) {
  return {
    ok: true,
    action,
    reason,
    candidate,
    skipped: skipped.slice(0, limits.draftSkippedMax),
    skipped_count: skipped.length,
    event_id: null,
    paper: null,
    ...more,
  };
}

function draftedReply(
  candidate: DraftCandidate,
  skipped: readonly Skipped[],
  drafted: { readonly eventId: number | null; readonly paper: unknown },
) {
  const { paper_id: id } = candidate;
  const common = { event_id: drafted.eventId, paper: drafted.paper };
  return isBegun(drafted.paper)
    ? draftReply('draft_begun', `${id} is being written`, candidate, skipped, common)
    : draftReply('drafted', `${id} is drafted`, candidate, skipped, common);
}

const isBegun = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'result' in body && body.result === 'begun';

/** That a paper is being drafted; null where none is. */
async function whatIsWritten({ reads }: Needs<'reads'>): Promise<string | null> {
  const { draft_generating: count = 0 } = await reads.countByStatus('paper');
  return count === 0 ? null : 'A paper is being written; the next is begun when that has ended';
}

/** Why a draft that failed is not begun again yet; null: it is time. */
async function restingReason(
  { reads, clock }: Needs<'reads' | 'clock'>,
  paperId: string,
): Promise<string | null> {
  const paper = await reads.get('paper', paperId);
  const error = asText(paper?.['last_error']);
  if (error === '') return null;
  const againMs = Date.parse(asText(paper?.['updated_at'])) + limits.draftRestMs;
  // A clock that was put back must not put it off for longer.
  if (Math.abs(againMs - clock.now()) > limits.draftRestMs || againMs <= clock.now()) return null;
  return `its draft failed (${error}); it is begun again at ${toIsoTime(againMs)}`;
}

async function draft(
  context: Needs<'actors'>,
  item: QueueItem,
  candidate: DraftCandidate,
  { wait, ...options }: Pick<AskOptions, 'by' | 'idempotency'> & { readonly wait: boolean },
): Promise<
  | { readonly ok: true; readonly eventId: number | null; readonly paper: unknown }
  | { readonly ok: false; readonly reason: string }
> {
  const { outcome } = await ask(
    context.actors,
    { kind: 'paper', id: candidate.paper_id },
    {
      type: 'DRAFT',
      ...candidate,
      ...labelsOf(item),
      project_dir: item.project_dir,
      decision: item.decision!,
      ...(wait ? {} : { wait }),
    },
    { ...options, settle: wait },
  );
  const failed =
    outcome.refusal?.message ??
    (outcome.body?.['result'] === 'failed' ? asText(outcome.body['error']) : null);
  return failed === null
    ? { ok: true, eventId: outcome.event_id, paper: outcome.body }
    : { ok: false, reason: failed };
}

/** The stored paper; 404 when there is none. */
export async function requirePaper(context: Needs<'reads'>, paperId: string) {
  const paper = await context.reads.get('paper', paperId);
  if (paper === undefined) throw new ServiceError('paper_not_found', `no paper ${paperId} exists`);
  return paper;
}
