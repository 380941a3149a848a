/** What keeps the built service from starting or from going on: said in a line, with its exit code. */
import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { breakPageOf } from '../support/damage.ts';
import {
  endedWithin,
  endPrograms,
  makeFolder,
  noteSecret,
  runProgram,
  secretsSaid,
} from '../support/e2e-program.ts';
import {
  ask,
  configure,
  ideaBody,
  install,
  projectNames,
  serve,
  stop,
  stopMsMax,
} from '../support/e2e-service.ts';

afterEach(() => expect(secretsSaid()).toEqual([]));
afterAll(endPrograms);

describe('orrery serve that cannot', () => {
  it('says how to make a configuration when there is none', async () => {
    const cwd = makeFolder();
    for (const env of [{}, { ORRERY_CONFIG: 'missing.json' }]) {
      const end = await runProgram(['serve'], { cwd, env });
      expect(end).toMatchObject({ code: 3, stdout: '' });
      expect(end.stderr).toContain('npx orrery init');
    }
  });

  it('names every problem of a configuration at once and nothing of its secrets', async () => {
    const installation = await install();
    const { options, token } = installation;
    noteSecret(`${token}x`);
    configure(installation, {
      rloe: 'all',
      listen_port: -1,
      project_root: '<folder>',
      sample_interval_sec: 'often',
      worker_targets: { a: { wake_gate_url: 'ftp://x', bearer_token: token } },
      completion_callback_url: `ftp://${token}x`,
    });
    for (const args of [['serve'], ['config', 'check']]) {
      const end = await runProgram(args, options);
      expect(end, args.join(' ')).toMatchObject({ code: 3, stdout: '' });
      for (const path of [
        'rloe: is not a known field; did you mean "role"?',
        'listen_port: ',
        'project_root: ',
        'sample_interval_sec: ',
        'worker_targets.a.wake_gate_url: ',
        'completion_callback_url: ',
      ])
        expect(end.stderr).toContain(`\n  ${path}`);
    }
  });

  it('says in one line that the port is taken', async () => {
    const installation = await install();
    const holder = createServer();
    await new Promise<void>((done) => {
      holder.listen(installation.port, '127.0.0.1', done);
    });
    try {
      const end = await runProgram(['serve'], installation.options);
      expect(end).toMatchObject({ code: 1, stdout: '' });
      expect(end.stderr).toMatch(/^Orrery could not start: .*\n$/);
      expect(end.stderr).toContain(`127.0.0.1:${installation.port}`);
    } finally {
      await new Promise((done) => holder.close(done));
    }
  });

  it.each(['state_dir', 'project_root', 'corpus_dir'])(
    'names the setting whose folder cannot be made: %s',
    async (setting) => {
      const installation = await install();
      const file = join(installation.dir, 'a-file');
      writeFileSync(file, '');
      // The second has a parent that takes no folder, and says that it is not there.
      for (const path of [join(file, 'below'), '/proc/orrery/below']) {
        configure(installation, { [setting]: path });
        const end = await runProgram(['serve'], installation.options);
        expect(end, end.stderr).toMatchObject({ code: 1, stdout: '' });
        expect(end.stderr).toContain(`Orrery could not start: ${setting} cannot be used`);
        expect(end.stderr).toContain(path);
      }
    },
  );

  it('says in one line that its store is not one, and verify says the same', async () => {
    const installation = await install();
    const store = join(installation.dir, 'state', 'control.db');
    writeFileSync(store, 'no database '.repeat(500), { mode: 0o600 });
    const end = await runProgram(['serve'], installation.options);
    expect(end).toMatchObject({ code: 1, stdout: '' });
    expect(end.stderr).toMatch(/^Orrery could not start: .*control\.db.*\n$/);
    const verify = await runProgram(['verify'], installation.options);
    expect(verify).toMatchObject({ code: 1, stderr: '' });
    expect(verify.stdout).toMatch(/^✗ control plane: cannot be read: .*control\.db/);
  });

  it('refuses a store that was lost, unless it is told to begin anew', async () => {
    const installation = await install();
    const path = join(installation.dir, 'state', 'control.db');
    const program = await serve(installation);
    await ask(installation, '/control/api/intake/ideas', ideaBody('First'));
    // Killed, it leaves the log of its store behind.
    program.signal('SIGKILL');
    await program.ended;
    writeFileSync(path, '');
    const end = await runProgram(['serve'], installation.options);
    expect(end).toMatchObject({ code: 1, stdout: '' });
    expect(end.stderr).toMatch(
      /^Orrery could not start: .*control\.db is empty \(0 bytes\), but.*\n$/,
    );
    expect(end.stderr).toContain('--new-store');
    expect(statSync(path).size).toBe(0);
    const next = await serve(installation, { args: ['--new-store'] });
    expect(await projectNames(installation)).toEqual([]);
    await stop(next);
  });

  it('refuses a store of which only a part is there', async () => {
    const installation = await install();
    const path = join(installation.dir, 'state', 'control.db');
    const program = await serve(installation);
    for (const title of ['First', 'Second'])
      await ask(installation, '/control/api/intake/ideas', ideaBody(title, 'x'.repeat(60_000)));
    await stop(program);
    truncateSync(path, Math.floor(statSync(path).size / 8192) * 4096);
    const end = await runProgram(['serve'], installation.options);
    expect(end.code, end.stderr).toBe(1);
    expect(end.stderr).toMatch(/^Orrery could not start: .*control\.db.*verify.*\n$/);
    const verify = await runProgram(['verify'], installation.options);
    expect(verify.code).toBe(1);
    expect(verify.stdout).toContain('✗ control plane');
  });

  it('ends with code 1 and says what to do when a read meets damage', async () => {
    const installation = await install();
    await stop(await serve(installation));
    const program = await serve(installation);
    breakPageOf(join(installation.dir, 'state', 'control.db'), 'queue_by_priority');
    // Whether this is answered or cut off: the process ends.
    await ask(installation, '/control/api/v1/queue?page_size=5').catch(() => undefined);
    const end = await endedWithin(program, stopMsMax, 'a service whose store is damaged');
    expect(end).toMatchObject({ code: 1 });
    expect(end.stderr).toMatch(/Orrery stopped, its store failed: .*orrery verify/);
  });

  it('says in one line that another process serves its state, and leaves that one alone', async () => {
    const first = await install();
    const second = await install();
    configure(second, { state_dir: join(first.dir, 'state') });
    const program = await serve(first);
    const end = await runProgram(['serve'], second.options);
    expect(end, end.stderr).toMatchObject({ code: 1, stdout: '' });
    expect(end.stderr).toMatch(/^Orrery could not start: .*\n$/);
    expect(end.stderr).toContain(join(first.dir, 'state'));
    const reply = await ask(first, '/control/api/intake/ideas', ideaBody('First'));
    expect(reply.status, reply.text).toBe(200);
    // A process that is killed holds nothing any more.
    program.signal('SIGKILL');
    await program.ended;
    const next = await serve(second);
    expect(await projectNames(second)).toEqual(['First']);
    await stop(next);
  });

  it('ends with code 1 when its store fails, and loses nothing it had acknowledged', async () => {
    const installation = await install();
    // No file may grow past 768 KiB: the log of the store meets that after some ideas.
    const limit = ['sh', '-c', 'ulimit -f 1536; exec "$@"', 'sh'];
    const program = await serve(installation, { before: limit });
    const acknowledged: string[] = [];
    const prompt = 'x'.repeat(60_000);
    for (let number = 1; number <= 40; number += 1) {
      const title = `Idea ${number}`;
      const reply = await ask(installation, '/control/api/intake/ideas', ideaBody(title, prompt));
      if (reply.status !== 200) break;
      acknowledged.push(title);
    }
    const end = await endedWithin(program, stopMsMax, 'the service after its store failed');
    expect(end, end.stderr).toMatchObject({ code: 1, signal: null });
    expect(end.stderr).toContain('the store failed');
    expect(acknowledged.length).toBeGreaterThan(0);

    const next = await serve(installation);
    expect(await projectNames(installation)).toEqual(expect.arrayContaining(acknowledged));
    await stop(next);
    expect(await runProgram(['verify'], installation.options)).toMatchObject({ code: 0 });
  });
});
