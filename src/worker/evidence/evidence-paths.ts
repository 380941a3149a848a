/** Finds the results of a project on the worker's disk. */
import type { Dir } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  chooseResults,
  type EvidencePath,
  expectedResults,
  type FolderListing,
  searchResults,
} from '../../domain/evidence-list.ts';
import { limits } from '../../domain/limits.ts';
import { isErrno } from '../files.ts';

/** Results below `results/`, the more telling first; `complete` is false when some had to be left out. */
export async function findResults(
  projectDir: string,
): Promise<{ readonly found: readonly EvidencePath[]; readonly complete: boolean }> {
  const search = searchResults();
  let step = search.next();
  while (step.done !== true) {
    const { path, entriesMax } = step.value;
    step = search.next(await listFolder(join(projectDir, path), entriesMax));
  }
  const there = await Promise.all(expectedResults.map((path) => isThere(join(projectDir, path))));
  const named = expectedResults.filter((_, place) => there[place]);
  const all = [...named, ...step.value.found];
  const { chosen, leftOut } = chooseResults(all, limits.evidenceFilesMax);
  const found = chosen.map((path) => ({ path, role: 'result_summary' }));
  return { found, complete: step.value.isWhole && leftOut === 0 };
}

async function isThere(path: string): Promise<boolean> {
  try {
    return !(await lstat(path)).isDirectory();
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return false;
    throw error;
  }
}

async function listFolder(path: string, entriesMax: number): Promise<FolderListing> {
  const files: string[] = [];
  const folders: string[] = [];
  let folder: Dir;
  try {
    folder = await opendir(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return { files, folders, isWhole: true };
    throw error;
  }
  for await (const entry of folder) {
    // Leaving the loop closes the folder.
    if (files.length + folders.length >= entriesMax) return { files, folders, isWhole: false };
    (entry.isDirectory() ? folders : files).push(entry.name);
  }
  return { files, folders, isWhole: true };
}
