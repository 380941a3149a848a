/** Drafting and rewriting papers. */

import { type ErrorDetails, ServiceError } from '../domain/errors.ts';
import { paperIdOf } from '../domain/ids.ts';
import { limits } from '../domain/limits.ts';
import { type QueueItem, queueItemSchema } from '../domain/records.ts';
import { asText } from '../lib/as-text.ts';
import { ask, askAccepted, idempotencyOf } from './ask.ts';
import type { EvidenceCheck } from './paper-tools.ts';
import type { ControlContext, Once } from './ports.ts';

export interface DraftRequest {
  readonly dry_run: boolean;
  readonly requested_by: string;
  /** Also draft where local evidence looks incomplete. */
  readonly force: boolean;
}

interface Skipped {
  readonly project_id: string;
  readonly run_id: string | null;
  readonly reason: string;
}

/** Candidates whose drafting may fail in one request before it gives up. */
const draftFailuresMax = 5;

/**
 * Drafts the next completed project whose decision gate is positive and which has no paper. What
 * cannot be drafted is skipped with its reason, never an error.
 */
export async function draftNext(
  context: ControlContext,
  checkEvidence: EvidenceCheck,
  request: DraftRequest,
  _once: Once | null = null,
) {
  const skipped: Skipped[] = [];
  let failures = 0;
  for (const row of await context.reads.draftCandidates(limits.pageSizeDefault)) {
    const item = queueItemSchema.parse(row);
    const candidate = candidateOf(item);
    if (candidate === null) {
      skipped.push(skip(item, 'the item has no run or no decision'));
      continue;
    }
    const missing = await checkEvidence(item.project_dir);
    if (missing !== null && (missing.fatal || !request.force)) {
      skipped.push(skip(item, missing.reason));
      continue;
    }
    if (request.dry_run)
      return draftReply('dry_run_draft', `${item.project_id} would be drafted`, candidate, skipped);
    const drafted = await draft(context, item, candidate, request);
    if (drafted.ok)
      return draftReply('drafted', `${candidate.paper_id} is drafted`, candidate, skipped, {
        event_id: drafted.eventId,
        paper: drafted.paper,
      });
    // One that cannot be drafted must not keep those behind it waiting.
    skipped.push(skip(item, drafted.reason));
    failures += 1;
    if (failures === draftFailuresMax) break;
  }
  const reason =
    skipped.length === 0
      ? 'No completed run waits for a paper'
      : failures === 0
        ? 'No waiting run has the evidence a paper needs'
        : `No paper could be drafted: ${skipped.at(-1)?.reason}`;
  return draftReply('noop', reason, null, skipped);
}

interface Candidate {
  readonly project_id: string;
  readonly project_name: string;
  readonly run_id: string;
  readonly paper_id: string;
}

function candidateOf(item: QueueItem): Candidate | null {
  if (item.current_run_id === null || item.decision === null) return null;
  return {
    project_id: item.project_id,
    project_name: item.project_name,
    run_id: item.current_run_id,
    paper_id: paperIdOf(item.current_run_id),
  };
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
    ...more,
  };
}

async function draft(
  context: ControlContext,
  item: QueueItem,
  candidate: Candidate,
  request: DraftRequest,
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
      project_dir: item.project_dir,
      decision: item.decision!,
    },
    { by: request.requested_by, settle: true },
  );
  const failed =
    outcome.refusal?.message ??
    (outcome.body?.['result'] === 'failed' ? asText(outcome.body['error']) : null);
  return failed === null
    ? { ok: true, eventId: outcome.event_id, paper: outcome.body }
    : { ok: false, reason: failed };
}

export interface RewriteRequest {
  readonly idempotency_key: string;
  readonly requested_by: string;
  readonly force: boolean;
}

/** Rewrites a draft from its evidence. 424 when there is none, with what was tried. */
export async function rewriteDraft(
  context: ControlContext,
  paperId: string,
  request: RewriteRequest,
) {
  const paper = await requirePaper(context, paperId);
  const project = await context.reads.get('project', asText(paper['project_id']));
  const { outcome, replayed } = await askAccepted(
    context.actors,
    { kind: 'paper', id: paperId },
    {
      type: 'REWRITE',
      project_name: asText(project?.['project_name'] ?? paper['project_id']),
      project_dir: asText(project?.['project_dir'] ?? paper['project_id']),
      force: request.force,
    },
    {
      by: request.requested_by,
      ...idempotencyOf('rewrite-draft', request.idempotency_key, {
        paper_id: paperId,
        requested_by: request.requested_by,
        force: request.force,
      }),
    },
  );
  const body = outcome.body ?? {};
  if (body['result'] === 'failed') {
    const code = body['code'] === 'evidence_missing' ? 'evidence_missing' : 'internal';
    throw new ServiceError(code, asText(body['error']), (body['details'] ?? {}) as ErrorDetails);
  }
  return {
    body: {
      ok: true,
      paper_id: paperId,
      paper_status: outcome.status,
      event_id: outcome.event_id,
      ...body,
    },
    replayed,
  };
}

/** The stored paper; 404 when there is none. */
export async function requirePaper(context: ControlContext, paperId: string) {
  const paper = await context.reads.get('paper', paperId);
  if (paper === undefined) throw new ServiceError('paper_not_found', `no paper ${paperId} exists`);
  return paper;
}
