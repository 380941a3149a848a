/** A store that is down in the words of a problem: for who reads, and for who changes something. */

import { expect, it } from 'vitest';
import { Sqlite } from '../../../src/lib/sqlite.ts';
import { silentLog } from '../../support/http.ts';
import { createTestPipeline, inject } from '../../support/http-pipeline.ts';

it.each([
  [
    { target: '/fail/store' },
    'the store cannot be read: its disk fails; look after the disk of state_dir, which may be full, then ask again',
  ],
  [
    { method: 'POST', target: '/items', body: '{"name":"full"}' },
    'the store takes no writes: its disk is full; free space on the disk of state_dir, then repeat the request with the same key',
  ],
])('says that the store is unavailable, which no fault of its own is: %j', async (sent, detail) => {
  const logged: object[] = [];
  const log = { ...silentLog, error: (fields: object) => logged.push(fields) };
  const { handlers } = createTestPipeline({ log });
  const reply = await inject(handlers, sent);
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
  expect(reply.json).toMatchObject({ code: 'store_unavailable', detail });
  expect(logged).toContainEqual(expect.objectContaining({ err: expect.any(Sqlite.SqliteError) }));
});
