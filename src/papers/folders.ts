/** Finds the paper folders at a path: one paper, a run's artefacts, or a whole corpus. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ServiceError } from '../domain/errors.ts';

/** Where a paper is, or should be; `dir` and `root` are absolute, `slug` is the name of the folder. */
export interface PaperFolder {
  readonly slug: string;
  readonly dir: string;
  /** What references may be relative to besides the paper folder. */
  readonly root: string;
}

const paperFileNames = [
  'paper.md',
  'paper.tex',
  'metadata.json',
  'claim_ledger.json',
  'evidence_bundle.json',
];

/**
 * The folder itself when it holds a paper, else every folder of its `papers/`, else every folder in
 * it that holds a paper; sorted by name, dot folders left out. Throws `not_found` when `path` is no
 * folder.
 */
export function findPaperFolders(path: string): PaperFolder[] {
  const base = resolve(path);
  if (!existsSync(base) || !statSync(base).isDirectory()) {
    throw new ServiceError('not_found', `There is no folder at ${base}.`);
  }
  if (holdsPaper(base)) return [{ slug: basename(base), dir: base, root: rootOf(base) }];
  const papers = join(base, 'papers');
  if (existsSync(papers) && statSync(papers).isDirectory()) {
    return subfolders(papers).map((slug) => ({ slug, dir: join(papers, slug), root: base }));
  }
  const root = rootOf(join(base, 'any'));
  return subfolders(base)
    .map((slug) => ({ slug, dir: join(base, slug), root }))
    .filter((folder) => holdsPaper(folder.dir));
}

function holdsPaper(dir: string): boolean {
  return paperFileNames.some((name) => existsSync(join(dir, name)));
}

/** The folder above `papers/` for a paper in one, else the folder that holds the paper. */
function rootOf(dir: string): string {
  const parent = dirname(dir);
  return basename(parent) === 'papers' ? dirname(parent) : parent;
}

function subfolders(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort();
}
