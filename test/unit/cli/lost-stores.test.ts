/** A store that was lost is said to be lost by whoever looks: it is no store that was never made. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import { freePort } from '../../../src/soak/free-port.ts';
import { openSettled } from '../../../src/store/sqlite/head/settle.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { type CliRun, runCli } from '../../support/cli.ts';

let cwd: string;
let state: string;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'orrery-lost-'));
  await runCli(['init', 'home', '--port', String(await freePort())], { cwd });
  state = join(cwd, 'home', 'state');
  makeStore('worker/gate.db');
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** As a service leaves it, which keeps the end of its log. */
function makeStore(file: string): void {
  const path = join(state, file);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  openSettled(path, () => openSqlite({ path }), createManualClock()).db.close();
}
const cli = (...words: string[]): Promise<CliRun> =>
  runCli(words, { cwd, env: { ORRERY_CONFIG: join(cwd, 'home', 'config.json') } });

it.each([
  ['DELETE FROM log_epochs', 'the log has no epoch any more; run verify'],
  ["UPDATE log_epochs SET begun = '{'", 'of the log is none any more; run verify'],
])('a start says what of it is damaged: %s', (sql, said) => {
  const path = join(state, 'worker', 'gate.db');
  const open = () => openSettled(path, () => openSqlite({ path }), createManualClock());
  const { db } = open();
  db.exec(sql);
  db.close();
  expect(open).toThrow(said);
});

const words = /control\.db is missing, but a service has worked here: there is .*control\.db-head/;

it('by verify, doctor and backup, though the store of the gate is whole', async () => {
  makeStore('control.db');
  expect((await cli('verify')).code).toBe(0);
  rmSync(join(state, 'control.db'));

  const proof = await cli('verify');
  expect([proof.code, proof.out]).toEqual([1, expect.stringMatching(words)]);
  expect(proof.out).toContain('✓ worker gate');
  expect((await cli('doctor')).out).toMatch(words);
  const backup = await cli('backup', join(cwd, 'one'));
  expect([backup.code, backup.err]).toEqual([1, expect.stringMatching(words)]);
  expect(readdirSync(cwd)).toEqual(['home']);
});

it.each([
  ['not a database at all, and long enough not to be taken for an empty one', 'file is not a data'],
  [null, 'database disk image is malformed'],
])('a store that cannot be opened any more is to be replaced by a backup', async (text, said) => {
  const path = join(state, 'worker', 'gate.db');
  if (text === null) truncateSync(path, statSync(path).size / 2);
  else writeFileSync(path, text.repeat(50));
  const proof = await cli('verify');
  expect(proof.code).toBe(1);
  expect(proof.out).toMatch(new RegExp(`${said}.*put a backup in its place`));
});

it('and one that was never made is none', async () => {
  expect(await cli('verify')).toMatchObject({ code: 0 });
  expect((await cli('doctor')).out).toContain('no store yet; it is made at the first start');
  expect(await cli('backup', join(cwd, 'one'))).toMatchObject({ code: 0 });
});
