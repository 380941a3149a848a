/**
 * `orrery demo`: the whole main job before your eyes, on this machine: two ideas, two real
 * experiments, one paper, one result that calls for none.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { type App, startApp } from '../../app/app.ts';
import { createLog } from '../../app/process/log.ts';
import { quoteArgument } from '../../clusters/quote.ts';
import { loadConfig } from '../../config/load.ts';
import { createRedactor } from '../../config/redaction.ts';
import { configVariables, productTitle, productWord } from '../../domain/product.ts';
import { asText } from '../../lib/as-text.ts';
import { systemClock } from '../../lib/clock.ts';
import { systemEntropy } from '../../lib/ids.ts';
import { setPrivateUmask } from '../../lib/private-folder.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { createApi, DemoStageError, expectOk } from '../demo/api.ts';
import { createProgress } from '../demo/progress.ts';
import { publishNext } from '../demo/publish-paper.ts';
import { type DemoContext, dispatchNext, followRun, takeIn } from '../demo/run-ideas.ts';
import { tryInitConfig } from '../try-init.ts';
import { untilSignal } from '../until-signal.ts';
import { openInBrowser } from './dashboard.ts';

/**
 * A quiet window as short as the rules allow. On a machine in use the load of the whole machine says
 * nothing about this run, so its own processes decide and the thresholds are wide.
 */
const demoProfile = {
  idle_sustain_sec: 30,
  cpu_idle_threshold_pct: 100,
  gpu_idle_avg_threshold_pct: 60,
  gpu_idle_peak_threshold_pct: 95,
  vram_delta_threshold_mib: 4096,
};

/** `failed` when any stage did not happen; with `--exit` it stops instead of serving on. */
export async function run({ args, options, io }: CommandInput): Promise<number> {
  setPrivateUmask();
  const stamp = new Date(systemClock.now()).toISOString().replace(/[-:.Z]/g, '');
  const dir = resolve(io.cwd, args[0] ?? join('.orrery-demo', stamp));
  const made = tryInitConfig({
    dir,
    packageRoot: io.packageRoot,
    port: await freePort(8787),
    overrides: {
      live_dispatch_enabled: true,
      sample_interval_sec: 1,
      workload_profiles: { cpu_only: demoProfile },
      agent_command: [process.execPath, join(io.packageRoot, 'examples/experiments/agent.mjs')]
        .map(quoteArgument)
        .join(' '),
      worker_wake_gate_min_memory_available_mib: 256,
    },
  });
  if (!made.ok) {
    io.err(made.reason);
    return exitCodes.failed;
  }
  const loaded = loadConfig({ env: { [configVariables[0]]: made.path }, cwd: io.cwd });
  if (!loaded.ok)
    throw new Error(`the demo's own configuration is refused: ${JSON.stringify(loaded.problems)}`);
  const log = createLog({
    redact: createRedactor(loaded.config),
    level: options['verbose'] === true ? 'debug' : 'warn',
  });
  const app = await startApp(loaded.config, {
    clock: systemClock,
    entropy: systemEntropy,
    log,
    packageRoot: io.packageRoot,
    environment: io.env,
    onFatal: (error) => {
      log.fatal({ err: error }, 'the store failed');
      process.exit(exitCodes.failed);
    },
  });
  const context: DemoContext = {
    api: createApi(app.baseUrl, made.token),
    progress: createProgress(process.stdout),
    clock: systemClock,
  };
  if (options['exit'] !== true) openInBrowser(await signInAddress(context.api, app), io.env);
  const happened = await runStages(context, app, io, made.path);
  if (!happened) {
    await app.stop();
    return exitCodes.failed;
  }
  printResults(io, { dir, configPath: made.path, app });
  if (options['exit'] !== true) {
    io.out(`  signed in, once       ${await signInAddress(context.api, app)} (for a minute)`);
    io.out(
      `  and again             ${configVariables[0]}=${made.path} npx ${productWord} dashboard`,
    );
    io.out('\nServing on. Press Ctrl+C to stop.');
    await untilSignal();
  }
  return (await app.stop()) ? exitCodes.ok : exitCodes.failed;
}

/** The dashboard with a code that signs one browser in. */
async function signInAddress(api: DemoContext['api'], app: App): Promise<string> {
  const made = expectOk(await api.post('/control/api/v1/dashboard/codes', {}), 'sign-in code');
  return `${app.baseUrl}${asText(made['path'])}`;
}

async function runStages(
  context: DemoContext,
  app: App,
  io: CommandInput['io'],
  configPath: string,
): Promise<boolean> {
  const { progress } = context;
  const startedMs = systemClock.monotonic();
  try {
    progress.title(`${productTitle} demo: from two ideas to one paper`);
    progress.done(
      `state and configuration with a fresh token in ${relative(io.cwd, configPath) || configPath}`,
    );
    progress.done(`control plane and worker gate serve at ${app.baseUrl} (${app.transport.name})`);
    const ideas = JSON.parse(
      readFileSync(join(io.packageRoot, 'examples', 'ideas.json'), 'utf8'),
    ) as object;
    const projectIds = await takeIn(context, ideas);
    for (let round = 1; round <= projectIds.length; round += 1) {
      progress.title(`Run ${round} of ${projectIds.length}`);
      const { projectId, runId } = await dispatchNext(context);
      await followRun(context, projectId, runId);
    }
    progress.title('Paper');
    await publishNext(context);
    await expectOneWithoutPaper(context);
    progress.title(`Done in ${Math.round((systemClock.monotonic() - startedMs) / 1000)} s`);
    return true;
  } catch (error) {
    if (!(error instanceof DemoStageError)) throw error;
    io.err(`\nThe demo stopped: ${error.message}`);
    io.err(`Its state is kept beside ${configPath}; run it again with --verbose to see the log.`);
    return false;
  }
}

/** The negative result must be shown as done, with nothing left to write. */
async function expectOneWithoutPaper({ api, progress }: DemoContext): Promise<void> {
  const overview = expectOk(await api.get('/control/api/v1/overview'), 'overview');
  const counts = overview['operator_counts'] as Readonly<Record<string, number>>;
  if (counts['imported'] !== 1 || counts['done_no_paper'] !== 1 || counts['write'] !== 0) {
    throw new DemoStageError(
      `one paper and one result without a paper were expected, the overview shows ${JSON.stringify(counts)}`,
    );
  }
  progress.done('the negative result is done without a paper');
}

function printResults(
  io: CommandInput['io'],
  made: { dir: string; configPath: string; app: App },
): void {
  const show = (path: string): string => relative(io.cwd, path) || path;
  io.out(`  papers and evidence   ${show(join(made.dir, 'state', 'artifacts'))}`);
  io.out(`  corpus                ${show(join(made.dir, 'state', 'corpus'))}`);
  io.out(`  configuration, token  ${show(made.configPath)} (control_api_bearer_token)`);
  io.out(`  dashboard             ${made.app.baseUrl}/control/dashboard`);
}

/** `preferred` when nobody listens there, else a free port. */
async function freePort(preferred: number): Promise<number> {
  const tryPort = (port: number): Promise<number | null> =>
    new Promise((done) => {
      const server = createServer();
      server.once('error', () => done(null));
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        server.close(() =>
          done(typeof address === 'object' && address !== null ? address.port : null),
        );
      });
    });
  return (await tryPort(preferred)) ?? (await tryPort(0)) ?? preferred;
}
