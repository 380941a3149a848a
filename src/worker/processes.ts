/**
 * Telling a run's processes apart and ending them, on top of the process table of `telemetry/`. A
 * process is its number plus its start time plus the boot it belongs to: numbers are reused.
 */
import { readFileSync } from 'node:fs';
import type { Clock } from '../lib/clock.ts';
import { endProcesses } from '../telemetry/end-processes.ts';
import { parseBootId } from '../telemetry/parsers/boot-id.ts';
import { isAlive } from '../telemetry/parsers/proc-pid-stat.ts';
import { type ProcessSource, runIdVariable } from '../telemetry/process-list.ts';
import { findMembers, type RunIdentity } from '../telemetry/process-tree.ts';

/** What is known of a run's processes. */
export interface RunProcesses {
  readonly runId: string;
  readonly pid: number | null;
  readonly pgid: number | null;
  readonly startTicks: number | null;
  readonly bootId: string | null;
}

/** Identity of the running kernel; null where it has none. */
export function readBootId(): string | null {
  const text = readProcFile('/proc/sys/kernel/random/boot_id');
  return text === undefined ? null : parseBootId(text);
}

/** True when exactly this process lives. */
export async function isSameProcessAlive(
  source: Pick<ProcessSource, 'readStat'>,
  { pid, startTicks, bootId }: Pick<RunProcesses, 'pid' | 'startTicks' | 'bootId'>,
): Promise<boolean> {
  if (pid === null || startTicks === null || bootId === null || bootId !== readBootId())
    return false;
  const found = await source.readStat(pid);
  return found !== undefined && found.startTicks === startTicks && isAlive(found);
}

/** True or false by the run variable in the environment; undefined when that cannot be read. */
export function carriesRunMarker(pid: number, runId: string): boolean | undefined {
  const text = readProcFile(`/proc/${pid}/environ`);
  return text === undefined ? undefined : `\0${text}`.includes(`\0${runIdVariable}=${runId}\0`);
}

export interface Termination {
  /** Processes that were told to end. */
  readonly signalledCount: number;
  /** Of these, how many did not heed TERM. */
  readonly killedCount: number;
  /** Process numbers that outlived KILL. */
  readonly survivors: readonly number[];
}

/**
 * TERM to every process of the run, up to `graceMs` of patience, then KILL until none is left. A
 * process that merely stands in the project folder, such as an operator's shell, is spared. Rejects
 * when the process table cannot be read.
 */
export async function terminateRun(
  run: RunProcesses,
  options: { readonly source: ProcessSource; readonly clock: Clock; readonly graceMs: number },
): Promise<Termination> {
  const relist = async () => {
    const list = await options.source.list();
    const processes = list.processes.map((each) => ({ ...each, workingDir: null }));
    return findMembers({ ...list, processes }, toIdentity(run), process.pid).map(
      (member) => member.process,
    );
  };
  const report = await endProcesses(await relist(), { ...options, relist });
  const pidsOf = (signalled: readonly { pid: number; outcome: string }[]): number[] =>
    signalled.filter(({ outcome }) => outcome === 'sent').map(({ pid }) => pid);
  const killed = new Set(pidsOf(report.killed));
  return {
    signalledCount: new Set([...pidsOf(report.terminated), ...killed]).size,
    killedCount: killed.size,
    survivors: report.remaining.map(({ pid }) => pid),
  };
}

function toIdentity(run: RunProcesses): RunIdentity {
  return {
    runId: run.runId,
    projectDir: '/',
    rootPid: run.pid,
    groupId: run.pgid,
    rootStartTicks: run.startTicks,
    bootId: run.bootId,
  };
}

/** Waits on the injected clock. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.setTimer(ms, resolve));
}

function readProcFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
