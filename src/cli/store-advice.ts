/** What an operator can do when the store cannot be opened or written. */
import { factOfError, messageOfError } from '../lib/describe-error.ts';
import { findStoreTrouble, storeTroubleWords } from '../store/ports/store-trouble.ts';

/** What does not pass by itself, beside what a service that runs can meet, too. */
const advice: Readonly<Record<string, string>> = {
  EACCES: 'make it writable for the user of the service, then start it again',
  SQLITE_NOTADB: 'keep a copy of it, then put the backup of that file back',
  ENOTDIR: 'a file stands where a folder must be; move it away or choose another state_dir',
  EEXIST: 'a file stands where a folder must be; move it away or choose another state_dir',
  SQLITE_CORRUPT: 'keep a copy of it, then see what `orrery verify` says',
};

/** A sentence that names the folder and what to do about it; empty for a fault of another kind. */
export function storeAdvice(error: unknown, stateDir: string): string {
  const trouble = findStoreTrouble(error);
  const words =
    trouble === null
      ? adviceFor(error)
      : `${storeTroubleWords(trouble)}, then start the service again`;
  return words === null ? '' : `state_dir is ${stateDir}: ${words}`;
}

/** What went wrong, with that sentence behind it where there is one. */
export function faultWords(error: unknown, stateDir: string): string {
  const advised = storeAdvice(error, stateDir);
  if (advised === '') return messageOfError(error);
  return `${factOfError(error)}; ${advised}`;
}

function adviceFor(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { readonly code?: unknown };
    if (typeof code !== 'string') continue;
    // Extended codes begin with the plain one: SQLITE_CORRUPT_INDEX.
    const known = Object.keys(advice).find((name) => code === name || code.startsWith(`${name}_`));
    if (known !== undefined) return advice[known]!;
  }
  return null;
}
