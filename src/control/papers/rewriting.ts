/** Rewriting a paper from its evidence. */

import type { AskOptions } from '../../actors/runtime/requests.ts';
import { type ErrorDetails, ServiceError, toErrorCode } from '../../domain/errors.ts';
import { asText } from '../../lib/as-text.ts';
import { askAccepted, type Needs, type Once } from '../common/index.ts';

import { requirePaper } from './drafting.ts';
import { rewriteObstacle } from './paper-obstacles.ts';

/** With `force` also a finalized paper, which then is to be packaged again. */
export interface RewriteRequest {
  readonly paper_id: string;
  readonly requested_by: string;
  readonly force: boolean;
  /** False: the writing is only begun, and goes on by itself. */
  readonly wait?: boolean;
}

/**
 * Rewrites a draft from its evidence. 424 when there is none, with what was tried; 409 when the paper
 * is published or, without `force`, finalized. Once per `once.key`.
 */
export async function rewriteDraft(
  context: Needs<'actors' | 'reads'>,
  request: RewriteRequest,
  once: Once | null = null,
) {
  const { body } = await rewriteUnder(context, request.paper_id, request, {
    by: request.requested_by,
    ...(once === null ? {} : { idempotency: { key: `${once.key}:rewrite`, payload: {} } }),
  });
  return body;
}

/** The same with idempotency of the caller's own; for commands that rewrite several. */
export async function rewriteUnder(
  context: Needs<'actors' | 'reads'>,
  paperId: string,
  request: Pick<RewriteRequest, 'force' | 'wait'>,
  options: Pick<AskOptions, 'by' | 'idempotency'>,
) {
  const paper = await requirePaper(context, paperId);
  await refuseObstacle(context, paperId, request, options);
  const project = await context.reads.get('project', asText(paper['project_id']));
  const { outcome, replayed } = await askAccepted(
    context.actors,
    { kind: 'paper', id: paperId },
    {
      type: 'REWRITE',
      project_name: asText(project?.['project_name'] ?? paper['project_id']),
      project_dir: asText(project?.['project_dir'] ?? paper['project_id']),
      force: request.force,
      ...(request.wait === false && { wait: false }),
    },
    options,
  );
  const body = outcome.body ?? {};
  const report = (body['report'] ?? {}) as Readonly<Record<string, unknown>>;
  if (body['result'] !== 'rewritten' && body['result'] !== 'begun') throw failureOf(body, replayed);
  return {
    body: {
      ok: true as const,
      paper_id: paperId,
      paper_status: outcome.status,
      event_id: outcome.event_id,
      ...body,
      evidence_sync: report['evidence_sync'] ?? null,
      review_put_back: report['review_put_back'] === true,
    },
    replayed,
  };
}

/** Answers that are kept under a key are repeated, whatever has happened to the paper since. */
async function refuseObstacle(
  context: Needs<'actors' | 'reads'>,
  paperId: string,
  { force }: Pick<RewriteRequest, 'force'>,
  { idempotency }: Pick<AskOptions, 'idempotency'>,
): Promise<void> {
  const obstacle = await rewriteObstacle(context.reads, paperId, force);
  if (obstacle === null) return;
  const isKept =
    idempotency !== undefined && (await context.actors.recall(idempotency.key)) !== undefined;
  if (isKept) return;
  throw new ServiceError('transition_refused', obstacle.message, { reason: obstacle.reason });
}

function failureOf(body: Readonly<Record<string, unknown>>, replayed: boolean): ServiceError {
  return new ServiceError(
    toErrorCode(body['code'], 'internal'),
    asText(body['error'], 'the writer gave no reason'),
    (body['details'] ?? {}) as ErrorDetails,
    { replayed },
  );
}
