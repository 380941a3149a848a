/** What the routes ask of papers and the corpus; of what is stored they change nothing. */

import { lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { PaperWork } from '../../papers/work/paper-work.ts';
import type {
  ArtifactName,
  CorpusIndexReport,
  ImportPreview,
  PaperTools,
} from '../common/index.ts';
import {
  type PaperEffectOptions,
  paperFolder,
  projectFolder,
  replicationObstacle,
} from '../papers/index.ts';

import { createImportLooks } from './import-look.ts';
import { runImport } from './import-paper.ts';
import { runPackager } from './review-paper.ts';

/** Reads folders of papers below the artefact root and the corpus; writes the index of that alone. */
export function createPaperTools(options: PaperEffectOptions): PaperTools {
  const judgeImport: ImportPreview = async (input) => {
    const outcome = await runImport(options, input, true);
    return outcome.ok ? [] : outcome.problems;
  };
  const look = createImportLooks(options, judgeImport);
  const previewBy =
    (judge: ImportPreview): ImportPreview =>
    async (input) => {
      const [problems, held] = await Promise.all([
        judge(input),
        heldByReplication(options, input.paper_id),
      ]);
      return [...held, ...problems];
    };
  return {
    async checkEvidence(projectDir) {
      const folder = projectFolder(options.artifactRoot, projectDir);
      const roles = await options.work.findRoles(folder);
      if (!roles.has('result') && !roles.has('metrics')) {
        const reason = roles.has('run_notes')
          ? 'no result file: nothing was measured, so there is nothing to report'
          : 'no local evidence: no result file and no run notes';
        return { reason, fatal: true };
      }
      return roles.has('run_notes') ? null : { reason: 'run_notes.md is missing', fatal: false };
    },
    async previewPackage(input) {
      const [outcome, held] = await Promise.all([
        runPackager(options, input, true),
        heldByReplication(options, input.paper_id),
      ]);
      const problems = [...held, ...outcome.problems];
      return { problems, manifest: outcome.ok ? outcome.manifest : null };
    },
    previewImport: previewBy(judgeImport),
    lookAtImports: () => previewBy(look()),
    whyNotTwice: (packageDir) =>
      options.work.whyNotTwice({
        corpusDir: options.corpusDir,
        packageDir: projectFolder(options.artifactRoot, packageDir),
      }),
    replicationHold: (paperId) => replicationObstacle(options.reads, paperId, options.replicates),
    stopWriting: (paperId) => options.stops.stop(paperId),
    rebuildCorpusIndex: () =>
      options.work.rebuildIndex({
        corpusDir: options.corpusDir,
        at: toIsoTime(options.clock.now()),
      }),
    readArtifact: async (paper, name) => readArtifact(await paperFolder(options, paper), name),
    drillDown: async (paper) => options.work.drillDown(await paperFolder(options, paper)),
    drafts: async (paper, from) => options.work.drafts(await paperFolder(options, paper), from),
    text: async (paper) => options.work.text(await paperFolder(options, paper)),
    findings: async (paper) => options.work.findings(await paperFolder(options, paper)),
    reportCorpusIndex: createIndexReport(options.corpusDir, options.work),
  };
}

/** What of its replication stands against the paper, in words; none where nothing does. */
async function heldByReplication(
  { reads, replicates }: PaperEffectOptions,
  paperId: string,
): Promise<string[]> {
  const held = await replicationObstacle(reads, paperId, replicates);
  return held === null ? [] : [held.message];
}

/** The name is one of a closed set, and only a regular file is read. */
async function readArtifact(folder: string, name: ArtifactName): Promise<Uint8Array | null> {
  const path = join(folder, name);
  const info = lstatSync(path, { throwIfNoEntry: false });
  if (info === undefined || !info.isFile()) return null;
  if (info.size > limits.artifactBytesMax) {
    throw new ServiceError(
      'payload_too_large',
      `${name} has ${info.size} bytes, and at most ${limits.artifactBytesMax} are served; the finalization package holds it whole`,
    );
  }
  return readFile(path);
}

/** Has the index read again only after it was replaced, once for all who ask: it lists every paper of the corpus. */
function createIndexReport(
  corpusDir: string,
  work: Pick<PaperWork, 'indexTotals'>,
): () => Promise<CorpusIndexReport> {
  let kept: { readonly stamp: string; readonly report: Promise<CorpusIndexReport> } | null = null;
  const read = async (fileTime: string): Promise<CorpusIndexReport> => {
    const totals = await work.indexTotals(corpusDir);
    return totals === null
      ? { known: false, reason: 'unreadable' }
      : // An index of an earlier edition says it by the time of its file alone.
        { known: true, ...totals, built_at: totals.built_at ?? fileTime };
  };
  return async () => {
    const info = lstatSync(join(corpusDir, 'index.json'), { throwIfNoEntry: false });
    if (info === undefined) return { known: false, reason: 'not_built' };
    const stamp = `${info.ino}:${info.mtimeMs}:${info.size}`;
    if (kept?.stamp === stamp) return kept.report;
    const asked = { stamp, report: read(toIsoTime(info.mtimeMs)) };
    kept = asked;
    // Whoever asks next tries again.
    asked.report.catch(() => {
      if (kept === asked) kept = null;
    });
    return asked.report;
  };
}
