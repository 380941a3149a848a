/** Which files of a project are evidence: named ones, and result summaries found by pattern. */
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { limits } from '../domain/limits.ts';
import { decisionFile, legacyMetricsFile } from '../domain/product.ts';
import { resultFormatOf } from '../domain/result-files.ts';
import { isErrno } from './files.ts';

/** A place where evidence may lie, and what for. Whether a file is there is seen later. */
export interface EvidencePath {
  /** Relative to the project folder, with `/`. */
  readonly path: string;
  readonly role: string;
}

const resultsDir = 'results';
const resultsDepthMax = 3;
const entriesVisitedMax = 5000;
const paperFiles = {
  'evidence_bundle.json': 'evidence_bundle',
  'claim_ledger.json': 'claim_ledger',
  'paper.md': 'paper_markdown',
  'paper_manifest.json': 'paper_manifest',
} as const;
/** Names of summaries at any depth; directly below `results/` every result file counts. */
const summaryName = /^(?:.*summary.*|metrics.*|results.*)\./i;

/** Files looked for by name. `runId` null leaves out the paper's files. */
export function namedEvidence(runId: string | null): readonly EvidencePath[] {
  const named = [
    { path: 'run_notes.md', role: 'run_notes' },
    { path: decisionFile, role: 'project_decision' },
    { path: legacyMetricsFile, role: 'legacy_metrics' },
  ];
  if (runId === null) return named;
  const papers = Object.entries(paperFiles).map(([name, role]) => ({
    path: `papers/${runId}/${name}`,
    role,
  }));
  return [...named, ...papers];
}

/** True for paths that may be read as evidence, whether or not they are in the manifest. */
export function isEvidencePath(path: string): boolean {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return false;
  if (namedEvidence(null).some((named) => named.path === path)) return true;
  return (parts[0] === resultsDir || parts[0] === 'papers') && parts.length > 1;
}

/** Result summaries below `results/`, sorted; `complete` is false when there were too many entries. */
export async function findSummaries(
  projectDir: string,
): Promise<{ readonly found: readonly EvidencePath[]; readonly complete: boolean }> {
  const found: EvidencePath[] = [];
  let visited = 0;
  const visit = async (dir: string, depth: number): Promise<boolean> => {
    for (const entry of await listDir(join(projectDir, dir))) {
      visited += 1;
      if (visited > entriesVisitedMax || found.length >= limits.evidenceFilesMax) return false;
      const path = `${dir}/${entry.name}`;
      if (entry.isDirectory()) {
        if (depth < resultsDepthMax && !(await visit(path, depth + 1))) return false;
      } else if (isSummary(entry.name, depth)) {
        found.push({ path, role: 'result_summary' });
      }
    }
    return true;
  };
  const complete = await visit(resultsDir, 1);
  return { found, complete };
}

function isSummary(name: string, depth: number): boolean {
  return resultFormatOf(name) !== undefined && (depth === 1 || summaryName.test(name));
}

async function listDir(dir: string) {
  try {
    const entries = await readdir(dir, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return [];
    throw error;
  }
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.ndjson': 'application/jsonl',
  '.md': 'text/markdown',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.log': 'text/plain',
  '.tex': 'application/x-tex',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** Media type by file name. */
export function mediaTypeOf(path: string): string {
  return mediaTypes[extname(path).toLowerCase()] ?? 'application/octet-stream';
}
