/**
 * Lookups by key that are asked for in one round of work, as one statement: an actor is loaded for each message that
 * wakes one, and a statement costs the server and this process the same for one row as for a hundred.
 */

/** A statement looks for so many at most. */
const lookupsMax = 256;

/** Answers the rows of the keys, each with the place of its key, from 1; none for what is not there. */
type ReadMany<Key, Row> = (
  keys: readonly Key[],
) => Promise<readonly (Row & { readonly place: number })[]>;

interface Lookup<Key, Row> {
  readonly key: Key;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Looks up one key, together with others. `isAlone` tells of a key that the server may refuse: nobody else is to
 * hear of that.
 */
export function gatherLookups<Key, Row extends object>(
  readMany: ReadMany<Key, Row>,
  isAlone: (key: Key) => boolean,
): (key: Key) => Promise<Row | undefined> {
  let waiting: Lookup<Key, Row>[] = [];
  const lookUp = async (lookups: readonly Lookup<Key, Row>[]): Promise<void> => {
    try {
      const rows = await readMany(lookups.map(({ key }) => key));
      const found = new Map(rows.map(({ place, ...row }) => [place, row as unknown as Row]));
      for (const [index, { resolve }] of lookups.entries()) resolve(found.get(index + 1));
    } catch (error) {
      for (const { reject } of lookups) reject(error);
    }
  };
  const flush = (): void => {
    const lookups = waiting;
    waiting = [];
    for (let at = 0; at < lookups.length; at += lookupsMax)
      void lookUp(lookups.slice(at, at + lookupsMax));
  };
  return (key) =>
    new Promise((resolve, reject) => {
      const lookup = { key, resolve, reject };
      if (isAlone(key)) {
        void lookUp([lookup]);
        return;
      }
      // What is decided in this round of work wakes others; all that look by then are looked up together.
      if (waiting.push(lookup) === 1) setImmediate(flush);
    });
}
