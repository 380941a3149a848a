/** The command line: exit codes, output, and that a module is loaded only when it is called. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandInput, type CommandSpec, exitCodes } from '../../../src/cli/command.ts';
import { commands } from '../../../src/cli/command-tables/all.ts';
import { createProgram, main } from '../../../src/cli/main.ts';
import { ServiceError } from '../../../src/domain/errors.ts';

const packageRoot = fileURLToPath(new URL('../../..', import.meta.url));
let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'orrery-cli-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

async function run(argv: readonly string[], env: Record<string, string> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    env,
    cwd,
    packageRoot,
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
  };
  return { code: await main(argv, io), out: out.join('\n'), err: err.join('\n') };
}

describe('the command line', () => {
  it('says what a group has when a word in it is unknown, and where its help is', async () => {
    const wrong = await run(['queue', 'pase', 'x', '--note', 'y']);
    expect(wrong.code).toBe(exitCodes.usage);
    expect(wrong.err).toMatch(/unknown command 'pase'; queue has list, .*pause/);
    expect((await run(['queue', 'answer', 'x'])).err).toContain('orrery queue answer --help');
  });

  it('ends with the usage code for an unknown command or option, on standard error', async () => {
    for (const argv of [['fly'], ['init', '--colour'], ['config', 'chekc'], ['init', 'a', 'b']]) {
      const { code, out, err } = await run(argv);
      expect([argv, code, out]).toEqual([argv, exitCodes.usage, '']);
      expect(err).toContain('error:');
    }
  });

  it('tells what a command refuses in words, whichever it is, and never where the program lies', async () => {
    const failing: CommandSpec = {
      words: ['fail'],
      about: 'Test.',
      load: async () => ({
        run: () => Promise.reject(new ServiceError('not_found', 'there is no corpus')),
      }),
    };
    const all = commands as CommandSpec[];
    all.push(failing);
    try {
      const { code, out, err } = await run(['fail']);
      expect([code, out, err]).toEqual([exitCodes.failed, '', 'there is no corpus']);
    } finally {
      all.pop();
    }
  });

  it('takes no empty argument for a name, nor for the folder that it stands in', async () => {
    writeFileSync(join(cwd, 'ideas.csv'), 'title\nNot asked for\n');
    for (const argv of [
      ['import', ''],
      ['why', 'run', ''],
      ['queue', 'cancel', ''],
      ['lint', ''],
    ]) {
      const { code, err } = await run(argv);
      expect([argv, code]).toEqual([argv, exitCodes.usage]);
      expect(err).toContain('an argument is empty');
    }
  });

  it('proposes the command that was meant', async () => {
    expect((await run(['inti'])).err).toContain('Did you mean init?');
  });

  it('prints help and version to standard output', async () => {
    const help = await run(['--help']);
    expect(help).toMatchObject({ code: exitCodes.ok, err: '' });
    expect(help.out).toContain('Exit codes:');
    const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(await run(['--version'])).toMatchObject({ code: 0, out: version });
  });

  it('is described with exactly the commands that are a dry run unless told, and those that take no key', () => {
    const has = (flag: string) => (spec: CommandSpec) =>
      (spec.options ?? []).some(({ flags }) => flags.split(' ')[0] === flag);
    const page = readFileSync(join(packageRoot, 'docs', 'cli.md'), 'utf8').replaceAll('\n', ' ');
    const named = (pattern: RegExp) =>
      [...(pattern.exec(page)?.[1] ?? '').matchAll(/`([a-z-]+(?: [a-z-]+)?)`/g)].map(
        ([, name]) => name,
      );
    const isDry = commands.filter(has('--live')).map(({ words }) => words.join(' '));
    expect(new Set(named(/until you add `--live`: (.*?)\. Every other/))).toEqual(new Set(isDry));
    const keyless = commands.filter(has('--live')).filter((spec) => !has('--key')(spec));
    expect(named(/Commands without `--key` \((.*?)\)/)).toEqual(
      expect.arrayContaining(keyless.map(({ words }) => words.join(' '))),
    );
  });

  it('loads every module of the table, and each exports run', async () => {
    for (const spec of commands) {
      expect([spec.words, typeof (await spec.load()).run]).toEqual([spec.words, 'function']);
    }
  });

  it('hands arguments and options over and gives back the code, loading nothing else', async () => {
    const calls: CommandInput[] = [];
    const specs: CommandSpec[] = [
      {
        words: ['idle', 'replay'],
        about: 'Test.',
        args: [{ name: '<trace>', about: 'x' }],
        options: [
          { flags: '--sustain-sec <n>', about: 'x' },
          { flags: '--json', about: 'x' },
        ],
        load: async () => ({ run: async (input) => calls.push(input) && 1 }),
      },
      {
        words: ['idle', 'other'],
        about: 'Test.',
        load: () => Promise.reject(new Error('must not be loaded')),
      },
    ];
    let code = -1;
    const io = { env: {}, cwd, packageRoot, out: () => {}, err: () => {} };
    const program = createProgram(specs, io, (result) => {
      code = result;
    });
    await program.parseAsync(['idle', 'replay', 'folder', '--sustain-sec', '60', '--json'], {
      from: 'user',
    });
    expect(code).toBe(1);
    expect(calls[0]).toMatchObject({ args: ['folder'], options: { sustainSec: '60', json: true } });
  });
});

describe('orrery init', () => {
  it('refuses a port that is none', async () => {
    for (const port of ['0', '65536', '8o', '-1']) {
      expect(await run(['init', `--port=${port}`])).toMatchObject({ code: exitCodes.usage });
    }
  });

  it('writes a configuration that config check accepts, and keeps the token to itself', async () => {
    const init = await run(['init', 'home', '--port', '9321']);
    expect(init.code).toBe(exitCodes.ok);
    const path = join(cwd, 'home', 'config.json');
    const { control_api_bearer_token: token } = JSON.parse(readFileSync(path, 'utf8')) as Record<
      string,
      string
    >;
    expect(init.out).not.toContain(token!);
    expect(init.out).toContain('http://127.0.0.1:9321/control/dashboard');
    const check = await run(['config', 'check', 'home/config.json']);
    expect(check.code).toBe(exitCodes.ok);
    expect(check.out).toContain('is valid (role all)');
    expect(await run(['config', 'check'], { ORRERY_CONFIG: path })).toMatchObject({
      code: exitCodes.ok,
    });
  });

  it('does not replace a configuration unless told to, and shows the token only when asked', async () => {
    await run(['init']);
    const again = await run(['init']);
    expect(again).toMatchObject({ code: exitCodes.failed, out: '' });
    expect(again.err).toContain('--force');
    const forced = await run(['init', '--force', '--show-token']);
    const text = readFileSync(join(cwd, '.orrery', 'config.json'), 'utf8');
    const { control_api_bearer_token: token } = JSON.parse(text) as Record<string, string>;
    expect(forced.out).toContain(token!);
  });
});

describe('orrery config check', () => {
  it('names every problem on standard error and ends with the configuration code', async () => {
    writeFileSync(join(cwd, 'bad.json'), '{"rloe": "all", "listen_port": -1}');
    const { code, out, err } = await run(['config', 'check', 'bad.json']);
    expect(code).toBe(exitCodes.config);
    expect(out).toBe('');
    expect(err).toContain('rloe: is not a known field; did you mean "role"?');
    expect(err).toContain('listen_port: must be a whole number from 0 to 65535; given -1');
  });

  it('says the same as JSON', async () => {
    writeFileSync(join(cwd, 'bad.json'), '{"rloe": "all"}');
    const { code, out } = await run(['config', 'check', 'bad.json', '--json']);
    expect(code).toBe(exitCodes.config);
    const report = JSON.parse(out) as { ok: boolean; problems: { path: string }[] };
    expect(report.ok).toBe(false);
    expect(report.problems.map(({ path }) => path)).toContain('rloe');
  });

  it('notes a dispatch script that cannot be run', async () => {
    await run(['init', 'home']);
    const path = join(cwd, 'home', 'config.json');
    const raw = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    writeFileSync(path, JSON.stringify({ ...raw, dispatch_script_path: 'missing.sh' }));
    const { code, out } = await run(['config', 'check', path]);
    expect(code).toBe(exitCodes.ok);
    expect(out).toContain(
      `dispatch_script_path: ${join(cwd, 'home', 'missing.sh')} does not exist`,
    );
  });

  it('says how to make a configuration when there is none', async () => {
    const { code, err } = await run(['config', 'check']);
    expect(code).toBe(exitCodes.config);
    expect(err).toContain('npx orrery init');
  });
});
