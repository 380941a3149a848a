/** Publication automation: its lists, one paper of it, and what an operator decides about it. */

import { paperReview } from '../../domain/entities/paper-review.ts';
import { ServiceError } from '../../domain/errors.ts';
import { type PaperReview, paperReviewSchema } from '../../domain/records.ts';
import {
  type ChecklistStatus,
  checklistItemIds,
  type ReviewStatus,
} from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import type { PaperReviewEvent } from '../../machines/paper-review/events.ts';
import { isPackaging } from '../../machines/paper-review/stored.ts';
import type { EntityRow, ListQuery, OffsetPage } from '../../store/ports/read-models.ts';
import {
  type ArtifactName,
  askAccepted,
  idempotencyOf,
  mapInPieces,
  type Needs,
  type PaperTools,
  stampOf,
} from '../common/index.ts';

import { requirePaper } from '../papers/index.ts';
import { toPaperRow, toPlainRow } from '../reading/index.ts';
import { exactFilters, openFilters, type ReviewFilters } from './review-query.ts';

interface ReviewQuery extends ReviewFilters {
  readonly search: string;
  /** Null: best ranked first. */
  readonly sort: string | null;
  readonly include_rank_reasons: boolean;
}

/** A row of publication automation as the API shows it. */
export function toReviewRow(context: Needs<'clock'>, row: EntityRow, withReasons = true) {
  const review: PaperReview = paperReviewSchema.parse(row);
  const { rank_reasons, ...rest } = paperReview.row.parse(review);
  const base = `/control/api/publication-automation/${review.paper_id}`;
  return {
    ...rest,
    review_status: review.status as ReviewStatus,
    ...(withReasons ? { rank_reasons } : {}),
    package_in_progress: isPackaging(row),
    version: row.version,
    age_seconds: Math.max(
      0,
      Math.round((context.clock.now() - Date.parse(review.created_at)) / 1000),
    ),
    links: {
      self: base,
      paper: `/control/api/v1/papers/${review.paper_id}`,
      project: `/control/api/v1/projects/${review.project_id}`,
      run: `/control/api/v1/runs/${review.run_id}`,
    },
  };
}

/** One page by number. */
export async function listReviews(
  context: Needs<'clock' | 'reads'>,
  query: ReviewQuery & { readonly page: number; readonly page_size: number },
) {
  const found: OffsetPage<EntityRow> = await context.reads.listByPage('paper_review', {
    ...portQuery(query, exactFilters(query)),
    page: query.page,
    pageSize: query.page_size,
  });
  const rows = await mapInPieces(found.rows, (row) =>
    toReviewRow(context, row, query.include_rank_reasons),
  );
  return { found, rows };
}

/** The best ranked paper that is neither finalized nor rejected; 404 when none matches. */
export async function nextReview(context: Needs<'clock' | 'reads'>, query: ReviewQuery) {
  const page = await context.reads.list('paper_review', {
    ...portQuery(query, openFilters(query)),
    cursor: null,
    pageSize: 1,
  });
  const [row] = page.rows;
  if (row === undefined) throw new ServiceError('review_not_found', whyNone(query));
  return {
    ok: true,
    review: toReviewRow(context, row, query.include_rank_reasons),
    ...stampOf(context.clock, 'store'),
  };
}

function whyNone(query: ReviewQuery): string {
  if (['finalized', 'rejected'].includes(query.review_status)) {
    return `${query.review_status} papers are never next; leave review_status out, or read them from the list`;
  }
  const wanted = [
    query.paper_status === '' ? '' : `paper_status ${query.paper_status}`,
    query.review_status === '' ? '' : `review_status ${query.review_status}`,
    query.search === '' ? '' : 'the search words',
  ].filter((part) => part !== '');
  return wanted.length === 0
    ? 'no paper waits in publication automation: every one is finalized or rejected, or there is none'
    : `no paper that is neither finalized nor rejected has ${wanted.join(' and ')}`;
}

function portQuery(query: ReviewQuery, filters: ListQuery['filters']) {
  return { sort: query.sort, search: query.search, filters };
}

/** One paper of publication automation with the paper and its ledger row. */
export async function readReview(context: Needs<'clock' | 'reads'>, paperId: string) {
  const row = await requireReview(context, paperId);
  const [paper, entry] = await Promise.all([
    context.reads.get('paper', paperId),
    context.reads.get('corpus_entry', paperId),
  ]);
  return {
    ok: true,
    review: toReviewRow(context, row),
    paper: paper === undefined ? null : toPaperRow(context, paper),
    corpus_entry: entry === undefined ? null : toPlainRow('corpus_entry', entry),
    ...stampOf(context.clock, 'store'),
  };
}

/** A file of a paper as it is now; 404 when there is none of that name. */
export async function readArtifact(
  context: Needs<'reads'>,
  papers: PaperTools,
  paperId: string,
  name: ArtifactName,
): Promise<Uint8Array> {
  const paper = await requirePaper(context, paperId);
  const ids = { project_id: asText(paper['project_id']), run_id: asText(paper['run_id']) };
  const bytes = await papers.readArtifact(ids, name);
  if (bytes !== null) return bytes;
  throw new ServiceError(
    'artifact_not_found',
    `${paperId} is ${asText(paper['status'])} and has no ${name}; its files are written when it is drafted`,
  );
}

/** 404 when the paper does not exist, or is not in publication automation yet. */
async function requireReview(context: Needs<'reads'>, paperId: string): Promise<EntityRow> {
  const row = await context.reads.get('paper_review', paperId);
  if (row !== undefined) return row;
  const paper = await requirePaper(context, paperId);
  throw new ServiceError(
    'paper_not_found',
    `${paperId} is ${asText(paper['status'])} and not in publication automation yet; a paper gets there when its draft is done`,
  );
}

/** Who asks for a decision, under which key. */
export type Decision = {
  readonly idempotency_key?: string | undefined;
  readonly requested_by: string;
};

/** Marks the paper ready for finalization. */
export async function approveFinalization(
  context: Needs<'actors' | 'reads'>,
  paperId: string,
  request: Decision & { readonly note: string | null },
) {
  const decided = await decide(context, 'approve-finalization', paperId, request, {
    type: 'APPROVE',
    note: request.note,
  });
  return withBody(decided, { ready_for_finalization: true, note: request.note });
}

/** Sets the raw review status. */
export async function setReviewStatus(
  context: Needs<'actors' | 'reads'>,
  paperId: string,
  request: Decision & {
    readonly review_status: ReviewStatus;
    readonly note: string | null;
    readonly blocker: string | null;
  },
) {
  const { review_status, note, blocker } = request;
  const event = { type: 'SET_STATUS', review_status, note, blocker } as const;
  const decided = await decide(context, 'review-status', paperId, request, event);
  return withBody(decided, { note, blocker });
}

/** Decides one checklist item; 404 for an item there is not. */
export async function setChecklistItem(
  context: Needs<'actors' | 'reads'>,
  paperId: string,
  itemId: string,
  request: Decision & { readonly status: ChecklistStatus; readonly note: string | null },
) {
  const item = checklistItemIds.find((known) => known === itemId);
  if (item === undefined) {
    throw new ServiceError(
      'checklist_item_not_found',
      `there is no checklist item ${JSON.stringify(itemId)}; there are ${checklistItemIds.join(', ')}`,
    );
  }
  const { status, note } = request;
  const itemRequest = { ...request, item_id: item };
  const event = { type: 'SET_CHECKLIST', item_id: item, status, note } as const;
  const decided = await decide(context, 'checklist-item', paperId, itemRequest, event);
  return withBody(decided, { item_id: item, status, note });
}

/** The reply is made from the outcome and the request alone, so that a repeat is the same again. */
export async function decide(
  context: Needs<'actors' | 'reads'>,
  route: string,
  paperId: string,
  request: Decision,
  event: PaperReviewEvent,
) {
  await requireReview(context, paperId);
  const { idempotency_key: key, ...payload } = request;
  const { outcome, replayed } = await askAccepted(
    context.actors,
    { kind: 'paper_review', id: paperId },
    event,
    { by: request.requested_by, ...idempotencyOf(route, key, { paper_id: paperId, ...payload }) },
  );
  return {
    body: {
      ok: true,
      paper_id: paperId,
      review_status: outcome.status,
      requested_by: request.requested_by,
      event_id: outcome.event_id,
      at: outcome.at,
    },
    replayed,
  };
}

/** The same with more members in the reply. */
export function withBody<Body extends object, More extends object>(
  decided: { readonly body: Body; readonly replayed: boolean },
  more: More,
) {
  return { ...decided, body: { ...decided.body, ...more } };
}
