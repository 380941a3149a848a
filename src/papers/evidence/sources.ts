/** Finds the evidence files of a project folder: fixed names, and summaries below `results/`. */
import { type Dir, lstatSync, opendirSync } from 'node:fs';
import { join } from 'node:path';
import {
  chooseResults,
  compareForReading,
  expectedResults,
  type FolderListing,
  searchResults,
} from '../../domain/evidence-list.ts';
import { limits } from '../../domain/limits.ts';
import { decisionFile, legacyMetricsFile } from '../../domain/product.ts';
import { resultMediaType } from '../../domain/result-formats.ts';
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
 * a paper is no evidence for itself. What does not belong to the run is declared in the same way, and so is a file in
 * whose name `redactName` finds a secret, under what is left of its name.
 */
export function readSources(
  projectDir: string,
  belonging: Pick<Belonging, 'objection'>,
  redactName: (path: string) => string,
): SourceScan {
  const scan: SourceScan = { files: [], unavailable: [], limitations: [] };
  let left: number = limits.evidenceBytesMax;
  for (const candidate of findCandidates(projectDir, scan.limitations)) {
    const { path } = candidate;
    const shown = redactName(path);
    if (shown !== path) {
      scan.unavailable.push({ path: shown, reason: 'redacted' });
      scan.limitations.push(`${shown} has a secret in its name and was left out`);
      continue;
    }
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
  scan.files.sort(inReadingOrder);
  return scan;
}

/** What evidence there is, without reading it: roles of the files that may be read. */
export function findRoles(projectDir: string): Set<EvidenceRole> {
  const fits = findCandidates(projectDir, []).filter(
    ({ path }) => (sizeOf(projectDir, path, []) ?? Infinity) <= limits.evidenceFileBytesMax,
  );
  return new Set(fits.map(({ role }) => role));
}

/** The more telling first, as they are read while there is room. */
function findCandidates(projectDir: string, limitations: string[]): Candidate[] {
  const named = expectedResults.filter((path) => isFile(join(projectDir, path)));
  const found = [...named, ...searchFolder(projectDir, limitations)];
  const { chosen, leftOut } = chooseResults(found, limits.evidenceFilesMax - fixedFiles.length);
  if (leftOut > 0) {
    limitations.push(
      `${leftOut} result files beyond the bound of ${limits.evidenceFilesMax} were left out`,
    );
  }
  const results = chosen.map(
    (path): Candidate => ({ path, role: 'result', mediaType: resultMediaType(path) ?? '' }),
  );
  return [...fixedFiles, ...results];
}

const isFile = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Named files first, as they stand in the list, then results. */
function inReadingOrder(left: SourceFile, right: SourceFile): number {
  if (left.role !== 'result' || right.role !== 'result')
    return Number(left.role === 'result') - Number(right.role === 'result');
  return compareForReading(left.path, right.path);
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

/** Every result that the search comes to; it says when it had to stop. */
function searchFolder(projectDir: string, limitations: string[]): readonly string[] {
  const search = searchResults();
  let step = search.next();
  while (step.done !== true) {
    const { path, entriesMax } = step.value;
    step = search.next(listFolder(join(projectDir, path), entriesMax));
  }
  if (!step.value.isWhole) {
    limitations.push(`only ${limits.evidenceEntriesMax} entries of results were looked at`);
  }
  return step.value.found;
}

/** Links lead nowhere here: neither to files nor to folders. */
function listFolder(path: string, entriesMax: number): FolderListing {
  const files: string[] = [];
  const folders: string[] = [];
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    return { files, folders, isWhole: true };
  const folder: Dir = opendirSync(path);
  try {
    for (let count = 0; ; count += 1) {
      const entry = folder.readSync();
      if (entry === null) return { files, folders, isWhole: true };
      if (count >= entriesMax) return { files, folders, isWhole: false };
      if (entry.isDirectory()) folders.push(entry.name);
      else if (entry.isFile()) files.push(entry.name);
    }
  } finally {
    folder.closeSync();
  }
}
