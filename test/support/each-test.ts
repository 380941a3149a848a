/** What a test starts is ended after it, whatever came of it; the last that was started goes first. */
import { afterEach, beforeEach } from 'vitest';
import { openTestStore, type TestStore } from './store-fixtures.ts';

/** Call it at the top of a file; what is given to the result is called after the test. */
export function endAfterEach(): { push(...ends: readonly (() => unknown)[]): unknown } {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  return ends;
}

/** Call it at the top of a file: `store()` is an empty store, another for each test. */
export function storeOfEachTest(): () => TestStore {
  let store: TestStore;
  beforeEach(() => {
    store = openTestStore();
  });
  afterEach(() => store.journal.close());
  return () => store;
}
