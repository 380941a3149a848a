/** `orrery init`: writes a configuration and says how to go on. */
import { isIP } from 'node:net';
import { relative, resolve } from 'node:path';
import type { InitOptions, InitResult } from '../../config/init.ts';
import { configVariables, productWord } from '../../domain/product.ts';
import { setPrivateUmask } from '../../lib/private-folder.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { CommandFailure, explainFailure } from '../failure.ts';
import { textOption } from '../options.ts';
import { addressVariables, checkToken, checkUrl, givenToken } from '../service-address.ts';
import { tryInitConfig } from '../try-init.ts';

/** `failed` where a configuration is there already and `--force` is not given; `usage` for a wrong option. */
export const run = (input: CommandInput): Promise<number> =>
  explainFailure(input.io, { json: false }, async () => init(input));

function init(input: CommandInput): number {
  setPrivateUmask();
  const { args, options, io } = input;
  const port = parsePort(options.port);
  const { host } = options;
  if (typeof host === 'string' && !isHost(host))
    throw usage(`--host must be an address or a host name, not "${host}"`);
  const worker = findControlPlane(input);
  const result = tryInitConfig({
    dir: resolve(io.cwd, args[0] ?? `.${productWord}`),
    packageRoot: io.packageRoot,
    port,
    force: options.force === true,
    ...(typeof host === 'string' ? { host } : {}),
    ...(worker === undefined ? {} : { worker }),
  });
  if (!result.ok) throw new CommandFailure(exitCodes.failed, result.reason);
  const shownPath = relative(io.cwd, result.path) || result.path;
  const listenHost = typeof host === 'string' ? host : '127.0.0.1';
  const shown = { path: shownPath, listenHost, port, showToken: options.showToken === true };
  const lines = worker === undefined ? localLines(result, shown) : workerLines(result, shown);
  for (const line of lines) io.out(line);
  return exitCodes.ok;
}

/** The control plane of a worker to be; undefined for both halves in one. */
function findControlPlane(input: CommandInput): InitOptions['worker'] {
  const controlUrl = textOption(input, 'control');
  const tokenFile = textOption(input, 'tokenFile');
  if (input.options['role'] !== 'worker') {
    if (controlUrl !== undefined || tokenFile !== undefined)
      throw usage('--control and --token-file belong to --role worker');
    return undefined;
  }
  if (controlUrl === undefined)
    throw usage('a worker needs --control, the address of its control plane');
  const baseUrl = checkUrl(controlUrl, '--control');
  const token = givenToken(input);
  if (token === undefined)
    throw usage(
      `a worker needs its control plane's token to report to it: its completion_callback_token, in --token-file or ${addressVariables.token}`,
    );
  return {
    controlUrl: baseUrl,
    controlToken: checkToken(token.text, token.from),
  };
}

type Written = Extract<InitResult, { ok: true }>;
interface Shown {
  readonly path: string;
  readonly listenHost: string;
  readonly port: number;
  readonly showToken: boolean;
}

const folderLines = (result: Written): string[] => [
  `Wrote ${result.path}`,
  `  state     ${result.stateDir}`,
  `  projects  ${result.projectRoot}`,
];

function localLines(result: Written, { path, showToken }: Shown): string[] {
  return [
    ...folderLines(result),
    showToken
      ? `  token     ${result.token}`
      : '  token     in that file, as control_api_bearer_token',
    '',
    'Live dispatch is off; dry runs work. Start the service with',
    `  ${configVariables[0]}=${path} npx ${productWord} serve`,
    `and open ${result.baseUrl}/control/dashboard`,
  ];
}

function workerLines(result: Written, { path, listenHost, port, showToken }: Shown): string[] {
  const gate = showToken ? result.token : '<its worker_wake_gate_bearer_token, from that file>';
  const entry = {
    'gpu-a': { wake_gate_url: `http://<this machine>:${port}`, bearer_token: gate },
  };
  return [
    ...folderLines(result),
    showToken
      ? `  token     ${result.token}`
      : '  token     in that file, as worker_wake_gate_bearer_token',
    '',
    'Put this into the configuration of the control plane, under a name you like, and restart it:',
    ...`"worker_targets": ${JSON.stringify(entry, null, 2)}`.split('\n').map((line) => `  ${line}`),
    '',
    `The gate listens where --host says (now ${listenHost}); the control plane must reach it there.`,
    'Set agent_command to the command line of your agent, then look and start:',
    `  ${configVariables[0]}=${path} npx ${productWord} doctor`,
    `  ${configVariables[0]}=${path} npx ${productWord} serve`,
  ];
}

const usage = (message: string): CommandFailure => new CommandFailure(exitCodes.usage, message);

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text);
}

/** The port, 8787 when none is given; throws `CommandFailure` when it is none. */
function parsePort(given: string | boolean | undefined): number {
  if (given === undefined) return 8787;
  const isWhole = typeof given === 'string' && /^\d{1,5}$/.test(given);
  const port = Number(given);
  if (isWhole && port >= 1 && port <= 65_535) return port;
  throw usage(`--port must be a whole number from 1 to 65535, not "${given}"`);
}
