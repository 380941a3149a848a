/** Folders with those above them, and file systems that take none. */
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from '../../../src/lib/make-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'orrery-folders-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('makes what is missing, with the mode, and tells the topmost of it', () => {
  expect(makeFolder(join(root, 'a/b/c'), 0o700)).toBe(join(root, 'a'));
  for (const folder of ['a', 'a/b', 'a/b/c'])
    expect(statSync(join(root, folder)).mode & 0o777).toBe(0o700);
  expect(makeFolder(join(root, 'a/b/c'))).toBeUndefined();
  expect(makeFolder(join(root, 'a/b/d'))).toBe(join(root, 'a/b/d'));
});

it('goes through a link to a folder, and refuses a file or a link to nothing in its way', () => {
  makeFolder(join(root, 'real'));
  symlinkSync(join(root, 'real'), join(root, 'link'));
  makeFolder(join(root, 'link/in'));
  expect(existsSync(join(root, 'real/in'))).toBe(true);
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(join(root, 'file/in'))).toThrow(/^EEXIST/);
  symlinkSync(join(root, 'nothing'), join(root, 'dangling'));
  expect(() => makeFolder(join(root, 'dangling/in'))).toThrow(/^EEXIST/);
});

it.runIf(process.platform === 'linux')('ends where a file system takes no folder', () => {
  expect(() => makeFolder('/proc/orrery/state')).toThrow(/^ENOENT.*mkdir '\/proc\/orrery'$/);
});
