/** Finds the evidence files of a project folder: fixed names, and summaries below `results/`. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../../domain/limits.ts';
import { decisionFile, legacyMetricsFile } from '../../domain/product.ts';
import { resultFormatOf, resultMediaType } from '../../domain/result-files.ts';
import { sha256Hex } from '../../lib/hash.ts';
import { resolveInside } from '../../lib/safe-path.ts';
import { hashFile, readFileBytes } from '../read.ts';
import { workingOn } from '../work/working-on.ts';
import type { Belonging } from './belonging.ts';
import type { EvidenceRole, UnavailableFile } from './schema.ts';

/** A file as it is in the project folder, not yet redacted; `path` is relative to that folder. */
export interface SourceFile {
  readonly path: string;
  readonly role: EvidenceRole;
  readonly mediaType: string;
  readonly bytes: Buffer;
}
interface SourceScan {
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

/** A file that may be evidence, not yet read. */
interface Candidate {
  readonly path: string;
  readonly role: EvidenceRole;
  readonly mediaType: string;
}

/** Larger files are not even hashed. */
const hashedBytesMax = 256 * 1024 * 1024;

/**
 * Reads the evidence of `projectDir`. Links and special files are passed over; files beyond a bound
 * (each, and all together) are declared as omitted with size and hash. `papers/` is never looked at:
 * a paper is no evidence for itself. What does not belong to the run is declared in the same way.
 */
export function readSources(
  projectDir: string,
  belonging: Pick<Belonging, 'objection'>,
): SourceScan {
  const scan: SourceScan = { files: [], unavailable: [], limitations: [] };
  let left: number = limits.evidenceBytesMax;
  for (const candidate of findCandidates(projectDir, scan.limitations)) {
    const { path } = candidate;
    workingOn(path);
    const size = sizeOf(projectDir, path, scan.limitations);
    if (size === undefined) continue;
    const target = join(projectDir, path);
    const bytesMax = Math.min(limits.evidenceFileBytesMax, left);
    const bytes = size > bytesMax ? undefined : readFileBytes(target, bytesMax);
    if (bytes === undefined) {
      omit(scan, target, path, size);
      continue;
    }
    const objection = belonging.objection(path, bytes);
    if (objection !== null) {
      const { byteLength } = bytes;
      scan.unavailable.push({
        path,
        reason: 'omitted',
        sha256: sha256Hex(bytes),
        bytes: byteLength,
      });
      scan.limitations.push(`${path} ${objection} and was left out`);
      continue;
    }
    left -= bytes.byteLength;
    scan.files.push({ ...candidate, bytes });
  }
  return scan;
}

/** What evidence there is, without reading it: roles of the files that may be read. */
export function findRoles(projectDir: string): Set<EvidenceRole> {
  const fits = findCandidates(projectDir, []).filter(
    ({ path }) => (sizeOf(projectDir, path, []) ?? Infinity) <= limits.evidenceFileBytesMax,
  );
  return new Set(fits.map(({ role }) => role));
}

function findCandidates(projectDir: string, limitations: string[]): Candidate[] {
  const found = listResults(projectDir, limitations);
  const kept = found.slice(0, limits.evidenceFilesMax - fixedFiles.length);
  if (found.length > kept.length) {
    limitations.push(
      `${found.length - kept.length} result files beyond the bound of ${limits.evidenceFilesMax} were left out`,
    );
  }
  const results = kept.map(
    (path): Candidate => ({ path, role: 'result', mediaType: resultMediaType(path) ?? '' }),
  );
  return [...fixedFiles, ...results];
}

/** Bytes of a regular file inside the folder; undefined, with the reason, for anything else. */
function sizeOf(projectDir: string, path: string, limitations: string[]): number | undefined {
  const target = resolveInside(projectDir, path);
  if (target === undefined) {
    limitations.push(`${path} leads outside the project folder and was not read`);
    return undefined;
  }
  const info = lstatSync(target, { throwIfNoEntry: false });
  if (info === undefined) return undefined;
  if (info.isFile()) return info.size;
  limitations.push(`${path} is not a regular file and was not read`);
  return undefined;
}

function omit(scan: SourceScan, target: string, path: string, size: number): void {
  const hashed = hashFile(target, hashedBytesMax);
  scan.unavailable.push({
    path,
    reason: 'omitted',
    bytes: hashed?.bytes ?? size,
    ...(hashed === undefined ? {} : { sha256: hashed.sha256 }),
  });
  const why =
    size > limits.evidenceFileBytesMax
      ? 'is larger than an evidence file may be'
      : 'does not fit beside the other evidence files';
  scan.limitations.push(`${path} ${why} and was left out`);
}

/**
 * Result files directly in `results/`, and summaries by name below it; sorted, slash-separated. Rows come
 * after JSON, so that long series do not use up what is kept of the summaries.
 */
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
      if (entry.isFile() && resultFormatOf(entry.name) !== undefined && wanted) found.push(path);
    }
  };
  const root = lstatSync(join(projectDir, 'results'), { throwIfNoEntry: false });
  if (root?.isDirectory() === true) visit('results', 0);
  if (seenCount > entriesMax) {
    limitations.push(`only the first ${entriesMax} entries of results were looked at`);
  }
  const rank = (path: string): number =>
    Number(resultFormatOf(path) !== 'json') * 2 + Number(!isSummary(path));
  return found.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function isSummary(path: string): boolean {
  return /summar/i.test(path.slice(path.lastIndexOf('/') + 1));
}
