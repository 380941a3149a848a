/**
 * The gate of one run as a job starts it, on a clock that runs fast and a machine that is always quiet: whether a run
 * is over then does not depend on what else the machine does. Not as fast as other services under test: a sample that
 * a busy neighbour delays would come too late to be one of its window. Bundled by its test, called as the program is.
 */
import { readFileSync } from 'node:fs';
import { prepareRunGate } from '../../src/cli/run-gate.ts';
import { startService } from './service.ts';
import { createSteadyClock } from './steady-clock.ts';

/** A window of thirty seconds is six of this machine, and a sample may be four of them late. */
const clockFactor = 5;
const sampleIntervalSec = 10;

const argumentOf = (flag: string): string => process.argv[process.argv.indexOf(flag) + 1] ?? '';
const home = { url: argumentOf('--home'), run: argumentOf('--run') };
const prepared = prepareRunGate(home, process.cwd());
if ('problem' in prepared) throw new Error(prepared.problem);
const file = JSON.parse(readFileSync(process.env['ORRERY_CONFIG'] ?? '', 'utf8')) as object;
let sayOver: () => void = () => {};
const over = new Promise<void>((resolve) => {
  sayOver = resolve;
});
process.once('SIGTERM', () => sayOver());
const service = await startService({
  home,
  clock: createSteadyClock({ originMs: Date.UTC(2026, 0, 1), factor: clockFactor }),
  onOver: () => sayOver(),
  config: () => ({
    control_api_bearer_token: undefined,
    worker_wake_gate_url: undefined,
    ...file,
    ...prepared.given,
    sample_interval_sec: sampleIntervalSec,
  }),
});
await over;
await service.remove();
prepared.remove();
process.exit(0);
