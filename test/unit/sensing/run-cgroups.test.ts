/** Where runs get cgroups of their own: on a made-up proc file system, and on this machine's real one. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  parseCgroupIo,
  parseCgroupMounts,
  parseCgroupPath,
  parseCpuUsage,
  parseProcPidIo,
} from '../../../src/sensing/parsers/cgroup.ts';
import { createRunCgroups } from '../../../src/sensing/run-cgroups.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cgroups-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A proc file system whose own cgroup is `path`, seen below `root/mount`. */
function fake(path: string, mountRoot = '/'): string {
  const procRoot = join(root, 'proc');
  mkdirSync(join(procRoot, 'self'), { recursive: true });
  writeFileSync(join(procRoot, 'self/cgroup'), `1:cpu:/\n0::${path}\n`);
  writeFileSync(
    join(procRoot, 'self/mountinfo'),
    `31 23 0:28 / ${root}/v1 rw - cgroup cgroup rw,cpu\n41 31 0:38 ${mountRoot} ${root}/mount rw - cgroup2 cgroup2 rw\n`,
  );
  return procRoot;
}
const make = (procRoot: string, owner = '/projects') =>
  createRunCgroups({ mode: 'auto', owner, procRoot });
function delegate(folder: string): void {
  mkdirSync(join(root, 'mount', folder), { recursive: true });
  writeFileSync(join(root, 'mount', folder, 'cgroup.procs'), '');
}

describe('without a place for cgroups', () => {
  it.each([
    ['switched off', 'off', '/a', '/', /run_cgroup is off/],
    ['outside of the mount', 'auto', '/other', '/gate', /outside every mount/],
    ['not delegated', 'auto', '/a', '/', /not delegated/],
  ] as const)('%s: says why and does nothing', async (_, mode, path, mountRoot, problem) => {
    const cgroups = createRunCgroups({ mode, owner: '/p', procRoot: fake(path, mountRoot) });
    expect(cgroups.problem).toMatch(problem);
    expect([cgroups.prepare('r'), cgroups.pathOf('r'), cgroups.kill('r')]).toEqual([
      null,
      null,
      false,
    ]);
    expect(await cgroups.sweep(async () => [])).toBe(0);
  });

  it('says so when no v2 exists', () => {
    const procRoot = fake('/');
    writeFileSync(join(procRoot, 'self/mountinfo'), '');
    expect(make(procRoot).problem).toMatch(/not mounted/);
    writeFileSync(join(procRoot, 'self/cgroup'), '1:cpu:/\n');
    expect(make(procRoot).problem).toMatch(/in no cgroup v2/);
  });
});

describe('with a delegated cgroup', () => {
  it('makes one per run below its own, and finds it again', () => {
    delegate('sub');
    const cgroups = make(fake('/gate/sub', '/gate'));
    expect(cgroups.problem).toBeNull();
    expect(cgroups.pathOf('r')).toBeNull();
    const folder = cgroups.prepare('r')!;
    expect(folder).toMatch(/mount\/sub\/orrery-run-[0-9a-f]{8}-[0-9a-f]{16}$/);
    expect(cgroups.prepare('r')).toBe(folder);
    expect(cgroups.pathOf('r')).toBe(folder.replace(join(root, 'mount'), '/gate'));
    writeFileSync(join(folder, 'cpu.stat'), 'usage_usec 12\nuser_usec 12\n');
    expect([...cgroups.readAll().values()]).toEqual([{ cpuMicros: 12, io: null }]);
  });

  it('removes empty ones of its own name whose run is over, and no others', async () => {
    delegate('');
    const procRoot = fake('/');
    const cgroups = make(procRoot);
    const other = make(procRoot, '/elsewhere').prepare('over')!;
    const live = cgroups.prepare('live')!;
    const busy = cgroups.prepare('busy')!;
    writeFileSync(join(busy, 'cgroup.procs'), '1');
    const over = cgroups.prepare('over')!;
    mkdirSync(join(over, 'nested/deep'), { recursive: true });
    expect(await cgroups.sweep(async () => ['live'])).toBe(1);
    expect([over, live, busy, other].map(existsSync)).toEqual([false, true, true, true]);
  });

  it('kills by the kernel where it can, and never the cgroup it stands in itself', () => {
    delegate('');
    const procRoot = fake('/');
    const cgroups = make(procRoot);
    expect(cgroups.kill('r')).toBe(false);
    const folder = cgroups.prepare('r')!;
    expect(cgroups.kill('r')).toBe(false);
    expect(existsSync(join(folder, 'cgroup.kill'))).toBe(false);
    writeFileSync(join(folder, 'cgroup.kill'), '');
    writeFileSync(join(procRoot, 'self/cgroup'), `0::${cgroups.pathOf('r')}\n`);
    expect(cgroups.kill('r')).toBe(false);
    writeFileSync(join(procRoot, 'self/cgroup'), '0::/\n');
    expect(cgroups.kill('r')).toBe(true);
    expect(readFileSync(join(folder, 'cgroup.kill'), 'utf8')).toBe('1');
  });
});

describe('parsers', () => {
  it('take what the kernel writes', () => {
    expect(parseCgroupPath('3:cpu:/x\n0::/a b\n')).toBe('/a b');
    expect(parseCgroupMounts('1 2 0:3 / /a\\040b rw shared:1 - cgroup2 x rw\n')).toEqual([
      { root: '/', mountPoint: '/a b' },
    ]);
    expect(parseCpuUsage('usage_usec 5\n')).toBe(5);
    expect(parseCgroupIo('8:0 rbytes=1 wbytes=2 rios=1\n8:16 rbytes=3 wbytes=4\n8:32 \n')).toEqual({
      readBytes: 4,
      writtenBytes: 6,
    });
    expect(parseCgroupIo('')).toEqual({ readBytes: 0, writtenBytes: 0 });
    expect(
      parseProcPidIo('rchar: 9\nread_bytes: 1\nwrite_bytes: 2\ncancelled_write_bytes: 3\n'),
    ).toEqual({ readBytes: 1, writtenBytes: 2 });
  });

  it('refuse anything else', () => {
    expect(parseCgroupPath('1:cpu:/x\n')).toBeNull();
    expect(parseCpuUsage('user_usec 5\n')).toBeNull();
    expect(parseCgroupIo('8:0 rbytes=x\n')).toBeNull();
    expect(parseProcPidIo('read_bytes: 1\n')).toBeNull();
  });
});

const real = createRunCgroups({ mode: 'auto', owner: `test ${process.pid}` });

describe('the real cgroup v2', () => {
  it.skipIf(real.problem !== null)(
    `takes a process in, counts its time and is removed when empty (${real.problem ?? 'available'})`,
    async () => {
      const folder = real.prepare('real')!;
      try {
        const ran = spawnSync('/bin/sh', [
          '-c',
          `echo 0 >"${folder}/cgroup.procs"; i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done; grep ^0:: /proc/self/cgroup`,
        ]);
        expect(ran.stdout.toString().trim()).toBe(`0::${real.pathOf('real')}`);
        expect(real.readAll().get(real.pathOf('real')!)!.cpuMicros).toBeGreaterThan(0);
        expect(real.isPopulated('real')).toBe(false);
      } finally {
        expect(await real.sweep(async () => [])).toBe(1);
      }
      expect(existsSync(folder)).toBe(false);
    },
  );
});
