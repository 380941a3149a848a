/** A store that should be there and is not: what tells so, and what does not. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuseEmptyStore, refuseLostStore } from '../../../src/store/sqlite/lost-store.ts';
import { createTempDir } from '../../support/store-fixtures.ts';

let dir: ReturnType<typeof createTempDir>;
let path: string;
let logs: string;
beforeEach(() => {
  dir = createTempDir();
  path = join(dir.path, 'gate.db');
  logs = join(dir.path, 'logs');
  mkdirSync(logs);
});
afterEach(() => dir.remove());
const write = (name: string, text = 'x'): void => writeFileSync(join(dir.path, name), text);
const look = (): void => refuseLostStore({ path, traceFolders: [logs, join(dir.path, 'none')] });

describe('a folder where nobody has worked', () => {
  it('is empty, or has what a first start that failed leaves', () => {
    look();
    for (const name of ['gate.lock', 'gate.db', 'gate.db-wal', 'other.db']) write(name, '');
    write('control.db');
    look();
  });
});

describe.each(['missing', 'empty'])('a store that is %s', (state) => {
  beforeEach(() => {
    if (state === 'empty') write('gate.db', '');
  });
  it.each(['gate.db-wal', 'gate.head', 'gate.db.bak'])('was lost: there is %s', (name) => {
    write(name);
    expect(look).toThrow(new RegExp(`gate\\.db is ${state}.*${name}.*--new-store`));
  });
  it('was lost: a folder of its work is full', () => {
    write('logs/run-1.log');
    expect(look).toThrow(/a service has worked here: there is .*logs/);
  });
});

it('a database without events is not begun beside a store in a file that was not copied', () => {
  const begin = (): void => refuseEmptyStore({ path, traceFolders: [logs] });
  begin();
  write('gate.db', '');
  begin();
  write('gate.db');
  expect(begin).toThrow(/holds no events, and .*gate\.db .* `orrery store copy postgresql`/);
});

it('a store that is there is not looked at further', () => {
  write('gate.db');
  write('gate.db-wal');
  look();
});
