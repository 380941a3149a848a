/** Which process a person may end: the very one that was seen, and only as part of its run. */
import { describe, expect, it } from 'vitest';
import { findNamed, type NamedProcess } from '../../../src/worker/end/named-process.ts';
import type { RunProcesses } from '../../../src/worker/processes.ts';
import { bootId, fakeList, fakeProcess, projectDir } from '../sensing/fake-processes.ts';

const run: RunProcesses = { runId: 'alpha-1', pid: 100, pgid: 100, startTicks: 1100, bootId };
const seen: NamedProcess = { pid: 200, start_ticks: 1200, boot_id: bootId };
const own = { runId: 'alpha-1' };
const find = (
  change: Parameters<typeof fakeProcess>[1],
  named = seen,
  cgroup: string | null = null,
) => findNamed(fakeList([fakeProcess(200, change)]), run, cgroup, named);

describe('the process that a person named', () => {
  it.each([
    ['the variable of the run', own, null],
    ['its session', { sessionId: 100 }, null],
    ['its group', { groupId: 100 }, null],
    ['its cgroup', { cgroup: '/run/alpha' }, '/run/alpha'],
  ])('is found by %s', (_, change, cgroup) => {
    expect(find(change, seen, cgroup)).toMatchObject({ kind: 'named', process: { pid: 200 } });
  });

  it('is found as the child of one that bears a mark', () => {
    const list = fakeList([fakeProcess(150, own), fakeProcess(200, { parentPid: 150 })]);
    expect(findNamed(list, run, null, seen).kind).toBe('named');
  });

  it('is another one where its number was given away', () => {
    expect(find({ ...own, startTicks: 9999, name: 'sshd' })).toMatchObject({
      kind: 'changed',
      field: 'start_ticks',
      found: '9999',
      detail: expect.stringContaining('sshd') as string,
    });
  });

  it('is another one after the machine was started anew', () => {
    const other = { ...seen, boot_id: '99999999-2222-3333-4444-555555555555' };
    expect(find(own, other)).toMatchObject({ kind: 'changed', field: 'boot_id', found: bootId });
  });

  it("is not the run's when it is of another run", () => {
    expect(find({ runId: 'beta-1' })).toMatchObject({
      kind: 'changed',
      field: 'run_id',
      found: 'beta-1',
      detail: "process 200 (p200) is not this run's: it is of run beta-1",
    });
  });

  it("is not the run's when it merely stands in the folder of the project", () => {
    expect(find({ workingDir: projectDir })).toMatchObject({
      kind: 'changed',
      field: 'run_id',
      found: null,
      detail: expect.stringContaining('nothing shows that this run started it') as string,
    });
  });

  it("is not the run's by a session number that was given away", () => {
    const list = fakeList([
      fakeProcess(100, { startTicks: 5000 }),
      fakeProcess(200, { sessionId: 100 }),
    ]);
    expect(findNamed(list, run, null, seen)).toMatchObject({ kind: 'changed', field: 'run_id' });
  });

  it('is gone where nothing has its number, and when it only waits to be reaped', () => {
    expect(findNamed(fakeList([]), run, null, seen)).toEqual({ kind: 'gone' });
    expect(find({ ...own, state: 'Z' })).toEqual({ kind: 'gone' });
  });

  it('is never the service, nor what the service was started by', () => {
    const list = fakeList([fakeProcess(process.pid, { ...own, parentPid: 40 })]);
    const named = (pid: number) => ({ pid, start_ticks: 1000 + pid, boot_id: bootId });
    expect(findNamed(list, run, null, named(process.pid))).toMatchObject({ kind: 'changed' });
    const parent = fakeList([fakeProcess(300, own), fakeProcess(process.pid, { parentPid: 300 })]);
    expect(findNamed(parent, run, null, named(300))).toMatchObject({ kind: 'changed' });
  });

  it('tells a run id from the environment in bounds', () => {
    const found = find({ runId: 'x'.repeat(100_000) });
    expect(JSON.stringify(found).length).toBeLessThan(1000);
  });
});
