/**
 * Whether the file of an open store still lies where it was opened. Whoever has it open goes on writing to a file that
 * was removed or moved away, and hears of nothing: what is written then is gone when the process ends.
 */
import { statSync } from 'node:fs';

/** For the file at `path`, which was just opened. Null while it lies there, else what is wrong and what to do. */
export function watchPlace(path: string): () => string | null {
  const opened = identityAt(path);
  return () =>
    identityAt(path) === opened
      ? null
      : `${path} is not the file that is open: it was moved, removed or replaced, and what is written now is gone ` +
        'when the service ends; put it back while the service runs, or send it again after a restart';
}

/** Of the file itself; null where there is none. */
function identityAt(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}
