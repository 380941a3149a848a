/** A store that moves from a file to a real PostgreSQL and back, cut off on the way, and what is refused. @needs postgres */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Sqlite } from '../../src/lib/sqlite.ts';
import { type CliRun, runCli } from '../support/cli.ts';
import { doMainJob, takeInIdea } from '../support/main-job.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startService, type TestService } from '../support/service.ts';

const canary = 'canary-database-Zx8Qp3vL0m7TnWc5';
let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.close();
});
let running: TestService | null = null;
const folders: string[] = [];
afterEach(async () => {
  await running?.stop();
  running = null;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** An installation that may keep its state in a file or in a database of its own. */
async function install() {
  const name = server.freshSchema();
  await server.run(`CREATE DATABASE ${name}`);
  const url = server.url.replace('orrery@', `orrery:${canary}@`).replace(/postgres$/, name);
  const dir = mkdtempSync(join(tmpdir(), 'orrery-store-copy-'));
  folders.push(dir);
  const hosted = { control_plane_store_backend: 'hosted', hosted_database_url: url };
  const start = async (config: object): Promise<TestService> => {
    running = await startService({ dir, config: () => ({ ...config }) });
    return running;
  };
  const stop = async (): Promise<void> => void (await running?.stop());
  const cli = (...words: string[]): Promise<CliRun> => {
    const from = JSON.parse(readFileSync(join(dir, 'config.json'), 'utf8')) as object;
    writeFileSync(join(dir, 'hosted.json'), JSON.stringify({ ...from, ...hosted }));
    const env = { ORRERY_CONFIG: join(dir, 'hosted.json') };
    return runCli(words, { cwd: dir, env });
  };
  return { dir, hosted, start, stop, cli, file: join(dir, 'state', 'control.db') };
}

/** Entities as they are, without ages. */
async function listed({ api }: TestService): Promise<string> {
  const lists = ['queue', 'runs', 'projects', 'papers', 'corpus'];
  const replies = await Promise.all(lists.map((list) => api.get(`/control/api/v1/${list}`)));
  const rows = replies.map(({ body }) => body['rows'] as Record<string, unknown>[]);
  return JSON.stringify(rows.map((list) => list.map(({ project_id: id, status }) => [id, status])));
}
/** Under a key, so that whoever asks again gets the answer of before. */
async function askUnderKey({ api }: TestService): Promise<object> {
  const idea = { idea_id: 'keyed', title: 'Asked again', workload_class: 'cpu_only' };
  const order = { idempotency_key: 'keyed', source: 'test', dry_run: false, ideas: [idea] };
  const { status, body } = await api.post('/control/api/intake/ideas', order);
  const { request_id: _, ...said } = body;
  return { status, ...said };
}
const epochOf = async ({ api }: TestService): Promise<unknown> =>
  (await api.get('/control/api/v1/event-log')).body['epoch'];

it('goes to PostgreSQL and back, and the service goes on where it was each time', async () => {
  const { dir, hosted, start, stop, cli, file } = await install();
  let service = await start({});
  await doMainJob(service.api);
  const epochs = [await epochOf(service)];
  const answer = await askUnderKey(service);
  expect(answer).toMatchObject({ status: 200, created: 1 });

  // Nobody may write to what is copied.
  const busy = await cli('store', 'copy', 'postgresql');
  expect([busy.code, busy.err]).toEqual([1, expect.stringContaining('another process serves')]);
  const before = await listed(service);
  await stop();

  const there = await cli('store', 'copy', 'postgresql', '--json');
  expect(there.code, there.err).toBe(0);
  const report = there.json();
  const db = new Sqlite(file, { readonly: true });
  const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  for (const [name, { rows, written }] of Object.entries(
    report['tables'] as Record<string, { rows: number; written: number }>,
  )) {
    expect([name, rows, written]).toEqual([name, count(name), rows]);
  }
  expect(report).toMatchObject({ to: 'postgresql', resumed: false, seconds: expect.any(Number) });
  expect(report['head']).toEqual(
    db.prepare('SELECT event_id, hash FROM events ORDER BY event_id DESC LIMIT 1').get(),
  );
  db.close();
  const again = await cli('store', 'copy', 'postgresql');
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('a store in this database')]);
  renameSync(file, join(dir, 'control.db.before'));

  service = await start(hosted);
  expect(await askUnderKey(service)).toEqual(answer);
  expect(await listed(service)).toBe(before);
  epochs.push(await epochOf(service));
  await takeInIdea(service.api, 'in-postgres');
  const alive = await cli('store', 'copy', 'sqlite');
  expect(alive.err).toContain('another process serves');
  const after = await listed(service);
  await stop();
  const proof = await cli('verify');
  expect(proof.code, proof.out).toBe(0);

  const back = await cli('store', 'copy', 'sqlite');
  expect(back.code, back.err).toBe(0);
  expect(back.out).toMatch(/^Copied in \d.* s, up to event \d+ .*: events \d+, actors \d+/);
  const twice = await cli('store', 'copy', 'sqlite');
  expect(twice.err).toContain('There is a store already');
  expect([there, back, again, alive].map((run) => run.out + run.err).join()).not.toContain(canary);

  service = await start({});
  expect(await askUnderKey(service)).toEqual(answer);
  expect(await listed(service)).toBe(after);
  epochs.push(await epochOf(service));
  await takeInIdea(service.api, 'in-a-file');
  await stop();
  const last = await runCli(['verify'], {
    cwd: dir,
    env: { ORRERY_CONFIG: join(dir, 'config.json') },
  });
  expect(last.code, last.out).toBe(0);
  expect(last.out).toContain('✓ control plane');
  // Who follows the feed is told each time that the log is a copy.
  expect(new Set(epochs).size).toBe(3);
});

it('finds a source that was altered, and copies nothing of it', async () => {
  const { dir, start, stop, cli, file } = await install();
  await takeInIdea((await start({})).api, 'one');
  await stop();
  const whole = readFileSync(file);
  const damage = [
    [`UPDATE events SET actor = 'somebody' WHERE event_id = 2`, /Event 2 was altered/],
    [
      `UPDATE actors SET state = json_set(state, '$.status', 'done') WHERE kind = 'queue_item'`,
      /not the one the log adds up to/,
    ],
    [
      `UPDATE timers SET event = '{'`,
      /timers: the timer .+ is not what was set\. \(and \d+ more\)/,
    ],
    [`UPDATE answers SET fingerprint = 'other'`, /answer under the key .+ was altered/],
  ] as const;
  for (const [statement, words] of damage) {
    const db = new Sqlite(file);
    expect(db.exec(statement)).toBe(db);
    expect(db.prepare('SELECT total_changes()').pluck().get()).toBeGreaterThan(0);
    db.close();
    const refused = await cli('store', 'copy', 'postgresql');
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(words)]);
    for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
    writeFileSync(file, whole);
  }
  // A copy that began with what holds is gone on with once the source is mended.
  const mended = await cli('store', 'copy', 'postgresql');
  expect([mended.code, mended.out]).toEqual([0, expect.stringMatching(/^Gone on with and copied/)]);
  expect(existsSync(join(dir, 'state', 'control.db.copying'))).toBe(false);
});

it('goes where a start was refused for want of it, which had made the schema', async () => {
  const { hosted, start, stop, cli } = await install();
  await takeInIdea((await start({})).api, 'one');
  await stop();
  await expect(start(hosted)).rejects.toThrow(/Copy it: `orrery store copy postgresql`/);
  const copied = await cli('store', 'copy', 'postgresql');
  expect([copied.code, copied.err]).toEqual([0, expect.any(String)]);
  const proof = await cli('verify');
  expect(proof.out).toMatch(/✓ control plane in PostgreSQL: [1-9].* [1-9]\d* answers? held/);
});

it('is proven there row by row: what waits, the answers under keys, the epochs', async () => {
  const { hosted, start, stop, cli } = await install();
  await takeInIdea((await start({})).api, 'one');
  await stop();
  const client = new pg.Client({ connectionString: hosted.hosted_database_url });
  await client.connect();
  // As an administrator makes it: it holds nothing.
  await client.query('CREATE SCHEMA orrery');
  expect(await cli('store', 'copy', 'postgresql')).toMatchObject({ code: 0 });
  await client.query(`UPDATE orrery.answers SET body = '{}';
    UPDATE orrery.timers SET event = '{';
    UPDATE orrery.log_epochs SET begun = '{' WHERE number = 1`);
  await client.end();
  const proof = await cli('verify');
  expect(proof.code).toBe(1);
  expect(proof.out).toMatch(/answers: [1-9].*\n +the answer under the key ".+" was altered/);
  expect(proof.out).toMatch(/timers: [1-9].*\n +the timer ".+" of .+ is not what was set/);
  expect(proof.out).toContain('why the epoch 1 of the log began is not what was written');
});

it('has doctor say what ends it where the server answers and its database will not do', async () => {
  const { start, stop, cli, hosted } = await install();
  await start({});
  await stop();
  const name = new URL(hosted.hosted_database_url).pathname.slice(1);
  await server.run(`DROP DATABASE ${name}`);
  await server.run(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
  const { out: stdout } = await cli('doctor');
  expect(stdout).toContain('The encoding of the database is LATIN1');
  expect(stdout).toContain('do what it says, or name another database in hosted_database_url');
  expect(stdout).not.toContain('bring the server up');
});
