/** What the routes ask of papers and the corpus; of what is stored they change nothing. */

import { lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { readCorpusIndex } from '../../papers/corpus-index.ts';
import { findRoles } from '../../papers/evidence/sources.ts';
import type { ArtifactName, CorpusIndexReport, PaperTools } from '../common/index.ts';
import {
  type PaperEffectOptions,
  paperFolder,
  projectFolder,
  replicationObstacle,
} from '../papers/index.ts';

import { runImport } from './import-paper.ts';
import { runPackager } from './review-paper.ts';

/** Reads folders of papers below the artefact root and the corpus; writes the index of that alone. */
export function createPaperTools(options: PaperEffectOptions): PaperTools {
  return {
    async checkEvidence(projectDir) {
      const roles = findRoles(projectFolder(options.artifactRoot, projectDir));
      if (!roles.has('result') && !roles.has('metrics')) {
        const fatal = !roles.has('run_notes');
        return {
          reason: fatal
            ? 'no local evidence: no result file and no run notes'
            : 'no result file: every number would be missing',
          fatal,
        };
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
    async previewImport(input) {
      const [outcome, held] = await Promise.all([
        runImport(options, input, true),
        heldByReplication(options, input.paper_id),
      ]);
      return outcome.ok ? held : [...held, ...outcome.problems];
    },
    whyNotTwice: (packageDir) =>
      options.work.whyNotTwice({
        corpusDir: options.corpusDir,
        packageDir: projectFolder(options.artifactRoot, packageDir),
      }),
    replicationHold: (paperId) => replicationObstacle(options.reads, paperId, options.replicates),
    rebuildCorpusIndex: () => options.work.rebuildIndex(options.corpusDir),
    readArtifact: async (paper, name) => readArtifact(await paperFolder(options, paper), name),
    drillDown: async (paper) => options.work.drillDown(await paperFolder(options, paper)),
    reportCorpusIndex: createIndexReport(options.corpusDir),
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

/** Reads the index again only after it was replaced: it lists every paper of the corpus. */
function createIndexReport(corpusDir: string): () => Promise<CorpusIndexReport> {
  let kept: { readonly stamp: string; readonly report: CorpusIndexReport } | null = null;
  return async () => {
    const info = lstatSync(join(corpusDir, 'index.json'), { throwIfNoEntry: false });
    if (info === undefined) return { known: false, reason: 'not_built' };
    const stamp = `${info.ino}:${info.mtimeMs}:${info.size}`;
    if (kept?.stamp === stamp) return kept.report;
    const index = readCorpusIndex(corpusDir);
    const totals = index?.totals;
    const report: CorpusIndexReport =
      totals === undefined
        ? { known: false, reason: 'unreadable' }
        : { known: true, ...totals, built_at: toIsoTime(info.mtimeMs) };
    kept = { stamp, report };
    return report;
  };
}
