/** Finds the processes of the runs that are recorded, and reads what each has used so far. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../sensing/parsers/proc-pid-stat.ts';
import type { ListedProcess, ProcessList, ProcessSource } from '../sensing/process-list.ts';
import { findMembers, type RunIdentity } from '../sensing/process-tree.ts';
import type { RawProcess, RawSample } from './trace-format.ts';

/** Follows the processes of all recorded runs from one sample to the next. */
export interface RunRecorder {
  /** Null when the process table cannot be read. */
  read(): Promise<RawSample['runs']>;
}

interface RunRecorderOptions {
  readonly processSource: ProcessSource;
  /** Root process of each run. */
  readonly pids: Readonly<Record<string, number>>;
  readonly observerPid: number;
  readonly procRoot?: string;
}

/** A folder that no process stands in: a recorded run has no project folder. */
const noFolder = '/dev/null/none';

/**
 * Looks each root up. The result names the runs whose root does not live, instead of a recorder.
 * What was once seen of a run stays of it while it lives, also when it has left group and session
 * and lost its parent.
 */
export async function createRunRecorder(
  options: RunRecorderOptions,
): Promise<RunRecorder | { readonly missing: readonly string[] }> {
  const { processSource, pids, observerPid, procRoot = '/proc' } = options;
  const first = await processSource.list();
  const identities = Object.entries(pids).map(([name, pid]) => toIdentity(first, name, pid));
  const missing = identities.filter(({ rootStartTicks }) => rootStartTicks === null);
  if (missing.length > 0) return { missing: missing.map(({ runId }) => runId) };
  const seen = new Map<string, ReadonlySet<string>>();

  const membersOf = (list: ProcessList, identity: RunIdentity): ListedProcess[] => {
    const found = findMembers(list, identity, observerPid).map(({ process }) => process);
    const known = seen.get(identity.runId) ?? new Set();
    const members = withDescendants(list, (process) => {
      return found.includes(process) || known.has(keyOf(process));
    });
    seen.set(identity.runId, new Set(members.map(keyOf)));
    return members;
  };

  return {
    async read() {
      try {
        const list = await processSource.list();
        return Object.fromEntries(
          identities.map((identity) => [
            identity.runId,
            membersOf(list, identity).flatMap((process) => readUsage(process, procRoot)),
          ]),
        );
      } catch {
        return null;
      }
    },
  };
}

function toIdentity(list: ProcessList, name: string, pid: number): RunIdentity {
  const root = list.processes.find((process) => process.pid === pid && isAlive(process));
  return {
    runId: name,
    projectDir: noFolder,
    rootPid: pid,
    groupId: null,
    rootStartTicks: root?.startTicks ?? null,
    bootId: list.bootId,
  };
}

function keyOf({ pid, startTicks }: ListedProcess): string {
  return `${pid} ${startTicks}`;
}

function withDescendants(
  list: ProcessList,
  isFirst: (process: ListedProcess) => boolean,
): ListedProcess[] {
  const taken = new Set(list.processes.filter(isFirst).map(({ pid }) => pid));
  for (let before = -1; before < taken.size; ) {
    before = taken.size;
    for (const process of list.processes) if (taken.has(process.parentPid)) taken.add(process.pid);
  }
  return list.processes.filter((process) => taken.has(process.pid) && isAlive(process));
}

/** Nothing for a process that has ended since it was listed. */
function readUsage(process: ListedProcess, procRoot: string): RawProcess[] {
  const read = (name: string): string | null => {
    try {
      return readFileSync(join(procRoot, String(process.pid), name), 'utf8');
    } catch {
      return null;
    }
  };
  const stat = read('stat');
  if (stat === null) return [];
  // `utime` and `stime` are the 12th and 13th column after the name in parentheses.
  const columns = stat
    .slice(stat.lastIndexOf(')') + 1)
    .trim()
    .split(/\s+/);
  const io = read('io');
  const bytes = (name: string): number | null => {
    const found = new RegExp(`^${name}: (\\d+)$`, 'm').exec(io ?? '')?.[1];
    return found === undefined ? null : Number(found);
  };
  return [
    {
      pid: process.pid,
      state: process.state,
      utime: Number(columns[11]),
      stime: Number(columns[12]),
      start: process.startTicks,
      rss_pages: process.rssPages,
      write_bytes: bytes('write_bytes'),
      rchar: bytes('rchar'),
    },
  ];
}
