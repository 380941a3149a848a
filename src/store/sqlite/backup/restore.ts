/**
 * Puts a proven backup into an empty state folder. The stores come last and get their names when
 * everything else is there: a start in the middle finds a store missing where files are, and refuses.
 * No end of the log is put beside them, so that the next start knows the copy and begins a new epoch.
 */
import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isInside } from '../../../lib/safe-path.ts';
import { headPathOf } from '../head/head-file.ts';
import { foreseeFinding } from '../head/settle.ts';
import { openToLook } from '../open.ts';
import type { Progress } from '../proof/notes.ts';
import { filesOfLock, takeStateLock } from '../state-lock.ts';
import { BackupError } from './error.ts';
import { copyFile, entriesOf, hashFile, syncFolders } from './files.ts';
import { type BackupManifest, storePlaces } from './manifest.ts';
import { freeBytesAt, requireSpace } from './space.ts';
import type { BackupSource } from './take.ts';

/** Which backup is put where. */
export interface RestoreOrder extends BackupSource {
  /** The backup. */
  readonly folder: string;
  readonly manifest: BackupManifest;
  /**
   * State folder that this one takes the place of: what it keeps of the end of its logs tells what was
   * acknowledged after the backup. Null: nobody can tell.
   */
  readonly replaces: string | null;
}

/** What the next start will find in a store, in words; null where it will find nothing to say. */
export interface RestoredStore {
  readonly name: string;
  readonly finding: string | null;
}

const unfinished = '.restoring';

/** Throws `BackupError` where a backup may not be put: where anything is, and in the backup, which would be none any more. */
export function requirePlace({
  folder,
  stateDir,
  corpusDir,
}: Omit<RestoreOrder, 'manifest' | 'replaces'>): void {
  const within = [stateDir, corpusDir].find((place) => isInside(folder, place));
  if (within !== undefined) {
    throw new BackupError(
      `${within} lies in the backup ${folder}, which would be spoilt by it: name a folder elsewhere`,
    );
  }
  requireEmpty(stateDir);
  requireEmpty(corpusDir);
}

/**
 * Throws `BackupError` as `requirePlace` and when the place is too small, `StoreOpenError` while a service holds
 * it, and what the file system says. The backup must have been proven.
 */
export function placeBackup(order: RestoreOrder, onProgress: Progress): readonly RestoredStore[] {
  const { stateDir, corpusDir, manifest } = order;
  requirePlace(order);
  const places = storePlaces.filter(({ name }) =>
    manifest.stores.some((each) => each.name === name),
  );
  const release = takeLocks(stateDir, places);
  try {
    requireSpace(manifest.bytes, stateDir, freeBytesAt);
    copyAll(order, onProgress);
    for (const { file } of places) keepOldEnd(order, file);
    syncFolders(stateDir);
    if (existsSync(corpusDir)) syncFolders(corpusDir);
    for (const { file } of places.toReversed()) {
      renameSync(join(stateDir, `${file}${unfinished}`), join(stateDir, file));
    }
    syncFolders(stateDir);
    return places.map(({ name, file }) => ({ name, finding: foresee(join(stateDir, file)) }));
  } finally {
    release();
  }
}

type Places = readonly (typeof storePlaces)[number][];

function takeLocks(stateDir: string, places: Places): () => void {
  const locks = places.map(({ lock }) => {
    const path = join(stateDir, lock);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return takeStateLock(path);
  });
  return () => {
    for (const lock of locks) lock.release();
  };
}

function copyAll(
  { folder, stateDir, corpusDir, manifest }: RestoreOrder,
  onProgress: Progress,
): void {
  const isStore = (path: string): boolean => storePlaces.some(({ file }) => file === path);
  let done = 0;
  for (const { path, bytes, sha256 } of manifest.files) {
    onProgress('bytes copied', done, manifest.bytes);
    const inCorpus = /^corpus\/(.+)$/.exec(path)?.[1];
    const place = inCorpus === undefined ? join(stateDir, path) : join(corpusDir, inCorpus);
    const to = isStore(path) ? `${place}${unfinished}` : place;
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    copyFile(join(folder, path), to);
    // Read back: what was proven is what lies there now.
    if (hashFile(to).sha256 !== sha256) {
      throw new BackupError(`${path} was not copied as it is; look at the disk of ${dirname(to)}`);
    }
    done += bytes;
  }
}

/** Of the folder that was lost, where it still has it. */
function keepOldEnd({ replaces, stateDir }: RestoreOrder, file: string): void {
  if (replaces === null) return;
  const head = headPathOf(join(replaces, file));
  if (existsSync(head)) copyFileSync(head, headPathOf(join(stateDir, file)));
}

function foresee(path: string): string | null {
  // A store of an earlier program is brought up to date by the next start first.
  const db = openToLook(path);
  try {
    return db === null ? null : (foreseeFinding(path, db, false)?.message ?? null);
  } finally {
    db?.close();
  }
}

/** Locks hold no data. */
const lockFiles: readonly string[] = storePlaces.flatMap(({ lock }) => filesOfLock(lock));
const namesMax = 5;

/** Throws `BackupError` that names what lies there and what to do with it. */
function requireEmpty(folder: string): void {
  const found = listBelow(folder).filter((path) => !lockFiles.includes(path));
  if (found.length === 0) return;
  const named = found.slice(0, namesMax).join(', ');
  const more = found.length > namesMax ? ' and more' : '';
  throw new BackupError(
    `${folder} is not empty: it has ${named}${more}. Stop the service and move it away, for example: mv ${folder} ${join(dirname(folder), `${basename(folder)}.old`)}`,
  );
}

/** Files and empty folders, by path; no more than are needed to be named. */
function listBelow(folder: string, below = ''): string[] {
  const found: string[] = [];
  for (const entry of entriesOf(join(folder, below))) {
    if (found.length > namesMax) break;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) found.push(...listBelow(folder, path));
    else found.push(path);
  }
  return found;
}
