/** What an operator can do when the store cannot be opened or written. */

const advice: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'free space on the disk that holds it, then start the service again',
  ENOSPC: 'free space on the disk that holds it, then start the service again',
  SQLITE_READONLY: 'make it writable for the user of the service, then start it again',
  SQLITE_CANTOPEN: 'make it writable for the user of the service, then start it again',
  EROFS: 'its file system is read-only; make it writable, then start the service again',
  EACCES: 'make it writable for the user of the service, then start it again',
  SQLITE_IOERR: 'look after the disk that holds it before starting the service again',
  SQLITE_NOTADB: 'keep a copy of it, then put the backup of that file back',
  ENOTDIR: 'a file stands where a folder must be; move it away or choose another state_dir',
  EEXIST: 'a file stands where a folder must be; move it away or choose another state_dir',
  SQLITE_BUSY:
    'another program has held the write lock of its store for too long; end it (fuser or lsof names it), then start the service again',
  SQLITE_CORRUPT: 'keep a copy of it, then see what `orrery verify` says',
};

/** A sentence that names the folder and what to do about it; empty for a fault of another kind. */
export function storeAdvice(error: unknown, stateDir: string): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { readonly code?: unknown };
    if (typeof code !== 'string') continue;
    // Extended codes begin with the plain one: SQLITE_IOERR_WRITE.
    const known = Object.keys(advice).find((name) => code === name || code.startsWith(`${name}_`));
    if (known !== undefined) return `state_dir is ${stateDir}: ${advice[known]}`;
  }
  return '';
}
