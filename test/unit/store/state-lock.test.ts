/** What the lock of a state folder says when it cannot be taken: which file, and what to do. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeStateLock } from '../../../src/store/sqlite/state-lock.ts';

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'orrery-lock-'));
  path = join(dir, 'gate.lock');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('another process has it', () => {
  const lock = takeStateLock(path);
  expect(() => takeStateLock(path)).toThrow(`another process serves from ${dir}`);
  lock.release();
  takeStateLock(path).release();
});

it('it is another kind of file', () => {
  writeFileSync(path, 'not a lock file, but long enough for a header of a database '.repeat(3));
  expect(() => takeStateLock(path)).toThrow(`${path} is not the lock file of a store`);
});

it('it is a folder', () => {
  mkdirSync(path);
  expect(() => takeStateLock(path)).toThrow(`the lock file ${path} cannot be opened: `);
});
