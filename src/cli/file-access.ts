/** What this account may do with paths that may not exist yet. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';

const modes = { read: constants.R_OK, write: constants.W_OK, run: constants.X_OK } as const;

/** True when this account may do that with an existing file or folder. */
export function isAllowed(path: string, what: keyof typeof modes): boolean {
  try {
    accessSync(path, modes[what]);
    return true;
  } catch {
    return false;
  }
}

/** `path`, or the nearest folder above it that exists. */
export function nearestExisting(path: string): string {
  const parent = dirname(path);
  return existsSync(path) || parent === path ? path : nearestExisting(parent);
}
