/** Another program holds the write lock of a running service's store: it says so, answers, and waits. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Sqlite } from '../../src/lib/sqlite.ts';
import { startService, until } from '../support/service.ts';

it('a request that writes waits while everything else is answered, and is done once', async () => {
  const service = await startService();
  const rival = new Sqlite(join(service.dir, 'state', 'control.db'));
  try {
    rival.exec('BEGIN IMMEDIATE');
    let isAnswered = false;
    const intake = service.api
      .post('/control/api/intake/ideas', {
        idempotency_key: 'k',
        source: 'test',
        dry_run: false,
        ideas: [{ title: 'First', prompt: 'Measure it.' }],
      })
      .finally(() => {
        isAnswered = true;
      });
    const check = await until(async () => {
      const { body } = await service.api.get('/control/api/v1/automation-readiness');
      const checks = body['checks'] as readonly { name: string; detail: string; action: string }[];
      const found = checks.find(({ name }) => name === 'store_writable');
      return found?.detail.includes('write lock') === true && found;
    }, 'readiness names the lock');
    expect(check.detail).toMatch(/another process holds the write lock since 20\d\d-.*Z/);
    expect(check.action).toContain('end what holds its write lock');
    expect(await service.api.get('/healthz')).toMatchObject({ status: 200 });
    expect(isAnswered).toBe(false);
    rival.exec('ROLLBACK');
    expect(await intake).toMatchObject({ status: 200 });
    const { body } = await service.api.get('/control/api/v1/projects');
    expect(body['rows']).toHaveLength(1);
    await until(async () => {
      const { body: after } = await service.api.get('/control/api/v1/automation-readiness');
      return after['first_failing'] !== 'store_writable';
    }, 'readiness forgets the lock');
  } finally {
    rival.close();
    await service.remove();
  }
});

it('a store whose file was taken away under it says so until it is back', async () => {
  const service = await startService();
  const file = join(service.dir, 'state', 'control.db');
  const writable = async () => {
    const { body } = await service.api.get('/control/api/v1/automation-readiness');
    const checks = body['checks'] as { name: string; status: string; detail: string }[] | undefined;
    return checks?.find(({ name }) => name === 'store_writable');
  };
  try {
    // Whoever reads has it open, too.
    expect(await writable()).toMatchObject({ status: 'ok' });
    // Answered from then on, and written to a file that nobody finds again.
    renameSync(file, `${file}.away`);
    const said = await until(async () => {
      const check = await writable();
      return check?.status === 'failing' && check;
    }, 'readiness names the file');
    expect(said.detail).toContain(`${file} is not the file that is open`);
    const refused = await service.api.post('/control/dispatch-next', { dry_run: true });
    expect(refused).toMatchObject({ status: 503, body: { code: 'store_unavailable' } });
    renameSync(`${file}.away`, file);
    await until(async () => (await writable())?.status === 'ok', 'it is back');
  } finally {
    await service.remove();
  }
});

it('a stop does not wait for it', async () => {
  const service = await startService();
  const rival = new Sqlite(join(service.dir, 'state', 'control.db'));
  try {
    rival.exec('BEGIN IMMEDIATE');
    await service.stop();
    expect(rival.inTransaction).toBe(true);
  } finally {
    rival.close();
    await service.remove();
  }
});
