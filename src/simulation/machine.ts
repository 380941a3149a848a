/**
 * A worker's machine as it is played: its folders, its processes, its sensors, and the dispatch script that starts
 * agents on it. Gates come and go on it; what was started there and what lies there stays.
 */
import { join } from 'node:path';
import { decisionFile } from '../domain/product.ts';
import type { Clock } from '../lib/clock.ts';
import type { SpawnInput } from '../machines/gate-run/effects.ts';
import { defaultIdleProfile } from '../machines/idle-gate/profile.ts';
import type { MachineSensors } from '../sensing/machine-reading.ts';
import type { ListedProcess, ProcessSource } from '../sensing/process-list.ts';
import type { Launch, ScriptLauncher } from '../worker/ports.ts';
import { questionFile, type RunPaths, runFiles } from '../worker-wire/run-paths.ts';
import type { Agent, Agents } from './agents.ts';
import { decisionOf } from './decisions.ts';
import type { Faults } from './faults.ts';
import { createMemoryFiles, type MemoryFiles } from './memory-files.ts';
import type { SimulatedTime } from './time.ts';

interface MachineOptions {
  readonly name: string;
  /** Of its folders; none of them is on a disk. */
  readonly root: string;
  readonly time: SimulatedTime;
  readonly faults: Faults;
  readonly agents: Agents;
  readonly sampleIntervalMs: number;
  /** Told of each process that is sent a signal. */
  readonly onSignal: (agent: Agent) => void;
}

interface Reading {
  readonly atMs: number;
  /** Everything was read, and no process of a run lived. */
  readonly isQuiet: boolean;
}

/** Linux gives no higher number than 2^22, so that no played process has that of a real one. */
const pidMin = 2 ** 30;
const initPid = 1;
/** The dispatch script takes this long to start an agent, ms. */
const scriptMs = 100;
/** A reading takes this long, ms. */
const readMs = 5;
const msPerTick = 10;
const sustainMs = defaultIdleProfile.idle_sustain_sec * 1000;

/** One machine, over the lives of its gate and its own boots. */
export class SimulatedMachine {
  readonly #options: MachineOptions;
  readonly #files: MemoryFiles;
  readonly projectRoot: string;
  #boots = 1;
  #bootedMs = 0;
  #nextPid = pidMin;
  /** Ticks at which each shim that lives was started. */
  readonly #shims = new Map<number, number>();
  /** The same of each agent that was ever started. */
  readonly #startTicks = new Map<number, number>();
  readonly #paths = new Map<string, RunPaths>();
  /** Told when an agent has exited. */
  onExit = (): void => {};
  #readings: Reading[] = [];
  #blindLeft = 0;

  constructor(options: MachineOptions) {
    this.#options = options;
    this.#files = createMemoryFiles(() => options.time.clock.now());
    this.projectRoot = join(options.root, 'projects');
  }

  /** Its folders as a gate has them. */
  get files(): MemoryFiles['port'] {
    return this.#files.port;
  }

  /** True while an agent lives; what it has begun does not count. */
  get hasAgent(): boolean {
    const { agents, name } = this.#options;
    return agents.livingOn(name).some(({ exitedMs }) => exitedMs === null);
  }

  /** Everything that runs on it is gone, and it is started anew. */
  reboot(): void {
    const { agents, name, time } = this.#options;
    for (const agent of agents.livingOn(name)) agents.end(agent);
    this.#shims.clear();
    this.#boots += 1;
    this.#bootedMs = time.elapsedMs;
  }

  /**
   * Whether a verdict of this moment can be right, by an own and simple count: back from a reading of now every one was
   * quiet, without a gap, for long enough. The one after it may have come already.
   */
  wasQuiet(): boolean {
    const atMs = this.#readings.at(-1)?.atMs;
    const ends = this.#readings.flatMap((each, index) => (each.atMs === atMs ? [index + 1] : []));
    return ends.some((end) => this.#isQuietUpTo(this.#readings.slice(0, end)));
  }

  #isQuietUpTo(readings: readonly Reading[]): boolean {
    const lastMs = readings.at(-1)!.atMs;
    let since = lastMs;
    for (const { atMs, isQuiet } of readings.toReversed()) {
      if (!isQuiet || since - atMs > 2 * this.#options.sampleIntervalMs) return false;
      since = atMs;
      if (lastMs - since >= sustainMs) return true;
    }
    return false;
  }

  /** The process table; it is always there. */
  readonly processSource: ProcessSource = {
    list: async () => ({
      monotonicMs: this.#options.time.elapsedMs,
      bootId: this.#bootId,
      units: { pageBytes: 4096, ticksPerSecond: 1000 / msPerTick },
      processes: this.#processes(),
    }),
    readStat: async (pid) => this.#processes().find((each) => each.pid === pid),
    readBootId: () => this.#bootId,
  };

  /**
   * The sensors as a process has them by whose clock they answer. They are read at one time, the system first: it draws
   * whether anything can be read.
   */
  sensorsBy(
    clock: Pick<Clock, 'setTimer'>,
  ): Pick<MachineSensors, 'systemSampler' | 'gpuSource' | 'processSource'> {
    const { agents, name, time, faults, sampleIntervalMs } = this.#options;
    let isBlind = false;
    return {
      systemSampler: {
        read: async () => {
          isBlind = this.#drawBlindness();
          const known = <Value>(value: Value): Value | null => (isBlind ? null : value);
          const isBusy = agents.livingOn(name).length > 0;
          const reading = {
            cpu_pct: known(isBusy ? 40 : 1),
            load1: known(isBusy ? 8 : 0.1),
            memory_total_mib: known(1_000_000),
            memory_available_mib: known(900_000),
            problems: isBlind ? ['no reading'] : [],
          };
          const isQuiet = !isBlind && !isBusy;
          // A tool that answers so late that the next sample comes late, too.
          const isLate = faults.strikes('sample_missing', 0.01);
          const tookMs = isLate ? 1.5 * sampleIntervalMs : readMs;
          await new Promise<void>((resolve) => clock.setTimer(tookMs, resolve));
          this.#keep({ atMs: time.elapsedMs, isQuiet });
          return reading;
        },
      },
      gpuSource: {
        read: async () => {
          if (isBlind) return { gpus: null, problems: ['no reading'] };
          const pids = agents.livingOn(name).flatMap((agent) => agents.pidsOf(agent));
          return { gpus: [gpuOf(pids)], problems: [] };
        },
      },
      processSource: {
        ...this.processSource,
        list: async () => {
          if (isBlind) throw new Error('no reading');
          return this.processSource.list();
        },
      },
    };
  }

  /** The operator's script behind a token that the first start takes. */
  readonly launcher: ScriptLauncher = {
    problem: async () => null,
    launch: (input, paths) => this.#launch(input, paths),
  };

  /** As `process.kill`; every process here heeds it. */
  readonly kill = (pid: number): void => {
    const { agents, name, onSignal } = this.#options;
    const agent = agents.livingOn(name).find((each) => agents.pidsOf(each).includes(pid));
    if (agent === undefined) throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
    onSignal(agent);
    if (pid === agent.pid) this.#leave(agent, runFiles.exitCode, '143\n');
    agents.endProcess(agent, pid);
    this.onExit();
  };

  /** True where the reading that begins cannot be had. */
  #drawBlindness(): boolean {
    const { faults } = this.#options;
    this.#blindLeft = Math.max(0, this.#blindLeft - 1);
    if (this.#blindLeft === 0 && faults.strikes('reading_missing', 0.01))
      this.#blindLeft = 1 + Math.floor(4 * faults.draw());
    return this.#blindLeft > 0;
  }

  get #bootId(): string {
    return `simulated-${this.#options.name}-${this.#boots}`;
  }

  get #ticks(): number {
    return Math.floor((this.#options.time.elapsedMs - this.#bootedMs) / msPerTick);
  }

  #keep(reading: Reading): void {
    const fromMs = reading.atMs - sustainMs - 4 * this.#options.sampleIntervalMs;
    this.#readings = [...this.#readings.filter(({ atMs }) => atMs >= fromMs), reading];
  }

  #launch(input: SpawnInput, paths: RunPaths): Launch {
    const { time, agents, name } = this.#options;
    const boots = this.#boots;
    const at = (file: string): string => join(paths.runDir, file);
    const taken = 'the start token was taken already';
    // The shim's first act.
    if (this.#files.has(at(runFiles.startToken)))
      return { ended: true, whenEnded: Promise.resolve(taken) };
    let ended = false;
    const end = (): string => {
      ended = true;
      return taken;
    };
    const shim = this.#takePids();
    this.#shims.set(shim, this.#ticks);
    this.#files.put(at(runFiles.startToken), `${shim} ${this.#ticks} ${this.#bootId}\n`);
    const whenEnded = time.pause(scriptMs).then(() => {
      if (boots !== this.#boots) return end();
      this.#shims.delete(shim);
      if (agents.planOf(input.run_id).end === 'not_started') {
        this.#files.put(at(runFiles.scriptErr), 'the driver is not there\n');
        this.#files.put(at(runFiles.scriptStatus), '3\n');
        return end();
      }
      const { run_id: runId, project_id: projectId } = input;
      const pid = this.#takePids();
      this.#paths.set(runId, paths);
      const answer = { pid, pgid: pid, start_ticks: this.#ticks, session_id: `session-${runId}` };
      agents.start(
        { runId, projectId, worker: name, pid },
        (agent) => this.#exit(agent),
        () => this.onExit(),
      );
      this.#startTicks.set(pid, this.#ticks);
      this.#files.put(at(runFiles.scriptOut), `${JSON.stringify(answer)}\n`);
      this.#files.put(at(runFiles.scriptStatus), '0\n');
      return end();
    });
    return {
      get ended() {
        return ended;
      },
      whenEnded,
    };
  }

  /** One for a process and one for what it begins. */
  #takePids(): number {
    this.#nextPid += 2;
    return this.#nextPid;
  }

  /** What a real one leaves behind, before it is gone. */
  #exit(agent: Agent): void {
    const paths = this.#paths.get(agent.runId)!;
    const { end, decision } = agent.plan;
    if (end === 'asks')
      this.#files.put(join(paths.projectDir, questionFile), '{"question":"which of the two?"}');
    else if (decision !== null)
      this.#files.put(join(paths.projectDir, decisionFile), JSON.stringify(decisionOf(decision)));
    this.#leave(agent, runFiles.exitCode, '0\n');
  }

  #leave({ runId }: Agent, file: string, text: string): void {
    this.#files.put(join(this.#paths.get(runId)!.runDir, file), text);
  }

  #processes(): readonly ListedProcess[] {
    const { agents, name } = this.#options;
    const gate = this.#row({ pid: process.pid, groupId: process.pid, startTicks: 0, runId: null });
    const shims = [...this.#shims].map(([pid, startTicks]) =>
      this.#row({ pid, groupId: pid, startTicks, runId: null }),
    );
    const running = agents.livingOn(name).flatMap((agent) => {
      const startTicks = this.#startTicks.get(agent.pid) ?? 0;
      const { projectDir } = this.#paths.get(agent.runId)!;
      return agents.pidsOf(agent).map((pid) => ({
        ...this.#row({ pid, groupId: agent.pid, startTicks, runId: agent.runId }),
        parentPid: pid === agent.pid || agent.exitedMs !== null ? initPid : agent.pid,
        workingDir: projectDir,
      }));
    });
    return [gate, ...shims, ...running];
  }

  #row(own: Pick<ListedProcess, 'pid' | 'groupId' | 'startTicks' | 'runId'>): ListedProcess {
    return {
      ...own,
      name: own.runId === null ? 'service' : 'agent',
      state: 'S',
      parentPid: initPid,
      sessionId: own.groupId,
      terminal: 0,
      cpuTicks: own.runId === null ? 0 : this.#ticks - own.startTicks,
      rssPages: 256,
      workingDir: null,
      commandLine: '',
    };
  }
}

const gpuOf = (pids: readonly number[]) => ({
  index: 0,
  uuid: 'GPU-simulated',
  name: 'simulated',
  utilization_pct: pids.length > 0 ? 95 : 0,
  memory_used_mib: pids.length > 0 ? 40_000 : 10,
  memory_total_mib: 80_000,
  power_w: pids.length > 0 ? 600 : 60,
  temperature_c: 35,
  sm_clock_mhz: pids.length > 0 ? 1980 : 300,
  compute_pids: [...pids],
});
