/** Finds the file a reference means, below the paper folder or the corpus root and nowhere else. */
import { join } from 'node:path';
import { resolveInside } from '../../lib/safe-path.ts';
import type { PaperFolder } from '../folders.ts';
import { hashFile, parseJson, readTextFile } from '../read.ts';
import { workingOn } from '../work/working-on.ts';

interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** What it holds as JSON, read once; undefined when it is none or too large. */
  json(): unknown;
}

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
  const candidates = [
    resolveInside(folder.dir, path),
    resolveInside(folder.root, path),
    path.startsWith(own) ? resolveInside(folder.dir, path.slice(own.length)) : undefined,
  ];
  for (const candidate of candidates) {
    const hashed = candidate === undefined ? undefined : hashFile(candidate);
    if (candidate !== undefined && hashed !== undefined) {
      let parsed: { readonly value: unknown } | undefined;
      const json = (): unknown => {
        parsed ??= { value: parseJson(readTextFile(candidate) ?? '') };
        return parsed.value;
      };
      return { path: candidate, ...hashed, json };
    }
  }
  return undefined;
}

/** Paths of the paper itself and of what is derived from it. */
export function isPaperItself(
  folder: PaperFolder,
  found: FoundFile,
  paper: FoundFile | undefined,
): boolean {
  const own = ['paper.md', 'paper.tex', 'paper.pdf', 'claim_ledger.json'];
  return (
    own.some((name) => join(folder.dir, name) === found.path) || found.sha256 === paper?.sha256
  );
}
