/**
 * Which processes belong to a run. There are six marks: the root itself, the run's own cgroup where
 * it has one, its process group, its session, a working directory inside the project, and the run
 * variable in the environment; all descendants of a marked process belong too. Group and session numbers are pids, so they are
 * trusted only while nothing shows that the number was given to somebody else.
 */
import { isInside } from '../lib/safe-path.ts';
import { isAlive } from './parsers/proc-pid-stat.ts';
import type { ListedProcess, ProcessList } from './process-list.ts';
import { cpuCoresBetween, ioRatesBetween } from './process-rates.ts';
import { type ProcessUsage, unknownProcesses } from './sample.ts';

/** What is known of a run's processes from its start; unknown is null. */
export interface RunIdentity {
  readonly runId: string;
  /** Absolute, without symbolic links. */
  readonly projectDir: string;
  readonly rootPid: number | null;
  /** Group the root was put in, if the dispatch script said so. */
  readonly groupId: number | null;
  /** Start of the root in clock ticks since the boot that `bootId` names. */
  readonly rootStartTicks: number | null;
  readonly bootId: string | null;
  /** Path of the run's own cgroup; null or absent when it has none. */
  readonly cgroup?: string | null;
}

const memberMarks = [
  'root',
  'cgroup',
  'group',
  'session',
  'working_dir',
  'environment',
  'descendant',
] as const;
/** Why a process counts as a run's. A `descendant` has no mark but its parent's. */
export type MemberMark = (typeof memberMarks)[number];

/** A live process of a run; made by `findMembers`, counted and shown by the others. */
export interface RunMember {
  readonly process: ListedProcess;
  /** The first mark found, in the order of `memberMarks`. */
  readonly mark: MemberMark;
}

/**
 * Live processes of the run. The observer (this service's own process) and its ancestors never
 * count; neither does a process of the observer's own group that merely stands in the project.
 * Pure.
 */
export function findMembers(
  list: ProcessList,
  identity: RunIdentity,
  observerPid: number,
): RunMember[] {
  const byPid = new Map(list.processes.map((process) => [process.pid, process]));
  const excluded = withAncestors(byPid, observerPid);
  const marksOf = createMarker(list, identity, byPid.get(observerPid));
  const marks = new Map<number, MemberMark>();
  for (const process of list.processes) {
    const mark = excluded.has(process.pid) ? undefined : marksOf(process);
    if (mark !== undefined) marks.set(process.pid, mark);
  }
  addDescendants(list.processes, marks, excluded);
  return list.processes
    .filter((process) => marks.has(process.pid) && isAlive(process))
    .map((process) => ({ process, mark: marks.get(process.pid)! }));
}

/** True when the run's root process itself lives; never true on an unguarded pid. Pure. */
export function isRootAlive(list: ProcessList, identity: RunIdentity): boolean {
  return list.processes.some((process) => isRoot(list, identity, process) && isAlive(process));
}

/** The process itself and everything above it. */
function withAncestors(byPid: ReadonlyMap<number, ListedProcess>, pid: number): Set<number> {
  const found = new Set([0, 1, pid]);
  for (let next = byPid.get(pid)?.parentPid; next !== undefined && !found.has(next); ) {
    found.add(next);
    next = byPid.get(next)?.parentPid;
  }
  return found;
}

function isSameBoot(list: ProcessList, identity: RunIdentity): boolean {
  return identity.bootId !== null && identity.bootId === list.bootId;
}

function isRoot(list: ProcessList, identity: RunIdentity, process: ListedProcess): boolean {
  return (
    isSameBoot(list, identity) &&
    process.pid === identity.rootPid &&
    process.startTicks === identity.rootStartTicks
  );
}

/** True for a process in that cgroup or in one below it. */
export function isInCgroup(process: ListedProcess, path: string | null | undefined): boolean {
  if (path === null || path === undefined) return false;
  return typeof process.cgroup === 'string' && isInside(path, process.cgroup);
}

type Marker = (process: ListedProcess) => MemberMark | undefined;

function createMarker(
  list: ProcessList,
  identity: RunIdentity,
  observer: ListedProcess | undefined,
): Marker {
  const { runId, projectDir, rootPid, rootStartTicks } = identity;
  const groupId = identity.groupId ?? rootPid;
  // While a group has members its number is not given to a new process. So the leader of a number
  // that was reused is younger than the root, or bears the root's own pid and is not the root.
  const isOurs = (id: number | null, observersId: number | undefined): boolean => {
    if (id === null || id <= 1 || id === observersId || rootStartTicks === null) return false;
    if (!isSameBoot(list, identity)) return false;
    const leader = list.processes.find((process) => process.pid === id);
    if (leader === undefined) return true;
    return id === rootPid
      ? leader.startTicks === rootStartTicks
      : leader.startTicks <= rootStartTicks;
  };
  const hasGroup = isOurs(groupId, observer?.groupId);
  const sessionIds = [rootPid, groupId].filter((id) => isOurs(id, observer?.sessionId));
  return (process) => {
    if (isRoot(list, identity, process)) return 'root';
    if (isInCgroup(process, identity.cgroup)) return 'cgroup';
    if (hasGroup && process.groupId === groupId) return 'group';
    if (sessionIds.includes(process.sessionId)) return 'session';
    if (process.runId === runId) return 'environment';
    const standsInside = process.workingDir !== null && isInside(projectDir, process.workingDir);
    return standsInside && process.groupId !== observer?.groupId ? 'working_dir' : undefined;
  };
}

function addDescendants(
  processes: readonly ListedProcess[],
  marks: Map<number, MemberMark>,
  excluded: ReadonlySet<number>,
): void {
  const childrenOf = new Map<number, ListedProcess[]>();
  for (const process of processes) {
    const siblings = childrenOf.get(process.parentPid);
    if (siblings === undefined) childrenOf.set(process.parentPid, [process]);
    else siblings.push(process);
  }
  const pending = [...marks.keys()];
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    for (const child of childrenOf.get(pid) ?? []) {
      if (marks.has(child.pid) || excluded.has(child.pid)) continue;
      marks.set(child.pid, 'descendant');
      pending.push(child.pid);
    }
  }
}

/**
 * What `members` use. Rates need the listing before: a process that is not in it was started since,
 * so all it used counts. Without one they are null, and I/O also where it may not be read. Time and
 * I/O of a run with a cgroup come from there, so that what started and ended in between counts too;
 * members outside of it are added. Memory is the members' in any case. Pure.
 */
export function usageOf(
  members: readonly RunMember[],
  list: ProcessList,
  earlier: ProcessList | null,
  coreCount: number,
): ProcessUsage {
  const processes = members.map(({ process }) => process);
  const rssPages = processes.reduce((sum, process) => sum + process.rssPages, 0);
  const cores = cpuCoresBetween(processes, list, earlier);
  const io = ioRatesBetween(processes, list, earlier);
  return {
    alive: members.length,
    cpu_pct: cores === null ? null : Math.min(100, (cores / coreCount) * 100),
    rss_mib: Math.max(0, (rssPages * list.units.pageBytes) / 2 ** 20),
    cpu_cores: cores,
    read_mib_s: io?.readMibPerSec ?? null,
    write_mib_s: io?.writeMibPerSec ?? null,
  };
}

/** Usage when the process table could not be read, with the reason as a problem. */
export function unknownUsage(reason: string): { usage: ProcessUsage; problems: string[] } {
  return { usage: unknownProcesses, problems: [`processes: ${reason}`] };
}
