/** Whether there is room for a backup, before anything is written. */
import { statfsSync } from 'node:fs';
import { limits } from '../../../domain/limits.ts';
import { nearestExisting } from '../../../lib/if-there.ts';
import { BackupError } from './error.ts';

const mibBytes = 1024 ** 2;

/** Free bytes of the file system that `path` is or would be on. */
export function freeBytesAt(path: string): number {
  const { bavail, bsize } = statfsSync(nearestExisting(path));
  return bavail * bsize;
}

/** Throws `BackupError` that says how much is needed and how much is free. */
export function requireSpace(
  needed: number,
  path: string,
  freeBytes: (path: string) => number,
): void {
  const whole = needed + limits.storeFreeMibMin * mibBytes;
  const free = freeBytes(path);
  if (free >= whole) return;
  throw new BackupError(
    `it needs ${Math.ceil(whole / mibBytes)} MiB, and the file system of ${path} has ${Math.floor(free / mibBytes)} MiB free`,
  );
}
