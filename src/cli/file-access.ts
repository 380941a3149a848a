/** What this account may do with paths that may not exist yet. */

import { accessSync, constants } from 'node:fs';
import { factOfError } from '../lib/describe-error.ts';
import { exitCodes } from './command.ts';
import { CommandFailure } from './failure.ts';

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

/** Takes what the file system says against writing to `path` as the command's failure. */
export function failWriting(path: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) throw error;
    throw new CommandFailure(
      exitCodes.failed,
      `${path} cannot be written: ${factOfError(error, 'it')}; name a place that this account may write to and that has room`,
    );
  };
}
