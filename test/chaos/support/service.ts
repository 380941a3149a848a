/**
 * The service of the crash tests: the real application on an accelerated clock, with an operator
 * inside that does the main job over the API, or leaves it to the pump (`CHAOS_OPERATOR=pump`), and knows nothing of
 * earlier processes. It kills itself
 * at the boundary that `CHAOS_KILL_AT` counts, and notes every boundary it passes.
 */
import { appendFileSync } from 'node:fs';
import { startApp } from '../../../src/app/app.ts';
import { createLog } from '../../../src/app/process/log.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { createRedactor } from '../../../src/config/redaction.ts';
import { type Clock, systemClock, toIsoTime } from '../../../src/lib/clock.ts';
import { systemEntropy } from '../../../src/lib/ids.ts';
import { noGpuSource } from '../../../src/sensing/gpu-source.ts';
import { nextChange, noticeCommits } from '../../support/next-change.ts';
import { createOwnProcessSource } from '../../support/own-processes.ts';
import { createScaledClock } from '../../support/scaled-clock.ts';
import { quietSampler, storeLookMs } from '../../support/service-config.ts';
import { doMainJob, leaveToPump } from './operator.ts';

const env = process.env;
const killAt = Number(env['CHAOS_KILL_AT'] ?? '0');
const boundaryLog = env['CHAOS_BOUNDARY_LOG'];
/** Real milliseconds after which somebody looks although nothing was committed. */
const lookMs = 100;
let passed = 0;

const fast = createScaledClock({
  originMs: Number(env['CHAOS_ORIGIN_MS']),
  factor: Number(env['CHAOS_FACTOR']),
});
/** The end is not accelerated: its deadlines are those of the program, on a busy machine too. */
let slowedAtMs: number | null = null;
const clock: Clock = {
  now: () => fast.now(),
  monotonic: () =>
    slowedAtMs === null ? fast.monotonic() : slowedAtMs + systemClock.monotonic() - slowedFromMs,
  setTimer: (delayMs, callback) =>
    (slowedAtMs === null ? fast : systemClock).setTimer(delayMs, callback),
};
let slowedFromMs = 0;
function slowDown(): void {
  slowedFromMs = systemClock.monotonic();
  slowedAtMs = fast.monotonic();
}
const loaded = loadConfig({ env, cwd: process.cwd() });
if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
const { config } = loaded;

const app = await startApp(config, {
  clock,
  entropy: systemEntropy,
  log: createLog({ redact: createRedactor(config), level: 'warn' }),
  packageRoot: env['CHAOS_PACKAGE_ROOT'] ?? '',
  environment: env,
  onFatal: (error) => {
    throw error;
  },
  systemSampler: quietSampler,
  gpuSource: noGpuSource,
  storeLookMs,
  // An agent may be older than this life, and no older than what starts one life after the other.
  processSource: createOwnProcessSource(clock, process.ppid),
  onBoundary(host, boundary, effect) {
    passed += 1;
    if (boundaryLog !== undefined)
      appendFileSync(boundaryLog, `${host} ${boundary} ${effect?.name ?? ''}\n`);
    if (passed === killAt) process.kill(process.pid, 'SIGKILL');
  },
});
noticeCommits(app);
const pause = (): Promise<void> => nextChange(lookMs);
const work = env['CHAOS_OPERATOR'] === 'pump' ? leaveToPump : doMainJob;
await work(
  { baseUrl: app.baseUrl, token: config.auth.controlToken.reveal() },
  (status) => process.stdout.write(`the project is ${status}\n`),
  pause,
);
// Everything that was told or asked for has to come to rest before the end state is looked at.
const hosts = [app.control?.host, app.gate?.host].map((host) => host!);
while (hosts.some((host) => host.stats().messages + host.stats().effects > 0)) await pause();
slowDown();
const clean = await app.stop();
process.stdout.write(`${JSON.stringify({ passed, clean, at: toIsoTime(clock.now()) })}\n`);
process.exit(clean ? 0 : 1);
