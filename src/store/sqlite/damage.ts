/** A file that is damaged stays so: whoever meets it in a read has met a store that failed. */

/** Codes, also as the beginning of extended ones, that no second attempt mends. */
const damageCodes = [
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
  'SQLITE_IOERR_READ',
  'SQLITE_IOERR_SHORT_READ',
  'SQLITE_IOERR_CORRUPTFS',
  'SQLITE_IOERR_DATA',
];

/** True when SQLite says that what it read cannot be: not for a store that is busy, or out of memory. */
export function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return damageCodes.some((known) => code === known || code.startsWith(`${known}_`));
}

type Read = (...args: unknown[]) => unknown;

/** `reads`, whose methods tell `onDamage` what they throw or reject with when it is damage. */
export function watchReads<Reads extends object>(
  reads: Reads,
  onDamage: (error: unknown) => void,
): Reads {
  const tell = (error: unknown): never => {
    if (isDamage(error)) onDamage(error);
    throw error;
  };
  const watch =
    (read: Read): Read =>
    (...args) => {
      try {
        const result = read(...args);
        return result instanceof Promise ? result.catch(tell) : result;
      } catch (error) {
        return tell(error);
      }
    };
  const watched = Object.entries(reads).map(([name, read]) => [
    name,
    typeof read === 'function' ? watch(read as Read) : read,
  ]);
  return Object.fromEntries(watched) as Reads;
}
