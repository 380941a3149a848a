/**
 * Rewriting several papers in one request. Which ones is decided once, in rank order; then one after
 * the other is rewritten, each under its own key, so that a later attempt at the same command goes
 * on where the last one stopped. What happens to one paper never fails the others. With `async` the
 * chosen papers become an actor of their own, `rewrite_batch`, and nobody waits for them.
 */
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { stateWord } from '../../domain/state-words.ts';
import type { PaperStatus } from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import { assert } from '../../lib/assert.ts';
import type { EntityRow, ListQuery } from '../../store/ports/read-models.ts';
import {
  keepOnce,
  type Needs,
  type Once,
  type PlanMember,
  type Planned,
  requireUnchanged,
} from '../common/index.ts';

import { rewriteObstacle, rewriteUnder, writingObstacle } from '../papers/index.ts';

import { startBatch } from './batch-run.ts';
import { exactFilters, openFilters, type ReviewFilters } from './review-query.ts';

/** Which papers, how many, and on whose behalf; with a plan, those that it chose. */
export interface RewriteBatchRequest extends ReviewFilters, Planned {
  readonly requested_by: string;
  readonly search: string;
  /** Papers to rewrite at most. */
  readonly limit: number;
  /** Also finalized ones, where `review_status` asks for them. */
  readonly force: boolean;
  readonly dry_run: boolean;
  /** Leaves out those that were rewritten before. */
  readonly skip_rewritten: boolean;
  /** Answers when the batch has begun; it goes on by itself. */
  readonly async?: boolean;
}

interface Skipped {
  readonly paper_id: string;
  readonly code: string;
  readonly detail: string;
}
interface Chosen {
  readonly paper_id: string;
  readonly title: string | null;
  readonly paper_status: string;
  readonly review_status: string;
  readonly rank_score: number;
}
/** Which papers a batch is about; made once per command. */
interface Plan {
  readonly chosen: readonly Chosen[];
  readonly skipped: readonly Skipped[];
  readonly skipped_count: number;
  /** False: papers beyond the bound were not looked at. */
  readonly complete: boolean;
}

/** What became of one paper. */
interface Result extends Partial<Chosen> {
  readonly paper_id: string;
  readonly result: 'would_rewrite' | 'queued' | 'rewritten' | 'skipped' | 'failed';
  /** Why not: a word of the error registry or of a refusal. */
  readonly code: string | null;
  readonly detail: string | null;
  readonly event_id: number | null;
  readonly evidence_sync: unknown;
  readonly review_put_back: boolean;
}

const rewritable: readonly PaperStatus[] = ['draft_review', 'publication_draft'];

/** Rewrites the papers, or with `dry_run` names those it would rewrite. */
export async function rewriteBatch(
  context: Needs<'actors' | 'entropy' | 'plans' | 'reads'>,
  request: RewriteBatchRequest,
  once: Once | null = null,
) {
  const plan = await keepOnce(context.actors, once, 'plan', () =>
    request.plan === undefined ? choose(context, request) : choosePlanned(context, request),
  );
  const results: Result[] = [];
  const isAsync = request.async === true && !request.dry_run;
  const batch =
    isAsync && plan.chosen.length > 0
      ? await startBatch(context, { ...request, papers: plan.chosen }, once)
      : null;
  for (const chosen of plan.chosen) {
    const paperResult = request.dry_run
      ? resultOf('would_rewrite', chosen)
      : isAsync
        ? resultOf('queued', chosen)
        : await rewriteOne(context, chosen, request, once);
    results.push(paperResult);
  }
  results.push(...plan.skipped.map((entry) => resultOf('skipped', entry)));
  const numberOf = (result: Result['result']): number =>
    results.filter((entry) => entry.result === result).length;
  return {
    ok: true,
    dry_run: request.dry_run,
    selected_count: plan.chosen.length,
    rewritten_count: numberOf('rewritten'),
    failed_count: numberOf('failed'),
    skipped_count: numberOf('skipped') + plan.skipped_count - plan.skipped.length,
    selection_complete: plan.complete,
    results,
    ...(isAsync ? { batch } : {}),
    ...(request.dry_run ? await keepPlan(context, request, plan) : {}),
  };
}

const askedOf = (request: RewriteBatchRequest) => ({
  paper_status: request.paper_status,
  review_status: request.review_status,
  search: request.search,
  limit: request.limit,
  force: request.force,
  skip_rewritten: request.skip_rewritten,
});

/** The members of a dry run's reply that name its plan; none where no paper was chosen. */
async function keepPlan(
  context: Needs<'plans' | 'reads'>,
  request: RewriteBatchRequest,
  plan: Plan,
) {
  const eligible: PlanMember[] = [];
  for (const { paper_id } of plan.chosen) {
    const { member } = await freezePaper(context, paper_id, request);
    // One that changed while the batch was chosen is no choice any more.
    if (member.act !== 'none') eligible.push(member);
  }
  if (eligible.length === 0) return {};
  const skipped = plan.skipped.map(({ paper_id: id, detail: reason }) => ({ id, reason }));
  const asked = askedOf(request);
  return context.plans.keep({ command: 'rewrite_batch', asked, eligible, skipped });
}

/** What a plan freezes of one paper; the row is there where it may be rewritten now. */
async function freezePaper(
  context: Needs<'reads'>,
  paperId: string,
  request: RewriteBatchRequest,
): Promise<{ readonly member: PlanMember; readonly row: EntityRow | null }> {
  const [row, paper] = await Promise.all([
    context.reads.get('paper_review', paperId),
    context.reads.get('paper', paperId),
  ]);
  const obstacle =
    row === undefined
      ? `there is no paper ${paperId}`
      : (await whyNot(context, row, request))?.detail;
  const values = {
    paper_status: asText(paper?.['status'], 'unknown'),
    review_status: asText(row?.['status'], 'unknown'),
    obstacle: obstacle ?? null,
  };
  const act = obstacle === undefined ? 'rewrite' : 'none';
  const member = { kind: 'paper', id: paperId, version: paper?.version ?? null, act, values };
  return { member, row: obstacle === undefined ? (row ?? null) : null };
}

/** The papers of a plan, in its order; 409 `plan_changed` where one of them is not as it was. */
async function choosePlanned(context: Needs<'reads'>, request: RewriteBatchRequest): Promise<Plan> {
  const { plan } = request;
  assert(plan !== undefined, 'it is called for a plan');
  const frozen = [];
  for (const { id } of plan.eligible) frozen.push(await freezePaper(context, id, request));
  const members = frozen.map(({ member }) => member);
  requireUnchanged(plan, { asked: askedOf(request), members });
  const rows = frozen.flatMap(({ row }) => (row === null ? [] : [row]));
  return planOf(rows.map(toChosen), [], true);
}

function resultOf(
  result: Result['result'],
  about: Chosen | Skipped,
  more: Partial<Result> = {},
): Result {
  return {
    code: null,
    detail: null,
    event_id: null,
    evidence_sync: null,
    review_put_back: false,
    ...about,
    result,
    ...more,
  };
}

async function rewriteOne(
  context: Needs<'actors' | 'reads'>,
  chosen: Chosen,
  request: RewriteBatchRequest,
  once: Once | null,
): Promise<Result> {
  const { force, requested_by: by } = request;
  const key = `${once?.key}:rewrite:${chosen.paper_id}`;
  try {
    const { body } = await rewriteUnder(
      context,
      chosen.paper_id,
      { force },
      { by, ...(once === null ? {} : { idempotency: { key, payload: { force } } }) },
    );
    const { event_id, evidence_sync, review_put_back, paper_status } = body;
    const more = { event_id, evidence_sync, review_put_back, paper_status };
    return resultOf('rewritten', chosen, more);
  } catch (error) {
    // The service is going down: the next attempt goes on here.
    if (!(error instanceof ServiceError) || error.code === 'shutting_down') throw error;
    const code =
      error.code === 'transition_refused'
        ? asText(error.details['reason'], error.code)
        : error.code;
    return resultOf(error.code === 'transition_refused' ? 'skipped' : 'failed', chosen, {
      code,
      detail: error.message,
      evidence_sync: error.details['evidence_sync'] ?? null,
    });
  }
}

/** The best ranked papers that may be rewritten, and why those met on the way may not. */
async function choose(context: Needs<'reads'>, request: RewriteBatchRequest): Promise<Plan> {
  const chosen: Chosen[] = [];
  const skipped: Skipped[] = [];
  const query = queryOf(request);
  let cursor: string | null = null;
  let looked = 0;
  for (;;) {
    const page = await context.reads.list('paper_review', { ...query, cursor });
    for (const row of page.rows) {
      const reason = await whyNot(context, row, request);
      if (reason !== null) skipped.push({ paper_id: asText(row['paper_id']), ...reason });
      else chosen.push(toChosen(row));
      looked += 1;
      if (chosen.length === request.limit) return planOf(chosen, skipped, true);
    }
    cursor = page.nextCursor;
    if (cursor === null) return planOf(chosen, skipped, true);
    if (looked >= limits.rewriteBatchScanMax) return planOf(chosen, skipped, false);
  }
}

function planOf(chosen: readonly Chosen[], skipped: readonly Skipped[], complete: boolean): Plan {
  const shown = skipped.slice(0, limits.rewriteBatchSkippedMax);
  return { chosen, skipped: shown, skipped_count: skipped.length, complete };
}

/** Without a paper status, those that can be rewritten; without a review status, the open ones. */
function queryOf(request: RewriteBatchRequest): Omit<ListQuery, 'cursor'> {
  const filters = request.review_status === '' ? openFilters(request) : exactFilters(request);
  // A paper is a publication draft from its first rewrite on.
  const statuses = request.skip_rewritten ? ['draft_review'] : rewritable;
  return {
    pageSize: limits.rewriteBatchMax,
    sort: '-rank_score',
    search: request.search,
    filters: { ...filters, ...(request.paper_status === '' ? { paper_status: statuses } : {}) },
  };
}

async function whyNot(
  context: Needs<'reads'>,
  row: EntityRow,
  request: RewriteBatchRequest,
): Promise<Omit<Skipped, 'paper_id'> | null> {
  const paperId = asText(row['paper_id']);
  const paper = await context.reads.get('paper', paperId);
  const status = asText(paper?.['status'], 'unknown');
  const writing = await writingObstacle(context.reads, paperId);
  if (writing !== null) return { code: writing.reason, detail: writing.message };
  if (!(rewritable as readonly string[]).includes(status)) {
    return {
      code: 'not_rewritable',
      detail: `${paperId} is ${stateWord(status)}; only ${rewritable.map(stateWord).join(' and ')} papers are rewritten.`,
    };
  }
  const rewrites = Number(paper?.['rewrite_count'] ?? 0);
  if (request.skip_rewritten && rewrites > 0) {
    return {
      code: 'already_rewritten',
      detail: `${paperId} was rewritten ${rewrites === 1 ? 'once' : `${rewrites} times`}; without skip_rewritten it is rewritten again.`,
    };
  }
  const obstacle = await rewriteObstacle(context.reads, paperId, request.force);
  return obstacle === null ? null : { code: obstacle.reason, detail: obstacle.message };
}

function toChosen(row: EntityRow): Chosen {
  return {
    paper_id: asText(row['paper_id']),
    title: row['title'] === null ? null : asText(row['title']),
    paper_status: asText(row['paper_status']),
    review_status: asText(row['status']),
    rank_score: Number(row['rank_score']),
  };
}
