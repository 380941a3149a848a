/**
 * Puts a whole folder in place or none. Steps: fill `.staging-<name>`, fsync it, move an old version
 * to `.previous-<name>`, move the new one to `<name>`, fsync the parent, remove the old version.
 * After a crash at any step `recoverFolder` leaves exactly one whole version: the new one when its
 * rename happened, else the old one. Everything here is synchronous, so that within one process
 * no other code sees the moment between the two renames.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** What `onStep` hears of while a folder is exchanged, in order; tests crash at each of them. */
export const replaceSteps = [
  'recovered',
  'filled',
  'synced',
  'old_aside',
  'new_in',
  'parent_synced',
  'old_removed',
] as const;
type ReplaceStep = (typeof replaceSteps)[number];

/** Called after each step; a test throws in it to play a crash. */
export type StepHook = (step: ReplaceStep) => void;

/** The folder that is put in place is `name` below `parent`; its stages lie beside it, under dotted names. */
export interface ReplaceOptions {
  readonly parent: string;
  readonly name: string;
  readonly onStep?: StepHook | undefined;
}

/** Path to fill before `commitFolder`; empty and fresh. */
export function stageFolder(options: ReplaceOptions): string {
  mkdirSync(options.parent, { recursive: true });
  recoverFolder(options.parent, options.name);
  options.onStep?.('recovered');
  const staging = stagingPath(options);
  mkdirSync(staging);
  return staging;
}

/** Puts the staged folder in place of the old one and returns its path. */
export function commitFolder(options: ReplaceOptions): string {
  const { parent, name, onStep } = options;
  const staging = stagingPath(options);
  const target = join(parent, name);
  const previous = join(parent, `.previous-${name}`);
  onStep?.('filled');
  syncTree(staging);
  onStep?.('synced');
  if (existsSync(target)) renameSync(target, previous);
  onStep?.('old_aside');
  renameSync(staging, target);
  onStep?.('new_in');
  syncPath(parent);
  onStep?.('parent_synced');
  rmSync(previous, { recursive: true, force: true });
  onStep?.('old_removed');
  return target;
}

/** Drops the staged folder, for a build that failed. */
export function discardFolder(options: ReplaceOptions): void {
  rmSync(stagingPath(options), { recursive: true, force: true });
}

function stagingPath({ parent, name }: ReplaceOptions): string {
  return join(parent, `.staging-${name}`);
}

/** Undoes what a crash left behind; does nothing when all is well. */
export function recoverFolder(parent: string, name: string): void {
  const target = join(parent, name);
  const previous = join(parent, `.previous-${name}`);
  if (existsSync(previous)) {
    if (existsSync(target)) rmSync(previous, { recursive: true, force: true });
    else renameSync(previous, target);
  }
  rmSync(join(parent, `.staging-${name}`), { recursive: true, force: true });
}

/** `recoverFolder` for every folder below `parent`; to be called once before serving. */
export function recoverFolders(parent: string): void {
  if (!existsSync(parent)) return;
  const names = readdirSync(parent).flatMap((entry) => {
    const name = /^\.(?:staging|previous)-(.+)$/.exec(entry)?.[1];
    return name === undefined ? [] : [name];
  });
  for (const name of new Set(names)) recoverFolder(parent, name);
}

/** Writes a file below `root`, making its folders. */
export function writeBelow(root: string, path: string, bytes: string | Uint8Array): void {
  const target = join(root, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bytes);
}

/** Writes a value as indented JSON below `root`. */
export function writeJsonBelow(root: string, path: string, value: unknown): void {
  writeBelow(root, path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Replaces one file by rename, so that a reader sees the old or the new text. */
export function replaceFile(path: string, bytes: string | Uint8Array): void {
  const staging = `${path}.staging`;
  writeFileSync(staging, bytes);
  syncPath(staging);
  renameSync(staging, path);
  syncPath(dirname(path));
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncPath(path);
  }
  syncPath(folder);
}

function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** All regular files below `root` as sorted slash-separated paths; dot entries are left out. */
export function listFiles(root: string): string[] {
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) found.push(path);
    }
  };
  visit('');
  return found.sort();
}
