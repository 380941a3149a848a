/** Signals to processes that are surely still the ones that were meant. */
import type { ProcessStat } from './parsers/proc-pid-stat.ts';
import { isAlive } from './parsers/proc-pid-stat.ts';
import type { ProcessSource } from './process-list.ts';

/** A process as it was when it was chosen. */
export type ProcessRef = Pick<ProcessStat, 'pid' | 'startTicks'>;

/** What became of one signal. Only `sent` reached a process, and it may still ignore it. */
export type SignalOutcome =
  | 'sent'
  /** It had ended, or its pid now is another process. */
  | 'gone'
  /** Pid 0 or 1, this process, one of its ancestors or of its own process group. */
  | 'protected'
  /** The kernel said no. */
  | 'not_permitted';

/** One process that was to be signalled, and what came of it. */
export interface SignalReport extends ProcessRef {
  readonly outcome: SignalOutcome;
}

/** How processes are looked at and signalled; `kill` is for tests. */
export interface SignalOptions {
  readonly source: Pick<ProcessSource, 'readStat'>;
  /** Process that sends; this one unless told. */
  readonly ownPid?: number;
  /** Sends a signal to one process, as `process.kill` does. */
  readonly kill?: (pid: number, signal: NodeJS.Signals) => void;
}

/**
 * Signals each process once, checking pid and start time immediately before. It never addresses a
 * group, so nothing but the named processes can be hit. Reports one outcome per process, in order.
 */
export async function signalTree(
  processes: readonly ProcessRef[],
  signal: NodeJS.Signals,
  options: SignalOptions,
): Promise<SignalReport[]> {
  const { source, ownPid = process.pid, kill = sendSignal } = options;
  const own = await source.readStat(ownPid);
  const guarded = await ancestorsOf(source, ownPid);
  const reports: SignalReport[] = [];
  for (const { pid, startTicks } of processes) {
    const outcome = await signalOne();
    reports.push({ pid, startTicks, outcome });

    async function signalOne(): Promise<SignalOutcome> {
      if (!Number.isSafeInteger(pid) || pid <= 1 || guarded.has(pid)) return 'protected';
      const now = await source.readStat(pid);
      if (now === undefined || now.startTicks !== startTicks || !isAlive(now)) return 'gone';
      if (own === undefined || now.groupId === own.groupId) return 'protected';
      return trySend(kill, pid, signal);
    }
  }
  return reports;
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  process.kill(pid, signal);
}

function trySend(
  kill: (pid: number, signal: NodeJS.Signals) => void,
  pid: number,
  signal: NodeJS.Signals,
): SignalOutcome {
  try {
    kill(pid, signal);
    return 'sent';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
      ? 'gone'
      : 'not_permitted';
  }
}

async function ancestorsOf(
  source: Pick<ProcessSource, 'readStat'>,
  pid: number,
): Promise<ReadonlySet<number>> {
  const found = new Set([pid]);
  let next = (await source.readStat(pid))?.parentPid;
  while (next !== undefined && next > 1 && !found.has(next)) {
    found.add(next);
    next = (await source.readStat(next))?.parentPid;
  }
  return found;
}
