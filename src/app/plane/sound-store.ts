/**
 * Whether the file of a store is sound, looked at while the service starts: nothing is decided on a
 * damaged store. A large one is not waited for; damage that is found later ends the service then.
 */
import { systemClock, within } from '../../lib/clock.ts';
import { StoreOpenError } from '../../store/sqlite/migrate.ts';
import type { Store } from '../../store/sqlite/open-store.ts';

/** How long a start waits for the check, real ms; on a busy machine 870 MB took five seconds. */
const waitMsMax = 10_000;

/**
 * Begins the check of the store at `path`. The returned function waits for it, within bounds, and
 * throws `StoreOpenError` when the store is damaged; later damage is told to `onFatal`.
 */
export function beginStoreCheck(
  store: Pick<Store, 'check'>,
  path: string,
  onFatal: (error: unknown) => void,
): () => Promise<void> {
  let damage: StoreOpenError | undefined;
  let isAwaited = true;
  const check = store.check().then(
    (found) => {
      if (found === null) return;
      damage = new StoreOpenError(
        `The database ${path} is damaged: ${found}. Keep a copy of it, see what \`orrery verify\` says, ` +
          'and put a backup in its place.',
      );
      if (!isAwaited) onFatal(damage);
    },
    // The store was closed meanwhile.
    () => {},
  );
  return async () => {
    await within(systemClock, waitMsMax, check);
    isAwaited = false;
    if (damage !== undefined) throw damage;
  };
}
