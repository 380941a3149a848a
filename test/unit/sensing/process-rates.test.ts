/** What a run uses between two listings: never negative, nothing counted twice, unknown kept unknown. */
import { describe, expect, it } from 'vitest';
import type { ListedProcess, ProcessList } from '../../../src/sensing/process-list.ts';
import { findMembers, usageOf } from '../../../src/sensing/process-tree.ts';
import type { CgroupUsage } from '../../../src/sensing/run-cgroups.ts';
import { fakeList, fakeProcess, identity, observerPid, rootProcess } from './fake-processes.ts';

const mib = 2 ** 20;
const io = (read: number, written: number) => ({
  readBytes: read * mib,
  writtenBytes: written * mib,
});
const usageBetween = (before: ProcessList, now: ProcessList, who = identity) =>
  usageOf(findMembers(now, who, observerPid), now, before, 4);
const later = (processes: readonly ListedProcess[], change: Partial<ProcessList> = {}) =>
  fakeList(processes, { monotonicMs: 2000, ...change });

describe('I/O of a process tree', () => {
  const child = fakeProcess(101, { parentPid: 100, io: io(0, 6) });

  it('is null, not zero, while that of one process may not be read', () => {
    const before = fakeList([{ ...rootProcess, io: io(0, 0) }]);
    const now = later([
      { ...rootProcess, io: io(4, 0) },
      fakeProcess(101, { parentPid: 100, io: null }),
    ]);
    expect(usageBetween(before, now)).toMatchObject({ read_mib_s: null, write_mib_s: null });
  });

  it('is what was moved since, all of it for what is new', () => {
    const before = fakeList([{ ...rootProcess, io: io(10, 1) }]);
    const now = later([{ ...rootProcess, io: io(14, 1) }, child]);
    expect(usageBetween(before, now)).toMatchObject({ read_mib_s: 2, write_mib_s: 3 });
  });

  it('is not negative when a process has ended, nor counted again when its parent reaped it', () => {
    const before = fakeList([{ ...rootProcess, io: io(0, 1) }, child]);
    const unreaped = later([{ ...rootProcess, io: io(0, 1) }]);
    expect(usageBetween(before, unreaped)).toMatchObject({ read_mib_s: 0, write_mib_s: 0 });
    // The child wrote two more before it ended; the kernel then added all eight to its parent.
    const reaped = later([{ ...rootProcess, io: io(0, 9) }]);
    expect(usageBetween(before, reaped)).toMatchObject({ write_mib_s: 1 });
  });

  it('finds who reaped a grandchild', () => {
    const grandchild = fakeProcess(102, { parentPid: 101, io: io(0, 3) });
    const before = fakeList([{ ...rootProcess, io: io(0, 0) }, child, grandchild]);
    const now = later([{ ...rootProcess, io: io(0, 9) }]);
    expect(usageBetween(before, now)).toMatchObject({ write_mib_s: 0 });
  });
});

describe('usage of a run with a cgroup', () => {
  const path = '/gate/orrery-run-a';
  const run = { ...identity, cgroup: path };
  const inside = { ...rootProcess, cgroup: `${path}/own`, cpuTicks: 100, io: io(0, 0) };
  const list = (base: typeof fakeList, usage: CgroupUsage | null, more: ListedProcess[] = []) =>
    base([inside, ...more], { cgroups: new Map(usage === null ? [] : [[path, usage]]) });
  const usage = (cpuMicros: number | null, ioBytes: CgroupUsage['io'] = null): CgroupUsage => ({
    cpuMicros,
    io: ioBytes,
  });

  it('comes from the cgroup, so that what ended in between counts', () => {
    const before = list(fakeList, usage(1_000_000, io(2, 0)));
    const now = list(later, usage(3_000_000, io(6, 8)));
    expect(usageBetween(before, now, run)).toMatchObject({
      cpu_cores: 1,
      cpu_pct: 25,
      read_mib_s: 2,
      write_mib_s: 4,
    });
  });

  it('adds members outside of it, and takes processes where the cgroup does not tell', () => {
    const outside = fakeProcess(101, { parentPid: 100, cpuTicks: 50, io: io(0, 2) });
    const before = list(fakeList, usage(0));
    const now = list(later, usage(1_000_000), [outside]);
    expect(usageBetween(before, now, run)).toMatchObject({ cpu_cores: 0.75, write_mib_s: 1 });
    const untold = list(later, usage(null), [outside]);
    expect(usageBetween(before, untold, run)).toMatchObject({ cpu_cores: 0.25 });
    expect(usageBetween(list(fakeList, usage(null)), now, run)).toMatchObject({ cpu_cores: 0.25 });
  });

  it('counts from zero in a cgroup that is new or was made anew', () => {
    const now = list(later, usage(2_000_000));
    expect(usageBetween(list(fakeList, null), now, run)).toMatchObject({ cpu_cores: 1 });
    expect(usageBetween(list(fakeList, usage(9e9)), now, run)).toMatchObject({ cpu_cores: 1 });
  });

  it('makes its processes members whatever else they have left', () => {
    const stray = fakeProcess(300, { cgroup: path });
    const near = fakeProcess(301, { cgroup: `${path}b` });
    const marks = findMembers(fakeList([stray, near]), run, observerPid);
    expect(marks.map(({ process, mark }) => [process.pid, mark])).toEqual([[300, 'cgroup']]);
  });
});
