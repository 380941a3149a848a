/**
 * What the doctor may mend by itself: only what cannot lose anything, and only while no service holds the state
 * folder. Each repair is found first, named, and carried out when it is told to be.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { OrreryConfig } from '../../config/resolve.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { partEnding } from '../../store/sqlite/archive/file.ts';
import { archiveName } from '../../store/sqlite/archive/place.ts';
import { entriesOf } from '../../store/sqlite/backup/files.ts';
import { storePlaces } from '../../store/sqlite/backup/manifest.ts';
import { takeStateLock } from '../../store/sqlite/state-lock.ts';
import { findStoreRepairs } from '../../store/sqlite/store-repairs.ts';

/** In the order in which they are carried out. */
export const repairNames = [
  'locks',
  'folders',
  'indexes',
  'full-text',
  'timers',
  'leftovers',
] as const;
/** What a repair is called on the command line. */
export type RepairName = (typeof repairNames)[number];

/** Something that can be mended. */
export interface Repair {
  readonly name: RepairName;
  /** What is wrong, and what would be done. */
  readonly what: string;
  /** Null for what mends itself. */
  readonly act: (() => void) | null;
}

/** The repairs of an installation that no service runs on; `wanted`: all, or those of these names. */
export function findRepairs(
  { service, upkeep }: Pick<OrreryConfig, 'service' | 'upkeep'>,
  nowMs: number,
  wanted: (name: RepairName) => boolean,
): readonly Repair[] {
  const { stateDir } = service;
  const places = storePlaces.map(({ file, lock }) => ({
    path: join(stateDir, file),
    lock: join(stateDir, lock),
  }));
  return [
    ...(wanted('locks') ? places.flatMap(({ lock }) => findLock(lock)) : []),
    ...(wanted('folders') ? findFolders(stateDir) : []),
    ...places.flatMap(({ path }) => findStoreRepairs(path, nowMs, wanted)),
    ...(wanted('leftovers') ? findLeftovers(stateDir, upkeep.backupDir) : []),
  ];
}

/** Holds every store's lock while `work` goes on, so that no service starts in the middle. Throws where one is held. */
export function withStoresHeld(stateDir: string, work: () => void): void {
  const held = storePlaces
    .map(({ lock }) => join(stateDir, lock))
    .filter((lock) => existsSync(lock) && !isBroken(lock))
    .map((lock) => takeStateLock(lock));
  try {
    work();
  } finally {
    for (const lock of held) lock.release();
  }
}

const databaseMark = 'SQLite format 3\0';

/** No process can hold it: a lock is one of a database, or of an empty file. */
function isBroken(path: string): boolean {
  const begin = Buffer.alloc(databaseMark.length);
  const file = openSync(path, 'r');
  try {
    const read = readSync(file, begin, 0, begin.length, 0);
    return read > 0 && begin.toString('latin1', 0, read) !== databaseMark;
  } finally {
    closeSync(file);
  }
}

function findLock(path: string): Repair[] {
  if (!existsSync(path) || !isBroken(path)) return [];
  return [
    {
      name: 'locks',
      what: `${path} is no lock file, so no service can start: it is set aside as ${path}.broken`,
      act: () => renameSync(path, `${path}.broken`),
    },
  ];
}

function findFolders(stateDir: string): Repair[] {
  const mode = statSync(stateDir, { throwIfNoEntry: false })?.mode;
  const make = (path: string): Repair => ({
    name: 'folders',
    what: `${path} is missing: it is made, for this account alone`,
    act: () => void makeFolder(path, 0o700),
  });
  if (mode === undefined) return [make(stateDir)];
  if ((mode & 0o077) === 0) return [];
  return [
    {
      name: 'folders',
      what: `${stateDir} can be read by other accounts (0${(mode & 0o777).toString(8)}): it becomes 0700`,
      act: () => chmodSync(stateDir, 0o700),
    },
  ];
}

/** What a process left that was ended while it wrote: begun anew by whoever needs it. */
function findLeftovers(stateDir: string, backupDir: string | null): Repair[] {
  const within = (folder: string, matches: (name: string) => boolean): string[] =>
    entriesOf(folder).flatMap(({ name }) => (matches(name) ? [join(folder, name)] : []));
  const archive = join(stateDir, archiveName);
  const paths = [
    ...within(archive, (name) => name.endsWith(partEnding)),
    ...(backupDir === null
      ? []
      : within(backupDir, (name) => /^\..+\.partial$/.test(name)).filter(isNobodys)),
  ];
  return paths.map((path) => ({
    name: 'leftovers',
    what: `${path} was left half written: it is deleted`,
    act: () => rmSync(path, { recursive: true, force: true }),
  }));
}

/** Of a backup in the making; who makes it holds its lock. */
function isNobodys(staging: string): boolean {
  const lock = `${staging}.lock`;
  if (!existsSync(lock)) return existsSync(dirname(staging));
  try {
    takeStateLock(lock).release();
    return true;
  } catch {
    return false;
  }
}
