/**
 * The gate of one run as a job starts it, on a clock that runs fast and a machine that is always quiet: whether a run
 * is over then does not depend on what else the machine does. Bundled by its test, called as the program is.
 */
import { readFileSync } from 'node:fs';
import { prepareRunGate } from '../../src/cli/run-gate.ts';
import { startService } from './service.ts';

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
  onOver: () => sayOver(),
  config: () => ({
    control_api_bearer_token: undefined,
    worker_wake_gate_url: undefined,
    ...file,
    ...prepared.given,
  }),
});
await over;
await service.remove();
prepared.remove();
process.exit(0);
