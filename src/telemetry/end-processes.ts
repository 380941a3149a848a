/** Ends processes politely: TERM, a grace period, KILL for what is left. */
import type { Clock } from '../lib/clock.ts';
import { isAlive } from './parsers/proc-pid-stat.ts';
import type { ProcessSource } from './process-list.ts';
import {
  type ProcessRef,
  type SignalOptions,
  type SignalReport,
  signalTree,
} from './signal-tree.ts';

export interface EndOptions extends Omit<SignalOptions, 'source'> {
  readonly clock: Clock;
  readonly source: Pick<ProcessSource, 'readStat'>;
  /** Time between TERM and KILL. */
  readonly graceMs: number;
  /**
   * Lists what belongs to the tree now; asked again before KILL, so that what was started
   * meanwhile is ended too. Without it only the processes first named are.
   */
  readonly relist?: () => Promise<readonly ProcessRef[]>;
  /** Told after every round of signals. */
  readonly onSignal?: (signal: 'SIGTERM' | 'SIGKILL', reports: readonly SignalReport[]) => void;
}

export interface EndReport {
  readonly terminated: readonly SignalReport[];
  readonly killed: readonly SignalReport[];
  /** Still alive when it was given up: protected, not permitted, or stuck in the kernel. */
  readonly remaining: readonly ProcessRef[];
}

const pollMs = 50;
/** How long a killed process may take to go; one in an uninterruptible call takes longer. */
const killWaitMs = 2000;
/** A tree that keeps forking is killed at most this many times over. */
const killRoundsMax = 5;

/** Ends `processes` and reports what was done; resolves when they have gone or were given up. */
export async function endProcesses(
  processes: readonly ProcessRef[],
  options: EndOptions,
): Promise<EndReport> {
  const { clock, graceMs, onSignal } = options;
  const relist = options.relist ?? (() => Promise.resolve(processes));
  const signal = async (
    name: 'SIGTERM' | 'SIGKILL',
    targets: readonly ProcessRef[],
  ): Promise<SignalReport[]> => {
    const reports = await signalTree(targets, name, options);
    if (reports.length > 0) onSignal?.(name, reports);
    return reports;
  };

  const terminated = await signal('SIGTERM', processes);
  let remaining = await waitUntilGone(relist, options, clock.monotonic() + graceMs);
  const killed: SignalReport[] = [];
  for (let round = 0; round < killRoundsMax && remaining.length > 0; round += 1) {
    const reports = await signal('SIGKILL', remaining);
    killed.push(...reports);
    remaining = await waitUntilGone(relist, options, clock.monotonic() + killWaitMs);
    if (!reports.some((report) => report.outcome === 'sent')) break;
  }
  return { terminated, killed, remaining };
}

/** What still lives at `deadlineMs` (monotonic), or nothing as soon as that is so. */
async function waitUntilGone(
  relist: () => Promise<readonly ProcessRef[]>,
  options: EndOptions,
  deadlineMs: number,
): Promise<readonly ProcessRef[]> {
  const { clock, source } = options;
  for (;;) {
    const remaining = await keepLiving(source, await relist());
    if (remaining.length === 0 || clock.monotonic() >= deadlineMs) return remaining;
    const waitMs = Math.min(pollMs, deadlineMs - clock.monotonic());
    await new Promise<void>((resolve) => clock.setTimer(waitMs, resolve));
  }
}

async function keepLiving(
  source: Pick<ProcessSource, 'readStat'>,
  processes: readonly ProcessRef[],
): Promise<ProcessRef[]> {
  const living: ProcessRef[] = [];
  for (const { pid, startTicks } of processes) {
    const now = await source.readStat(pid);
    if (now !== undefined && now.startTicks === startTicks && isAlive(now))
      living.push({ pid, startTicks });
  }
  return living;
}
