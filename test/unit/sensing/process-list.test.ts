/** What is read of each process of a table that is made up. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import { createProcessSource, listPids, runIdVariable } from '../../../src/sensing/process-list.ts';

let procRoot: string;
beforeEach(() => {
  procRoot = mkdtempSync(join(tmpdir(), 'proc-'));
  mkdirSync(join(procRoot, 'sys/kernel/random'), { recursive: true });
  const bootId = '0b5cba0c-2f0e-4a9e-8f0e-0123456789ab\n';
  writeFileSync(join(procRoot, 'sys/kernel/random/boot_id'), bootId);
});
afterEach(() => rmSync(procRoot, { recursive: true, force: true }));

/** A process that says that it is of run `r`; `flags` as the kernel has them. */
function add(pid: number, flags: number): void {
  mkdirSync(join(procRoot, String(pid)));
  const stat = `${pid} (x) S 2 0 0 0 -1 ${flags} 0 0 0 0 1 2 0 0 20 0 1 0 98765 0 0 0`;
  writeFileSync(join(procRoot, `${pid}/stat`), stat);
  writeFileSync(join(procRoot, `${pid}/environ`), `${runIdVariable}=r\0`);
  writeFileSync(join(procRoot, `${pid}/cmdline`), 'x\0');
}

it('nothing but its times is read of a thread of the kernel; of what only looks like one, all', async () => {
  // PF_KTHREAD and PF_NOFREEZE, as kthreadd has them; a program that was swapped out as a whole.
  add(42, 0x0020_8040);
  add(43, 0x0040_0040);
  const { processes } = await createProcessSource({ clock: systemClock, procRoot }).list();
  const nothing = { runId: null, commandLine: '', workingDir: null, io: null, cgroup: null };
  expect(processes).toMatchObject([
    { pid: 42, cpuTicks: 3, startTicks: 98765, ...nothing },
    { pid: 43, cpuTicks: 3, startTicks: 98765, runId: 'r', commandLine: 'x' },
  ]);
});

it('of the processes that one is told of, and that are still there', async () => {
  for (const pid of [50, 51, 52]) add(pid, 0);
  expect(listPids(procRoot)).toEqual([50, 51, 52]);
  const pids = () => [51, 53];
  const { processes } = await createProcessSource({ clock: systemClock, procRoot, pids }).list();
  expect(processes.map(({ pid }) => pid)).toEqual([51]);
});

it('of one whose first thread has ended, what marks it as a run from another thread', async () => {
  const statOf = (name: string, state: string) =>
    `${name} (x) ${state} 2 9 9 0 -1 0 0 0 0 0 1 2 0 0 20 0 2 0 98765 0 0 0`;
  mkdirSync(join(procRoot, '60/task/60'), { recursive: true });
  mkdirSync(join(procRoot, '60/task/61'), { recursive: true });
  // As the kernel has it: the first thread has given its folder, memory and cgroup back.
  writeFileSync(join(procRoot, '60/stat'), statOf('60', 'Z'));
  writeFileSync(join(procRoot, '60/task/60/stat'), statOf('60', 'Z'));
  writeFileSync(join(procRoot, '60/cmdline'), '');
  writeFileSync(join(procRoot, '60/cgroup'), '0::/\n');
  writeFileSync(join(procRoot, '60/task/61/stat'), statOf('61', 'S'));
  writeFileSync(join(procRoot, '60/task/61/environ'), `${runIdVariable}=r\0`);
  writeFileSync(join(procRoot, '60/task/61/cmdline'), 'x\0');
  writeFileSync(join(procRoot, '60/task/61/cgroup'), '0::/runs/r\n');
  symlinkSync('/projects/p', join(procRoot, '60/task/61/cwd'));
  const cgroups = { problem: null, readAll: () => new Map() };
  const { processes } = await createProcessSource({
    clock: systemClock,
    procRoot,
    cgroups,
  }).list();
  expect(processes).toMatchObject([
    { pid: 60, runId: 'r', workingDir: '/projects/p', commandLine: 'x', cgroup: '/runs/r' },
  ]);
});

it('of one that ends while the others are read, what it has started meanwhile', async () => {
  for (const pid of [70, 71]) add(pid, 0);
  const looks = [
    [70, 71],
    [70, 72],
    [70, 73],
  ];
  const pids = (): number[] => {
    const [now = [70, 73]] = looks.splice(0, 1);
    // Each ends, and starts the next, before it is read.
    for (const pid of [71, 72])
      rmSync(join(procRoot, String(pid)), { recursive: true, force: true });
    if (now.includes(73)) add(73, 0);
    return now;
  };
  const { processes } = await createProcessSource({ clock: systemClock, procRoot, pids }).list();
  expect(processes.map(({ pid }) => pid)).toEqual([70, 73]);
});

it('of one that is loading a program, what it is once that is done', async () => {
  add(80, 0);
  writeFileSync(join(procRoot, '80/environ'), '');
  let looks = 0;
  const pids = (): number[] => {
    looks += 1;
    if (looks === 3) writeFileSync(join(procRoot, '80/environ'), `${runIdVariable}=r\0`);
    return [80];
  };
  const { processes } = await createProcessSource({ clock: systemClock, procRoot, pids }).list();
  expect(processes).toMatchObject([{ pid: 80, runId: 'r' }]);
  expect(looks).toBe(3);
});

it('of one that has no environment at all, what it is without one', async () => {
  add(81, 0);
  writeFileSync(join(procRoot, '81/environ'), '');
  let looks = 0;
  const pids = (): number[] => {
    looks += 1;
    return [81];
  };
  const { processes } = await createProcessSource({ clock: systemClock, procRoot, pids }).list();
  expect(processes).toMatchObject([{ pid: 81, runId: null, commandLine: 'x' }]);
  expect(looks).toBe(4);
});

it('of a table in which something ends at each look, after some looks', async () => {
  add(90, 0);
  let looks = 0;
  const pids = (): number[] => {
    looks += 1;
    return [90, 90 + looks];
  };
  const { processes } = await createProcessSource({ clock: systemClock, procRoot, pids }).list();
  expect(processes.map(({ pid }) => pid)).toEqual([90]);
  expect(looks).toBe(8);
});
