/** Lists the machine's processes, once for everybody who asks about them in a sample. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { agentVariablePrefix } from '../domain/product.ts';
import type { Clock } from '../lib/clock.ts';
import {
  commonKernelUnits,
  type KernelUnits,
  parseAuxiliaryVector,
} from './parsers/auxiliary-vector.ts';
import { parseBootId } from './parsers/boot-id.ts';
import { type IoBytes, parseCgroupPath, parseProcPidIo } from './parsers/cgroup.ts';
import { isAlive, type ProcessStat, parseProcPidStat } from './parsers/proc-pid-stat.ts';
import { type ProcessOrigin, readOrigin } from './process-origin.ts';
import type { CgroupUsage, RunCgroups } from './run-cgroups.ts';

/** Variable by which a process says to which run it belongs; children inherit it. */
export const runIdVariable = `${agentVariablePrefix}RUN_ID`;

/** A process with what may mark it as a run's: folder, run variable, command line and cgroup. */
export interface ListedProcess extends ProcessStat {
  /** Null when it may not be read (another user's process) or the process has just gone. */
  readonly workingDir: string | null;
  /** Value of the run variable it was started with; null when absent or not readable. */
  readonly runId: string | null;
  /** Arguments joined by blanks; empty for kernel threads and zombies. */
  readonly commandLine: string;
  /** Path of its cgroup v2; null or absent when that is not known or not asked for. */
  readonly cgroup?: string | null;
  /** What it and the children it has reaped moved so far; null or absent when not readable. */
  readonly io?: IoBytes | null;
}

/** The process table at one time; rates follow from two of them of one boot. */
export interface ProcessList {
  readonly monotonicMs: number;
  /** Start times mean something only within it. */
  readonly bootId: string;
  readonly units: KernelUnits;
  readonly processes: readonly ListedProcess[];
  /** Cgroups of runs by path; absent where none are kept. */
  readonly cgroups?: ReadonlyMap<string, CgroupUsage>;
}

/** The port to the process table; a simulated worker brings a table of its own. */
export interface ProcessSource {
  /** Rejects when the process table cannot be read as a whole. */
  list(): Promise<ProcessList>;
  /** One process as it is now; undefined when it has gone. Rejects when that cannot be told. */
  readStat(pid: number): Promise<ProcessStat | undefined>;
  /** Boot that the table is of; null where it cannot be told. Absent: the one of this machine. */
  readBootId?(): string | null;
  /** Absent for a table that is made up. */
  readOrigin?(process: Pick<ProcessStat, 'pid' | 'startTicks'>): ProcessOrigin;
}

const nothingOfARun = { workingDir: null, runId: null, commandLine: '', cgroup: null, io: null };

/** Processes read between two turns of the event loop: about 2 ms. */
const batchSize = 16;
/** How often those are looked for that have begun while others were read, and those read again that load a program. */
const roundsMax = 8;
const loadingRoundsMax = 3;

/**
 * Creates a source over a proc file system. A process that ends while being read is left out; one
 * that cannot be read for another reason, say for want of file descriptors, fails the listing,
 * since a process left out would look like one that has ended.
 *
 * The table is no picture of one moment: what starts another and ends before it is read would have both of them missed.
 * So where something has ended meanwhile those are read that have begun since, until nothing has; of a chain of processes
 * that follow each other at least one is found.
 *
 * Reading is synchronous within a batch: these files are made by the kernel in microseconds, and a
 * round through the thread pool costs several times as much.
 */
export function createProcessSource(options: {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly procRoot?: string;
  /** Runs' own cgroups; without it no process's cgroup is read. */
  readonly cgroups?: Pick<RunCgroups, 'problem' | 'readAll'>;
  /** Which processes are read; all that there are unless told, by who knows that no run is among the others. */
  readonly pids?: () => readonly number[];
}): ProcessSource {
  const { clock, procRoot = '/proc', pids = () => listPids(procRoot) } = options;
  const cgroups = options.cgroups?.problem === null ? options.cgroups : undefined;
  const pathOf = (name: string): string => join(procRoot, name);
  const textOf = (name: string): string => readFileSync(pathOf(name), 'utf8');
  const units = readUnits(pathOf('self/auxv'));

  const readStat = (pid: number): ProcessStat | undefined => {
    const text = unlessGone(() => textOf(`${pid}/stat`));
    const stat = text === null ? undefined : parseProcPidStat(text);
    if (stat === undefined && text !== null)
      throw new Error(`${pathOf(`${pid}/stat`)} is malformed`);
    return stat;
  };
  /** A first thread that has ended has given back what its process is known by; the others have it still. */
  const homeOf = ({ pid, state }: ProcessStat): string => {
    if (state !== 'Z') return String(pid);
    const threads = unlessGone(() => readdirSync(pathOf(`${pid}/task`))) ?? [];
    const other = threads.find((thread) => thread !== String(pid));
    return other === undefined ? String(pid) : `${pid}/task/${other}`;
  };
  /** Of one that is loading a program, whose environment says nothing until that is done, the number is put into `loading`. */
  const readProcess = (pid: number, loading?: Set<number>): ListedProcess | undefined => {
    const stat = readStat(pid);
    if (stat === undefined) return undefined;
    // Most of the processes of many machines, and nothing of them can be a run's.
    if (stat.isKernelThread === true) return { ...stat, ...nothingOfARun };
    const home = homeOf(stat);
    const workingDir = unlessHidden(() => readlinkSync(pathOf(`${home}/cwd`)));
    const environment = unlessHidden(() => textOf(`${home}/environ`));
    if (environment === '' && isAlive(stat)) loading?.add(pid);
    const command = unlessHidden(() => textOf(`${home}/cmdline`));
    const commandLine = command?.replaceAll('\0', ' ').trim() ?? '';
    // What has ended has neither memory nor a command line.
    const isProgram = stat.rssPages > 0 || commandLine !== '';
    const read = (name: string): string | null =>
      isProgram ? unlessHidden(() => textOf(`${home}/${name}`)) : null;
    const cgroup = cgroups === undefined ? null : read('cgroup');
    const io = read('io');
    return {
      ...stat,
      workingDir: workingDir?.replace(/ \(deleted\)$/, '') ?? null,
      runId: variableIn(environment, runIdVariable),
      commandLine,
      cgroup: cgroup === null ? null : parseCgroupPath(cgroup),
      io: io === null ? null : parseProcPidIo(io),
    };
  };

  return {
    readStat: async (pid) => readStat(pid),
    readOrigin: (process) => readOrigin(procRoot, process, units),
    async list() {
      const found = new Map<number, ListedProcess>();
      const loading = new Set<number>();
      for (let round = 0, isWhole = false; !isWhole && round < roundsMax; round += 1) {
        isWhole = true;
        const missing = pids().filter((pid) => !found.has(pid) || loading.has(pid));
        // The last that has begun is the one that is most likely there still.
        if (round > 0) missing.reverse();
        for (const [index, pid] of missing.entries()) {
          if (index > 0 && index % batchSize === 0) await setImmediate();
          loading.delete(pid);
          const process = readProcess(pid, round < loadingRoundsMax ? loading : undefined);
          if (process !== undefined) found.set(pid, process);
          if (process === undefined || !isAlive(process) || loading.has(pid)) isWhole = false;
        }
      }
      const processes = [...found.values()];
      const bootId = parseBootId(textOf('sys/kernel/random/boot_id'));
      if (bootId === null) throw new Error('the boot id is malformed');
      if (processes.length === 0) throw new Error(`${procRoot} lists no process`);
      const listed = { monotonicMs: clock.monotonic(), bootId, units, processes };
      return cgroups === undefined ? listed : { ...listed, cgroups: cgroups.readAll() };
    },
  };
}

/** Ids of all processes of the table at `procRoot`. */
export const listPids = (procRoot: string): number[] =>
  readdirSync(procRoot)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function readUnits(path: string): KernelUnits {
  try {
    return parseAuxiliaryVector(readFileSync(path));
  } catch {
    return commonKernelUnits;
  }
}

/** Null when the process has ended; other failures are thrown. */
function unlessGone<Value>(read: () => Value): Value | null {
  return unlessCode(['ENOENT', 'ESRCH'], read);
}

/** Null also when it is another user's. */
function unlessHidden<Value>(read: () => Value): Value | null {
  return unlessCode(['ENOENT', 'ESRCH', 'EACCES', 'EPERM'], read);
}

function unlessCode<Value>(codes: readonly string[], read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && codes.includes(String(error.code)))
      return null;
    throw error;
  }
}

function variableIn(environment: string | null, name: string): string | null {
  const entry = environment?.split('\0').find((each) => each.startsWith(`${name}=`));
  return entry?.slice(name.length + 1) ?? null;
}
