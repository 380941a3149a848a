/** Whose process is it: made-up tables, with every way in which a number may deceive. */
import { describe, expect, it } from 'vitest';
import { findMembers, isRootAlive, usageOf } from '../../../src/sensing/process-tree.ts';
import { signalTree } from '../../../src/sensing/signal-tree.ts';
import {
  fakeList,
  fakeProcess,
  identity,
  observerPid,
  projectDir,
  rootProcess,
} from './fake-processes.ts';

const marksIn = (list: ReturnType<typeof fakeList>, run = identity) =>
  Object.fromEntries(
    findMembers(list, run, observerPid).map(({ process, mark }) => [process.pid, mark]),
  );

describe('processes that are not of the run', () => {
  it('the observer and its ancestors, even when they stand in the project or carry the variable', () => {
    const list = fakeList([]);
    const inside = list.processes.map((process) => ({
      ...process,
      workingDir: projectDir,
      runId: identity.runId,
    }));
    expect(marksIn({ ...list, processes: inside })).toEqual({});
  });

  it('a helper of the observer that merely stands in the project', () => {
    const helper = fakeProcess(60, {
      parentPid: observerPid,
      groupId: 40,
      sessionId: 40,
      workingDir: projectDir,
    });
    expect(marksIn(fakeList([helper]))).toEqual({});
  });

  it('another process that was given the pid of the root, with all of its group', () => {
    const stranger = fakeProcess(100, { startTicks: 999_999 });
    const friend = fakeProcess(101, { groupId: 100, sessionId: 100, parentPid: 100 });
    const list = fakeList([stranger, friend]);
    expect(marksIn(list)).toEqual({});
    expect(isRootAlive(list, identity)).toBe(false);
  });

  it('everything known by number, after another boot or when the boot is unknown', () => {
    const child = fakeProcess(101, { groupId: 100, sessionId: 100 });
    const list = fakeList([rootProcess, child]);
    for (const other of ['99999999-2222-3333-4444-555555555555', null]) {
      const run = { ...identity, bootId: other };
      expect(marksIn(list, run)).toEqual({});
      expect(isRootAlive(list, run)).toBe(false);
    }
  });

  it('a pid without its start time', () => {
    expect(marksIn(fakeList([rootProcess]), { ...identity, rootStartTicks: null })).toEqual({});
  });

  it('the group and session of the observer, when the root was left in them', () => {
    const root = fakeProcess(100, { groupId: 40, sessionId: 40 });
    const sibling = fakeProcess(61, { groupId: 40, sessionId: 40 });
    expect(marksIn(fakeList([root, sibling]), { ...identity, groupId: 40 })).toEqual({
      100: 'root',
    });
  });

  it('a group whose leader is younger than the root', () => {
    const leader = fakeProcess(90, { startTicks: 5000 });
    const member = fakeProcess(91, { groupId: 90, sessionId: 90 });
    expect(marksIn(fakeList([rootProcess, leader, member]), { ...identity, groupId: 90 })).toEqual({
      100: 'root',
    });
  });

  it('zombies, though their children count', () => {
    const zombie = fakeProcess(101, { parentPid: 100, state: 'Z' });
    const grandchild = fakeProcess(102, { parentPid: 101 });
    expect(marksIn(fakeList([rootProcess, zombie, grandchild]))).toEqual({
      100: 'root',
      102: 'descendant',
    });
    expect(isRootAlive(fakeList([{ ...rootProcess, state: 'Z' }]), identity)).toBe(false);
  });

  it('a folder whose name begins like the project', () => {
    expect(marksIn(fakeList([fakeProcess(101, { workingDir: `${projectDir}-2` })]))).toEqual({});
  });

  it('a variable of another run', () => {
    expect(marksIn(fakeList([fakeProcess(101, { runId: 'alpha-2' })]))).toEqual({});
  });
});

describe('processes of the run', () => {
  it('are found by each mark, and below each', () => {
    const list = fakeList([
      rootProcess,
      fakeProcess(101, { groupId: 100 }),
      fakeProcess(102, { sessionId: 100 }),
      fakeProcess(103, { runId: identity.runId }),
      fakeProcess(104, { workingDir: `${projectDir}/deep/er` }),
      fakeProcess(105, { parentPid: 106 }),
      fakeProcess(106, { parentPid: 103 }),
    ]);
    expect(marksIn(list)).toEqual({
      100: 'root',
      101: 'group',
      102: 'session',
      103: 'environment',
      104: 'working_dir',
      105: 'descendant',
      106: 'descendant',
    });
  });

  it('are found when the root has gone, by the numbers that only its own can have', () => {
    const list = fakeList([
      fakeProcess(101, { groupId: 100 }),
      fakeProcess(102, { sessionId: 100 }),
    ]);
    expect(marksIn(list)).toEqual({ 101: 'group', 102: 'session' });
    expect(isRootAlive(list, identity)).toBe(false);
  });

  it('are found by a group that the dispatch script led and left', () => {
    const member = fakeProcess(101, { groupId: 90, sessionId: 90 });
    expect(marksIn(fakeList([member]), { ...identity, groupId: 90 })).toEqual({ 101: 'group' });
  });

  it('are found after a reboot by folder and variable', () => {
    const list = fakeList(
      [fakeProcess(7, { workingDir: projectDir }), fakeProcess(8, { runId: 'alpha-1' })],
      { bootId: 'another' },
    );
    expect(marksIn(list)).toEqual({ 7: 'working_dir', 8: 'environment' });
  });

  it('survive a table in which parents form a ring', () => {
    const list = fakeList([
      { ...rootProcess, parentPid: 101 },
      fakeProcess(101, { parentPid: 100 }),
    ]);
    expect(marksIn(list)).toEqual({ 100: 'root', 101: 'descendant' });
  });
});

describe('usage', () => {
  const members = (list: ReturnType<typeof fakeList>) => findMembers(list, identity, observerPid);

  it('has no CPU share without an earlier listing of the same boot', () => {
    const list = fakeList([rootProcess], { monotonicMs: 1000 });
    expect(usageOf(members(list), list, null, 4)).toEqual({
      alive: 1,
      cpu_pct: null,
      rss_mib: 1,
      cpu_cores: null,
      read_mib_s: null,
      write_mib_s: null,
    });
    const other = fakeList([rootProcess], { bootId: 'another' });
    expect(usageOf(members(list), list, other, 4).cpu_pct).toBeNull();
    expect(usageOf(members(list), list, list, 4).cpu_pct).toBeNull();
  });

  it('counts time used since, all of it for processes that are new', () => {
    const earlier = fakeList([{ ...rootProcess, cpuTicks: 500 }]);
    const list = fakeList(
      [{ ...rootProcess, cpuTicks: 550 }, fakeProcess(101, { parentPid: 100, cpuTicks: 50 })],
      { monotonicMs: 1000 },
    );
    // One core-second of four.
    expect(usageOf(members(list), list, earlier, 4)).toEqual({
      alive: 2,
      cpu_pct: 25,
      rss_mib: 2,
      cpu_cores: 1,
      read_mib_s: null,
      write_mib_s: null,
    });
  });

  it('of nothing is nothing', () => {
    const list = fakeList([], { monotonicMs: 1000 });
    expect(usageOf([], list, fakeList([]), 4)).toEqual({
      alive: 0,
      cpu_pct: 0,
      rss_mib: 0,
      cpu_cores: 0,
      read_mib_s: 0,
      write_mib_s: 0,
    });
  });
});

describe('signalTree', () => {
  const table = (list: ReturnType<typeof fakeList>) => ({
    readStat: async (pid: number) => list.processes.find((process) => process.pid === pid),
  });

  it('never signals init, itself, an ancestor, its own group, another process or a dead one', async () => {
    const sent: number[] = [];
    const sibling = fakeProcess(61, { groupId: 40 });
    const zombie = fakeProcess(62, { state: 'Z' });
    const list = fakeList([rootProcess, sibling, zombie]);
    const reports = await signalTree(
      [-1, 0, 1, 40, observerPid, 61, 62, 63, 100].map((pid) => ({ pid, startTicks: 1000 + pid })),
      'SIGTERM',
      { source: table(list), ownPid: observerPid, kill: (pid) => sent.push(pid) },
    );
    expect(reports.map((report) => report.outcome)).toEqual([
      'protected',
      'protected',
      'protected',
      'protected',
      'protected',
      'protected',
      'gone',
      'gone',
      'sent',
    ]);
    expect(sent).toEqual([100]);
    const [reused] = await signalTree([{ pid: 100, startTicks: 1 }], 'SIGKILL', {
      source: table(list),
      ownPid: observerPid,
      kill: (pid) => sent.push(pid),
    });
    expect(reused!.outcome).toBe('gone');
    expect(sent).toEqual([100]);
  });

  it('tells a refusal of the kernel from a process that has just gone', async () => {
    const outcome = async (code: string) => {
      const kill = (): void => {
        throw Object.assign(new Error(code), { code });
      };
      const options = { source: table(fakeList([rootProcess])), ownPid: observerPid, kill };
      return (await signalTree([rootProcess], 'SIGTERM', options))[0]!.outcome;
    };
    expect(await outcome('EPERM')).toBe('not_permitted');
    expect(await outcome('ESRCH')).toBe('gone');
  });
});
