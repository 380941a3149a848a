/** The store suite on every implementation that needs no service of its own. */
import { join } from 'node:path';
import { describeStore } from '../support/store-conformance.ts';
import { createTempDir, openTestStore, openThreadedStore } from '../support/store-fixtures.ts';

describeStore('sqlite in memory', async () => {
  const store = openTestStore();
  return { ...store, dispose: () => store.journal.close() };
});

describeStore('sqlite file', async () => {
  const dir = createTempDir();
  const store = openTestStore(join(dir.path, 'store.db'));
  return {
    ...store,
    async dispose() {
      await store.journal.close();
      dir.remove();
    },
  };
});

describeStore('sqlite file with its writer in a thread', async () => {
  const dir = createTempDir();
  const store = openThreadedStore(join(dir.path, 'store.db'));
  return {
    ...store,
    async dispose() {
      await store.journal.close();
      dir.remove();
    },
  };
});
