/** Writes a configuration that works on this machine at once. */
import { chmodSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { assert } from '../lib/assert.ts';
import { localUrl } from '../lib/host-port.ts';
import { randomToken } from '../lib/ids.ts';
import { makeFolder } from '../lib/make-folder.ts';
import { keepFolderPrivate } from '../lib/private-folder.ts';
import { parseConfig } from './parse.ts';
import { workerCallbackPath } from './relations.ts';
import type { RawConfig } from './schema.ts';

const configFileName = 'config.json';

/** What kind of configuration is written and where; left out, host and port are 127.0.0.1 and 8787. */
export interface InitOptions {
  /** Folder to write into; made when it is missing. */
  readonly dir: string;
  /** Root of the installed package, where the dispatch script is shipped. */
  readonly packageRoot: string;
  readonly host?: string;
  readonly port?: number;
  /** A worker gate alone, and the control plane it reports to; absent: both halves. */
  readonly worker?: {
    /** Base address of the control plane. */
    readonly controlUrl: string;
    /** Token that the control plane accepts. */
    readonly controlToken: string;
  };
  /** Replaces an existing configuration, and with it the token. */
  readonly force?: boolean;
  /** Fields that differ from the local defaults. */
  readonly overrides?: Partial<RawConfig>;
  /** Memory of the machine in MiB; injected by tests. */
  readonly totalMemoryMib?: number;
}

/** What was written, with absolute paths; or why an existing configuration was left as it is. */
export type InitResult =
  | {
      readonly ok: true;
      readonly path: string;
      readonly baseUrl: string;
      readonly stateDir: string;
      readonly projectRoot: string;
      /**
       * The fresh token, of the API and its own gate or of the gate alone; show it only when asked to.
       */
      readonly token: string;
    }
  | { readonly ok: false; readonly reason: string };

/** Writes the file (mode 0600) and makes the state and project folders (mode 0700). */
export function initConfig(options: InitOptions): InitResult {
  const dir = resolve(options.dir);
  const path = join(dir, configFileName);
  if (existsSync(path) && options.force !== true) {
    return { ok: false, reason: `${path} exists; --force replaces it and its token` };
  }
  const token = randomToken();
  const baseUrl = localUrl(options.host ?? '127.0.0.1', options.port ?? 8787);
  const raw =
    options.worker === undefined
      ? localConfig({ ...options, token, baseUrl })
      : workerConfig(options, options.worker, token);
  const text = `${JSON.stringify(raw, null, 2)}\n`;
  const checked = parseConfig(text, path);
  assert(checked.ok, `a fresh configuration is valid: ${JSON.stringify(checked)}`);
  const { stateDir, projectRoot } = checked.config.service;
  for (const folder of [dir, projectRoot]) makeFolder(folder, 0o700);
  keepFolderPrivate(stateDir);
  writePrivate(path, text);
  return { ok: true, path, baseUrl, stateDir, projectRoot, token };
}

const placesOf = ({ host = '127.0.0.1', port = 8787, packageRoot }: InitOptions) => ({
  listen_host: host,
  listen_port: port,
  state_dir: 'state',
  project_root: 'projects',
  dispatch_script_path: join(resolve(packageRoot), 'scripts', 'dispatch-agent.sh'),
});

/** Local addresses only, dry runs only, and a memory floor that this machine can meet. */
function localConfig(
  options: InitOptions & { readonly token: string; readonly baseUrl: string },
): RawConfig {
  const { token, baseUrl } = options;
  const memoryMib = options.totalMemoryMib ?? Math.floor(totalmem() / 2 ** 20);
  return {
    role: 'all',
    ...placesOf(options),
    live_dispatch_enabled: false,
    control_api_bearer_token: token,
    completion_callback_url: `${baseUrl}${workerCallbackPath}`,
    completion_callback_token: randomToken(),
    worker_wake_gate_url: baseUrl,
    worker_wake_gate_bearer_token: token,
    worker_wake_gate_min_memory_available_mib: Math.min(16_384, Math.floor(memoryMib / 8)),
    ...options.overrides,
  };
}

/** A gate with a token of its own; everything else of a control plane stays away from it. */
function workerConfig(
  options: InitOptions,
  worker: NonNullable<InitOptions['worker']>,
  token: string,
): RawConfig {
  return {
    role: 'worker',
    ...placesOf(options),
    worker_wake_gate_bearer_token: token,
    completion_callback_url: `${worker.controlUrl}${workerCallbackPath}`,
    completion_callback_token: worker.controlToken,
    ...options.overrides,
  };
}

/** Written beside and renamed, so that no reader meets half a file or wider permissions. */
function writePrivate(path: string, text: string): void {
  const draft = `${path}.${randomToken(6)}.tmp`;
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}
