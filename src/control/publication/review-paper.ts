/** Effects `review.evaluate` (lint, audit, checklist, rank) and `review.package`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import { ServiceError } from '../../domain/errors.ts';
import { productWord } from '../../domain/product.ts';
import { type ChecklistEntry, paperReviewSchema, queueItemSchema } from '../../domain/records.ts';
import type { PaperStatus } from '../../domain/statuses.ts';
import { queueGroups } from '../../domain/statuses.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { EvaluateInput, PackageInput } from '../../machines/paper-review/effects.ts';
import type { PaperReviewEvent } from '../../machines/paper-review/events.ts';
import { decidableItems } from '../../papers/checklist.ts';
import { rankPaper } from '../../papers/rank.ts';
import type { Examination, ExaminationTask } from '../../papers/work/jobs.ts';
import { isAnswer } from '../common/index.ts';
import {
  type PaperEffectOptions,
  paperFolder,
  projectDirOf,
  projectFolder,
  publishingObstacle,
  replicationObstacle,
  replicationOfPaper,
  writingObstacle,
  writtenTexts,
} from '../papers/index.ts';

import { signingOf } from './signing.ts';

type EventOf<Type extends PaperReviewEvent['type']> = Extract<PaperReviewEvent, { type: Type }>;

/**
 * A paper whose folder is gone, or that is too large, fails in every item instead of being tried for
 * ever.
 */
export function createEvaluateReview(options: PaperEffectOptions): EffectHandler {
  return {
    run: async (input, { signal }) => evaluate(options, input as unknown as EvaluateInput, signal),
  };
}

async function evaluate(
  options: PaperEffectOptions,
  input: EvaluateInput,
  signal: AbortSignal,
): Promise<EventOf<'EVALUATED'>> {
  const folder = await paperFolder(options, input);
  const at = toIsoTime(options.clock.now());
  // Taken before anything is read: what changes meanwhile is seen by the next look.
  const mark = await findMark(options, folder, signal);
  // While it is written anew, the texts on the disk may be those of either writing.
  const isSettled = (await writingObstacle(options.reads, input.paper_id)) === null;
  const written = isSettled ? await writtenTexts(options.reads, input.paper_id) : null;
  const examined = await examine(options, { dir: folder, at, written }, signal);
  const { lintFindingCount, verdict, checklist, isWhole } = examined;
  const evidence = ['evidence_bundle.json', 'claim_ledger.json', 'paper_manifest.json'];
  const isThere = (file: string): boolean => existsSync(join(folder, file));
  const item = await options.reads.get('queue_item', input.project_id);
  const rank = rankPaper({
    paperStatus: input.paper_status as PaperStatus,
    // What was cut off says nothing of the paper but that it is too large.
    auditVerdict: isWhole ? verdict : null,
    lintPasses: isWhole ? lintFindingCount === 0 : null,
    evidencePathsComplete: evidence.every(isThere),
    draftsPresent: isThere('paper.md') && isThere('paper.tex'),
    queueBlocked: item === undefined ? null : isBlocked(item),
  });
  return {
    type: 'EVALUATED',
    lint_passes: lintFindingCount === 0,
    lint_finding_count: lintFindingCount,
    audit_verdict: verdict,
    rank_score: rank.score,
    rank_reasons: [...rank.reasons],
    // A folder that is gone must not keep the item waiting for ever: everything about it fails.
    checklist: withReplication(
      checklist ?? failAll(at, 'the folder of the paper is gone; rewrite its draft'),
      await replicationFinding(options, input.paper_id),
    ),
    mark,
    ...(isWhole ? { drift: examined.drift } : {}),
  };
}

/** What tells its files, and the rules that judge it, from others; null where there are too many to look at. */
export async function findMark(
  { work }: PaperEffectOptions,
  folder: string,
  signal?: AbortSignal,
): Promise<string | null> {
  try {
    return await work.judgingMark(folder, signal);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'paper_too_large') throw error;
    return null;
  }
}

/** What the replication says against the paper; null where it says nothing, or nobody asks for any. */
async function replicationFinding(
  { reads, replicates }: PaperEffectOptions,
  paperId: string,
): Promise<string | null> {
  const held = await replicationObstacle(reads, paperId, replicates);
  if (held !== null) return held.message;
  const replication = replicates ? await replicationOfPaper(reads, paperId) : null;
  if (replication?.status !== 'failed') return null;
  return `the replication came to no result: ${replication.last_error}`;
}

/** An experiment that was not done again, or to no end, is not reproduced. */
function withReplication(
  checklist: readonly ChecklistEntry[],
  finding: string | null,
): ChecklistEntry[] {
  return checklist.map((entry) =>
    finding === null || entry.item_id !== 'reproducibility'
      ? entry
      : {
          ...entry,
          status: 'fail',
          finding: entry.status === 'fail' ? `${finding}; ${entry.finding}` : finding,
        },
  );
}

/** What lint, audit and checklist say; a paper that is too large for them fails in everything. */
async function examine(
  { work }: PaperEffectOptions,
  task: ExaminationTask,
  signal: AbortSignal,
): Promise<Examination & { readonly isWhole: boolean }> {
  try {
    return { ...(await work.examine(task, signal)), isWhole: true };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'paper_too_large') throw error;
    return {
      lintFindingCount: 1,
      verdict: 'blocked_schema_or_evidence_gap',
      checklist: failAll(task.at, error.message),
      drift: null,
      isWhole: false,
    };
  }
}

function failAll(at: string, finding: string): ChecklistEntry[] {
  return decidableItems.map((item) => ({
    item_id: item,
    status: 'fail',
    required: true,
    evaluated_by: productWord,
    finding,
    note: null,
    updated_at: at,
  }));
}

function isBlocked(row: Readonly<Record<string, unknown>>): boolean {
  const item = queueItemSchema.parse(row);
  return (
    item.manual_review_required || (queueGroups.blocked as readonly string[]).includes(item.status)
  );
}

/**
 * Answers `PACKAGED`, or `PACKAGE_REFUSED` with the problems; is tried again where the service is
 * overloaded or ends.
 */
export function createPackagePaper(options: PaperEffectOptions): EffectHandler {
  return {
    run: async (input, { signal }) =>
      packagePaper(options, input as unknown as PackageInput, signal),
  };
}

async function packagePaper(
  options: PaperEffectOptions,
  input: PackageInput,
  signal: AbortSignal,
): Promise<EventOf<'PACKAGED' | 'PACKAGE_REFUSED'>> {
  try {
    const before =
      (await publishingObstacle(options.reads, input.paper_id)) ??
      (await replicationObstacle(options.reads, input.paper_id, options.replicates));
    if (before !== null) return { type: 'PACKAGE_REFUSED', problems: [before.message] };
    const projectDir = await projectDirOf(options.reads, input.project_id);
    const outcome = await runPackager(options, input, false, signal);
    // A rewrite that began meanwhile may have changed what was packaged.
    const after = await publishingObstacle(options.reads, input.paper_id);
    if (after !== null) return { type: 'PACKAGE_REFUSED', problems: [after.message] };
    if (!outcome.ok) return { type: 'PACKAGE_REFUSED', problems: [...outcome.problems] };
    return {
      type: 'PACKAGED',
      package_dir: `${projectDir}/${outcome.packageDir}`,
      package_archive: `${projectDir}/${outcome.packageArchive}`,
      package_sha256: outcome.packageSha256 ?? '',
      report: { pdf_missing: outcome.pdfMissing, file_count: fileCountOf(outcome.manifest) },
    };
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return { type: 'PACKAGE_REFUSED', problems: [error.message] };
  }
}

function fileCountOf(manifest: JsonObject): number {
  return Array.isArray(manifest['files']) ? manifest['files'].length : 0;
}

/** Prepares the package, or with `dryRun` says what it would hold and what stands in its way. */
export async function runPackager(
  options: PaperEffectOptions,
  input: PackageInput,
  dryRun: boolean,
  signal?: AbortSignal,
) {
  const row = await options.reads.get('paper_review', input.paper_id);
  const projectDir = await projectDirOf(options.reads, input.project_id);
  return options.work.preparePackage(
    {
      artifactRoot: projectFolder(options.artifactRoot, projectDir),
      runId: input.run_id,
      paperId: input.paper_id,
      targetLabel: input.target_label,
      checklist: row === undefined ? [] : paperReviewSchema.parse(row).checklist,
      written: await writtenTexts(options.reads, input.paper_id),
      clock: options.clock,
      dryRun,
      ...(options.publication === undefined ? {} : { publication: options.publication }),
      ...(dryRun
        ? {}
        : {
            signing: await signingOf(options, {
              projectId: input.project_id,
              paperId: input.paper_id,
            }),
          }),
    },
    signal,
  );
}
