/**
 * Backups of one store in a folder that they share with others, numbered. How many are kept goes by
 * their number alone: no clock decides what is deleted, and what is kept is always the newest.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../../lib/make-folder.ts';
import type { Progress } from '../proof/notes.ts';
import { BackupError } from './error.ts';
import { readManifest, storePlaces } from './manifest.ts';
import { openSnapshot } from './snapshot.ts';
import { partialEnding, stagingOf } from './staging.ts';
import { type BackupOrder, takeBackup } from './take.ts';

/** What is to be backed up, into which folder of backups, and how many of them stay. */
export interface KeptBackupOrder extends Omit<BackupOrder, 'target'> {
  readonly dir: string;
  readonly keep: number;
}

/** The backup that was made, and what became of the others. */
export interface KeptBackup {
  /** Of its folder. */
  readonly name: string;
  /** Last event of the control plane's log that is in it. */
  readonly event_id: number;
  readonly files: number;
  readonly bytes: number;
  /** Backups of this store that are there now, this one among them. */
  readonly kept: number;
  /** Names of those that were deleted. */
  readonly deleted: readonly string[];
}

const digits = 6;

/** Makes the next backup, and deletes those before the newest `keep` once it is proven. Throws as `takeBackup`. */
export async function takeKeptBackup(
  { dir, keep, ...order }: KeptBackupOrder,
  onProgress: Progress,
): Promise<KeptBackup> {
  const prefix = `backup-${originOf(order.stateDir)}-`;
  makeFolder(dir, 0o700);
  dropUnfinished(dir, prefix);
  const name = `${prefix}${String(nextNumber(dir, prefix)).padStart(digits, '0')}`;
  const manifest = await takeBackup({ ...order, target: join(dir, name) }, { onProgress });
  const good = numbered(dir, prefix).filter((each) => 'manifest' in readManifest(join(dir, each)));
  const old = good.slice(keep);
  for (const each of old) remove(dir, each);
  return {
    name,
    event_id: manifest.stores[0]?.event_id ?? 0,
    files: manifest.files.length,
    bytes: manifest.bytes,
    kept: good.length - old.length,
    deleted: old,
  };
}

/** The first half of the first epoch of the log, which every copy of the store has. */
function originOf(stateDir: string): string {
  const place = storePlaces.find(({ file }) => existsSync(join(stateDir, file)));
  if (place === undefined) throw new BackupError(`there is no store below ${stateDir}`);
  const snapshot = openSnapshot(join(stateDir, place.file));
  snapshot.close();
  return snapshot.head.origin.slice(0, 8);
}

const numberOf = (name: string, prefix: string): number | null => {
  const digitsOf = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  return /^\d{6,15}$/.test(digitsOf) ? Number(digitsOf) : null;
};

/** Names of backups, the newest first. */
function numbered(dir: string, prefix: string): string[] {
  return readdirSync(dir)
    .flatMap((name) => {
      const number = numberOf(name, prefix);
      return number === null ? [] : [{ name, number }];
    })
    .sort((left, right) => right.number - left.number)
    .map(({ name }) => name);
}

function nextNumber(dir: string, prefix: string): number {
  const [newest] = numbered(dir, prefix);
  return newest === undefined ? 1 : (numberOf(newest, prefix) ?? 0) + 1;
}

/** What was killed in the middle. Only the service of this store makes backups of this name. */
function dropUnfinished(dir: string, prefix: string): void {
  for (const name of readdirSync(dir)) {
    if (!name.startsWith(`.${prefix}`) || !name.endsWith(partialEnding)) continue;
    rmSync(join(dir, name), { recursive: true, force: true });
  }
}

/** No longer a backup first, so that half of one is never taken for one. */
function remove(dir: string, name: string): void {
  const doomed = stagingOf(join(dir, name));
  renameSync(join(dir, name), doomed);
  rmSync(doomed, { recursive: true, force: true });
}
