/** Finds the evidence files of a project folder: fixed names, and summaries below `results/`. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../../domain/limits.ts';
import { decisionFile, legacyMetricsFile } from '../../domain/product.ts';
import { sha256Hex } from '../../lib/hash.ts';
import { resolveInside } from '../../lib/safe-path.ts';
import type { EvidenceRole, UnavailableFile } from './schema.ts';

export interface SourceFile {
  readonly path: string;
  readonly role: EvidenceRole;
  readonly mediaType: string;
  readonly bytes: Buffer;
}
export interface SourceScan {
  readonly files: SourceFile[];
  readonly unavailable: UnavailableFile[];
  readonly limitations: string[];
}

/** Folders below `results/` that are looked into. */
const depthMax = 3;
/** Entries of `results/` looked at before the search stops. */
const entriesMax = 5000;
const summaryName = /summar|metric|result|report|aggregate|comparison|benchmark/i;

const fixedFiles: readonly { path: string; role: EvidenceRole; mediaType: string }[] = [
  { path: 'run_notes.md', role: 'run_notes', mediaType: 'text/markdown' },
  { path: decisionFile, role: 'decision', mediaType: 'application/json' },
  { path: legacyMetricsFile, role: 'metrics', mediaType: 'application/json' },
];

/**
 * Reads the evidence of `projectDir`. Links and special files are passed over, larger files than
 * the bound are declared as omitted with hash and size. `papers/` is never looked at: a paper is no
 * evidence for itself.
 */
export function readSources(projectDir: string): SourceScan {
  const scan: SourceScan = { files: [], unavailable: [], limitations: [] };
  for (const file of fixedFiles) addFile(scan, projectDir, file);
  const found = listResults(projectDir, scan.limitations);
  const kept = found.slice(0, limits.evidenceFilesMax - fixedFiles.length);
  for (const path of kept) {
    addFile(scan, projectDir, { path, role: 'result', mediaType: 'application/json' });
  }
  if (found.length > kept.length) {
    scan.limitations.push(
      `${found.length - kept.length} result files beyond the bound of ${limits.evidenceFilesMax} were left out`,
    );
  }
  return scan;
}

function addFile(
  scan: SourceScan,
  projectDir: string,
  file: { path: string; role: EvidenceRole; mediaType: string },
): void {
  const target = resolveInside(projectDir, file.path);
  if (target === undefined) {
    scan.limitations.push(`${file.path} leads outside the project folder and was not read`);
    return;
  }
  const info = lstatSync(target, { throwIfNoEntry: false });
  if (info === undefined) return;
  if (!info.isFile()) {
    scan.limitations.push(`${file.path} is not a regular file and was not read`);
    return;
  }
  const bytes = readFileSync(target);
  if (bytes.byteLength > limits.evidenceFileBytesMax) {
    scan.unavailable.push({
      path: file.path,
      reason: 'omitted',
      sha256: sha256Hex(bytes),
      bytes: bytes.byteLength,
    });
    scan.limitations.push(`${file.path} is larger than an evidence file may be and was left out`);
    return;
  }
  scan.files.push({ ...file, bytes });
}

/** JSON files directly in `results/`, and summaries by name below it; sorted, slash-separated. */
function listResults(projectDir: string, limitations: string[]): string[] {
  const found: string[] = [];
  let seenCount = 0;
  const visit = (folder: string, depth: number): void => {
    const entries = readdirSync(join(projectDir, folder), { withFileTypes: true });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      seenCount += 1;
      if (seenCount > entriesMax) return;
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && depth < depthMax) visit(path, depth + 1);
      const wanted = depth === 0 || summaryName.test(entry.name);
      if (entry.isFile() && entry.name.endsWith('.json') && wanted) found.push(path);
    }
  };
  const root = lstatSync(join(projectDir, 'results'), { throwIfNoEntry: false });
  if (root?.isDirectory() === true) visit('results', 0);
  if (seenCount > entriesMax) {
    limitations.push(`only the first ${entriesMax} entries of results were looked at`);
  }
  return found.sort((a, b) => Number(isSummary(b)) - Number(isSummary(a)) || (a < b ? -1 : 1));
}

function isSummary(path: string): boolean {
  return /summar/i.test(path.slice(path.lastIndexOf('/') + 1));
}
