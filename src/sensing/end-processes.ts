/**
 * Ends processes politely: TERM, a grace period, KILL for what is left. A tree that goes on forking
 * is killed again as soon as something new shows; with `killAtOnce` the kernel ends it in one act.
 */
import type { Clock } from '../lib/clock.ts';
import { isAlive } from './parsers/proc-pid-stat.ts';
import type { ProcessSource } from './process-list.ts';
import {
  type ProcessRef,
  type SignalOptions,
  type SignalReport,
  signalTree,
} from './signal-tree.ts';

interface EndOptions extends Omit<SignalOptions, 'source'> {
  readonly clock: Clock;
  readonly source: Pick<ProcessSource, 'readStat'>;
  /** Time between TERM and KILL. */
  readonly graceMs: number;
  /**
   * Lists what belongs to the tree now; asked again before KILL, so that what was started
   * meanwhile is ended too. Without it only the processes first named are.
   */
  readonly relist?: () => Promise<readonly ProcessRef[]>;
  /**
   * Kills what can be killed by other means than its pid, such as a whole cgroup; returns which of
   * `remaining` that covers. Called before each round of KILL, which then goes to the others.
   */
  readonly killAtOnce?: (remaining: readonly ProcessRef[]) => readonly ProcessRef[];
  /** True while something of the tree lives that a listing may have missed, being too short-lived. */
  readonly holdsMore?: () => boolean;
  /** Told after every round of signals. */
  readonly onSignal?: (signal: 'SIGTERM' | 'SIGKILL', reports: readonly SignalReport[]) => void;
}

interface EndReport {
  readonly terminated: readonly SignalReport[];
  readonly killed: readonly SignalReport[];
  /** Still alive when it was given up: protected, not permitted, or stuck in the kernel. */
  readonly remaining: readonly ProcessRef[];
}

const pollMs = 50;
/** How long a killed process may take to go; one in an uninterruptible call takes longer. */
const killWaitMs = 2000;
/** A tree that keeps forking is killed over and over for at most this long. */
const killTotalMs = 10_000;

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

  const killRound = async (targets: readonly ProcessRef[]): Promise<SignalReport[]> => {
    const covered = new Set(options.killAtOnce?.(targets).map(keyOf));
    const atOnce = targets
      .filter((each) => covered.has(keyOf(each)))
      .map(({ pid, startTicks }) => ({ pid, startTicks, outcome: 'sent' as const }));
    if (atOnce.length > 0) onSignal?.('SIGKILL', atOnce);
    const others = targets.filter((each) => !covered.has(keyOf(each)));
    return [...atOnce, ...(await signal('SIGKILL', others))];
  };

  const terminated = await signal('SIGTERM', processes);
  let remaining = await waitUntilGone(relist, options, clock.monotonic() + graceMs);
  const killed: SignalReport[] = [];
  const handled = new Set<string>();
  const giveUpMs = clock.monotonic() + killTotalMs;
  const holdsMore = options.holdsMore ?? (() => false);
  while (remaining.length > 0 || holdsMore()) {
    const reports = await killRound(remaining);
    killed.push(...reports);
    if (!holdsMore() && reports.every(isHopeless)) break;
    for (const each of remaining) handled.add(keyOf(each));
    const isNew = (each: ProcessRef): boolean => !handled.has(keyOf(each));
    remaining = await waitUntilGone(relist, options, clock.monotonic() + killWaitMs, isNew);
    if (clock.monotonic() >= giveUpMs || !(remaining.some(isNew) || holdsMore())) break;
  }
  return { terminated, killed, remaining };
}

/**
 * What still lives at `deadlineMs` (monotonic), or nothing as soon as that is so; sooner when
 * something lives that `isNew` says must be dealt with.
 */
async function waitUntilGone(
  relist: () => Promise<readonly ProcessRef[]>,
  options: EndOptions,
  deadlineMs: number,
  isNew: (process: ProcessRef) => boolean = () => false,
): Promise<readonly ProcessRef[]> {
  const { clock, source } = options;
  for (;;) {
    const remaining = await keepLiving(source, await relist());
    const isOver = remaining.length === 0 && options.holdsMore?.() !== true;
    if (isOver || clock.monotonic() >= deadlineMs || remaining.some(isNew)) return remaining;
    const waitMs = Math.min(pollMs, deadlineMs - clock.monotonic());
    await new Promise<void>((resolve) => clock.setTimer(waitMs, resolve));
  }
}

function isHopeless({ outcome }: SignalReport): boolean {
  return outcome === 'protected' || outcome === 'not_permitted';
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

function keyOf({ pid, startTicks }: ProcessRef): string {
  return `${pid}:${startTicks}`;
}
