/** The built program from outside: its command line, configuration, service and proof. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { Sqlite } from '../../src/lib/sqlite.ts';
import {
  endedWithin,
  endPrograms,
  makeFolder,
  packageRoot,
  readJson,
  runProgram,
  secretsSaid,
  startProgram,
} from '../support/e2e-program.ts';
import {
  ask,
  type Installation,
  ideaBody,
  install,
  projectNames,
  serve,
  stop,
  stopMsMax,
  until,
} from '../support/e2e-service.ts';

afterEach(() => expect(secretsSaid()).toEqual([]));
afterAll(endPrograms);

describe('the command line', () => {
  it('refuses an unknown command or option with code 2 and says where help is', async () => {
    const cwd = makeFolder();
    for (const args of [['fly'], ['serve', '--colour'], ['config', 'chekc'], ['lint']]) {
      const end = await runProgram(args, { cwd });
      expect(end, args.join(' ')).toMatchObject({ code: 2, stdout: '' });
      expect(end.stderr).toMatch(/^error: /);
      expect(end.stderr).toMatch(/orrery (?:[a-z]+ )*--help/);
    }
    const help = await runProgram(['--help'], { cwd });
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const word of ['init', 'serve', 'demo', 'verify', 'lint', 'audit', 'Exit codes'])
      expect(help.stdout).toContain(word);
  });

  it.skipIf(!existsSync('/dev/full'))('says that its output could not be written', async () => {
    const end = await runProgram(['config', '--help'], {
      cwd: makeFolder(),
      before: ['sh', '-c', '"$@" > /dev/full', 'sh'],
    });
    expect(end).toMatchObject({ code: 1, stdout: '' });
    expect(end.stderr).toMatch(/^orrery: the output could not be written: ENOSPC/);
  });

  it('says so when the other side hangs up at once, as that of a tunnel to nothing', async () => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const end = await runProgram(['status'], {
      cwd: makeFolder(),
      env: { ORRERY_URL: url, ORRERY_TOKEN: 'of-nobody' },
    });
    server.close();
    expect(end).toMatchObject({ code: 4, stdout: '' });
    expect(end.stderr).toContain(`the connection to ${url} was lost before the answer`);
  });

  it('has a client that says so, too, to a program that does nothing else', async () => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const program = `
      import { createApiClient } from '${pathToFileURL(join(packageRoot, 'dist', 'client.js')).href}';
      const api = createApiClient({ baseUrl: '${baseUrl}', token: 'of-nobody', timeoutMs: 2000 });
      console.log(await api.GET('/healthz').catch(({ name }) => name));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const [code] = (await once(child, 'close')) as [number];
    server.close();
    expect({ code, said }).toEqual({ code: 0, said: 'NoAnswerError\n' });
  });

  it('ends without a fault when the reader of its output goes away', async () => {
    // The reader ends at once, so that the help meets a closed pipe.
    const end = await runProgram(['--help'], {
      cwd: makeFolder(),
      before: ['sh', '-c', '{ "$@"; echo "code $?" >&2; } | true', 'sh'],
    });
    expect(end.stderr).toBe('code 0\n');
  });
});

describe('a copy without sources', () => {
  it('runs when it is built and says how to build it when it is not', () => {
    const copy = makeFolder();
    for (const name of ['bin', 'dist', 'package.json'])
      cpSync(join(packageRoot, name), join(copy, name), { recursive: true });
    symlinkSync(join(packageRoot, 'node_modules'), join(copy, 'node_modules'));
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(copy, 'bin', 'orrery.mjs'), ...args], {
        cwd: copy,
        encoding: 'utf8',
      });
    expect(run('init', 'home')).toMatchObject({ status: 0, stderr: '' });
    expect(run('config', 'check', 'home/config.json')).toMatchObject({ status: 0, stderr: '' });
    rmSync(join(copy, 'dist'), { recursive: true });
    const unbuilt = run('--version');
    expect(unbuilt).toMatchObject({ status: 70, stdout: '' });
    expect(unbuilt.stderr).toContain('npm run build');
  });
});

describe('orrery init', () => {
  it('refuses to replace a configuration and leaves it as it is', async () => {
    const { configPath, options } = await install();
    const before = readFileSync(configPath);
    const again = await runProgram(['init', 'home'], options);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('--force');
    expect(readFileSync(configPath).equals(before)).toBe(true);
  });

  it('says in one line why a folder or a host cannot be used', async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, 'file'), '');
    const folder = await runProgram(['init', 'file'], { cwd });
    expect(folder.code).toBe(1);
    expect(folder.stderr).toMatch(/^orrery: nothing can be written in .*file: EEXIST.*\n$/);
    for (const host of ['two words', '', 'a/b', 'a:1']) {
      const end = await runProgram(['init', 'home', '--host', host], { cwd });
      expect(end.code, host).toBe(2);
      expect(end.stderr).toMatch(/^orrery: --host must be .*\n$/);
    }
    expect(existsSync(join(cwd, 'home'))).toBe(false);
  });

  it('writes a private configuration that config check accepts', async () => {
    const { configPath, dir, options, token } = await install();
    expect(statSync(configPath).mode & 0o777).toBe(0o600);
    for (const folder of [dir, join(dir, 'state'), join(dir, 'projects')])
      expect(statSync(folder).mode & 0o777, folder).toBe(0o700);
    expect(token.length).toBeGreaterThanOrEqual(32);
    const check = await runProgram(['config', 'check'], options);
    expect(check).toMatchObject({ code: 0, stderr: '' });
    expect(check.stdout).toContain('is valid (role all)');
    const json = await runProgram(['config', 'check', 'home/config.json', '--json'], {
      cwd: options.cwd,
    });
    expect(JSON.parse(json.stdout)).toEqual({
      ok: true,
      path: configPath,
      problems: [],
      notices: [],
    });
  });
});

describe('orrery serve', () => {
  it('answers the smoke calls in order, each with JSON', async () => {
    const installation = await install();
    const program = await serve(installation);
    const { baseUrl, token } = installation;
    const preflight = {
      wake_gate_url: baseUrl,
      bearer_token: token,
      require_paused: false,
      strict: false,
      max_gpu_pct: 100,
      min_memory_available_mib: 1,
    };
    const smoke = [
      await ask(installation, '/healthz'),
      await ask(installation, '/control/api/v1/overview'),
      await ask(installation, '/control/api/preflight', preflight),
      await ask(installation, '/control/dispatch-next', { dry_run: true, requested_by: 'e2e' }),
    ];
    for (const reply of smoke) {
      expect(reply.status, reply.text).toBe(200);
      expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
      expect(reply.body['ok'], reply.text).toBe(true);
    }
    expect(smoke[0]?.body).toMatchObject({ service: 'orrery_worker_gate', live_run_count: 0 });
    expect(smoke[1]?.body).toMatchObject({ operator_counts: { attention: 0, queued: 0 } });
    const checks = smoke[2]?.body['checks'] as { name: string; ok: boolean }[];
    expect(checks.map((check) => check.name)).toEqual(
      expect.arrayContaining(['wake_gate_healthz', 'worker_no_live_runs']),
    );
    expect(smoke[3]?.body).toMatchObject({ action: 'noop', candidate: null, live: null });
    expect((await ask({ baseUrl, token: '' }, '/control/dashboard')).status).toBe(200);
    await stop(program);
  });

  it('tells its metrics, also those that a library reads of the process', async () => {
    const installation = await install();
    const program = await serve(installation);
    const metrics = await ask(installation, '/metrics');
    expect(metrics.status, metrics.text).toBe(200);
    expect(metrics.text).toMatch(/^process_start_time_seconds \d+/m);
    expect(metrics.text).toMatch(/^orrery_metrics_source_up\{.*\} 1$/m);
    expect(metrics.text).not.toMatch(/^orrery_metrics_source_up\{.*\} 0$/m);
    await stop(program);
  });

  it('answers a wrong and a missing token alike, and says how to authenticate', async () => {
    const installation = await install();
    const program = await serve(installation);
    for (const path of ['/control/api/v1/overview', '/runs', '/control/api/v1/no-such-route']) {
      for (const token of ['wrong', '', `${installation.token}x`]) {
        const reply = await ask({ baseUrl: installation.baseUrl, token }, path);
        expect(reply.status, `${path} with "${token}"`).toBe(401);
        expect(reply.headers.get('content-type')).toBe('application/problem+json');
        expect(reply.headers.get('www-authenticate')).toBe('Bearer');
        expect(reply.body).toMatchObject({ status: 401, code: 'unauthorized' });
      }
    }
    await stop(program);
  });

  it('stops on SIGTERM or SIGINT within seconds and goes on with the same state', async () => {
    const installation = await install();
    const first = await serve(installation);
    const taken = await ask(installation, '/control/api/intake/ideas', ideaBody('First'));
    expect(taken.body, taken.text).toMatchObject({ ok: true, created: 1 });
    // The connections of the calls above are still open: they must not hold up the stop.
    await stop(first);

    // By an option as well as by the environment.
    const byOption = { args: ['--config', installation.configPath], env: {} };
    const second = await serve(installation, byOption);
    const repeated = await ask(installation, '/control/api/intake/ideas', ideaBody('First'));
    expect(repeated.body).toEqual(taken.body);
    await ask(installation, '/control/api/intake/ideas', ideaBody('Second'));
    expect(await projectNames(installation)).toEqual(['First', 'Second']);
    second.signal('SIGINT');
    expect(await endedWithin(second, stopMsMax, 'the service after SIGINT')).toMatchObject({
      code: 0,
    });
  });

  it('stops cleanly when it is told to while it still starts', async () => {
    const installation = await install();
    const program = startProgram(['serve'], installation.options);
    // Made in the middle of the start, long before anything is answered.
    await until(async () => existsSync(join(installation.dir, 'state', 'control.db')), 'a store');
    program.signal('SIGTERM');
    const end = await endedWithin(program, stopMsMax, 'the service after SIGTERM');
    expect(end, end.stderr).toMatchObject({ code: 0 });
  });

  it('starts after SIGKILL with everything it had acknowledged', async () => {
    const installation = await install();
    const first = await serve(installation);
    for (const title of ['First', 'Second', 'Third']) {
      const reply = await ask(installation, '/control/api/intake/ideas', ideaBody(title));
      expect(reply.status, reply.text).toBe(200);
    }
    first.signal('SIGKILL');
    expect(await first.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
    const second = await serve(installation);
    expect(await projectNames(installation)).toEqual(['First', 'Second', 'Third']);
    await stop(second);
    const { cwd, configPath } = { ...installation, ...installation.options };
    for (const command of ['verify', 'key'])
      expect(await runProgram([command, '--config', configPath], { cwd })).toMatchObject({
        code: 0,
      });
  });
});

describe('orrery verify', () => {
  it('says that there is nothing to prove yet', async () => {
    const { options } = await install();
    const end = await runProgram(['verify'], options);
    expect(end).toMatchObject({ code: 1, stdout: '' });
    expect(end.stderr).toContain('There is no store');
  });

  it('proves the store beside a running service, and finds one changed byte', async () => {
    const installation = await install();
    const program = await serve(installation);
    await ask(installation, '/control/api/intake/ideas', ideaBody('Whole'));
    const beside = await runProgram(['verify'], installation.options);
    expect(beside, beside.stdout).toMatchObject({ code: 0, stderr: '' });
    expect(beside.stdout).toMatch(/^✓ control plane: \d+ events chained.*\n✓ worker gate: /);
    await stop(program);

    const eventId = changeOneByte(installation, 'Whole', 'Whale');
    const changed = await runProgram(['verify', '--json'], installation.options);
    expect(changed.code).toBe(1);
    const [control, gate] = JSON.parse(changed.stdout) as {
      ok: boolean;
      problems: { kind: string; event_id: number | null }[];
    }[];
    expect(control?.ok).toBe(false);
    expect(control?.problems).toContainEqual(
      expect.objectContaining({ kind: 'hash', event_id: eventId }),
    );
    expect(gate?.ok).toBe(true);

    // A byte that makes the payload no JSON at all is found as well, and is no fault of the program.
    changeOneByte(installation, '{', '[');
    alterAnswer(installation);
    const broken = await runProgram(['verify'], installation.options);
    expect(broken).toMatchObject({ code: 1, stderr: '' });
    expect(broken.stdout).toMatch(/^✗ control plane: /);
    expect(broken.stdout).toMatch(/\n {2}answers: 1 problem\n.*was altered\n {4}to do: stop the/);
  });

  it('says what is gone from a log that lost its end, until an operator has said to know', async () => {
    const installation = await install();
    const store = join(installation.dir, 'state', 'control.db');
    const first = await serve(installation);
    await ask(installation, '/control/api/intake/ideas', ideaBody('Kept'));
    await until(async () => keptEventId(store) > 0, 'the end of the log is kept');
    first.signal('SIGKILL');
    await first.ended;
    rmSync(`${store}-wal`);

    const verify = () => runProgram(['verify'], installation.options);
    const before = await verify();
    expect(before).toMatchObject({ code: 1, stderr: '' });
    expect(before.stdout).toMatch(
      /\n {2}acknowledged work: 1 problem\n.*acknowledged events? (?:is|are) gone/,
    );
    const second = await serve(installation);
    const beside = await verify();
    expect(beside).toMatchObject({ code: 1 });
    expect(beside.stdout).toContain('to do: look what is missing');
    expect(await runProgram(['acknowledge-loss'], installation.options)).toMatchObject({ code: 0 });
    expect(await verify()).toMatchObject({ code: 0 });
    await stop(second);
    expect(await verify()).toMatchObject({ code: 0 });
  });
});

/** The last event that is kept beside the store; 0 before any is. */
function keptEventId(store: string): number {
  const path = `${store}-head`;
  return existsSync(path) ? Number(readJson(path)['event_id']) : 0;
}

/** Makes a stored answer another one. */
function alterAnswer({ dir }: Installation): void {
  const db = new Sqlite(join(dir, 'state', 'control.db'));
  db.exec(`UPDATE answers SET body = '{}' WHERE key = (SELECT min(key) FROM answers)`);
  db.close();
}

/** Changes `from` to `to` once, in the payload of the first event that holds it; returns its id. */
function changeOneByte({ dir }: Installation, from: string, to: string): number {
  const db = new Sqlite(join(dir, 'state', 'control.db'));
  try {
    const row = db
      .prepare('SELECT event_id, payload FROM events WHERE instr(payload, ?) > 0 LIMIT 1')
      .get(from) as { event_id: number; payload: string };
    db.prepare('UPDATE events SET payload = ? WHERE event_id = ?').run(
      row.payload.replace(from, to),
      row.event_id,
    );
    return row.event_id;
  } finally {
    db.close();
  }
}
