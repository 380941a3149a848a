/** Finds the file a reference means, below the paper folder or the corpus root and nowhere else. */
import { join } from 'node:path';
import { resolveInside } from '../../lib/safe-path.ts';
import type { ValueReading } from '../../lib/strict-json.ts';
import type { PaperFolder } from '../folders.ts';
import { hashFile, readFileBytes } from '../read.ts';
import { readResult } from '../readers/results.ts';
import { renderingFiles } from '../verify/renderings.ts';
import { workingOn } from '../work/working-on.ts';

interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** What it holds as JSON, JSON Lines or CSV, read once; undefined when it is none or too large. */
  reading(): ValueReading | undefined;
}

/** Larger files are not hashed. */
const hashedBytesMax = 1024 * 1024 * 1024;

/** The file that a reference means; undefined when none can be read in the paper folder or below the root. */
export type Finder = (reference: string) => FoundFile | undefined;

/**
 * Looks in the paper folder, then below the root, then takes `papers/<slug>/` for the paper folder.
 * Files are read once.
 */
export function createFinder(folder: PaperFolder): Finder {
  const seen = new Map<string, FoundFile | undefined>();
  return (reference) => {
    if (!seen.has(reference)) seen.set(reference, find(folder, reference));
    return seen.get(reference);
  };
}

function find(folder: PaperFolder, reference: string): FoundFile | undefined {
  workingOn(reference.slice(0, 200));
  const path = reference.replace(/^(?:\.\/)+/, '');
  const own = `papers/${folder.slug}/`;
  const places = [
    [folder.dir, path],
    [folder.root, path],
    ...(path.startsWith(own) ? [[folder.dir, path.slice(own.length)] as const] : []),
  ] as const;
  for (const [root, below] of places) {
    const candidate = resolveInside(root, below);
    const hashed = candidate === undefined ? undefined : hashFile(candidate, hashedBytesMax);
    if (candidate !== undefined && hashed !== undefined) {
      let read: { readonly value: ValueReading | undefined } | undefined;
      const reading = (): ValueReading | undefined => {
        const bytes = read === undefined ? readFileBytes(candidate) : undefined;
        read ??= { value: bytes === undefined ? undefined : readResult(candidate, bytes) };
        return read.value;
      };
      return { path: candidate, ...hashed, reading };
    }
  }
  return undefined;
}

/** Paths of the paper itself and of what is derived from it; its copies too, unless `paper` is undefined. */
export function isPaperItself(
  folder: PaperFolder,
  found: FoundFile,
  paper: FoundFile | undefined,
): boolean {
  const own = ownFiles.get(folder) ?? new Set(ownNames.map((name) => join(folder.dir, name)));
  ownFiles.set(folder, own);
  return own.has(found.path) || found.sha256 === paper?.sha256;
}

const ownNames = ['paper.md', 'paper.tex', 'paper.pdf', ...renderingFiles, 'claim_ledger.json'];
const ownFiles = new WeakMap<PaperFolder, ReadonlySet<string>>();
