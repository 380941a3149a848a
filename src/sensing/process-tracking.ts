/** What a run's processes were at one time, in the words of callbacks and the journal. */
import type { ProcessList } from './process-list.ts';
import type { MemberMark, RunIdentity, RunMember } from './process-tree.ts';

/** What a verdict or an exit rests on, as JSON for callbacks and the journal. */
export type ProcessTracking = {
  /** By what the run's processes are known: its own cgroup, or only its process tree. */
  readonly tracked_by: 'cgroup' | 'process_tree';
  readonly root_pid: number | null;
  /** Null: the process table could not be read. */
  readonly root_alive: boolean | null;
  readonly alive: number | null;
  /** The first processes found; no command lines, since these may hold secrets. */
  readonly processes: readonly {
    readonly pid: number;
    readonly start_ticks: number;
    readonly name: string;
    readonly mark: MemberMark;
  }[];
  readonly boot_id: string | null;
  readonly at: string;
};

const processesToldMax = 50;

/** Before the first reading: nothing is known. */
export function emptyTracking(identity: RunIdentity, at: string): ProcessTracking {
  const { rootPid, bootId } = identity;
  return {
    tracked_by: trackedBy(identity),
    root_pid: rootPid,
    root_alive: null,
    alive: null,
    processes: [],
    boot_id: bootId,
    at,
  };
}

/** What one listing shows; null stands for one that could not be read. Pure. */
export function toTracking(
  identity: RunIdentity,
  seen: {
    readonly at: string;
    readonly list: ProcessList | null;
    readonly members: readonly RunMember[];
    readonly rootAlive: boolean | null;
  },
): ProcessTracking {
  const processes = seen.members.slice(0, processesToldMax).map(({ process, mark }) => ({
    pid: process.pid,
    start_ticks: process.startTicks,
    name: process.name,
    mark,
  }));
  return {
    tracked_by: trackedBy(identity),
    root_pid: identity.rootPid,
    root_alive: seen.rootAlive,
    alive: seen.list === null ? null : seen.members.length,
    processes,
    boot_id: seen.list?.bootId ?? null,
    at: seen.at,
  };
}

function trackedBy({ cgroup }: RunIdentity): ProcessTracking['tracked_by'] {
  return typeof cgroup === 'string' ? 'cgroup' : 'process_tree';
}
