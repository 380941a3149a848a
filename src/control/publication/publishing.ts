/** Finalization packages and corpus imports. */

import type { AskOptions } from '../../actors/runtime/requests.ts';
import { ServiceError } from '../../domain/errors.ts';
import { asText } from '../../lib/as-text.ts';
import type { EntityRow } from '../../store/ports/read-models.ts';
import {
  askAccepted,
  type ControlContext,
  type Once,
  type PackagePreview,
} from '../common/index.ts';

import { publishingObstacle, requirePaper } from '../papers/index.ts';

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
const stepOf = (once: Once | null, step: string): Pick<AskOptions, 'idempotency'> =>
  once === null ? {} : { idempotency: { key: `${once.key}:${step}`, payload: {} } };

/** With `dry_run` it is only said whether the paper could be imported. */
export interface ImportRequest {
  readonly paper_id: string;
  readonly dry_run: boolean;
  readonly requested_by: string;
}

async function refuseUnfinished(
  context: ControlContext,
  paperId: string,
  review: EntityRow | undefined,
  packageDir: string,
): Promise<void> {
  const writing = await publishingObstacle(context.reads, paperId);
  if (writing !== null) {
    throw new ServiceError('transition_refused', writing.message, { reason: writing.reason });
  }
  const status = asText(review?.['status'], 'unknown');
  if (status === 'finalized' && packageDir !== '') return;
  const [detail, problem] =
    status === 'finalized'
      ? ['was set to finalized by hand and has no package', 'there is no finalization package']
      : ['is not finalized', `review_status is ${status}, finalized is needed`];
  throw new ServiceError(
    'gates_failed',
    `${paperId} ${detail}; prepare its finalization package first`,
    { problems: [problem] },
  );
}

/** Imports a finalized package into the corpus; once per `once.key`. */
export async function importIntoCorpus(
  context: ControlContext,
  request: ImportRequest,
  once: Once | null = null,
) {
  const paper = await requirePaper(context, request.paper_id);
  const review = await context.reads.get('paper_review', request.paper_id);
  const entry = await context.reads.get('corpus_entry', request.paper_id);
  const packageDir = asText(review?.['package_dir']);
  const step = stepOf(once, 'import');
  // What is in the corpus already only has its answer repeated, whatever its review says now; so has
  // what an earlier attempt at this very command asked for.
  const settled =
    !request.dry_run &&
    (entry?.['status'] === 'imported' ||
      (step.idempotency !== undefined &&
        (await context.actors.recall(step.idempotency.key)) !== undefined));
  if (!settled) await refuseUnfinished(context, request.paper_id, review, packageDir);
  if (request.dry_run) {
    return {
      ok: true,
      dry_run: true,
      paper_id: request.paper_id,
      already_imported: entry?.['status'] === 'imported',
      package_dir: packageDir,
    };
  }
  const { outcome } = await askAccepted(
    context.actors,
    { kind: 'corpus_entry', id: request.paper_id },
    {
      type: 'IMPORT',
      paper_id: request.paper_id,
      project_id: asText(paper['project_id']),
      run_id: asText(paper['run_id']),
      title: asText(paper['title'], asText(request.paper_id)),
      package_dir: packageDir,
    },
    { by: request.requested_by, ...step },
  );
  const body = outcome.body ?? {};
  if (body['result'] !== 'imported') {
    throw new ServiceError(
      'gates_failed',
      `The import was refused: ${asText(body['error'], 'no reason was given')}`,
      { problems: body['problems'] ?? [] },
    );
  }
  return {
    ok: true,
    dry_run: false,
    paper_id: request.paper_id,
    event_id: outcome.event_id,
    ...body,
  };
}
