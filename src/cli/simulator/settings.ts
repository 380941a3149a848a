/** Which control plane a simulated worker belongs to: its address, tokens and folders. */
import { dirname, join, resolve } from 'node:path';
import { loadConfig } from '../../config/load.ts';
import { type LoadResult, parseConfig } from '../../config/parse.ts';
import { workerCallbackPath } from '../../config/relations.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import { configVariables, productWord } from '../../domain/product.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { numberOption, textOption } from '../options.ts';

const tokenVariable = `${productWord.toUpperCase()}_TOKEN`;
/** Where a control plane made by `init` listens, and the port beside it. */
const controlAddress = 'http://127.0.0.1:8787';
const portDefault = 8788;

/** What a simulated worker is started with; `notes` are told to the person first. */
export interface SimulatorSettings {
  /** Thresholds and tokens come from here. */
  readonly config: OrreryConfig;
  readonly gateToken: string;
  readonly callbackUrl: string;
  readonly port: number;
  readonly dir: { readonly state: string; readonly projects: string };
  readonly notes: readonly string[];
}

/** Throws `CommandFailure` that says what is missing. */
export function readSettings(input: CommandInput): SimulatorSettings {
  const { config, path } = readConfig(input);
  const target = findTarget(config, textOption(input, 'target'));
  const askedPort = numberOption(input, 'port', { min: 0, max: 65_535 });
  const port = askedPort ?? portOf(config, target?.url ?? null, path);
  const callbackUrl = textOption(input, 'callbackUrl') ?? config.auth.completionCallbackUrl;
  requireUrl(callbackUrl);
  const home = textOption(input, 'stateDir');
  const root =
    home === undefined
      ? join(config.service.stateDir, `simulated-worker-${port}`)
      : resolve(input.io.cwd, home);
  const expected = target === null ? null : new URL(target.url).port;
  const isElsewhere = askedPort !== undefined && expected !== null && Number(expected) !== port;
  return {
    config,
    gateToken: (target?.token ?? config.auth.gateToken).reveal(),
    callbackUrl,
    port,
    dir: { state: join(root, 'state'), projects: join(root, 'projects') },
    notes: isElsewhere
      ? [`the control plane of ${path} looks for its worker at ${target!.url}, not on this port`]
      : [],
  };
}

function readConfig(input: CommandInput): { config: OrreryConfig; path: string } {
  const { env, cwd } = input.io;
  const asked = textOption(input, 'config');
  const token = env[tokenVariable] ?? '';
  const isNamed = asked !== undefined || configVariables.some((name) => (env[name] ?? '') !== '');
  if (!isNamed && token === '') {
    throw new CommandFailure(
      exitCodes.config,
      `which control plane is this worker for? Give its configuration with --config or ${configVariables[0]}, or its token in ${tokenVariable}`,
    );
  }
  const loaded: LoadResult = isNamed
    ? loadConfig({ env, file: asked, cwd })
    : builtIn(input, token);
  if (loaded.ok) return { config: loaded.config, path: loaded.path };
  throw new CommandFailure(exitCodes.config, 'the configuration cannot be used:', {
    lines: loaded.problems.map(({ path, message }) => `${path}: ${message}`),
  });
}

/** The worker of a control plane as `init` writes it, on the port beside it. */
function builtIn({ io }: CommandInput, token: string): LoadResult {
  const raw = {
    role: 'worker',
    listen_host: '127.0.0.1',
    listen_port: portDefault,
    state_dir: 'state',
    project_root: 'projects',
    dispatch_script_path: join(io.packageRoot, 'scripts', 'dispatch-agent.sh'),
    worker_wake_gate_bearer_token: token,
    completion_callback_url: `${controlAddress}${workerCallbackPath}`,
    completion_callback_token: token,
  };
  const path = join(io.cwd, `.${productWord}-simulator`, 'config.json');
  const result = parseConfig(JSON.stringify(raw), path);
  return result.ok ? { ...result, path: dirname(path) } : result;
}

function findTarget(config: OrreryConfig, name: string | undefined) {
  const { targets, defaultTarget } = config.workers;
  const found = name ?? defaultTarget;
  const target = found === null ? undefined : targets[found];
  if (target !== undefined) return target;
  const known = Object.keys(targets);
  if (name === undefined && known.length === 0) return null;
  const what = name === undefined ? '--target must say which worker' : `no worker "${name}"`;
  throw new CommandFailure(
    exitCodes.usage,
    `${what}; the configuration has ${known.join(', ') || 'none'}`,
  );
}

/** The port at which the control plane looks for this worker. */
function portOf(config: OrreryConfig, url: string | null, path: string): number {
  const { listenPort, role } = config.service;
  if (url === null) return listenPort;
  const address = new URL(url);
  const port = Number(
    address.port === '' ? (address.protocol === 'https:' ? 443 : 80) : address.port,
  );
  if (role === 'worker' || port !== listenPort) return port;
  throw new CommandFailure(
    exitCodes.config,
    `the worker of ${path} is the service itself, on port ${port}`,
    {
      lines: [
        `set "role" to "control" and "worker_wake_gate_url" to "http://127.0.0.1:${portDefault}" there,`,
        'start the service anew, then this command; or give --port for a worker of another service',
      ],
    },
  );
}

function requireUrl(url: string): void {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return;
  throw new CommandFailure(
    exitCodes.usage,
    `--callback-url must be an http:// or https:// URL, not "${url}"`,
  );
}
