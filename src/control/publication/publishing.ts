/** Finalization packages. */

import type { AskOptions } from '../../actors/runtime/requests.ts';
import { ServiceError, toErrorCode } from '../../domain/errors.ts';
import { asText } from '../../lib/as-text.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { fingerprint } from '../../lib/hash.ts';
import type { EntityRow } from '../../store/ports/read-models.ts';
import {
  askAccepted,
  type Needs,
  type Once,
  type PackagePreview,
  type PlanMember,
  type Planned,
  requireUnchanged,
} from '../common/index.ts';

import { requirePaper } from '../papers/index.ts';

/** With `dry_run` it is only said what the package would hold and what stands in its way. */
export interface PackageRequest extends Planned {
  readonly paper_id: string;
  readonly requested_by: string;
  readonly target_label: string;
  readonly dry_run: boolean;
}

/** Prepares the finalization package; 409 with the list while a gate fails. Once per `once.key`. */
export async function preparePackage(
  context: Needs<'actors' | 'plans' | 'reads'>,
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
      ...(passes ? await context.plans.keep(choice) : {}),
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
    const isRefused = body['result'] === 'refused';
    throw new ServiceError(
      isRefused ? 'gates_failed' : toErrorCode(body['code'], 'internal'),
      isRefused
        ? 'The package was refused; each problem says what to mend'
        : `The package was not made: ${asText(body['error'], 'no reason was given')}`,
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
  context: Needs<'reads'>,
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
export const hasBegun = async ({ actors }: Needs<'actors'>, once: Once | null, step: string) =>
  once !== null && (await actors.recall(`${once.key}:${step}`)) !== undefined;

/** Idempotency of a command's one step. */
export const stepOf = (once: Once | null, step: string): Pick<AskOptions, 'idempotency'> =>
  once === null ? {} : { idempotency: { key: `${once.key}:${step}`, payload: {} } };
