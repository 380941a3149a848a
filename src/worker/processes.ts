/**
 * Telling a run's processes apart and ending them, on top of the process table of `sensing/`. A
 * process is its number plus its start time plus the boot it belongs to: numbers are reused.
 */
import type { GateRun } from '../domain/records.ts';
import type { Clock } from '../lib/clock.ts';
import { readIfThere } from '../lib/if-there.ts';
import { endProcesses } from '../sensing/end-processes.ts';
import { parseBootId } from '../sensing/parsers/boot-id.ts';
import { isAlive } from '../sensing/parsers/proc-pid-stat.ts';
import {
  type ListedProcess,
  type ProcessList,
  type ProcessSource,
  runIdVariable,
} from '../sensing/process-list.ts';
import {
  findMembers,
  isInCgroup,
  type RunIdentity,
  type RunMember,
} from '../sensing/process-tree.ts';
import type { RunCgroups } from '../sensing/run-cgroups.ts';
import type { SignalOptions } from '../sensing/signal-tree.ts';

/** What is known of a run's processes. */
export interface RunProcesses {
  readonly runId: string;
  readonly pid: number | null;
  readonly pgid: number | null;
  readonly startTicks: number | null;
  readonly bootId: string | null;
}

/** Of a run, or of an effect on it, as they are stored. */
export const processesOf = (
  stored: Pick<GateRun, 'run_id' | 'pid' | 'pgid' | 'pid_start_ticks' | 'boot_id'>,
): RunProcesses => ({
  runId: stored.run_id,
  pid: stored.pid,
  pgid: stored.pgid,
  startTicks: stored.pid_start_ticks,
  bootId: stored.boot_id,
});

/** Identity of the kernel whose processes are listed; null where it has none. */
export function readBootId(source: Pick<ProcessSource, 'readBootId'> = {}): string | null {
  if (source.readBootId !== undefined) return source.readBootId();
  const text = readIfThere('/proc/sys/kernel/random/boot_id');
  return text === undefined ? null : parseBootId(text);
}

/** True when exactly this process lives. */
export async function isSameProcessAlive(
  source: Pick<ProcessSource, 'readStat' | 'readBootId'>,
  { pid, startTicks, bootId }: Pick<RunProcesses, 'pid' | 'startTicks' | 'bootId'>,
): Promise<boolean> {
  if (pid === null || startTicks === null || bootId === null || bootId !== readBootId(source))
    return false;
  const found = await source.readStat(pid);
  return found !== undefined && found.startTicks === startTicks && isAlive(found);
}

/** True or false by the run variable in the environment; undefined when that cannot be read. */
export function carriesRunMarker(pid: number, runId: string): boolean | undefined {
  const text = readIfThere(`/proc/${pid}/environ`);
  return text === undefined ? undefined : `\0${text}`.includes(`\0${runIdVariable}=${runId}\0`);
}

interface Termination {
  /** Processes that were told to end. */
  readonly signalledCount: number;
  /** Of these, how many did not heed TERM. */
  readonly killedCount: number;
  /** Process numbers that outlived KILL. */
  readonly survivors: readonly number[];
}

/** What ending a run needs; without `cgroups` only its process tree is known. */
export interface TerminateOptions extends Pick<SignalOptions, 'kill'> {
  readonly source: ProcessSource;
  readonly clock: Clock;
  readonly graceMs: number;
  readonly cgroups?: RunCgroups;
}

/**
 * TERM to every process of the run, up to `graceMs` of patience, then KILL until none is left: to
 * its whole cgroup in one act where it has one. A process that merely stands in the project folder,
 * such as an operator's shell, is spared. Rejects when the process table cannot be read, and when
 * its cgroup still holds processes that no listing shows.
 */
export async function terminateRun(
  run: RunProcesses,
  options: TerminateOptions,
): Promise<Termination> {
  const { cgroups } = options;
  const cgroup = cgroups?.pathOf(run.runId) ?? null;
  const listed = new Map<number, ListedProcess>();
  const relist = async (): Promise<ListedProcess[]> => {
    const members = ownMembers(await options.source.list(), run, cgroup);
    for (const member of members) listed.set(member.process.pid, member.process);
    return members.map((member) => member.process);
  };
  const holdsMore = (): boolean => cgroups?.isPopulated(run.runId) === true;
  const report = await endProcesses(await relist(), {
    ...options,
    relist,
    holdsMore,
    killAtOnce(remaining) {
      if (cgroups?.kill(run.runId) !== true) return [];
      return remaining.filter(({ pid }) => isInCgroup(listed.get(pid)!, cgroup));
    },
  });
  if (report.remaining.length === 0 && holdsMore()) {
    throw new Error(`processes in the cgroup of run ${run.runId} outlive KILL`);
  }
  const pidsOf = (signalled: readonly { pid: number; outcome: string }[]): number[] =>
    signalled.filter(({ outcome }) => outcome === 'sent').map(({ pid }) => pid);
  const killed = new Set(pidsOf(report.killed));
  return {
    signalledCount: new Set([...pidsOf(report.terminated), ...killed]).size,
    killedCount: killed.size,
    survivors: report.remaining.map(({ pid }) => pid),
  };
}

/** Live processes that are the run's by more than the folder they stand in. Pure. */
export function ownMembers(
  list: ProcessList,
  run: RunProcesses,
  cgroup: string | null,
): RunMember[] {
  const stands = new Map<ListedProcess, ListedProcess>(
    list.processes.map((each) => [{ ...each, workingDir: null }, each]),
  );
  const members = findMembers(
    { ...list, processes: [...stands.keys()] },
    toIdentity(run, cgroup, '/'),
    process.pid,
  );
  return members.map(({ process: each, mark }) => ({ process: stands.get(each)!, mark }));
}

/** As the sensing tells processes of a run apart; `projectDir` is absolute. */
export function toIdentity(
  run: RunProcesses,
  cgroup: string | null,
  projectDir: string,
): RunIdentity {
  return {
    runId: run.runId,
    projectDir,
    rootPid: run.pid,
    groupId: run.pgid,
    rootStartTicks: run.startTicks,
    bootId: run.bootId,
    cgroup,
  };
}
