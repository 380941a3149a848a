/**
 * The control plane with its state in a real PostgreSQL: the main job, a copy that is lost, a server that is
 * away, and processes that are killed on the way. @needs postgres
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgresJournal } from '../../src/actors/journal/postgres/open.ts';
import { findMissingRight } from '../../src/actors/journal/postgres/rights.ts';
import { Child } from '../../src/soak/child.ts';
import { createStoreJournal } from '../../src/store/sqlite/journal.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { verifyJournal } from '../../src/store/verify.ts';
import { buildProgram, removePrograms } from '../chaos/support/bundle.ts';
import { runCli } from '../support/cli.ts';
import { doMainJob, takeInIdea } from '../support/main-job.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import {
  freePort,
  packageRoot,
  startService,
  type TestService,
  until,
} from '../support/service.ts';
import { clockFactor, testConfig } from '../support/service-config.ts';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.close();
  removePrograms();
});

const canary = 'canary-database-Zx8Qp3vL0m7TnWc5';

/** A database of its own for each test, and the configuration that names it. */
async function freshDatabase(): Promise<{ url: string; config: Record<string, unknown> }> {
  const name = server.freshSchema();
  await server.run(`CREATE DATABASE ${name}`);
  const url = server.url.replace('orrery@', `orrery:${canary}@`).replace(/postgres$/, name);
  return { url, config: { control_plane_store_backend: 'hosted', hosted_database_url: url } };
}

/** One statement in the database of a test. */
async function runIn(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

const cacheOf = (dir: string): string => join(dir, 'state', 'control-cache.db');

/** What lists say of the whole job; ages and the like go on. */
async function listed({ api }: TestService): Promise<unknown> {
  const lists = ['queue', 'runs', 'projects', 'papers', 'corpus', 'projects?search=main'];
  const replies = await Promise.all(lists.map((list) => api.get(`/control/api/v1/${list}`)));
  return replies.map(({ status, body }) => [
    status,
    (body['rows'] as Record<string, unknown>[]).map((row) => [row['project_id'], row['status']]),
  ]);
}

async function storeCheck({ api }: TestService): Promise<Record<string, unknown>> {
  const { body } = await api.get('/control/api/v1/automation-readiness');
  const checks = body['checks'] as Record<string, unknown>[];
  return checks.find(({ name }) => name === 'store_writable') ?? {};
}

/** The truth is whole, and the copy holds the same log. */
async function prove(url: string, dir: string): Promise<void> {
  const truth = await openPostgresJournal({ url, readonly: true });
  const copy = createStoreJournal(openSqlite({ path: cacheOf(dir) }));
  try {
    expect(await verifyJournal(truth)).toMatchObject({ problems: [] });
    expect(await copy.headEventId()).toBe(await truth.headEventId());
    expect(await verifyJournal(copy)).toMatchObject({ problems: [] });
    expect(await truth.deadLetters(9)).toEqual([]);
  } finally {
    await truth.close();
    await copy.close();
  }
}

async function headOf(url: string): Promise<number> {
  const truth = await openPostgresJournal({ url, readonly: true });
  try {
    return await truth.headEventId();
  } finally {
    await truth.close();
  }
}

it('does the main job, loses its copy and its server, and nothing else', async () => {
  const { url, config } = await freshDatabase();
  let service = await startService({ config: () => config });
  const { dir } = service;
  try {
    const madeAnew = () => service.log.find((line) => line.includes('made anew'));
    // Information: a store that begins has nothing to copy.
    expect(madeAnew()).toContain('"level":30');
    await doMainJob(service.api);
    const health = await service.api.get('/control/health');
    expect(health.body).toMatchObject({ store_backend: 'hosted' });
    expect(JSON.stringify(health.body)).not.toContain(canary);

    // The copy goes, and comes back from the server.
    await service.stop();
    const before = JSON.stringify(await listedAfterStop(dir));
    rmSync(cacheOf(dir));
    service = await startService({ dir, config: () => config });
    expect(JSON.stringify(await listedAfterStop(dir))).toBe(before);
    expect(madeAnew()).toMatch(/"level":40.*there was none/);
    const whole = JSON.stringify(await listed(service));
    expect(whole).toContain('main-job');

    // Without the server lists say what was known, readiness says why, and writes are refused.
    await server.crash();
    const check = await until(async () => {
      const found = await storeCheck(service);
      return found['ok'] === false && found;
    }, 'readiness names the server');
    expect(check['detail']).toMatch(/the PostgreSQL store cannot be reached/);
    expect(check['detail']).not.toContain(canary);
    expect(JSON.stringify(await listed(service))).toBe(whole);
    await expect(takeInIdea(service.api, 'refused')).rejects.toThrow(/503.*store_unavailable/);
    await server.start();
    await until(async () => (await storeCheck(service))['ok'] === true, 'readiness is well again');
    await takeInIdea(service.api, 'after');
    expect(JSON.stringify(await listed(service))).toContain('after');
    await service.stop();
    expect(service.log.join('\n')).not.toContain(canary);
    await prove(url, dir);
  } finally {
    await service.remove();
  }
});

/** Every state of the copy, whether or not a service runs on it. */
async function listedAfterStop(dir: string): Promise<unknown> {
  const db = openSqlite({ path: cacheOf(dir), readonly: true });
  try {
    const kinds = "'queue_item', 'run', 'project', 'paper', 'paper_review', 'corpus_entry'";
    return db
      .prepare(`SELECT kind, id, state, seq FROM actors WHERE kind IN (${kinds}) ORDER BY kind, id`)
      .all();
  } finally {
    db.close();
  }
}

it('keeps what it had where the database holds nothing, and goes on where it does', async () => {
  const { url, config } = await freshDatabase();
  const other = await freshDatabase();
  let service = await startService({ config: () => config });
  const { dir } = service;
  try {
    await doMainJob(service.api);
    await service.stop();
    const keptEnd = readFileSync(`${cacheOf(dir)}-head`, 'utf8');
    const wrong = startService({ dir, config: () => other.config });
    await expect(wrong).rejects.toThrow(/holds no events, but a service has worked here/);
    expect(readFileSync(`${cacheOf(dir)}-head`, 'utf8')).toBe(keptEnd);
    expect(existsSync(`${cacheOf(dir)}.other`)).toBe(true);
    service = await startService({ dir, config: () => config });
    expect(JSON.stringify(await listed(service))).toContain('main-job');
    await service.stop();
    await prove(url, dir);
  } finally {
    await service.remove();
  }
});

it('says what was taken from its login instead of being at fault itself', async () => {
  const { url } = await freshDatabase();
  const name = new URL(url).pathname.slice(1);
  await server.run(`CREATE ROLE ${name} LOGIN`);
  await server.run(`ALTER DATABASE ${name} OWNER TO ${name}`);
  const keeperUrl = url.replace('orrery:', `${name}:`);
  const config = { control_plane_store_backend: 'hosted', hosted_database_url: keeperUrl };
  const service = await startService({ config: () => config });
  try {
    await takeInIdea(service.api, 'before');
    await runIn(url, `REASSIGN OWNED BY ${name} TO orrery`);
    await expect(takeInIdea(service.api, 'refused')).rejects.toThrow(
      /503.*its PostgreSQL server denies the login a right; give back/,
    );
    await service.stop();
    await expect(startService({ dir: service.dir, config: () => config })).rejects.toThrow(
      /cannot be used: 42501: permission denied/,
    );
  } finally {
    await service.remove();
  }
});

it('begins in a schema that was made for its login, which may make none, and doctor says what it lacks', async () => {
  const { url } = await freshDatabase();
  const name = new URL(url).pathname.slice(1);
  await server.run(`CREATE ROLE ${name} LOGIN`);
  const keeperUrl = url.replace('orrery:', `${name}:`);
  const config = { control_plane_store_backend: 'hosted', hosted_database_url: keeperUrl };
  expect(await findMissingRight(keeperUrl)).toContain(`CREATE SCHEMA "orrery" AUTHORIZATION`);
  await runIn(url, 'CREATE SCHEMA orrery');
  expect(await findMissingRight(keeperUrl)).toContain('does not own the schema "orrery"');
  await runIn(url, `ALTER SCHEMA orrery OWNER TO ${name}`);
  expect(await findMissingRight(keeperUrl)).toBeNull();
  const service = await startService({ config: () => config });
  try {
    await takeInIdea(service.api, 'first');
    const env = { ORRERY_CONFIG: join(service.dir, 'config.json') };
    const said = async () => (await runCli(['doctor'], { cwd: service.dir, env })).out;
    expect(await said()).toMatch(/✓ PostgreSQL: it answers; [1-9]/);
    await runIn(url, 'ALTER TABLE orrery.answers OWNER TO orrery');
    expect(await said()).toMatch(/PostgreSQL: it answers, and the login .* does not own/);
  } finally {
    await service.remove();
  }
});

it('is told before a start what the server does not do, and what its log lacks', async () => {
  const { url, config } = await freshDatabase();
  const name = new URL(url).pathname.slice(1);
  const service = await startService({ config: () => config });
  try {
    await takeInIdea(service.api, 'kept');
    await service.stop();
    const env = { ORRERY_CONFIG: join(service.dir, 'config.json') };
    const cli = async (command: string) => (await runCli([command], { cwd: service.dir, env })).out;
    await runIn(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    expect(await cli('doctor')).toMatch(/problem: PostgreSQL: it answers, and .* takes no writes/);
    await server.run(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    expect(await cli('doctor')).toMatch(/✓ PostgreSQL: it answers/);
    await runIn(url, `UPDATE orrery.writers SET program = '999.0.0'`);
    const early =
      /problem: PostgreSQL: The store was last written by version 999\.0\.0 of this program/;
    expect(await cli('doctor')).toMatch(early);
    await expect(startService({ config: () => config })).rejects.toThrow(
      /last written by version 999\.0\.0/,
    );
    await runIn(url, 'UPDATE orrery.writers SET program = NULL');
    // As a replica is that lacked the last when it was promoted.
    const head = await headOf(url);
    await runIn(url, `DELETE FROM orrery.events WHERE event_id = ${head}`);
    const gone = `event ${head}, which had been committed by `;
    expect(await cli('doctor')).toContain(`PostgreSQL: acknowledged work is gone: ${gone}`);
    expect(await cli('verify')).toMatch(
      new RegExp(`acknowledged work: 1 problem\n +${gone}.* is gone`),
    );
  } finally {
    await service.remove();
  }
});

it('is read by a plane that follows the one that writes, and writes nothing', async () => {
  const { url, config } = await freshDatabase();
  const writer = await startService({ config: () => config });
  const reading = { ...config, control_plane_store_backend: 'hosted_readonly', role: 'control' };
  const reader = await startService({ config: () => reading });
  try {
    expect((await reader.api.get('/control/health')).body).toMatchObject({
      store_backend: 'hosted_readonly',
    });
    await doMainJob(writer.api);
    // What is out of service is so wherever one looks; that it is comes with the next event.
    await runIn(
      url,
      `INSERT INTO orrery.quarantines VALUES ('queue_item', 'x', '{"type":"X"}', 'why', '${new Date(0).toISOString()}')`,
    );
    await takeInIdea(writer.api, 'waiting');
    await until(async () => {
      const { body } = await reader.api.get('/control/api/v1/bench');
      return (body['totals'] as { out_of_service: number }).out_of_service === 1;
    }, 'the reader shows who is out of service');
    const whole = JSON.stringify(await listed(writer));
    await until(async () => JSON.stringify(await listed(reader)) === whole, 'it has followed');
    const { body } = await reader.api.get('/control/api/status');
    const freshness = body['source_freshness'] as Record<string, unknown>[];
    expect(freshness.find(({ source }) => source === 'store')).toMatchObject({
      detail: expect.stringMatching(/^hosted_readonly, as it was at \d{4}-.+ from its local copy/),
    });
    // It does not need the one that writes, and follows to the last that it wrote.
    await writer.stop();
    const last = await headOf(url);
    const newest = async () =>
      (await reader.api.get('/control/api/v1/events?page_size=1')).body['rows'] as Record<
        string,
        unknown
      >[];
    const head = await until(async () => {
      const rows = await newest();
      return rows[0]?.['event_id'] === last && rows;
    }, 'it has followed to the end');
    const rest = JSON.stringify(await listed(reader));
    const writes: [string, object][] = [
      ['/control/pause', { paused_by: 'tester' }],
      ['/control/dispatch-next', { dry_run: false }],
      ['/control/dispatch-one', { project_id: 'waiting', dry_run: false }],
      ['/control/api/v1/pump/on', { requested_by: 'tester' }],
    ];
    for (const [path, request] of writes) {
      const refused = await reader.api.post(path, request);
      expect([path, refused.status, refused.body['code']]).toEqual([path, 501, 'read_only']);
    }
    await expect(takeInIdea(reader.api, 'refused')).rejects.toThrow(/501.*read_only/);
    expect(await newest()).toEqual(head);
    expect(JSON.stringify(await listed(reader))).toBe(rest);
    await reader.stop();
    await prove(url, reader.dir);
  } finally {
    await reader.remove();
    await writer.remove();
  }
});

it('goes on as if nothing had happened when it is killed on the way', async () => {
  const { url, config } = await freshDatabase();
  const dir = mkdtempSync(join(tmpdir(), 'orrery-hosted-'));
  const port = await freePort();
  writeFileSync(join(dir, 'config.json'), JSON.stringify({ ...testConfig(port), ...config }));
  const program = await buildProgram('service');
  const live = async (killAt: number) => {
    const child = new Child({
      name: 'service',
      command: [process.execPath, program],
      cwd: dir,
      env: {
        ORRERY_CONFIG: join(dir, 'config.json'),
        CHAOS_ORIGIN_MS: String(Date.now()),
        CHAOS_FACTOR: String(clockFactor),
        CHAOS_PACKAGE_ROOT: packageRoot,
        CHAOS_KILL_AT: String(killAt),
        PATH: process.env['PATH'] ?? '',
      },
    });
    child.start();
    const { signal, code } = await child.ended;
    return { signal, code, said: child.tail.slice(-2000) };
  };
  try {
    for (const killAt of [25, 40]) {
      const { signal, said } = await live(killAt);
      expect(signal, said).toBe('SIGKILL');
    }
    const last = await live(0);
    expect(last.code, last.said).toBe(0);
    const starts = readFileSync(join(dir, 'projects', 'starts.log'), 'utf8')
      .trim()
      .split('\n');
    expect(starts).toHaveLength(1);
    await prove(url, dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
