/** The configuration that `orrery init` writes. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { initConfig } from '../../../src/config/init.ts';
import { loadConfig } from '../../../src/config/load.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'orrery-init-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const init = (options: Partial<Parameters<typeof initConfig>[0]> = {}) =>
  initConfig({ dir: join(dir, 'home'), packageRoot: '/opt/orrery', ...options });

it('refuses to overwrite, and replaces the token only when forced', () => {
  const first = init();
  const second = init();
  expect(second).toEqual({ ok: false, reason: expect.stringContaining('--force') });
  const third = init({ force: true });
  expect(first.ok && third.ok && first.token !== third.token).toBe(true);
});

it('writes a file that loads, for this account only, with a token for callbacks alone', () => {
  const result = init({ port: 9123 });
  if (!result.ok) throw new Error(result.reason);
  expect(statSync(result.path).mode & 0o777).toBe(0o600);
  expect(result.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const raw = JSON.parse(readFileSync(result.path, 'utf8')) as Record<string, unknown>;
  for (const name of ['control_api_bearer_token', 'worker_wake_gate_bearer_token']) {
    expect(raw[name]).toBe(result.token);
  }
  expect(raw['completion_callback_token']).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(raw['completion_callback_token']).not.toBe(result.token);
  expect(raw).toMatchObject({
    listen_host: '127.0.0.1',
    listen_port: 9123,
    live_dispatch_enabled: false,
    completion_callback_url: 'http://127.0.0.1:9123/control/api/worker-callback',
    worker_wake_gate_url: 'http://127.0.0.1:9123',
    dispatch_script_path: '/opt/orrery/scripts/dispatch-agent.sh',
  });
  const loaded = loadConfig({ env: { ORRERY_CONFIG: result.path } });
  expect(loaded).toMatchObject({ ok: true, notices: [] });
  expect(existsSync(result.stateDir) && existsSync(result.projectRoot)).toBe(true);
  expect(result.stateDir).toBe(join(dir, 'home', 'state'));
});

it('gives a base address that a client on this machine can use', () => {
  expect(init({ host: '0.0.0.0' })).toMatchObject({ baseUrl: 'http://127.0.0.1:8787' });
  expect(init({ host: '::1', force: true })).toMatchObject({ baseUrl: 'http://[::1]:8787' });
});

it('asks for no more free memory than the machine can have', () => {
  const floorOf = (totalMemoryMib: number): unknown => {
    const result = init({ totalMemoryMib, force: true });
    return (
      result.ok &&
      JSON.parse(readFileSync(result.path, 'utf8')).worker_wake_gate_min_memory_available_mib
    );
  };
  expect(floorOf(8192)).toBe(1024);
  expect(floorOf(1_048_576)).toBe(16_384);
});
