/**
 * What the dispatch script said of its agent, as far as the process table bears it out. Its words lie in the folder of the
 * run, within the agent's reach, and whatever they name is watched as the run and ended with it: a process of somebody
 * else must not be.
 */
import { isAlive } from '../../sensing/parsers/proc-pid-stat.ts';
import type { ProcessSource } from '../../sensing/process-list.ts';
import { findMembers } from '../../sensing/process-tree.ts';
import type { RunCgroups } from '../../sensing/run-cgroups.ts';
import { carriesRunMarker, readBootId, toIdentity } from '../processes.ts';
import type { ScriptAnswer } from './script-record.ts';

interface Start {
  readonly runId: string;
  /** Absolute. */
  readonly projectDir: string;
  /** Boot in which the script ran; null: this one. */
  readonly bootId: string | null;
}
interface Table {
  readonly processSource: ProcessSource;
  readonly cgroups?: Pick<RunCgroups, 'pathOf'>;
}

/**
 * Group and start time of the agent: null where a process that is not of the run has that number now. Of a process that
 * has ended, or of another boot, nothing can be told and nothing harmed: they stay as they were said. Rejects when the
 * process table cannot be read.
 */
export async function borneOut(
  { processSource: source, cgroups }: Table,
  { runId, projectDir, bootId }: Start,
  { pid, pgid, startTicks }: ScriptAnswer,
): Promise<Pick<ScriptAnswer, 'pgid' | 'startTicks'>> {
  if (bootId !== null && bootId !== readBootId(source)) return { pgid, startTicks };
  const isForeign = async (process: number): Promise<boolean> => {
    if (carriesRunMarker(process, runId) !== false) return false;
    // Its environment says nothing: where it stands, or the cgroup it is in, may.
    const unknown = { runId, pid: null, pgid: null, startTicks: null, bootId: null };
    const identity = toIdentity(unknown, cgroups?.pathOf(runId) ?? null, projectDir);
    const members = findMembers(await source.list(), identity, globalThis.process.pid);
    return !members.some((member) => member.process.pid === process);
  };
  const seenStart = async (): Promise<number | null> => {
    const found = await source.readStat(pid);
    if (found === undefined || !isAlive(found)) return startTicks;
    if (startTicks !== null && startTicks !== found.startTicks)
      return carriesRunMarker(pid, runId) === true ? found.startTicks : startTicks;
    return (await isForeign(pid)) ? null : found.startTicks;
  };
  const leader = pgid === null || pgid === pid ? undefined : await source.readStat(pgid);
  const isOthers = leader !== undefined && isAlive(leader) && (await isForeign(leader.pid));
  return { pgid: isOthers ? null : pgid, startTicks: await seenStart() };
}
