/** Finalization packages and corpus imports. */

import { ServiceError } from '../domain/errors.ts';
import { asText } from '../lib/as-text.ts';
import type { EntityRow } from '../store/ports/read-models.ts';
import { askAccepted, idempotencyOf } from './ask.ts';
import { requirePaper } from './drafting.ts';
import { writingObstacle } from './paper-obstacles.ts';
import type { PackagePreview } from './paper-tools.ts';
import type { ControlContext } from './ports.ts';

export interface PackageRequest {
  readonly idempotency_key?: string | undefined;
  readonly requested_by: string;
  readonly target_label: string;
  readonly dry_run: boolean;
}

/** Prepares the finalization package; 409 with the list while a gate fails. */
export async function preparePackage(
  context: ControlContext,
  preview: PackagePreview,
  paperId: string,
  request: PackageRequest,
) {
  const paper = await requirePaper(context, paperId);
  if (request.dry_run) {
    const planned = await preview({
      paper_id: paperId,
      project_id: asText(paper['project_id']),
      run_id: asText(paper['run_id']),
      target_label: request.target_label,
    });
    return {
      body: {
        ok: true,
        dry_run: true,
        paper_id: paperId,
        would_pass: planned.problems.length === 0,
        ...planned,
      },
      replayed: false,
    };
  }
  const { idempotency_key: key, ...payload } = request;
  const { outcome, replayed } = await askAccepted(
    context.actors,
    { kind: 'paper_review', id: paperId },
    { type: 'PREPARE_PACKAGE', target_label: request.target_label },
    {
      by: request.requested_by,
      ...idempotencyOf('prepare-finalization-package', key, { paperId, ...payload }),
    },
  );
  const body = outcome.body ?? {};
  if (body['result'] !== 'packaged') {
    throw new ServiceError(
      'gates_failed',
      'The package was refused; each problem says what to mend',
      { problems: body['problems'] ?? [] },
      { replayed },
    );
  }
  return {
    body: {
      ok: true,
      dry_run: false,
      paper_id: paperId,
      review_status: outcome.status,
      event_id: outcome.event_id,
      ...body,
    },
    replayed,
  };
}

export interface ImportRequest {
  readonly idempotency_key?: string | undefined;
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
  const writing = await writingObstacle(context.reads, paperId);
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

/** Imports a finalized package into the corpus. */
export async function importIntoCorpus(context: ControlContext, request: ImportRequest) {
  const paper = await requirePaper(context, request.paper_id);
  const review = await context.reads.get('paper_review', request.paper_id);
  const entry = await context.reads.get('corpus_entry', request.paper_id);
  const packageDir = asText(review?.['package_dir']);
  // What is in the corpus already only has its answer repeated, whatever its review says now.
  const settled = !request.dry_run && entry?.['status'] === 'imported';
  if (!settled) await refuseUnfinished(context, request.paper_id, review, packageDir);
  if (request.dry_run) {
    return {
      body: {
        ok: true,
        dry_run: true,
        paper_id: request.paper_id,
        already_imported: entry?.['status'] === 'imported',
        package_dir: packageDir,
      },
      replayed: false,
    };
  }
  const { idempotency_key: key, ...payload } = request;
  const { outcome, replayed } = await askAccepted(
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
    { by: request.requested_by, ...idempotencyOf('corpus-import', key, payload) },
  );
  const body = outcome.body ?? {};
  if (body['result'] !== 'imported') {
    throw new ServiceError(
      'gates_failed',
      `The import was refused: ${asText(body['error'], 'no reason was given')}`,
      { problems: body['problems'] ?? [] },
      { replayed },
    );
  }
  return {
    body: {
      ok: true,
      dry_run: false,
      paper_id: request.paper_id,
      event_id: outcome.event_id,
      ...body,
    },
    replayed,
  };
}
