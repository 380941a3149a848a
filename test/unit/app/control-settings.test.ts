/** What use cases go by is what runs, whatever was configured. */
import { expect, it } from 'vitest';
import { controlSettings } from '../../../src/app/plane/control-settings.ts';
import { openStore } from '../../../src/store/sqlite/open-store.ts';
import { loadValid } from '../config/support.ts';

it('says of the store what was opened', async () => {
  const { config } = loadValid();
  const wished = { ...config, store: { ...config.store, backend: 'hosted' as const } };
  const store = openStore({ path: ':memory:' });
  const opened = { storeBackend: store.backend, storeLabel: 'control.db' };
  expect(controlSettings(wished, opened)).toMatchObject(opened);
  await store.journal.close();
});
