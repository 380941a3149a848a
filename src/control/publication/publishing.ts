/** Finalization packages. */

import type { AskOptions } from '../../actors/runtime/requests.ts';
import { ServiceError } from '../../domain/errors.ts';
import { asText } from '../../lib/as-text.ts';
import {
  askAccepted,
  type ControlContext,
  type Once,
  type PackagePreview,
} from '../common/index.ts';

import { requirePaper } from '../papers/index.ts';

/** With `dry_run` it is only said what the package would hold and what stands in its way. */
export interface PackageRequest {
  readonly paper_id: string;
  readonly requested_by: string;
  readonly target_label: string;
  readonly dry_run: boolean;
}

/** Prepares the finalization package; 409 with the list while a gate fails. Once per `once.key`. */
export async function preparePackage(
  context: ControlContext,
  preview: PackagePreview,
  request: PackageRequest,
  once: Once | null = null,
) {
  const { paper_id: paperId, target_label } = request;
  const paper = await requirePaper(context, paperId);
  if (request.dry_run) {
    const planned = await preview({
      paper_id: paperId,
      project_id: asText(paper['project_id']),
      run_id: asText(paper['run_id']),
      target_label,
    });
    return {
      ok: true,
      dry_run: true,
      paper_id: paperId,
      would_pass: planned.problems.length === 0,
      ...planned,
    };
  }
  const { outcome } = await askAccepted(
    context.actors,
    { kind: 'paper_review', id: paperId },
    { type: 'PREPARE_PACKAGE', target_label },
    { by: request.requested_by, ...stepOf(once, 'package') },
  );
  const body = outcome.body ?? {};
  if (body['result'] !== 'packaged') {
    throw new ServiceError(
      'gates_failed',
      'The package was refused; each problem says what to mend',
      { problems: body['problems'] ?? [] },
    );
  }
  return {
    ok: true,
    dry_run: false,
    paper_id: paperId,
    review_status: outcome.status,
    event_id: outcome.event_id,
    ...body,
  };
}

/** Idempotency of a command's one step. */
export const stepOf = (once: Once | null, step: string): Pick<AskOptions, 'idempotency'> =>
  once === null ? {} : { idempotency: { key: `${once.key}:${step}`, payload: {} } };
