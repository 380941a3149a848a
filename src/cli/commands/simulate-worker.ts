/** `orrery simulate-worker`: a worker that plays a scenario, for demos and tests without a GPU. */

import {
  type SimulatedWorker,
  startSimulatedWorker,
  type TimedFact,
} from '../../app/gate/simulated-worker.ts';
import { createLog } from '../../app/process/log.ts';
import { createRedactor } from '../../config/redaction.ts';
import { systemClock } from '../../lib/clock.ts';
import { counted } from '../../lib/counted.ts';
import { systemEntropy } from '../../lib/ids.ts';
import { setPrivateUmask } from '../../lib/private-folder.ts';
import { toGateConfig } from '../../worker-simulator/gate-settings.ts';
import type { Scenario } from '../../worker-simulator/scenario.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { explainFailure } from '../failure.ts';
import { numberOption } from '../options.ts';
import { createPrinter, wantsJson } from '../output/print.ts';
import { renderFact } from '../simulator/lines.ts';
import { loadScenario, shippedScenarios } from '../simulator/scenario-file.ts';
import { readSettings, type SimulatorSettings } from '../simulator/settings.ts';
import { faultWords } from '../store-advice.ts';
import { untilSignal } from '../until-signal.ts';

const scenarioDefault = 'training-success';
const speedDefault = 30;

/** Serves until stopped: `ok` after a clean drain, `failed` otherwise. */
export function run(input: CommandInput): Promise<number> {
  return explainFailure(input.io, { json: wantsJson(input) }, async () => {
    if (input.options['list'] === true) return listScenarios(input);
    const speed = numberOption(input, 'speed', { min: 1, max: 1000 }) ?? speedDefault;
    const seed = numberOption(input, 'seed', { min: 0, max: 999_999_999 }) ?? 1;
    const scenario = loadScenario(input.args[0] ?? scenarioDefault, input.io);
    return play(input, { scenario, settings: readSettings(input), speed, seed });
  });
}

interface Plan {
  readonly scenario: Scenario;
  readonly settings: SimulatorSettings;
  readonly speed: number;
  readonly seed: number;
}

async function play(input: CommandInput, plan: Plan): Promise<number> {
  setPrivateUmask();
  const { io } = input;
  const { scenario, settings, speed, seed } = plan;
  const { gateToken, callbackUrl, dir } = settings;
  const config = toGateConfig(settings.config, scenario, { speed, gateToken, callbackUrl, dir });
  const log = createLog({
    redact: createRedactor(config),
    level: input.options['verbose'] === true ? 'debug' : 'error',
  });
  const told = untilSignal();
  let fail: (error: unknown) => void = () => {};
  const fatal = new Promise<unknown>((resolve) => {
    fail = resolve;
  });
  const worker = await startSimulatedWorker({
    scenario,
    config,
    listen: { host: '127.0.0.1', port: settings.port },
    speed,
    seed,
    wallClock: systemClock,
    entropy: systemEntropy,
    app: { log, packageRoot: io.packageRoot, environment: {}, onFatal: (error) => fail(error) },
    report: createReport(input),
  }).catch((error: unknown) => {
    io.err(`the simulated worker could not start: ${faultWords(error, dir.state)}`);
    return null;
  });
  if (worker === null) return exitCodes.failed;
  introduce(input, plan, worker);
  const ended = await Promise.race([told, fatal.then((error) => ({ error }))]);
  if (ended !== null) {
    io.err(`the simulated worker stopped, its gate failed: ${faultWords(ended.error, dir.state)}`);
    return exitCodes.failed;
  }
  return (await worker.stop()) ? exitCodes.ok : exitCodes.failed;
}

/** One line of JSON or text for each fact. */
function createReport(input: CommandInput): (fact: TimedFact) => void {
  if (wantsJson(input)) return (fact) => input.io.out(JSON.stringify(fact));
  const { style } = createPrinter(input);
  return (fact) => {
    for (const line of renderFact(fact, style)) input.io.out(line);
  };
}

function introduce(input: CommandInput, plan: Plan, { baseUrl }: SimulatedWorker): void {
  const { scenario, settings, speed, seed } = plan;
  for (const note of settings.notes) input.io.err(`note: ${note}`);
  if (wantsJson(input)) {
    const { callbackUrl } = settings;
    const listening = { type: 'listening', base_url: baseUrl, callback_url: callbackUrl };
    input.io.out(JSON.stringify({ ...listening, scenario: scenario.name, speed, seed }));
    return;
  }
  const printer = createPrinter(input);
  const { cores, gpus } = scenario.machine;
  printer.line(`${scenario.name}: ${scenario.about}`, 'strong');
  printer.fields([
    ['worker', baseUrl],
    ['callbacks', settings.callbackUrl],
    [
      'machine',
      `${counted(cores, 'core')}, ${gpus.length === 0 ? 'no GPU' : gpus.map((gpu) => gpu.name).join(', ')}`,
    ],
    ['speed', `${speed} simulated seconds in a real one; times below are simulated`],
    ['projects', settings.dir.projects],
  ]);
  printer.line('Waits for dispatches. Press Ctrl+C to stop.', 'dim');
}

function listScenarios(input: CommandInput): number {
  const { packageRoot, cwd } = input.io;
  const scenarios = shippedScenarios(packageRoot).map((name) =>
    loadScenario(name, { cwd, packageRoot }),
  );
  if (wantsJson(input)) {
    input.io.out(
      JSON.stringify(
        scenarios.map(({ name, about }) => ({ name, about })),
        null,
        2,
      ),
    );
    return exitCodes.ok;
  }
  const rows = scenarios.map(({ name, about }) => [name, about]);
  createPrinter(input).table([{ title: 'Scenario' }, { title: 'What it plays' }], rows, 'none');
  return exitCodes.ok;
}
