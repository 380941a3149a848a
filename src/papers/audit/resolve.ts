/** Finds the file a reference means, below the paper folder or the corpus root and nowhere else. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../lib/hash.ts';
import { resolveInside } from '../../lib/safe-path.ts';
import type { PaperFolder } from '../folders.ts';

export interface FoundFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

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
  const path = reference.replace(/^(?:\.\/)+/, '');
  const own = `papers/${folder.slug}/`;
  const candidates = [
    resolveInside(folder.dir, path),
    resolveInside(folder.root, path),
    path.startsWith(own) ? resolveInside(folder.dir, path.slice(own.length)) : undefined,
  ];
  for (const candidate of candidates) {
    const bytes = candidate === undefined ? undefined : readRegular(candidate);
    if (candidate !== undefined && bytes !== undefined) {
      return { path: candidate, bytes, sha256: sha256Hex(bytes) };
    }
  }
  return undefined;
}

function readRegular(path: string): Buffer | undefined {
  try {
    return statSync(path).isFile() ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
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
