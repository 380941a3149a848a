/** Made-up process listings for the tests of this folder. */
import { commonKernelUnits } from '../../../src/sensing/parsers/auxiliary-vector.ts';
import type { ListedProcess, ProcessList } from '../../../src/sensing/process-list.ts';
import type { RunIdentity } from '../../../src/sensing/process-tree.ts';

export const bootId = '11111111-2222-3333-4444-555555555555';
export const observerPid = 50;
export const projectDir = '/projects/alpha';

/** A live process of nobody's run; members as told. */
export function fakeProcess(pid: number, change: Partial<ListedProcess> = {}): ListedProcess {
  return {
    pid,
    name: `p${pid}`,
    state: 'S',
    parentPid: 1,
    groupId: pid,
    sessionId: pid,
    terminal: 0,
    cpuTicks: 0,
    startTicks: 1000 + pid,
    rssPages: 256,
    workingDir: '/',
    runId: null,
    commandLine: '',
    ...change,
  };
}

/** Holds init (1), a supervisor (40) and the observer (50) beside what is given. */
export function fakeList(
  processes: readonly ListedProcess[],
  change: Partial<ProcessList> = {},
): ProcessList {
  return {
    monotonicMs: 0,
    bootId,
    units: commonKernelUnits,
    processes: [
      fakeProcess(1, { parentPid: 0 }),
      fakeProcess(40),
      fakeProcess(observerPid, { parentPid: 40, groupId: 40, sessionId: 40 }),
      ...processes,
    ],
    ...change,
  };
}

/** A run whose root is process 100, alone in its group and session. */
export const identity: RunIdentity = {
  runId: 'alpha-1',
  projectDir,
  rootPid: 100,
  groupId: 100,
  rootStartTicks: 1100,
  bootId,
};
export const rootProcess = fakeProcess(100);
