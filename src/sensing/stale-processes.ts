/**
 * Which processes are leftovers of runs. One is, when it belongs to a project and to no live run:
 *
 * - it was started by a run that no longer lives (the run variable says so), or
 * - it stands in a project folder in which no run lives, without a terminal, or
 * - it is in the cgroup of a run that no longer lives, or
 * - its command line names such a folder and shows a command marker.
 *
 * With command markers, every leftover must show one. A person's shell or editor has a terminal and
 * so is never a leftover by its folder or its command line.
 */
import { dirname, join, relative, sep } from 'node:path';
import { isInside } from '../lib/safe-path.ts';
import { isAlive } from './parsers/proc-pid-stat.ts';
import type { ListedProcess, ProcessList } from './process-list.ts';
import { findMembers, isInCgroup, type RunIdentity } from './process-tree.ts';

/** A run that must not be touched. */
export type LiveRun = RunIdentity;

interface StaleRules {
  readonly projectRoot: string;
  readonly commandMarkers: readonly string[];
  readonly liveRuns: readonly LiveRun[];
  readonly observerPid: number;
}

/** A leftover: `reason` says in words why; `projectDir` is null where only its cgroup tells. */
export interface StaleProcess {
  readonly process: ListedProcess;
  readonly projectDir: string | null;
  readonly reason: string;
}

/** The leftovers in a listing. Pure. */
export function findStale(list: ProcessList, rules: StaleRules): StaleProcess[] {
  const spared = sparedPids(list, rules);
  const observer = list.processes.find((process) => process.pid === rules.observerPid);
  return list.processes.flatMap((process) => {
    const isOwn = process.groupId === observer?.groupId;
    if (process.pid <= 1 || isOwn || spared.has(process.pid) || !isAlive(process)) return [];
    const found = explain(process, rules, list);
    return found === undefined ? [] : [{ process, ...found }];
  });
}

/** Members of live runs, and the observer with all its ancestors. */
function sparedPids(list: ProcessList, rules: StaleRules): Set<number> {
  const spared = new Set<number>();
  for (const run of rules.liveRuns) {
    for (const { process } of findMembers(list, run, rules.observerPid)) spared.add(process.pid);
  }
  const byPid = new Map(list.processes.map((process) => [process.pid, process]));
  let next: number | undefined = rules.observerPid;
  while (next !== undefined && !spared.has(next)) {
    spared.add(next);
    next = byPid.get(next)?.parentPid;
  }
  return spared;
}

function explain(
  process: ListedProcess,
  rules: StaleRules,
  list: ProcessList,
): Omit<StaleProcess, 'process'> | undefined {
  const { liveRuns, commandMarkers, projectRoot } = rules;
  const projectDir = projectDirOf(projectRoot, process.workingDir);
  const isLive = (dir: string): boolean =>
    liveRuns.some((run) => isInside(dir, run.projectDir) || isInside(run.projectDir, dir));
  const marker = commandMarkers.find((each) => each !== '' && process.commandLine.includes(each));
  if (commandMarkers.length > 0 && marker === undefined) return undefined;
  if (isInDeadCgroup(process, liveRuns, list)) {
    return { projectDir, reason: 'it is in the cgroup of a run that no longer lives' };
  }
  if (process.runId !== null && process.runId !== '' && projectDir !== null) {
    if (liveRuns.some((run) => run.runId === process.runId) || isLive(projectDir)) return undefined;
    return { projectDir, reason: `run ${process.runId} no longer lives` };
  }
  if (projectDir !== null) {
    return process.terminal === 0 && !isLive(projectDir)
      ? { projectDir, reason: 'it stands in a project with no live run' }
      : undefined;
  }
  const named = marker === undefined ? null : projectNamedIn(projectRoot, process.commandLine);
  if (named === null || isLive(named) || process.terminal !== 0) return undefined;
  return {
    projectDir: named,
    reason: `its command names a project with no live run and shows ${JSON.stringify(marker)}`,
  };
}

function isInDeadCgroup(
  process: ListedProcess,
  liveRuns: readonly LiveRun[],
  list: ProcessList,
): boolean {
  return [...(list.cgroups?.keys() ?? [])].some(
    (path) => isInCgroup(process, path) && !liveRuns.some((run) => run.cgroup === path),
  );
}

/** The project folder that `path` is or lies in; null outside the root and for the root itself. */
function projectDirOf(projectRoot: string, path: string | null): string | null {
  if (path === null || path === projectRoot || !isInside(projectRoot, path)) return null;
  return join(projectRoot, relative(projectRoot, path).split(sep)[0]!);
}

function projectNamedIn(projectRoot: string, commandLine: string): string | null {
  const word = commandLine
    .split(/[\s=:'"]+/)
    .find((each) => each.startsWith(`${projectRoot}${sep}`));
  return word === undefined || dirname(word) === word ? null : projectDirOf(projectRoot, word);
}
