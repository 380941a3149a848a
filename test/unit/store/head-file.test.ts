/** The file that keeps the end of the log, also where the disk has no second file to give. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type KeptHead,
  readKeptHead,
  writeKeptHead,
} from '../../../src/store/sqlite/head/head-file.ts';

const head = (eventId: number, state: KeptHead['state']): KeptHead => ({
  epoch: 'one',
  event_id: eventId,
  hash: 'h'.repeat(64),
  at: '2026-01-01T00:00:00.000Z',
  state,
});

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-head-'));
  path = join(folder, 'control.db-head');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('is replaced as a whole, and nothing else is left', () => {
  writeKeptHead(path, head(7, 'open'));
  writeKeptHead(path, head(8, 'closed'));
  expect(readKeptHead(path)).toEqual({ kind: 'kept', head: head(8, 'closed'), isCopy: false });
  expect(readdirSync(folder)).toEqual(['control.db-head']);
  // One sector: what is written over it is there as a whole or not at all.
  expect(readFileSync(path)).toHaveLength(512);
});

it('is written over where no second file can be made', () => {
  writeKeptHead(path, head(1_234, 'open'));
  mkdirSync(`${path}.new`);
  writeKeptHead(path, head(5, 'closed'));
  expect(readKeptHead(path)).toEqual({ kind: 'kept', head: head(5, 'closed'), isCopy: false });
});

it('says why no second file could be made where there is none to write over', () => {
  mkdirSync(`${path}.new`);
  expect(() => writeKeptHead(path, head(1, 'open'))).toThrow(/EISDIR.*\.new/);
  rmSync(`${path}.new`, { recursive: true });
  expect(readKeptHead(path)).toEqual({ kind: 'none' });
});
