/** The folder in which a backup is made until it is whole: beside its place, and of one process at a time. */
import { accessSync, constants, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StoreOpenError } from '../migrate.ts';
import { filesOfLock, takeStateLock } from '../state-lock.ts';
import { BackupError } from './error.ts';

/** Ends the name of what is no backup yet, or no longer. */
export const partialEnding = '.partial';
/** Where a backup lies until it is whole. Pure. */
export const stagingOf = (target: string): string =>
  join(dirname(target), `.${basename(target)}${partialEnding}`);

/**
 * An empty folder that is ours until the returned function is called. Throws `BackupError` while it is another's, and
 * what the file system says where nothing can be written.
 */
export function beginStaging(staging: string): () => void {
  // The lock would say of a folder that only reads that a database cannot be opened.
  accessSync(dirname(staging), constants.W_OK);
  const lockPath = `${staging}.lock`;
  const lock = takeStagingLock(staging, lockPath);
  // What an attempt left that was killed is nobody's any more.
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { mode: 0o700 });
  return () => {
    for (const file of filesOfLock(lockPath)) rmSync(file, { force: true });
    lock.release();
  };
}

function takeStagingLock(staging: string, lockPath: string) {
  try {
    return takeStateLock(lockPath);
  } catch (error) {
    // One with a cause is of the file itself.
    if (!(error instanceof StoreOpenError) || error.cause !== undefined) throw error;
    throw new BackupError(`another backup is being made in ${staging}; wait for it`, {
      cause: error,
    });
  }
}
