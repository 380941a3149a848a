/**
 * A control plane whose PostgreSQL is behind a pooler in transaction mode, which keeps nothing of a connection from one
 * transaction to the next. @needs postgres pgbouncer
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgresJournal } from '../../src/actors/journal/postgres/open.ts';
import { verifyJournal } from '../../src/store/verify.ts';
import { doMainJob, takeInIdea } from '../support/main-job.ts';
import { startPooler, type TestPooler } from '../support/pgbouncer.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startService, until } from '../support/service.ts';

let server: TestPostgres;
let pooler: TestPooler;
beforeAll(async () => {
  server = await startPostgres();
  // Fewer than the connections that a plane opens, so that they have to be shared.
  pooler = await startPooler(server.port, 2);
});
afterAll(async () => {
  await pooler.close();
  await server.close();
});

it('does the main job, is followed by a reader, has another stand by and starts again', async () => {
  const url = `postgres://orrery@127.0.0.1:${pooler.port}/postgres`;
  const config = { control_plane_store_backend: 'hosted', hosted_database_url: url };
  let writer = await startService({ config: () => config });
  const reading = { ...config, control_plane_store_backend: 'hosted_readonly', role: 'control' };
  const reader = await startService({ config: () => reading });
  try {
    await doMainJob(writer.api);
    const other = await startService({ config: () => config });
    expect((await other.api.get('/healthz')).body).toMatchObject({ plane_role: 'standby' });
    expect((await writer.api.get('/healthz')).body).toMatchObject({ plane_role: 'active' });
    await other.remove();
    await writer.stop();
    writer = await startService({ dir: writer.dir, config: () => config });
    await takeInIdea(writer.api, 'after');
    await until(async () => {
      const { body } = await reader.api.get('/control/api/v1/projects');
      return JSON.stringify(body['rows']).includes('after');
    }, 'the reader has followed');
    await writer.stop();
    const truth = await openPostgresJournal({ url, readonly: true });
    expect(await verifyJournal(truth)).toMatchObject({ problems: [] });
    await truth.close();
  } finally {
    await reader.remove();
    await writer.remove();
  }
});
