/** Folders that are made private, narrowed, or left alone with a sentence. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepFolderPrivate } from '../../../src/lib/private-folder.ts';

let root: string;
const umask = process.umask();
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'orrery-private-'));
});
afterEach(() => {
  process.umask(umask);
  rmSync(root, { recursive: true, force: true });
});
const modeOf = (path: string): number => statSync(path).mode & 0o7777;

it.each([0o000, 0o022, 0o077, 0o777])('makes a folder 0700 under umask %i', (mask) => {
  const path = join(root, 'state');
  process.umask(mask);
  expect(keepFolderPrivate(path)).toEqual([]);
  expect(modeOf(path)).toBe(0o700);
});

it('narrows a folder and the files in it, says so once, and leaves folders below alone', () => {
  const path = join(root, 'state');
  const inner = join(path, 'inner');
  const file = join(path, 'control.db');
  mkdirSync(inner, { recursive: true });
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  chmodSync(inner, 0o755);
  chmodSync(path, 0o755);
  expect(keepFolderPrivate(path)).toEqual([
    expect.stringMatching(/state could be read by other accounts \(0755\); it is now 0700$/),
    expect.stringMatching(/that were wider are now 0600: 1$/),
  ]);
  expect([modeOf(path), modeOf(file), modeOf(inner)]).toEqual([0o700, 0o600, 0o755]);
  expect(keepFolderPrivate(path)).toEqual([]);
});

it('does not narrow a folder that many share, but says that it is wide', () => {
  const path = join(root, 'shared');
  mkdirSync(path);
  chmodSync(path, 0o1777);
  expect(keepFolderPrivate(path)).toEqual([expect.stringContaining('chmod 700')]);
  expect(modeOf(path)).toBe(0o1777);
});
