/** One process from `/proc/<pid>/stat` (proc_pid_stat(5)). */

/** The fields of the line that tell a process, its kin and its use; in the kernel's own units. */
export interface ProcessStat {
  readonly pid: number;
  /** At most 15 characters; may hold blanks, parentheses and line ends. */
  readonly name: string;
  /** One letter; `Z` and `X` are dead. */
  readonly state: string;
  readonly parentPid: number;
  readonly groupId: number;
  readonly sessionId: number;
  /** Device number of the controlling terminal; 0 for none. */
  readonly terminal: number;
  /** User and system time, in clock ticks. */
  readonly cpuTicks: number;
  /** Start, in clock ticks since boot: with `pid` it names the process beyond pid reuse. */
  readonly startTicks: number;
  readonly rssPages: number;
  /** A thread of the kernel, which runs no program and never will; not known of a table that is made up. */
  readonly isKernelThread?: boolean;
  /** Its first thread counts until all have ended; not known of a table that is made up. */
  readonly threadCount?: number;
}

/** Positions after the closing parenthesis, where `state` is 0 (field 3 of the manual). */
const at = {
  state: 0,
  parent: 1,
  group: 2,
  session: 3,
  terminal: 4,
  flags: 6,
  utime: 11,
  stime: 12,
  threads: 17,
  start: 19,
  rss: 21,
};
/** PF_KTHREAD in `include/linux/sched.h`. */
const kernelThreadFlag = 0x0020_0000;

/**
 * Reads one line. The name stands between the first `(` and the last `)`, so a process may call
 * itself anything. Undefined when the text is not such a line.
 */
export function parseProcPidStat(text: string): ProcessStat | undefined {
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  if (open < 1 || close < open) return undefined;
  const fields = text
    .slice(close + 1)
    .trim()
    .split(/\s+/);
  const state = fields[at.state];
  if (state === undefined || !/^[A-Za-z]$/.test(state)) return undefined;
  const number = (position: number): number => toInteger(fields[position]);
  const stat: ProcessStat = {
    pid: toInteger(text.slice(0, open).trim()),
    name: text.slice(open + 1, close),
    state,
    parentPid: number(at.parent),
    groupId: number(at.group),
    sessionId: number(at.session),
    terminal: number(at.terminal),
    cpuTicks: number(at.utime) + number(at.stime),
    startTicks: number(at.start),
    rssPages: number(at.rss),
    isKernelThread: (number(at.flags) & kernelThreadFlag) !== 0,
    threadCount: number(at.threads),
  };
  const numbers = Object.values(stat).filter((value) => typeof value === 'number');
  return numbers.every(Number.isSafeInteger) && stat.pid > 0 ? stat : undefined;
}

function toInteger(text: string | undefined): number {
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * True for what the scheduler still runs; a zombie has ended and only waits to be reaped. But the letter is that of
 * the first thread, which may end before the others (pthread_exit(3) in `main`).
 */
export function isAlive({ state, threadCount = 1 }: Pick<ProcessStat, 'state' | 'threadCount'>) {
  return !/^[ZXx]$/.test(state) || threadCount > 1;
}
