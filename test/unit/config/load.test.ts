/** Which file is loaded, and what is said when it cannot be. */
import { expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { minimal } from './support.ts';

const files: Readonly<Record<string, string>> = {
  '/etc/one.json': JSON.stringify({ ...minimal, listen_port: 1 }),
  '/etc/two.json': JSON.stringify({ ...minimal, listen_port: 2 }),
};

function load(env: Readonly<Record<string, string>>, mode = 0o600, file?: string) {
  return loadConfig({
    env,
    file,
    cwd: '/etc',
    fileMode: () => mode,
    readFile(path) {
      const text = files[path];
      if (text === undefined) throw Object.assign(new Error('no'), { code: 'ENOENT' });
      return text;
    },
  });
}

const problem = (result: ReturnType<typeof load>) => (result.ok ? undefined : result.problems[0]);

it('says how to make a configuration when no variable names one', () => {
  for (const env of [{}, { ORRERY_CONFIG: '' }]) {
    expect(problem(load(env))).toEqual({
      path: 'ORRERY_CONFIG',
      message: expect.stringContaining('npx orrery init'),
    });
  }
});

it('names the variable and the file when there is no such file', () => {
  const found = problem(load({ ORRERY_CONTROL_PLANE_CONFIG: 'three.json' }));
  expect(found?.path).toBe('/etc/three.json');
  expect(found?.message).toContain('ORRERY_CONTROL_PLANE_CONFIG');
});

it('takes the file that is given first, and names no variable for it', () => {
  const env = { ORRERY_CONFIG: '/etc/one.json', ORRERY_CONTROL_PLANE_CONFIG: '/etc/one.json' };
  expect(load(env, 0o600, 'two.json')).toMatchObject({ ok: true, path: '/etc/two.json' });
  const found = problem(load(env, 0o600, 'three.json'));
  expect(found?.path).toBe('/etc/three.json');
  expect(found?.message).not.toContain('ORRERY_');
});

it('says that a folder is not a file', () => {
  const result = loadConfig({ env: { ORRERY_CONFIG: '/' } });
  expect(problem(result)?.message).toContain('it is a folder');
});

it('prefers ORRERY_CONFIG and says that the other one was not used', () => {
  const result = load({
    ORRERY_CONFIG: '/etc/one.json',
    ORRERY_CONTROL_PLANE_CONFIG: '/etc/two.json',
  });
  expect(result).toMatchObject({
    ok: true,
    path: '/etc/one.json',
    config: { service: { listenPort: 1 } },
  });
  expect(result.ok && result.notices).toEqual([
    expect.stringContaining('ORRERY_CONTROL_PLANE_CONFIG is set too'),
  ]);
});

it('resolves a relative file and falls back to the second variable', () => {
  const result = load({ ORRERY_CONFIG: '', ORRERY_CONTROL_PLANE_CONFIG: 'two.json' });
  expect(result).toMatchObject({
    ok: true,
    path: '/etc/two.json',
    config: { service: { stateDir: '/etc/state' } },
  });
});

it('notes a file that other accounts can read', () => {
  const result = load({ ORRERY_CONFIG: '/etc/one.json' }, 0o644);
  expect(result.ok && result.notices).toEqual([expect.stringContaining('chmod 600 /etc/one.json')]);
});
