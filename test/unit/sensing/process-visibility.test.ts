/** What is hidden of the process table, found out from the mounts and the namespace. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findHiddenProcesses } from '../../../src/sensing/process-visibility.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proc-'));
  mkdirSync(join(root, 'self/ns'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const find = (options: string, namespace = 'pid:[4026531836]'): string[] => {
  writeFileSync(
    join(root, 'self/mounts'),
    `sysfs /sys sysfs rw 0 0\nproc /proc proc ${options} 0 0\n`,
  );
  symlinkSync(namespace, join(root, 'self/ns/pid'));
  return findHiddenProcesses(root);
};

describe('hidden processes', () => {
  it.each(['rw,nosuid', 'rw,hidepid=0', 'rw,hidepid=off'])('says nothing of %s', (options) => {
    expect(find(options)).toEqual([]);
  });

  it.each(['rw,hidepid=2', 'hidepid=invisible,gid=4', 'rw,hidepid=ptraceable'])(
    'says that %s hides processes, and what to do',
    (options) => {
      expect(find(options)).toEqual([expect.stringMatching(/hidepid.*; start agents as/)]);
    },
  );

  it('says that numbers differ in a pid namespace', () => {
    expect(find('rw', 'pid:[4026532517]')).toEqual([expect.stringMatching(/pid namespace/)]);
  });

  it('says nothing where nothing can be read', () => {
    expect(findHiddenProcesses(join(root, 'nowhere'))).toEqual([]);
  });
});
