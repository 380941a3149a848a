/** Imports into the corpus: what is asked before one, and what a dry run says of it. */

import { ServiceError, toErrorCode } from '../../domain/errors.ts';
import { asText } from '../../lib/as-text.ts';
import type { EntityRow } from '../../store/ports/read-models.ts';
import {
  askAccepted,
  type Needs,
  type Once,
  type PaperTools,
  type PlanMember,
  type Planned,
  requireUnchanged,
} from '../common/index.ts';

import { requirePaper } from '../papers/index.ts';
import { refuseUnfinished, unknownStates } from './import-obstacles.ts';
import { hasBegun, stepOf } from './publishing.ts';

/** With `dry_run` it is only said whether the paper could be imported. */
export interface ImportRequest extends Planned {
  readonly paper_id: string;
  readonly dry_run: boolean;
  readonly requested_by: string;
  /** Also where the corpus has or had the same result; false unless said. */
  readonly accept_duplicate?: boolean;
}

/** What else an import would be refused for, now that the paper is finalized with a package. */
async function previewImport(
  context: Needs<'reads'>,
  papers: PaperTools,
  entry: EntityRow | undefined,
  about: {
    readonly paper_id: string;
    readonly package_dir: string;
    readonly accept_duplicate: boolean;
  },
): Promise<readonly string[]> {
  if (entry?.['status'] === 'imported') {
    return [`it has been in the corpus as ${asText(entry['public_id'])} already`];
  }
  if (entry?.['status'] === 'importing') return ['it is being imported already'];
  if (entry?.['status'] === 'removing') return ['it is being removed from the corpus'];
  const review = await context.reads.get('paper_review', about.paper_id);
  const unknown = await unknownStates(context, papers, review, true);
  return [...unknown, ...(await papers.previewImport(about))];
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

/**
 * Imports a finalized package into the corpus; once per `once.key`. 409 with the list while what is
 * published, and where it goes, is not explicit: import, index, lint and audit.
 */
export async function importIntoCorpus(
  context: Needs<'actors' | 'plans' | 'reads'>,
  papers: PaperTools,
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
  const isImported = entry?.['status'] === 'imported';
  const begun = !request.dry_run && (await hasBegun(context, once, 'import'));
  const accept_duplicate = request.accept_duplicate === true;
  const asked = {
    paper_id: request.paper_id,
    ...(accept_duplicate ? { accept_duplicate } : {}),
  };
  const member = freezeImport(request.paper_id, { review, entry, packageDir });
  if (request.plan !== undefined && !begun)
    requireUnchanged(request.plan, { asked, members: [member] });
  const settled = !request.dry_run && (isImported || begun);
  if (!settled) await refuseUnfinished(context, request.paper_id, review, packageDir);
  if (request.dry_run) {
    const about = { paper_id: request.paper_id, package_dir: packageDir };
    const problems = await previewImport(context, papers, entry, { ...about, accept_duplicate });
    const choice = { command: 'import_into_corpus', asked, eligible: [member], skipped: [] };
    return {
      ok: true,
      dry_run: true,
      ...about,
      already_imported: isImported,
      would_pass: problems.length === 0,
      problems,
      ...(isImported ? {} : await context.plans.keep(choice)),
    };
  }
  const unknown = settled ? [] : await unknownStates(context, papers, review, false);
  if (unknown.length > 0) {
    throw new ServiceError(
      'gates_failed',
      `${request.paper_id} is not published while ${unknown.length === 1 ? 'a state is' : 'states are'} not explicit: ${unknown[0]}`,
      { problems: unknown },
    );
  }
  // Refused here, it leaves no failed import behind that would have to be mended.
  const twice = settled || accept_duplicate ? [] : await papers.whyNotTwice(packageDir);
  if (twice.length > 0)
    throw new ServiceError('gates_failed', `${request.paper_id} is not imported: ${twice[0]}`, {
      problems: [...twice],
    });
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
      ...(accept_duplicate ? { accept_duplicate } : {}),
    },
    { by: request.requested_by, ...step },
  );
  const body = outcome.body ?? {};
  if (body['result'] !== 'imported') {
    throw new ServiceError(
      toErrorCode(body['code'], 'gates_failed'),
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
