/** `orrery serve`: runs the service until it is told to stop. */

import { VolatileHost } from '../../actors/volatile/host.ts';
import { type App, startApp } from '../../app/app.ts';
import type { AppOptions } from '../../app/options.ts';
import { createLog } from '../../app/process/log.ts';
import { createNotifySender, createServiceManager } from '../../app/process/service-manager.ts';
import { createRedactor } from '../../config/redaction.ts';
import { limits } from '../../domain/limits.ts';
import { productTitle, productWord } from '../../domain/product.ts';
import { systemClock } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import { systemEntropy } from '../../lib/ids.ts';
import { setPrivateUmask } from '../../lib/private-folder.ts';
import { dialUrl } from '../../worker-wire/tunnel/address.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { loadConfigOrExplain } from '../load-config.ts';
import { prepareRunGate } from '../run-gate.ts';
import { faultWords } from '../store-advice.ts';
import { untilSignal } from '../until-signal.ts';

/** Resolves when the service has stopped: `ok` after a clean drain, `failed` otherwise. */
export async function run(input: CommandInput): Promise<number> {
  const { options, io } = input;
  const home = readHome(options);
  if ('problem' in home) {
    io.err(`${productWord}: ${home.problem}`);
    return exitCodes.usage;
  }
  const { home: caller } = home;
  if (caller === undefined || !('run' in caller)) return serve(input, { home: caller });
  const prepared = prepareRunGate(caller, io.cwd);
  if ('problem' in prepared) {
    io.err(`${productWord}: ${prepared.problem}`);
    return exitCodes.usage;
  }
  try {
    return await serve(input, { home: caller, given: prepared.given });
  } finally {
    prepared.remove();
  }
}

interface Serving {
  readonly home: AppOptions['home'];
  /** Fields that go before those of the configuration file. */
  readonly given?: Readonly<Record<string, unknown>>;
}

async function serve(input: CommandInput, { home, given }: Serving): Promise<number> {
  const { options, io } = input;
  const loaded = loadConfigOrExplain(input, given);
  if (loaded === undefined) return exitCodes.config;
  const { config } = loaded;
  if (home !== undefined && config.service.role !== 'worker') {
    const { role } = config.service;
    io.err(`${productWord}: only a process of role worker dials home, not ${role}`);
    return exitCodes.usage;
  }
  // An account of the agents' own shares the projects with the group of this one.
  setPrivateUmask(config.dispatch.agentAccount !== null);
  const log = createLog({ redact: createRedactor(config) });
  // Heard from now on: who is told to stop while starting stops as soon as it can.
  const told = untilSignal();
  const stopping = new AbortController();
  void told.then(() => stopping.abort());
  let fail: (error: unknown) => void = () => {};
  const fatal = new Promise<unknown>((resolve) => {
    fail = resolve;
  });
  let sayOver: (over: null) => void = () => {};
  const over = new Promise<null>((resolve) => {
    sayOver = resolve;
  });
  let isForsaken = false;
  let giveUp: (given: null) => void = () => {};
  const forsaken = new Promise<null>((resolve) => {
    giveUp = resolve;
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
    stopping: stopping.signal,
    ...(home === undefined ? {} : { home }),
    onOver: () => sayOver(null),
    onForsaken(detail) {
      isForsaken = true;
      io.err(`${productTitle} gives its place back: home could not be reached (${detail})`);
      giveUp(null);
    },
    onFatal: (error) => fail(error),
  }).catch((error: unknown) => {
    // It was told to stop while it waited for what is away.
    if (stopping.signal.aborted && error === stopping.signal.reason) return exitCodes.ok;
    io.err(`${productTitle} could not start: ${faultWords(error, config.service.stateDir)}`);
    return exitCodes.failed;
  });
  if (typeof app === 'number') return app;
  io.out(
    home === undefined
      ? `${productTitle} serves at ${app.baseUrl}${app.control === null ? '' : `; dashboard: ${app.baseUrl}/control/dashboard`}`
      : `${productTitle} dials home to ${app.baseUrl} as ${'run' in home ? `the run ${home.run}` : home.name}`,
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
  // Home calls a run over that was canceled or given up, too: what lives of it then is ended here.
  const ended = over.then(() => endRuns(app)).then(() => null);
  const broken = fatal.then((error) => ({ error }));
  const stopped = await Promise.race([told, ended, forsaken, broken]);
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
  if (isForsaken) return exitCodes.noHome;
  return clean ? exitCodes.ok : exitCodes.failed;
}

/** Ends what still lives; every run of this gate is over at home. */
async function endRuns({ gate }: App): Promise<void> {
  if (gate === null) return;
  const { runs } = await gate.gate.listRuns({ limit: limits.pageSizeMax });
  const reason = 'the run is over at home';
  for (const { run_id: runId, live } of runs)
    if (live) await gate.gate.stopRun(runId, { reason, grace_sec: 5, report: false });
}

/** Where the gate dials home to, if it does, or why it cannot. */
function readHome({
  home: url,
  as: name,
  run,
}: CommandInput['options']): Pick<AppOptions, 'home'> | { readonly problem: string } {
  if (url === undefined && name === undefined && run === undefined) return {};
  if (typeof url !== 'string' || (typeof name === 'string') === (typeof run === 'string'))
    return { problem: '--home and one of --as and --run go together' };
  const caller = typeof run === 'string' ? { run } : { name: String(name) };
  try {
    dialUrl(url, caller);
  } catch (error) {
    return { problem: `--home ${url}: ${describeError(error)}` };
  }
  return { home: { url: url.replace(/\/+$/, ''), ...caller } };
}
