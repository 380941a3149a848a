/** The processes of a simulated run as the process table shows them. Pure. */
import type { ListedProcess } from '../sensing/process-list.ts';
import type { RunScript } from './scenario.ts';
import { initPid, type SimulatedRun } from './state.ts';
import { cpuSecondsUntil, phaseAt, type Step } from './timeline.ts';

const ticksPerSecond = 100;
const pagesPerMib = 256;
/** CPU time of an agent that has somebody else do the work. */
const waitingShare = 0.01;

/** True while the step has not been taken and nothing else ended the run. */
function isBefore(run: SimulatedRun, steps: readonly Step[], type: Step['type']): boolean {
  return !run.stopped && steps.findIndex((step) => step.type === type) >= run.next_step;
}

/** True until the script's step at which the agent exits, or until the run is stopped from outside. */
export function isRootAlive(run: SimulatedRun, steps: readonly Step[]): boolean {
  return isBefore(run, steps, 'root_exit');
}

/** Process numbers that live, the agent's first. A run that leaves nothing behind has no child. */
export function livingPids(run: SimulatedRun, steps: readonly Step[]): readonly number[] {
  return [
    ...(isRootAlive(run, steps) ? [run.pid] : []),
    ...(isBefore(run, steps, 'child_exit') ? [run.child_pid] : []),
  ];
}

/** Its living processes; the child does the work where there is one. */
export function processesOf(
  run: SimulatedRun,
  about: {
    readonly script: RunScript;
    readonly steps: readonly Step[];
    readonly projectDir: string;
    readonly nowMs: number;
  },
): ListedProcess[] {
  const { script, steps, projectDir, nowMs } = about;
  const elapsedMs = nowMs - run.started_ms;
  const workedTicks = Math.floor(cpuSecondsUntil(script, elapsedMs) * ticksPerSecond);
  const waitedTicks = Math.floor((elapsedMs / 1000) * waitingShare * ticksPerSecond);
  const hasChild = steps.some((step) => step.type === 'child_exit');
  const rootLives = isRootAlive(run, steps);
  const memoryMib = phaseAt(script, elapsedMs)?.phase.memory_mib ?? 0;
  return livingPids(run, steps).map((pid) => {
    const works = !hasChild || pid === run.child_pid;
    return {
      pid,
      name: pid === run.pid ? 'agent' : 'worker',
      state: works ? 'R' : 'S',
      parentPid: pid === run.child_pid && rootLives ? run.pid : initPid,
      groupId: run.pid,
      sessionId: run.pid,
      terminal: 0,
      cpuTicks: works ? workedTicks : waitedTicks,
      startTicks: run.start_ticks,
      rssPages: (works ? Math.round(memoryMib) : 64) * pagesPerMib,
      workingDir: projectDir,
      runId: run.run_id,
      commandLine: `simulated ${run.script}`,
    };
  });
}
