/** What the lock of a state folder says when it cannot be taken: which file, and what to do. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Sqlite } from '../../../src/lib/sqlite.ts';
import { filesOfLock, takeStateLock } from '../../../src/store/sqlite/state-lock.ts';

/** What `Sqlite` was loaded from, for a thread of plain JavaScript. */
const binding = Object.keys(createRequire(import.meta.url).cache).find((file) =>
  /better-sqlite3(?:-13)?\/lib\/index\.js$/.test(file),
);
/** Reads the lock file, as one does that takes the lock at the same moment, and goes when the other waits for that. */
const rivalCode = `
  const { parentPort, workerData: { binding, path } } = require('node:worker_threads');
  const Sqlite = require(binding);
  const rival = new Sqlite(path);
  rival.exec('BEGIN; SELECT * FROM sqlite_schema');
  const look = new Sqlite(path, { timeout: 0 });
  parentPort.postMessage('reads');
  const isAlone = () => {
    try {
      look.exec('BEGIN IMMEDIATE; ROLLBACK');
      return true;
    } catch {
      return false;
    }
  };
  while (isAlone());
  rival.exec('ROLLBACK');
`;

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'orrery-lock-'));
  path = join(dir, 'gate.lock');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('another process has it, which is named', () => {
  // Of one that was killed: it says nothing any more.
  writeFileSync(`${path}-process`, 'process 1 on elsewhere\n');
  const lock = takeStateLock(path);
  expect(() => takeStateLock(path)).toThrow(
    `another process serves from ${dir} (process ${process.pid} on ${hostname()}); stop it first`,
  );
  expect(readdirSync(dir).every((name) => filesOfLock('gate.lock').includes(name))).toBe(true);
  lock.release();
  expect(readdirSync(dir)).not.toContain('gate.lock-process');
  takeStateLock(path).release();
});

it('two that take it at the same moment do not both go without', async () => {
  new Sqlite(path).exec('CREATE TABLE t (x)').close();
  const rival = new Worker(rivalCode, { eval: true, workerData: { binding, path } });
  await new Promise((resolve) => rival.once('message', resolve));
  expect(() => takeStateLock(path).release()).not.toThrow();
  await new Promise((resolve) => rival.once('exit', resolve));
});

it('it is another kind of file', () => {
  writeFileSync(path, 'not a lock file, but long enough for a header of a database '.repeat(3));
  expect(() => takeStateLock(path)).toThrow(`${path} is not the lock file of a store`);
});

it('it is a folder', () => {
  mkdirSync(path);
  expect(() => takeStateLock(path)).toThrow(`the lock file ${path} cannot be opened: `);
});
