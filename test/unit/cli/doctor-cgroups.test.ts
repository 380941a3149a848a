/** What the doctor says of cgroups on a worker, on a made-up proc file system. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkCgroups } from '../../../src/cli/doctor/worker.ts';

describe('the check of cgroups', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'doctor-cgroups-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** A proc file system in which cgroup v2 is mounted at `mount` beside the first version. */
  function hybrid(): string {
    mkdirSync(join(root, 'self'));
    writeFileSync(join(root, 'self/cgroup'), '1:cpu:/\n0::/\n');
    writeFileSync(
      join(root, 'self/mountinfo'),
      `31 23 0:28 / ${root}/v1 rw - cgroup cgroup rw,cpu\n41 31 0:38 / ${root}/mount rw - cgroup2 cgroup2 rw\n`,
    );
    return root;
  }
  function delegate(folder: string): void {
    mkdirSync(join(root, 'mount', folder), { recursive: true });
    writeFileSync(join(root, 'mount', folder, 'cgroup.procs'), '');
  }

  it('finds cgroup v2 wherever it is mounted', () => {
    const procRoot = hybrid();
    delegate('.');
    expect(checkCgroups('auto', procRoot)).toMatchObject({
      status: 'ok',
      detail:
        'orrery-worker.service does not run; a gate that is started from this shell may make one for each run',
    });
    delegate('system.slice/orrery-worker.service');
    expect(checkCgroups('auto', procRoot)).toMatchObject({
      status: 'ok',
      detail: 'orrery-worker.service may make one for each run',
    });
  });

  it('says why a gate that is started from this shell has none', () => {
    expect(checkCgroups('auto', hybrid()).detail).toMatch(/from this shell has none: .*delegated/);
  });

  it('says that there is no cgroup v2, or that none is wanted', () => {
    expect(checkCgroups('auto', root)).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('not mounted') as string,
    });
    expect(checkCgroups('off', root)).toMatchObject({ status: 'ok' });
  });
});
