/** The doctor without a service: each fault of an installation is named with what to do about it. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/command.ts';
import { checkNode, supportedNodes } from '../../../src/cli/doctor/machine.ts';
import { Sqlite } from '../../../src/lib/sqlite.ts';
import { freePort } from '../../../src/soak/free-port.ts';
import { writeKeptHead } from '../../../src/store/sqlite/head/head-file.ts';
import { createStoreJournal } from '../../../src/store/sqlite/journal.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { takeStateLock } from '../../../src/store/sqlite/state-lock.ts';
import { runCli } from '../../support/cli.ts';
import { transportNames } from '../../support/http.ts';
import { packageRoot } from '../../support/service-config.ts';
import { commitAll, newEvent, turn } from '../../support/store-fixtures.ts';

interface Finding {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
  readonly advice: string | null;
}
let cwd: string;
let port: number;
let held: Server | undefined;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'orrery-doctor-'));
  port = await freePort();
  await runCli(['init', 'home', '--port', String(port)], { cwd });
});
afterEach(async () => {
  await new Promise((done) => (held === undefined ? done(null) : held.close(done)));
  held = undefined;
  rmSync(cwd, { recursive: true, force: true });
});
const configPath = () => join(cwd, 'home', 'config.json');
const configure = (fields: object): void => {
  const config = JSON.parse(readFileSync(configPath(), 'utf8')) as object;
  writeFileSync(configPath(), JSON.stringify({ ...config, ...fields }));
};

async function examine(): Promise<{ code: number; of: (name: string) => Finding | undefined }> {
  const end = await runCli(['doctor', '--json', '--config', configPath()], { cwd });
  const { findings } = end.json() as unknown as { findings: Finding[] };
  for (const { status, advice } of findings) expect(advice === null).toBe(status === 'ok');
  return { code: end.code, of: (name) => findings.find((finding) => finding.name === name) };
}

describe('orrery doctor', () => {
  it('finds a fresh installation without problems, and warns of an agent that is not set', async () => {
    const { code, of } = await examine();
    expect(code).toBe(exitCodes.ok);
    expect(of('agent')).toMatchObject({ status: 'warning' });
    expect(of('port')).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('is free') as string,
    });
  });

  it('calls a missing agent a problem once live dispatch is on', async () => {
    configure({ live_dispatch_enabled: true });
    expect((await examine()).of('agent')).toMatchObject({ status: 'problem' });
    configure({ agent_command: 'true' });
    expect((await examine()).of('agent')).toMatchObject({ status: 'ok' });
  });

  it('says under which account agents run, and warns of one that can read the tokens', async () => {
    expect((await examine()).of('agent account')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('tokens included') as string,
      advice: expect.stringContaining('agent_account') as string,
    });
    configure({ agent_account: 'orrery-agent' });
    expect((await examine()).of('agent account')).toMatchObject({
      status: 'ok',
      detail: 'agents run as orrery-agent',
    });
    const script = join(cwd, 'own.sh');
    writeFileSync(script, '#!/bin/sh\n', { mode: 0o700 });
    configure({ agent_account: undefined, dispatch_script_path: script });
    expect((await examine()).of('agent account')).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('your own') as string,
    });
  });

  it('warns of a callback token that is the token of the API', async () => {
    expect((await examine()).of('callback token')).toMatchObject({ status: 'ok' });
    const config = JSON.parse(readFileSync(configPath(), 'utf8')) as Record<string, string>;
    const shared = config['control_api_bearer_token']!;
    configure({ completion_callback_token: shared });
    const found = (await examine()).of('callback token');
    expect(found).toMatchObject({
      status: 'warning',
      advice: expect.stringContaining('a token of its own here and on every worker') as string,
    });
    expect(JSON.stringify(found)).not.toContain(shared);
  });

  it('warns of a token that can be guessed on loopback, and stops at it elsewhere', async () => {
    expect((await examine()).of('token strength')).toMatchObject({ status: 'ok' });
    configure({ control_api_bearer_token: 'guess-me' });
    const local = await examine();
    expect(local.code).toBe(exitCodes.ok);
    expect(local.of('token strength')).toMatchObject({ status: 'warning' });
    configure({ listen_host: '0.0.0.0' });
    const open = await examine();
    expect(open.code).toBe(exitCodes.failed);
    expect(open.of('configuration')?.detail).toContain('control_api_bearer_token');
  });

  it('warns of one that a gate which dials home comes with', async () => {
    const lab = { wake_gate_url: 'home://lab', bearer_token: 'guess-me' };
    configure({ worker_targets: { lab } });
    expect((await examine()).of('token strength')).toMatchObject({ status: 'warning' });
  });

  it('names a configuration that cannot be used, field by field', async () => {
    configure({ listen_prot: 1 });
    const { code, of } = await examine();
    expect(code).toBe(exitCodes.failed);
    expect(of('configuration')?.detail).toContain('did you mean "listen_port"');
    expect(of('node')?.status).toBe('ok');
  });

  it('does not call a file a folder that can be written', async () => {
    const file = join(cwd, 'not-a-folder');
    writeFileSync(file, '');
    configure({ state_dir: join(file, 'state') });
    expect((await examine()).of('state_dir')).toMatchObject({
      status: 'problem',
      detail: `${file} is a file, and state_dir must be a folder`,
    });
  });

  it('names a dispatch script that is missing or cannot be run', async () => {
    const script = join(cwd, 'script.sh');
    configure({ dispatch_script_path: script });
    expect((await examine()).of('dispatch script')?.detail).toContain('does not exist');
    writeFileSync(script, '#!/bin/sh\n');
    chmodSync(script, 0o600);
    expect((await examine()).of('dispatch script')?.advice).toBe(`run: chmod +x ${script}`);
    chmodSync(script, 0o700);
    expect((await examine()).of('dispatch script')?.status).toBe('ok');
  });

  it('names a port that another program has', async () => {
    held = createServer();
    await new Promise<void>((done) => held?.listen(port, '127.0.0.1', done));
    held.on('connection', (socket) => socket.destroy());
    expect((await examine()).of('port')).toMatchObject({
      status: 'problem',
      detail: `another program has 127.0.0.1:${port} (EADDRINUSE)`,
    });
  });

  it('names a state folder that another process holds', async () => {
    const lock = takeStateLock(join(cwd, 'home', 'state', 'control.lock'));
    try {
      expect((await examine()).of('control lock')).toMatchObject({ status: 'problem' });
    } finally {
      lock.release();
    }
    expect((await examine()).of('control lock')).toMatchObject({ status: 'ok', detail: 'free' });
  });

  it.each([
    ['earlier', 'DELETE FROM schema_migrations WHERE number > 8', 'warning', /have a backup/],
    ['newer', "INSERT INTO schema_migrations VALUES (99, 'next', 'x')", 'problem', /what it says/],
  ])(
    'says of a store of another version (%s) which program it needs, and not that it is damaged',
    async (_, sql, ...said) => {
      const path = join(cwd, 'home', 'state', 'control.db');
      mkdirSync(join(cwd, 'home', 'state'), { recursive: true });
      const db = openSqlite({ path });
      db.exec(sql);
      db.close();
      expect((await examine()).of('event log')).toMatchObject({
        status: said[0],
        detail: expect.stringMatching(
          /^The database .* (?:earlier version|newer program): /,
        ) as string,
        advice: expect.stringMatching(said[1]) as string,
      });
    },
  );

  it('names a store that is damaged, and leaves it as it is', async () => {
    const path = join(cwd, 'home', 'state', 'control.db');
    mkdirSync(join(cwd, 'home', 'state'), { recursive: true });
    writeFileSync(path, 'this is no database, whatever its name says');
    const before = readFileSync(path);
    expect((await examine()).of('event log')).toMatchObject({
      status: 'problem',
      advice: expect.stringContaining('orrery verify') as string,
    });
    expect(readFileSync(path).equals(before)).toBe(true);
    rmSync(path);
    new Sqlite(path).exec('CREATE TABLE other (x)').close();
    expect((await examine()).of('event log')?.status).toBe('problem');
  });

  it.each([
    [['3000-01-01T00:00:00.000Z'], 'warning', /^its last event is of 3000-.*, and by the clock of/],
    [
      ['3000-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z'],
      'warning',
      /^one of its last 100 events is of 3000-.*, and by the clock of/,
    ],
    [['2020-01-01T00:00:00.000Z'], 'ok', /^events: 1, /],
  ])('holds the clock against events of %s', async (times, status, detail) => {
    const path = join(cwd, 'home', 'state', 'control.db');
    mkdirSync(join(cwd, 'home', 'state'), { recursive: true });
    const journal = createStoreJournal(openSqlite({ path, synchronous: 'OFF' }));
    const events = times.map((created_at) => newEvent({ created_at }));
    await commitAll(journal, [turn({ events })]);
    await journal.close();
    expect((await examine()).of('event log')).toMatchObject({
      status,
      detail: expect.stringMatching(detail) as string,
    });
  });

  it('names a log that lost its end before the next start goes on from it', async () => {
    const path = join(cwd, 'home', 'state', 'control.db');
    mkdirSync(join(cwd, 'home', 'state'), { recursive: true });
    openSqlite({ path, synchronous: 'OFF' }).close();
    expect((await examine()).of('event log')).toMatchObject({ status: 'ok', detail: 'empty' });
    writeKeptHead(`${path}-head`, {
      epoch: 'gone',
      event_id: 5,
      hash: 'f00d',
      at: '2026-01-01T00:00:00.000Z',
      state: 'closed',
    });
    expect((await examine()).of('event log')).toMatchObject({
      status: 'problem',
      detail: expect.stringContaining('5 acknowledged events are gone') as string,
      advice: expect.stringContaining('keep a copy') as string,
    });
  });

  it('tells versions of Node that are too old, too new, unsupported and right', () => {
    expect(
      [
        '18.20.0',
        '20.18.9',
        '20.19.0',
        '21.1.0',
        '22.12.0',
        '22.13.0',
        '24.0.0',
        '25.1.0',
        '26.0.0',
        '27.0.0',
      ]
        .map((version) => checkNode(version).status)
        .join(' '),
    ).toBe('problem problem ok warning warning ok ok warning ok warning');
  });

  it('takes for supported what package.json says', () => {
    const { engines } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    const ranges = Object.entries(supportedNodes).map(([major, minor]) => `^${major}.${minor}.0`);
    expect(engines.node).toBe(ranges.join(' || '));
  });

  it('says what would serve here, as it comes out of loading it', async () => {
    expect((await examine()).of('transport')).toMatchObject(
      transportNames.includes('uws')
        ? { status: 'ok', detail: expect.stringContaining('shipped build') as string }
        : { status: 'warning', detail: expect.stringMatching(/^node:http serves/) as string },
    );
    configure({ uws_dir: 'nowhere', uws_sha256: '0'.repeat(64) });
    expect((await examine()).of('transport')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining(
        `build of uws_dir (${join(cwd, 'home', 'nowhere')})`,
      ) as string,
    });
  });

  it('takes the transport that the configuration insists on', async () => {
    configure({ http_transport: 'node' });
    expect((await examine()).of('transport')).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^node:http serves .*: http_transport says so$/) as string,
    });
    configure({ http_transport: 'node', uws_dir: 'nowhere', uws_sha256: '0'.repeat(64) });
    expect((await examine()).of('configuration')?.detail).toBe(
      'uws_dir: says nothing while http_transport is node; leave one out',
    );
  });

  it('asks for the sum of a build that is named', async () => {
    configure({ uws_dir: 'nowhere' });
    expect((await examine()).of('configuration')?.detail).toBe(
      'uws_sha256: is required together with uws_dir; set both or neither',
    );
  });
});
