/**
 * Takes a backup: all stores as of one moment, and the files that belong to them. Everything is
 * written to a folder beside its place, read back and proven there, and put in place by one rename: what
 * is in place is whole, and what is not whole is not in place.
 *
 * Files are copied first. Then the stores' moment begins, and the files are looked at again: where one
 * was replaced meanwhile, the moment is given up and the new one is copied, until nothing has changed.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../../lib/make-folder.ts';
import { isInside } from '../../../lib/safe-path.ts';
import { archiveName } from '../archive/place.ts';
import { findLostStore } from '../lost-store.ts';
import type { Progress } from '../proof/notes.ts';
import { BackupError } from './error.ts';
import { FileCopies } from './file-copies.ts';
import { hashFile, type Listing, type SourceFolder, syncFolder, syncFolders } from './files.ts';
import {
  type BackedUpFile,
  type BackupManifest,
  manifestName,
  storePlaces,
  writeManifest,
} from './manifest.ts';
import { proveContents } from './prove.ts';
import { openSnapshot, type StoreSnapshot } from './snapshot.ts';
import { freeBytesAt, requireSpace } from './space.ts';
import { beginStaging, stagingOf } from './staging.ts';

/** Where everything is that a backup takes along. */
export interface BackupSource {
  readonly stateDir: string;
  /** It may lie elsewhere than in the state folder. */
  readonly corpusDir: string;
}

/** What is to be backed up, and where to. */
export interface BackupOrder extends BackupSource {
  /** The new folder; nothing may be there. */
  readonly target: string;
  /** Of this program, and the time by its clock. */
  readonly version: string;
  readonly at: string;
}

interface BackupHooks {
  readonly onProgress: Progress;
  /** Replaces what the file system says, in tests. */
  readonly freeBytes?: (path: string) => number;
}

/** How often files may be replaced while they are copied. */
const roundsMax = 20;

/** Resolves when the backup is in place and proven. Throws `BackupError`, `StoreOpenError` and what the file system says. */
export async function takeBackup(order: BackupOrder, hooks: BackupHooks): Promise<BackupManifest> {
  const { target } = order;
  if (existsSync(target)) {
    throw new BackupError(
      `${target} is there already, and nothing is overwritten: name a new folder`,
    );
  }
  const around = [order.stateDir, order.corpusDir].find((folder) => isInside(folder, target));
  if (around !== undefined) {
    throw new BackupError(
      `${target} lies in ${around}, with which it would be lost: name a folder elsewhere, best on another disk`,
    );
  }
  const parent = dirname(target);
  makeFolder(parent, 0o700);
  const staging = stagingOf(target);
  const release = beginStaging(staging);
  try {
    const manifest = await fill(staging, order, hooks);
    writeFileSync(join(staging, manifestName), writeManifest(manifest), {
      mode: 0o600,
      flush: true,
    });
    syncFolders(staging);
    renameSync(staging, target);
    syncFolder(parent);
    return manifest;
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    throw error;
  } finally {
    release();
  }
}

async function fill(
  staging: string,
  order: BackupOrder,
  { onProgress, freeBytes = freeBytesAt }: BackupHooks,
): Promise<BackupManifest> {
  refuseLost(order);
  const places = storePlaces.filter(({ file }) => existsSync(join(order.stateDir, file)));
  if (places.length === 0) {
    throw new BackupError(`there is no store below ${order.stateDir}; start the service once`);
  }
  const copies = new FileCopies(staging, foldersOf(order));
  requireSpace(copies.bytes + sizeOf(places, order), staging, freeBytes);
  const { snapshots, listing } = openMoment(places, order, copies, onProgress);
  try {
    const stores = places.map(({ name, file }, index) => ({
      name,
      file,
      ...snapshots[index]!.head,
    }));
    const files: BackedUpFile[] = [];
    for (const [index, { file }] of places.entries()) {
      const path = join(staging, file);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      await snapshots[index]!.copyTo(path, (done, total) =>
        onProgress(`${file}: pages`, done, total),
      ).catch(failCopy(file, order.target));
      files.push({ path: file, ...hashFile(path) });
    }
    files.push(...copies.list());
    const manifest: BackupManifest = {
      version: order.version,
      taken_at: order.at,
      stores,
      files,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      left_out: [...listing.leftOut],
    };
    await requireProven(staging, manifest, onProgress);
    return manifest;
  } finally {
    for (const snapshot of snapshots) snapshot.close();
  }
}

/** SQLite's own words name no folder, though it is where the copy goes that takes no more. */
function failCopy(file: string, target: string): (error: unknown) => never {
  return (error) => {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
    if (!/^SQLITE_(?:FULL|CANTOPEN|READONLY|IOERR)/.test(String(code))) throw error;
    throw new BackupError(
      `${file} cannot be copied to ${dirname(target)}: ${String(message)}; free space there, or files where those are used up, or name another place`,
      { cause: error },
    );
  };
}

/** Read back from where they were written, so that a disk that fails is noticed now. */
async function requireProven(
  staging: string,
  manifest: BackupManifest,
  onProgress: Progress,
): Promise<void> {
  const [first] = await proveContents(staging, manifest, onProgress);
  if (first !== undefined) throw new BackupError(`what was written does not hold: ${first}`);
}

const foldersOf = ({ stateDir, corpusDir }: BackupSource): readonly SourceFolder[] => [
  { from: join(stateDir, 'artifacts'), as: 'artifacts' },
  { from: corpusDir, as: 'corpus' },
  { from: join(stateDir, 'worker', 'fencing'), as: 'worker/fencing' },
  { from: join(stateDir, archiveName), as: archiveName },
];

/** A backup that lacks a store which was lost would be taken for a whole one. */
function refuseLost({ stateDir }: BackupSource): void {
  for (const { name, file } of storePlaces) {
    const traceFolders = name === 'control' ? [join(stateDir, 'artifacts')] : [];
    const lost = findLostStore({ path: join(stateDir, file), traceFolders });
    if (lost !== null) throw new BackupError(`nothing was backed up: ${lost}`);
  }
}

type Place = (typeof storePlaces)[number];

function sizeOf(places: readonly Place[], { stateDir }: BackupSource): number {
  return places.reduce((sum, { file }) => {
    const snapshot = openSnapshot(join(stateDir, file));
    snapshot.close();
    return sum + snapshot.bytes;
  }, 0);
}

/** The moment of all stores, with every file copied as it was then. */
function openMoment(
  places: readonly Place[],
  { stateDir }: BackupSource,
  copies: FileCopies,
  onProgress: Progress,
): { readonly snapshots: readonly StoreSnapshot[]; readonly listing: Listing } {
  for (let round = 0; round < roundsMax; round += 1) {
    copies.bring(onProgress);
    // The gate first: what it had not told by then, it tells again; the other way round it would be lost.
    const snapshots = places
      .toReversed()
      .map(({ file }) => openSnapshot(join(stateDir, file)))
      .toReversed();
    const listing = copies.look();
    if (listing !== null) return { snapshots, listing };
    for (const snapshot of snapshots) snapshot.close();
  }
  throw new BackupError(
    `files below ${stateDir} were replaced ${roundsMax} times while they were copied; try again when fewer papers are written`,
  );
}
