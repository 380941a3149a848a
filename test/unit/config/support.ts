/** A small valid configuration, and a way to load variations of it. */
import type { LoadResult } from '../../../src/config/parse.ts';
import { parseConfig } from '../../../src/config/parse.ts';
import type { RawConfig } from '../../../src/config/schema.ts';

export const token = 'a-token-that-is-long-enough-for-any-address';

export const minimal = {
  state_dir: 'state',
  project_root: 'projects',
  dispatch_script_path: '/opt/dispatch.sh',
  control_api_bearer_token: token,
  completion_callback_url: 'http://127.0.0.1:8787/control/api/worker-callback',
  completion_callback_token: token,
  worker_wake_gate_url: 'http://127.0.0.1:8787',
} satisfies Partial<RawConfig>;

export const configPath = '/etc/orrery/config.json';

/** Loads the minimal file with `changes`; a member set to undefined is left out. */
export function load(changes: Readonly<Record<string, unknown>> = {}): LoadResult {
  return parseConfig(JSON.stringify({ ...minimal, ...changes }), configPath);
}

/** The resolved configuration; throws with the problems when there are any. */
export function loadValid(changes: Readonly<Record<string, unknown>> = {}) {
  const result = load(changes);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result;
}

/** Problems as `path: message` lines; empty when the configuration is valid. */
export function problemLines(changes: Readonly<Record<string, unknown>>): string[] {
  const result = load(changes);
  return result.ok ? [] : result.problems.map(({ path, message }) => `${path}: ${message}`);
}
