/**
 * The one list of what is evidence of a run: files by name, and results below `results/`. The worker that
 * hands them out, the fetch over SSH and the paper choose by it, so that none of them leaves out what another
 * one takes.
 *
 * What fits is bounded, and an agent may leave as many files as it likes. So the results that are called as one
 * expects are looked for by name, wherever else the search ends; folders near the top come first, each with a
 * fair share of the search; and of what was found the more telling is taken first, however it sorts.
 */
import { limits } from './limits.ts';
import { decisionFile, legacyMetricsFile } from './product.ts';
import { resultEndings, resultFormatOf } from './result-formats.ts';

/** A place where evidence may lie, and what for. Whether a file is there is seen later. */
export interface EvidencePath {
  /** Relative to the project folder, with `/`. */
  readonly path: string;
  readonly role: string;
}

/** Folder of a project in which its results lie. */
export const resultsDir = 'results';
/** Folder in which papers lie, one folder a run. */
export const papersDir = 'papers';
/** Folders between `results/` and a result, at most. */
export const resultsDepthMax = 3;

const paperFiles = {
  'evidence_bundle.json': 'evidence_bundle',
  'claim_ledger.json': 'claim_ledger',
  'paper.md': 'paper_markdown',
  'paper_manifest.json': 'paper_manifest',
} as const;

/** Files looked for by name. `runId` null leaves out the paper's files. */
export function namedEvidence(runId: string | null): readonly EvidencePath[] {
  const named = [
    { path: 'run_notes.md', role: 'run_notes' },
    { path: decisionFile, role: 'project_decision' },
    { path: legacyMetricsFile, role: 'legacy_metrics' },
  ];
  if (runId === null) return named;
  const papers = Object.entries(paperFiles).map(([name, role]) => ({
    path: `${papersDir}/${runId}/${name}`,
    role,
  }));
  return [...named, ...papers];
}

/** Results to look for by name beside the search; no number of other files takes their place. */
export const expectedResults: readonly string[] = ['summary', 'results', 'metrics'].flatMap(
  (name) => resultEndings.map((ending) => `${resultsDir}/${name}${ending}`),
);
const expected: ReadonlySet<string> = new Set(expectedResults);

/** True for paths that may be read as evidence, whether or not they are in a list. */
export function isEvidencePath(path: string): boolean {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return false;
  if (namedEvidence(null).some((named) => named.path === path)) return true;
  return (parts[0] === resultsDir || parts[0] === papersDir) && parts.length > 1;
}

/** Parts of a name that make a result count in folders below `results/`. */
export const telling: readonly string[] = [
  'summar',
  'metric',
  'result',
  'report',
  'aggregate',
  'comparison',
  'benchmark',
];

/** Whether a file below `results/` is a result: directly there every one of its kind, below by its name. */
export function isResultPath(path: string): boolean {
  const [top, ...rest] = path.split('/');
  const name = rest.at(-1)?.toLowerCase();
  if (top !== resultsDir || name === undefined || rest.length > resultsDepthMax + 1) return false;
  if (resultFormatOf(name) === undefined) return false;
  return rest.length === 1 || telling.some((part) => name.includes(part));
}

/** Order in which results are taken while they fit: the more telling first. */
export function compareResults(left: string, right: string): number {
  const other = rankOf(right);
  for (const [place, rank] of rankOf(left).entries()) {
    const difference = rank - (other[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return left < right ? -1 : Number(left > right);
}

/** Among equals the path with fewer parts is first, and then the shorter one. */
const rankOf = (path: string): readonly number[] => [
  Number(!expected.has(path)),
  kindRank(path),
  path.split('/').length,
  path.length,
];

/** Rows come after JSON, so that long series do not use up the room of the summaries. */
const kindRank = (path: string): number =>
  Number(resultFormatOf(path) !== 'json') * 2 + Number(!isSummary(path));

const isSummary = (path: string): boolean =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .includes('summar');

/** Order of the results that were taken, for reading: JSON first, summaries first, then by name. */
export function compareForReading(left: string, right: string): number {
  return kindRank(left) - kindRank(right) || (left < right ? -1 : Number(left > right));
}

/** The results to take of those found, in the order of `compareResults`, and how many are left. */
export function chooseResults(
  found: Iterable<string>,
  filesMax: number,
): { readonly chosen: readonly string[]; readonly leftOut: number } {
  const results = [...new Set(found)].filter(isResultPath).sort(compareResults);
  const chosen = results.slice(0, filesMax);
  return { chosen, leftOut: results.length - chosen.length };
}

/** A folder to be read: its path in the project, and of how many entries at most. */
interface FolderWanted {
  readonly path: string;
  readonly entriesMax: number;
}
/** What a folder holds; `isWhole` false when it has more entries than were wanted. */
export interface FolderListing {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  readonly isWhole: boolean;
}

/**
 * The search below `results/`, level by level. Yields each folder to be read and is given its listing;
 * whoever drives it reads folders in its own way. Links are for the driver to leave out.
 */
export function* searchResults(): Generator<
  FolderWanted,
  { readonly found: readonly string[]; readonly isWhole: boolean },
  FolderListing
> {
  const found: string[] = [];
  let left: number = limits.evidenceEntriesMax;
  let isWhole = true;
  let level = [resultsDir];
  for (let depth = 0; depth <= resultsDepthMax && level.length > 0; depth += 1) {
    const below: string[] = [];
    for (const [place, path] of level.entries()) {
      const entriesMax = Math.floor(left / (level.length - place));
      if (entriesMax === 0) {
        isWhole = false;
        continue;
      }
      const listing = yield { path, entriesMax };
      left -= listing.files.length + listing.folders.length;
      isWhole &&= listing.isWhole;
      const inside = (name: string): string => `${path}/${name}`;
      found.push(...listing.files.map(inside).filter(isResultPath));
      below.push(...listing.folders.map(inside));
    }
    level = below.sort();
  }
  return { found, isWhole };
}
