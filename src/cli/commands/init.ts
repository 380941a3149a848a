/** `orrery init`: writes a local configuration and says how to go on. */
import { isIP } from 'node:net';
import { relative, resolve } from 'node:path';
import { configVariables, productWord } from '../../domain/product.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { tryInitConfig } from '../try-init.ts';

export async function run({ args, options, io }: CommandInput): Promise<number> {
  const port = parsePort(options.port);
  if (port === undefined) {
    io.err(`${productWord}: --port must be a whole number from 1 to 65535, not "${options.port}"`);
    return exitCodes.usage;
  }
  const { host } = options;
  if (typeof host === 'string' && !isHost(host)) {
    io.err(`${productWord}: --host must be an address or a host name, not "${host}"`);
    return exitCodes.usage;
  }
  const result = tryInitConfig({
    dir: resolve(io.cwd, args[0] ?? `.${productWord}`),
    packageRoot: io.packageRoot,
    port,
    force: options.force === true,
    ...(typeof host === 'string' ? { host } : {}),
  });
  if (!result.ok) {
    io.err(`${productWord}: ${result.reason}`);
    return exitCodes.failed;
  }
  const shownPath = relative(io.cwd, result.path) || result.path;
  const lines = [
    `Wrote ${result.path}`,
    `  state     ${result.stateDir}`,
    `  projects  ${result.projectRoot}`,
    options.showToken === true
      ? `  token     ${result.token}`
      : '  token     in that file, as control_api_bearer_token',
    '',
    'Live dispatch is off; dry runs work. Start the service with',
    `  ${configVariables[0]}=${shownPath} npx ${productWord} serve`,
    `and open ${result.baseUrl}/control/dashboard`,
  ];
  for (const line of lines) io.out(line);
  return exitCodes.ok;
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text);
}

/** The port, 8787 when none is given, or undefined when it is not one. */
function parsePort(given: string | boolean | undefined): number | undefined {
  if (given === undefined) return 8787;
  const isWhole = typeof given === 'string' && /^\d{1,5}$/.test(given);
  const port = Number(given);
  return isWhole && port >= 1 && port <= 65_535 ? port : undefined;
}
