/** The folders that settings name. One that cannot be made stops the start, by the name of its setting. */
import { factOfError } from '../../lib/describe-error.ts';
import { makeFolder } from '../../lib/make-folder.ts';

/** Makes the folder where it is not there. Throws a sentence that names the setting and what would be right. */
export function makeConfigured(setting: string, path: string, mode?: number): void {
  try {
    makeFolder(path, mode);
  } catch (error) {
    throw new Error(
      `${setting} cannot be used, since no folder can be made at ${path} (${factOfError(error)}): name one that this account may make, or make it by hand`,
      { cause: error },
    );
  }
}
