/** `orrery serve`: runs the service until it is told to stop. */

import { VolatileHost } from '../../actors/volatile/host.ts';
import { startApp } from '../../app/app.ts';
import { createLog } from '../../app/log.ts';
import type { AppOptions } from '../../app/options.ts';
import { createNotifySender, createServiceManager } from '../../app/service-manager.ts';
import { createRedactor } from '../../config/redaction.ts';
import { productTitle, productWord } from '../../domain/product.ts';
import { systemClock } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import { systemEntropy } from '../../lib/ids.ts';
import { setPrivateUmask } from '../../lib/private-folder.ts';
import { dialUrl } from '../../worker-wire/tunnel/address.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { loadConfigOrExplain } from '../load-config.ts';
import { faultWords } from '../store-advice.ts';
import { untilSignal } from '../until-signal.ts';

/** Resolves when the service has stopped: `ok` after a clean drain, `failed` otherwise. */
export async function run({ options, io }: CommandInput): Promise<number> {
  const loaded = loadConfigOrExplain(io);
  if (loaded === undefined) return exitCodes.config;
  const { config } = loaded;
  const home = readHome(options, config.service.role);
  if ('problem' in home) {
    io.err(`${productWord}: ${home.problem}`);
    return exitCodes.usage;
  }
  // An account of the agents' own shares the projects with the group of this one.
  setPrivateUmask(config.dispatch.agentAccount !== null);
  const log = createLog({ redact: createRedactor(config) });
  // Heard from now on: who is told to stop while starting stops as soon as it can.
  const told = untilSignal();
  let fail: (error: unknown) => void = () => {};
  const fatal = new Promise<unknown>((resolve) => {
    fail = resolve;
  });
  const actors = new VolatileHost({
    clock: systemClock,
    onFailure: ({ actor, error }) => log.error({ err: error, actor }, 'an actor failed'),
  });
  const app = await startApp(config, {
    actors,
    clock: systemClock,
    entropy: systemEntropy,
    log,
    packageRoot: io.packageRoot,
    environment: io.env,
    newStore: options['newStore'] === true,
    ...home,
    onFatal: (error) => fail(error),
  }).catch((error: unknown) => {
    io.err(`${productTitle} could not start: ${faultWords(error, config.service.stateDir)}`);
    return null;
  });
  if (app === null) return exitCodes.failed;
  io.out(
    home.home === undefined
      ? `${productTitle} serves at ${app.baseUrl}${app.control === null ? '' : `; dashboard: ${app.baseUrl}/control/dashboard`}`
      : `${productTitle} dials home to ${app.baseUrl} as ${home.home.name}`,
  );
  const manager = createServiceManager({
    environment: io.env,
    pid: process.pid,
    host: actors,
    send: createNotifySender(io.env, systemClock),
    log,
    findTrouble: () => app.pulse.findTrouble(),
    describe: () => app.describe(),
  });
  manager.ready();
  const stopped = await Promise.race([told, fatal.then((error) => ({ error }))]);
  if (stopped !== null) {
    log.fatal({ err: stopped.error }, 'the store failed; nothing more can be written');
    io.err(
      `${productTitle} stopped, its store failed: ${faultWords(stopped.error, config.service.stateDir)}`,
    );
    return exitCodes.failed;
  }
  manager.stopping();
  const clean = await app.stop();
  await manager.close();
  return clean ? exitCodes.ok : exitCodes.failed;
}

/** Where the gate dials home to, if it does, or why it cannot. */
function readHome(
  { home: url, as: name }: CommandInput['options'],
  role: string,
): Pick<AppOptions, 'home'> | { readonly problem: string } {
  if (url === undefined && name === undefined) return {};
  if (typeof url !== 'string' || typeof name !== 'string')
    return { problem: '--home and --as go together' };
  if (role !== 'worker')
    return { problem: `only a process of role worker dials home, not ${role}` };
  try {
    dialUrl(url, name);
  } catch (error) {
    return { problem: `--home ${url}: ${describeError(error)}` };
  }
  return { home: { url: url.replace(/\/+$/, ''), name } };
}
