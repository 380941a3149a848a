/** State, configuration and project folders are their account's alone, whatever the umask. */
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { endPrograms, type ProgramOptions, runProgram } from '../support/e2e-program.ts';
import { type Installation, install, serve, stop, until } from '../support/e2e-service.ts';

afterAll(endPrograms);

const under = (umask: string) => ['sh', '-c', `umask ${umask}; exec "$@"`, 'sh'] as const;

/** Answers, and has begun to listen for the signal that stops it. */
async function started(installation: Installation, extra: Partial<ProgramOptions> = {}) {
  const program = await serve(installation, extra);
  await until(() => Promise.resolve(program.output().includes('serves at')), 'it says so');
  return program;
}

/** What others could do something with: path and mode. */
function widePaths(folder: string): string[] {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = [folder, ...below.map((entry) => join(entry.parentPath, entry.name))];
  return paths.flatMap((path) => {
    const { mode } = statSync(path);
    const wanted = statSync(path).isDirectory() ? 0o700 : 0o600;
    return (mode & 0o777) === wanted ? [] : [`${path} 0${(mode & 0o777).toString(8)}`];
  });
}

describe.each(['0000', '0777'])('under umask %s', (umask) => {
  it('init makes folders 0700 and files 0600, and serve keeps to that', async () => {
    const installation = await install(under(umask));
    expect(widePaths(installation.dir)).toEqual([]);
    const program = await started(installation, { before: under(umask) });
    expect(widePaths(installation.dir)).toEqual([]);
    await stop(program);
    expect(widePaths(installation.dir)).toEqual([]);
  });

  it('serve makes a missing state folder just so, of control plane and gate', async () => {
    const installation = await install();
    const state = join(installation.dir, 'state');
    rmSync(state, { recursive: true });
    const program = await started(installation, { before: under(umask) });
    expect(statSync(join(state, 'control.db')).isFile()).toBe(true);
    expect(statSync(join(state, 'worker', 'gate.db')).isFile()).toBe(true);
    expect(widePaths(state)).toEqual([]);
    await stop(program);
  });
});

it('serve narrows a state folder that was wider, and says so', async () => {
  const installation = await install();
  const worker = join(installation.dir, 'state', 'worker');
  mkdirSync(worker);
  for (const folder of [join(installation.dir, 'state'), worker]) {
    writeFileSync(join(folder, 'left-over'), '');
    chmodSync(join(folder, 'left-over'), 0o666);
    chmodSync(folder, 0o777);
  }
  const program = await started(installation);
  expect(widePaths(join(installation.dir, 'state'))).toEqual([]);
  expect(program.output()).toContain(
    'state could be read by other accounts (0777); it is now 0700',
  );
  expect(program.output()).toContain(
    'worker could be read by other accounts (0777); it is now 0700',
  );
  await stop(program);
});

it('doctor names a state folder that others can read', async () => {
  const installation = await install();
  chmodSync(join(installation.dir, 'state'), 0o755);
  const { stdout } = await runProgram(['doctor', '--json'], installation.options);
  const { findings } = JSON.parse(stdout) as { findings: { name: string; status: string }[] };
  expect(findings.find(({ name }) => name === 'state_dir')).toMatchObject({ status: 'warning' });
});
