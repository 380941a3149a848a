/**
 * A simulated machine: it plays run scripts on its clock, and its sensors and process table show
 * what the scripts say. No process is started and none is signalled. What has happened is kept in a
 * file, so that a program that starts again finds the machine as a real one would be: gone on.
 */
import { type Clock, pause, type TimerHandle } from '../lib/clock.ts';
import type { Entropy } from '../lib/ids.ts';
import type { SpawnInput } from '../machines/gate-run/effects.ts';
import type { GpuSource } from '../sensing/gpu-source.ts';
import type { ProcessSource } from '../sensing/process-list.ts';
import type { SystemSampler } from '../sensing/system-sampler.ts';
import { resolveRunPaths } from '../worker-wire/run-paths.ts';
import { chooseScript } from './choose-script.ts';
import type { ReportFact } from './events.ts';
import { isRootAlive, livingPids, processesOf } from './process-table.ts';
import { appendLogLine, leaveExitCode, leaveOutcome } from './run-files.ts';
import type { RunScript, Scenario } from './scenario.ts';
import { type ActivePhase, gpuUuid, readGpus, readSystem } from './sensors.ts';
import { type MachineState, type SimulatedRun, writeState } from './state.ts';
import { phaseAt, type Step, stepsOf } from './timeline.ts';

interface SimulatedMachineOptions {
  readonly scenario: Scenario;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly seed: number;
  /** Absolute. */
  readonly projectRoot: string;
  /** Where its state file is. */
  readonly stateDir: string;
  readonly state: MachineState;
  readonly report: ReportFact;
  /** Told what could not be written; the script goes on. */
  readonly onProblem: (problem: string) => void;
}

/** What the gate gets in the place of sensors, a process table, a dispatch script and signals. */
export interface SimulatedMachine {
  readonly systemSampler: SystemSampler;
  readonly gpuSource: GpuSource;
  readonly processSource: ProcessSource;
  /** The script a dispatch is to be played with; undefined when none fits. It counts as played. */
  choose(input: SpawnInput): RunScript | undefined;
  /** A run that was started here before. */
  find(runId: string): SimulatedRun | undefined;
  readonly bootId: string;
  /** Begins to play; the run's processes live when this resolves. */
  start(input: SpawnInput, script: RunScript): Promise<SimulatedRun>;
  /** Processes of a run that live now. */
  livingOf(runId: string): readonly number[];
  /** Whether they end when told to, and not only when killed. */
  heedsTerm(runId: string): boolean;
  /** Ends every process of a run. */
  end(runId: string, how: { readonly killed: boolean }): Promise<void>;
  /** True when no script has a step left. */
  readonly isQuiet: boolean;
  /** Stops playing and writes the state; the machine goes on when the next program reads it. */
  close(): Promise<void>;
}

/** A GPU query that hangs is given up after this long, as the real sampler does. */
const lateReadMs = 4000;

interface Playing {
  run: SimulatedRun;
  readonly script: RunScript;
  readonly steps: readonly Step[];
}

/** Switches the machine on; scripts of an earlier program are played on from where time is now. */
export function createSimulatedMachine(options: SimulatedMachineOptions): SimulatedMachine {
  const { scenario, clock, entropy, report } = options;
  let { next_pid: nextPid } = options.state;
  const played = { ...options.state.played };
  const scripts = new Map(scenario.runs.map((script) => [script.name, script]));
  /** Runs whose script this scenario does not have are over: nobody knows what they would do. */
  const forgotten: SimulatedRun[] = [];
  const playing = new Map<string, Playing>();
  for (const run of options.state.runs) {
    const script = scripts.get(run.script);
    if (script === undefined) forgotten.push({ ...run, stopped: true });
    else playing.set(run.run_id, { run, script, steps: stepsOf(script) });
  }
  let timer: TimerHandle | undefined;
  let closed = false;
  /** Steps and changes come one after the other. */
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };

  const isOver = ({ run, steps }: Playing): boolean => run.stopped || run.next_step >= steps.length;

  const save = (): Promise<void> =>
    writeState(
      options.stateDir,
      {
        ...options.state,
        next_pid: nextPid,
        played,
        runs: [...forgotten, ...[...playing.values()].map(({ run }) => run)],
      },
      entropy,
    );

  const takeStep = async (entry: Playing, step: Step): Promise<void> => {
    const { run, script } = entry;
    const paths = resolveRunPaths(options.projectRoot, run);
    if (step.type === 'log') await appendLogLine(paths, step.line);
    if (step.type === 'root_exit')
      await leaveOutcome(paths, script, { runId: run.run_id, entropy });
  };

  const tellStep = ({ run, script }: Playing, step: Step): void => {
    const { run_id } = run;
    if (step.type === 'phase') {
      const { name: phase, seconds, alive } = step.phase;
      report({ type: 'phase', run_id, phase, seconds, alive });
    }
    if (step.type === 'root_exit')
      report({ type: 'agent_exited', run_id, exit_code: script.outcome.exit_code });
    if (step.type === 'over') report({ type: 'script_over', run_id });
  };

  /** Takes every step that is due; files are there before a process is shown to have ended. */
  const advance = (): Promise<void> =>
    inTurn(async () => {
      let changed = false;
      for (const entry of playing.values()) {
        for (let step = dueStep(entry); step !== undefined; step = dueStep(entry)) {
          try {
            await takeStep(entry, step);
          } catch (error) {
            options.onProblem(`run ${entry.run.run_id}: ${String(error)}`);
          }
          entry.run = { ...entry.run, next_step: entry.run.next_step + 1 };
          tellStep(entry, step);
          changed = true;
        }
      }
      if (changed && !closed) await save();
      schedule();
    });

  const dueStep = (entry: Playing): Step | undefined => {
    if (isOver(entry)) return undefined;
    const step = entry.steps[entry.run.next_step]!;
    return step.atMs <= clock.now() - entry.run.started_ms ? step : undefined;
  };

  const schedule = (): void => {
    timer?.cancel();
    const waits = [...playing.values()]
      .filter((entry) => !isOver(entry))
      .map(({ run, steps }) => run.started_ms + steps[run.next_step]!.atMs - clock.now());
    if (closed || waits.length === 0) return;
    timer = clock.setTimer(Math.max(1, Math.min(...waits)), () => void advanceOrTell());
  };

  const advanceOrTell = (): Promise<void> =>
    advance().catch((error: unknown) => options.onProblem(String(error)));

  const activePhases = (): ActivePhase[] =>
    [...playing.values()].flatMap((entry) => {
      const { run, script } = entry;
      const at = phaseAt(script, clock.now() - run.started_ms);
      if (run.stopped || at === undefined) return [];
      return [{ ...at, seed: run.seed, pids: livingPids(entry.run, entry.steps) }];
    });
  const faultNow = (fault: string): boolean =>
    activePhases().some(({ phase }) => phase.fault === fault);
  const moment = () => ({ nowMs: clock.now(), seed: options.seed });

  const list: ProcessSource['list'] = async () => {
    await advance();
    if (faultNow('processes_unknown')) throw new Error('simulated: it cannot be read');
    return {
      monotonicMs: clock.monotonic(),
      bootId: options.state.boot_id,
      units: { pageBytes: 4096, ticksPerSecond: 100 },
      processes: [...playing.values()].flatMap(({ run, script, steps }) => {
        const { projectDir } = resolveRunPaths(options.projectRoot, run);
        return processesOf(run, { script, steps, projectDir, nowMs: clock.now() });
      }),
    };
  };

  schedule();
  return {
    bootId: options.state.boot_id,
    systemSampler: {
      read: () => Promise.resolve(readSystem(scenario.machine, activePhases(), moment())),
    },
    gpuSource: {
      async read() {
        if (scenario.machine.gpus.length === 0) return { gpus: [], problems: [] };
        if (faultNow('late')) {
          await pause(clock, lateReadMs);
          return { gpus: null, problems: ['gpus: the driver did not answer in time (simulated)'] };
        }
        if (faultNow('unknown'))
          return { gpus: null, problems: ['gpus: the driver failed (simulated)'] };
        if (faultNow('vanishing_gpu')) {
          const gone = gpuUuid(scenario.machine.gpus.length - 1);
          return { gpus: null, problems: [`gpus: ${gone} seen before has vanished (simulated)`] };
        }
        return { gpus: readGpus(scenario.machine, activePhases(), moment()), problems: [] };
      },
    },
    processSource: {
      list,
      readStat: async (pid) => (await list()).processes.find((each) => each.pid === pid),
    },
    choose(input) {
      const script = chooseScript(scenario, played, input);
      if (script !== undefined) played[script.name] = (played[script.name] ?? 0) + 1;
      return script;
    },
    find: (runId) => playing.get(runId)?.run,
    start: (input, script) =>
      inTurn(async () => {
        const nowMs = clock.now();
        const run: SimulatedRun = {
          run_id: input.run_id,
          project_id: input.project_id,
          project_dir: input.project_dir,
          script: script.name,
          session_id: script.session_id ?? input.session_id,
          started_ms: nowMs,
          start_ticks: Math.floor((nowMs - options.state.booted_ms) / 10),
          pid: nextPid,
          child_pid: nextPid + 1,
          seed: Math.floor(entropy.random() * 2 ** 31),
          next_step: 0,
          stopped: false,
        };
        nextPid += 2;
        playing.set(run.run_id, { run, script, steps: stepsOf(script) });
        await save();
        const { run_id, project_id, pid } = run;
        report({ type: 'run_started', run_id, project_id, run: script.name, pid });
        return run;
      }).finally(() => void advanceOrTell()),
    livingOf(runId) {
      const entry = playing.get(runId);
      return entry === undefined ? [] : livingPids(entry.run, entry.steps);
    },
    heedsTerm: (runId) => playing.get(runId)?.script.ignores_term !== true,
    end: (runId, { killed }) =>
      inTurn(async () => {
        const entry = playing.get(runId);
        if (entry === undefined || livingPids(entry.run, entry.steps).length === 0) return;
        const paths = resolveRunPaths(options.projectRoot, entry.run);
        // Whoever is killed notes nothing.
        if (!killed && isRootAlive(entry.run, entry.steps))
          await leaveExitCode(paths, 143, entropy);
        entry.run = { ...entry.run, stopped: true };
        await save();
        report({ type: 'run_stopped', run_id: runId, killed });
        schedule();
      }),
    get isQuiet() {
      return [...playing.values()].every(isOver);
    },
    async close() {
      closed = true;
      timer?.cancel();
      await inTurn(save);
    },
  };
}
