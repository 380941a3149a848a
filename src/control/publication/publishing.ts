/** Finalization packages and corpus imports. */

import type { AskOptions } from '../../actors/runtime/requests.ts';
import { ServiceError } from '../../domain/errors.ts';
import { asText } from '../../lib/as-text.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { fingerprint } from '../../lib/hash.ts';
import type { EntityRow } from '../../store/ports/read-models.ts';
import {
  askAccepted,
  type ControlContext,
  type Once,
  type PackagePreview,
  type PlanMember,
  type Planned,
  requireUnchanged,
} from '../common/index.ts';

import { requirePaper, writingObstacle } from '../papers/index.ts';

/** With `dry_run` it is only said what the package would hold and what stands in its way. */
export interface PackageRequest extends Planned {
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
  const asked = { paper_id: paperId, target_label };
  if (request.dry_run) {
    const { planned, member } = await freezePackage(context, preview, { paper, asked });
    const passes = planned.problems.length === 0;
    const choice = { command: 'prepare_package', asked, eligible: [member], skipped: [] };
    return {
      ok: true,
      dry_run: true,
      paper_id: paperId,
      would_pass: passes,
      ...planned,
      ...(passes ? context.plans.keep(choice) : {}),
    };
  }
  if (request.plan !== undefined && !(await hasBegun(context, once, 'package'))) {
    const { member } = await freezePackage(context, preview, { paper, asked });
    requireUnchanged(request.plan, { asked, members: [member] });
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

/** What a plan freezes of a package: paper, review, and each of its files by its hash. */
async function freezePackage(
  context: ControlContext,
  preview: PackagePreview,
  of: {
    readonly paper: EntityRow;
    readonly asked: { readonly paper_id: string; readonly target_label: string };
  },
) {
  const { paper, asked } = of;
  const { paper_id: id } = asked;
  const ids = { project_id: asText(paper['project_id']), run_id: asText(paper['run_id']) };
  const [planned, review] = await Promise.all([
    preview({ ...asked, ...ids }),
    context.reads.get('paper_review', id),
  ]);
  const { files = null, checklist = null } = (planned.manifest ?? {}) as JsonObject;
  const member: PlanMember = {
    kind: 'paper_review',
    id,
    version: review?.version ?? null,
    act: planned.problems.length === 0 ? 'package' : 'none',
    values: {
      review_status: asText(review?.['status'], 'unknown'),
      paper_version: paper.version,
      contents_sha256: fingerprint({ files, checklist }),
      problem: planned.problems[0] ?? null,
    },
  };
  return { planned, member };
}

/** True when an earlier attempt at this very command has asked for the step. */
const hasBegun = async ({ actors }: ControlContext, once: Once | null, step: string) =>
  once !== null && (await actors.recall(`${once.key}:${step}`)) !== undefined;

/** Idempotency of a command's one step. */
const stepOf = (once: Once | null, step: string): Pick<AskOptions, 'idempotency'> =>
  once === null ? {} : { idempotency: { key: `${once.key}:${step}`, payload: {} } };

/** With `dry_run` it is only said whether the paper could be imported. */
export interface ImportRequest extends Planned {
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

/** What a plan freezes of an import: the package that was reviewed, and what the ledger has of it. */
function freezeImport(
  paperId: string,
  of: {
    readonly review: EntityRow | undefined;
    readonly entry: EntityRow | undefined;
    readonly packageDir: string;
  },
): PlanMember {
  const { review, entry, packageDir } = of;
  return {
    kind: 'corpus_entry',
    id: paperId,
    version: entry?.version ?? null,
    act: entry?.['status'] === 'imported' ? 'none' : 'import',
    values: {
      review_status: asText(review?.['status'], 'unknown'),
      review_version: review?.version ?? null,
      package_dir: packageDir,
    },
  };
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
  const isImported = entry?.['status'] === 'imported';
  const begun = !request.dry_run && (await hasBegun(context, once, 'import'));
  const asked = { paper_id: request.paper_id };
  const member = freezeImport(request.paper_id, { review, entry, packageDir });
  if (request.plan !== undefined && !begun)
    requireUnchanged(request.plan, { asked, members: [member] });
  // What is in the corpus already only has its answer repeated, whatever its review says now; so has
  // what an earlier attempt at this very command asked for.
  const settled = !request.dry_run && (isImported || begun);
  if (!settled) await refuseUnfinished(context, request.paper_id, review, packageDir);
  if (request.dry_run) {
    const choice = { command: 'import_into_corpus', asked, eligible: [member], skipped: [] };
    return {
      ok: true,
      dry_run: true,
      paper_id: request.paper_id,
      already_imported: isImported,
      package_dir: packageDir,
      ...(isImported ? {} : context.plans.keep(choice)),
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
