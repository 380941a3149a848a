/**
 * A worker without a machine: the real gate, its store, its watches and its callbacks, on sensors
 * and processes that a scenario plays. Only `gate.spawn`, `gate.kill`, the samplers and the clock are
 * replaced, so dispatch, fencing, idle, evidence, stop and restart are those of production.
 */
import { realpathSync } from 'node:fs';
import type { OrreryConfig } from '../../config/resolve.ts';
import { type Clock, pause, type TimerHandle, toIsoTime } from '../../lib/clock.ts';
import type { Entropy } from '../../lib/ids.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { keepFolderPrivate } from '../../lib/private-folder.ts';
import { createCallbackHttp, createCallbackPost } from '../../worker/callbacks/callback-post.ts';
import {
  createSimulatedCallbacks,
  type SimulatedCallbacks,
} from '../../worker-simulator/callbacks.ts';
import { anchorFrom, createSimulatedClock } from '../../worker-simulator/clock.ts';
import { createSimulatedEffects } from '../../worker-simulator/effects.ts';
import type { SimulatorFact } from '../../worker-simulator/events.ts';
import { startHttpFront } from '../../worker-simulator/http-front.ts';
import { createSimulatedMachine, type SimulatedMachine } from '../../worker-simulator/machine.ts';
import type { Scenario } from '../../worker-simulator/scenario.ts';
import { freshState, readState } from '../../worker-simulator/state.ts';
import { type App, startApp } from '../app.ts';
import type { AppOptions } from '../options.ts';

/** Something a simulated worker did or met, for the lines and the JSON of its command. */
export type TimedFact = SimulatorFact & {
  /** Simulated time, ISO 8601 UTC. */
  readonly at: string;
};

interface SimulatedWorkerOptions {
  readonly scenario: Scenario;
  /** Of the gate, made by `toGateConfig`. */
  readonly config: OrreryConfig;
  readonly listen: { readonly host: string; readonly port: number };
  /** Simulated seconds in a real one. */
  readonly speed: number;
  readonly seed: number;
  /** The real clock. */
  readonly wallClock: Clock;
  readonly entropy: Entropy;
  readonly app: Pick<
    AppOptions,
    'log' | 'packageRoot' | 'environment' | 'onFatal' | 'checkReplies'
  >;
  readonly report: (fact: TimedFact) => void;
}

/** A gate that listens and plays; it goes on where an earlier one with the same folders ended. */
export interface SimulatedWorker {
  /** Where the control plane finds it. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /** True when every script has come to its end. */
  readonly isQuiet: boolean;
  /** Finishes what was accepted; once. True when nothing was cut off. */
  stop(): Promise<boolean>;
}

/** Real time in which requests and callbacks that have begun may end before a stop. */
const settleMs = 5000;

/** Starts it. Rejects when its port, its folders or its state are not to be had. */
export async function startSimulatedWorker(
  options: SimulatedWorkerOptions,
): Promise<SimulatedWorker> {
  const { scenario, config, wallClock, speed, entropy } = options;
  const { stateDir, projectRoot } = config.service;
  makeFolder(projectRoot);
  keepFolderPrivate(stateDir);
  const earlier = await readState(stateDir);
  const anchor = anchorFrom(earlier?.anchor ?? null, { realMs: wallClock.now(), speed });
  const clock = createSimulatedClock(anchor, wallClock);
  const state = earlier === null ? freshState(anchor, entropy.id()) : { ...earlier, anchor };
  const restarts = createRestarts();
  const report = (fact: SimulatorFact): void => {
    options.report({ ...fact, at: toIsoTime(clock.now()) });
    if (fact.type === 'run_started') restarts.plan(fact.run);
  };
  const machine = createSimulatedMachine({
    scenario,
    clock,
    entropy,
    seed: options.seed,
    projectRoot: realpathSync(projectRoot),
    stateDir,
    state,
    report,
    onProblem: (problem) => options.app.log.warn({ problem }, 'a step of the scenario failed'),
  });
  const callbacks = createCallbacks(options, clock, report);
  const appOptions = toAppOptions(options, { clock, machine, callbacks, report });
  const front = await startHttpFront({
    ...options.listen,
    faults: scenario.http_faults,
    wallClock,
    report,
  });
  let app: App;
  try {
    app = await startApp(config, appOptions);
  } catch (error) {
    await Promise.all([front.close(), machine.close()]);
    throw error;
  }
  front.setGate(app.baseUrl);

  /** Gate restarts and the stop come one after the other. */
  let last: Promise<unknown> = Promise.resolve();
  let stopping: Promise<boolean> | null = null;
  restarts.onDue = (downMs) => {
    last = last.then(async () => {
      if (stopping !== null) return;
      report({ type: 'fault', where: 'gate', what: 'the gate goes down' });
      front.setGate(null);
      front.cutAll();
      await app.stop();
      await pause(clock, downMs);
      app = await startApp(config, appOptions);
      front.setGate(app.baseUrl);
      report({ type: 'fault', where: 'gate', what: 'the gate is back' });
    });
    last.catch((error: unknown) => options.app.onFatal(error));
  };

  const stop = async (): Promise<boolean> => {
    restarts.cancel();
    await last.catch(() => {});
    await front.settled(settleMs);
    await Promise.race([callbacks.settled(), pause(wallClock, settleMs)]);
    front.setGate(null);
    const clean = await app.stop();
    await Promise.all([front.close(), machine.close()]);
    return clean;
  };

  /** Gate restarts of the scenario, each once, counted from the start of its run. */
  function createRestarts() {
    const timers: TimerHandle[] = [];
    const left = new Set(scenario.gate_restarts);
    const made = {
      onDue: (_downMs: number): void => {},
      plan(run: string): void {
        for (const restart of [...left].filter((each) => each.run === run)) {
          left.delete(restart);
          timers.push(
            clock.setTimer(restart.after_sec * 1000, () => made.onDue(restart.down_sec * 1000)),
          );
        }
      },
      cancel(): void {
        for (const timer of timers) timer.cancel();
      },
    };
    return made;
  }

  return {
    baseUrl: front.baseUrl,
    clock,
    get isQuiet() {
      return machine.isQuiet;
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Callbacks leave in real time: their deadline is how long the control plane may take. */
function createCallbacks(
  { config, wallClock, scenario }: SimulatedWorkerOptions,
  clock: Clock,
  report: (fact: SimulatorFact) => void,
): SimulatedCallbacks {
  const { auth } = config;
  const { completionCallbackTimeoutMs: timeoutMs } = auth;
  const postWith = (bearerToken: string) =>
    createCallbackPost({
      timeoutMs,
      clock: wallClock,
      way: createCallbackHttp({ url: auth.completionCallbackUrl, bearerToken, timeoutMs }),
    });
  return createSimulatedCallbacks({
    post: postWith(auth.completionCallbackToken.reveal()),
    postWrongly: postWith('not-the-token-of-this-control-plane'),
    faults: scenario.callback_faults,
    clock,
    report,
  });
}

function toAppOptions(
  options: SimulatedWorkerOptions,
  made: {
    readonly clock: Clock;
    readonly machine: SimulatedMachine;
    readonly callbacks: SimulatedCallbacks;
    readonly report: (fact: SimulatorFact) => void;
  },
): AppOptions {
  const { clock, machine, callbacks, report } = made;
  return {
    ...options.app,
    clock,
    entropy: options.entropy,
    systemSampler: machine.systemSampler,
    gpuSource: machine.gpuSource,
    processSource: machine.processSource,
    coreCount: options.scenario.machine.cores,
    gateEffects: {
      ...createSimulatedEffects({ machine, clock, report }),
      'callback.post': callbacks.handler,
    },
  };
}
