/** A store that nobody can open any more: who reads is told so, on both transports, and to try again. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startService } from '../support/service.ts';

it.each(['uws', 'node'] as const)(
  'a list on %s is answered 503 until it can be',
  async (transport) => {
    const service = await startService({ transport });
    const file = join(service.dir, 'state', 'control.db');
    const read = () => service.api.get('/control/api/v1/runs');
    try {
      // Threads that read open the file when the first list is asked for.
      renameSync(file, `${file}.away`);
      const refused = await read();
      expect(refused).toMatchObject({ status: 503, body: { code: 'store_unavailable' } });
      expect(refused.body['detail']).toMatch(
        /^the store cannot be read: it cannot be opened; .*then ask again$/,
      );
      renameSync(`${file}.away`, file);
      expect(await read()).toMatchObject({ status: 200 });
    } finally {
      await service.remove();
    }
  },
);
