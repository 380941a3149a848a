/** Reads as of earlier events: in this thread, or in one of their own. */
import type { Database } from 'better-sqlite3';
import { ServiceError } from '../../../domain/errors.ts';
import { type PastReads, pastReadNames, type ReadModels } from '../../ports/read-models.ts';
import type { ReadPool } from '../threads/read-pool.ts';
import { createPastStore, type PastStore } from './past-store.ts';

/** One of `pastReadNames`, as of an event. */
export type PastCall = (
  eventId: number,
  name: keyof PastReads,
  args: readonly unknown[],
) => Promise<unknown>;

/** Does the reads in this thread; nothing is copied before the first. `close` lets go of the copy until the next. */
export function createPastCalls(
  source: Database,
  createReads: (past: Database) => ReadModels,
): { call: PastCall; close(): void } {
  let store: PastStore | null = null;
  return {
    async call(eventId, name, args) {
      store ??= createPastStore(source, createReads);
      const read = store.readsAt(eventId)[name] as (...args: readonly unknown[]) => unknown;
      return read(...args);
    },
    close() {
      store?.close();
      store = null;
    },
  };
}

/** Has them done by the thread of `pool`. */
export const pooledPast =
  (pool: ReadPool): PastCall =>
  (...args) =>
    pool.call('past', args);

/** `asOf` of the read models. */
export const createAsOf =
  (call: PastCall): ReadModels['asOf'] =>
  (eventId) =>
    Object.fromEntries(
      pastReadNames.map((name) => [
        name,
        async (...args: readonly unknown[]) => {
          refuseSearch(args);
          return call(eventId, name, args);
        },
      ]),
    ) as unknown as PastReads;

/** Words are found in an index, which has the texts of now. */
function refuseSearch(args: readonly unknown[]): void {
  const isSearch = args.some(
    (arg) => typeof arg === 'object' && arg !== null && 'search' in arg && arg.search !== '',
  );
  if (!isSearch) return;
  const message = 'cannot be combined with at: only what things say now can be searched';
  throw new ServiceError('invalid_request', `search: ${message}`, {
    errors: [{ path: 'search', message }],
  });
}
