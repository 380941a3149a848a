/**
 * The real application as a process of its own, on a clock as fast as it is told (`CHAOS_FACTOR`),
 * started as its configuration says. The parent may tell it that the wall clock jumps: `{jump_ms}`. It says
 * `{ready}` when it serves, and ends like the program on SIGTERM.
 */
import { startApp } from '../../../src/app/app.ts';
import { createLog } from '../../../src/app/process/log.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { createRedactor } from '../../../src/config/redaction.ts';
import { systemEntropy } from '../../../src/lib/ids.ts';
import { noGpuSource } from '../../../src/sensing/gpu-source.ts';
import { createScaledClock } from '../../support/scaled-clock.ts';
import { quietSampler } from '../../support/service-config.ts';

const env = process.env;
const steady = createScaledClock({
  originMs: Number(env['CHAOS_ORIGIN_MS']),
  factor: Number(env['CHAOS_FACTOR']),
});
let jumpedMs = 0;
process.on('message', (message: { readonly jump_ms: number }) => {
  jumpedMs += message.jump_ms;
  process.send?.({ jumped_ms: jumpedMs });
});

const loaded = loadConfig({ env, cwd: process.cwd() });
if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
const { config } = loaded;
const app = await startApp(config, {
  clock: { ...steady, now: () => steady.now() + jumpedMs },
  entropy: systemEntropy,
  log: createLog({ redact: createRedactor(config), level: 'info' }),
  packageRoot: env['CHAOS_PACKAGE_ROOT'] ?? '',
  environment: env,
  onFatal: (error) => {
    throw error;
  },
  systemSampler: quietSampler,
  gpuSource: noGpuSource,
});
process.send?.({ ready: true });
// Ten accelerated seconds are too short to finish every effect, so a cut one is no failure here.
process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));
