/** What the log does not prove: each way in which a table, index, count or answer can be wrong is found. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Sqlite } from '../../../src/lib/sqlite.ts';
import { createStoreJournal } from '../../../src/store/sqlite/journal.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { proveTables, type TablesReport } from '../../../src/store/sqlite/proof/tables.ts';
import { createIndexWriter } from '../../../src/store/sqlite/search/indexer.ts';
import { breakPageOf } from '../../support/damage.ts';
import {
  commitAll,
  createTempDir,
  queueTurn,
  stateTurn,
  turn,
} from '../../support/store-fixtures.ts';

let dir: ReturnType<typeof createTempDir>;
let path: string;

const answer = (key: string, body: string) =>
  turn({ answers: [{ key, fingerprint: `f-${key}`, body: [body, ''] }] });

async function fill(db: Database): Promise<void> {
  await commitAll(createStoreJournal(db), [
    queueTurn('p1', { status: 'queued' }),
    queueTurn('p2', { status: 'paused' }),
    stateTurn('run', 'r1', 1, { status: 'running', project_id: 'p1' }),
    stateTurn('project', 'p1', 1, { status: 'recorded', tags: ['gpu', 'two words'] }),
    answer('k1', '{"n":'),
    turn({ answers: [{ key: 'k2', fingerprint: 'f', body: null }] }),
    turn({ answers: [{ key: 'k3', fingerprint: 'f', body: null }] }),
    turn({ answers: [{ key: 'k3', fingerprint: null, body: ['{"late":', '}'] }] }),
  ]);
  createIndexWriter(db)(100);
}

beforeEach(async () => {
  dir = createTempDir();
  path = join(dir.path, 'store.db');
  const db = openSqlite({ path, synchronous: 'OFF' });
  await fill(db);
  db.close();
});
afterEach(() => dir.remove());

function prove(): TablesReport {
  const db = openSqlite({ path, readonly: true });
  try {
    return proveTables(db, () => {});
  } finally {
    db.close();
  }
}
/** Tables with problems, each with how many and the first. */
function problems(): readonly string[] {
  return prove().tables.flatMap(({ table, problem_count: count, problems: [first], advice }) => {
    expect(advice === null).toBe(count === 0);
    return count === 0 ? [] : [`${table} ${count}: ${first}`];
  });
}
function change(sql: string): void {
  const db = new Sqlite(path);
  db.unsafeMode();
  db.exec(sql);
  db.close();
}
/** Commits `work` while SQLite does not know the index, which is then stale. */
async function behindTheBackOf(
  index: string,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const db = new Sqlite(path);
  const row = db.prepare('SELECT * FROM sqlite_schema WHERE name = ?').get(index);
  db.close();
  const reload = `PRAGMA writable_schema = ON; %; PRAGMA schema_version = @`;
  const alter = (sql: string, version: number): void =>
    change(reload.replace('%', () => sql).replace('@', String(version)));
  alter(`DELETE FROM sqlite_schema WHERE name = '${index}'`, 1001);
  const open = openSqlite({ path, synchronous: 'OFF' });
  await work(open);
  open.close();
  const { type, name, tbl_name, rootpage, sql } = row as Record<string, string>;
  const values = [type, name, tbl_name, rootpage, sql].map((value) =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
  );
  alter(
    `INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES (${values.join(', ')})`,
    1002,
  );
}

it('nothing is found in a store that is whole, whatever it holds', () => {
  expect(problems()).toEqual([]);
  const rows = Object.fromEntries(prove().tables.map((table) => [table.table, table.rows]));
  expect(rows).toMatchObject({
    answers: 3,
    actors: 4,
    member_values: 2,
    actor_search: 4,
    event_search: 4,
  });
});

it('rows that an index does not have', async () => {
  await behindTheBackOf('queue_by_priority', async (db) => {
    await commitAll(createStoreJournal(db), [queueTurn('p3', { status: 'queued' })]);
  });
  expect(problems()).toEqual([
    expect.stringMatching(/^actors \d: row \d missing from index queue_by_priority$/),
  ]);
  expect(prove().tables.find(({ table }) => table === 'actors')?.advice).toContain(
    'REINDEX queue_by_priority',
  );
});

describe('an answer', () => {
  it.each(["body = '{}'", "fingerprint = 'other'", 'body = NULL'])(
    'that was altered: %s',
    (sql) => {
      change(`UPDATE answers SET ${sql} WHERE key = 'k1'`);
      expect(problems()).toEqual(['answers 1: the answer under the key "k1" was altered']);
    },
  );
  it('that was deferred is held, too, before and after it came', () => {
    change(`UPDATE answers SET body = '{"late":1}' WHERE key IN ('k2', 'k3')`);
    expect(problems()).toEqual([expect.stringMatching(/^answers 2: /)]);
  });
  it('that an earlier program stored is counted as not held', () => {
    change(`UPDATE answers SET hash = NULL, body = 'x' WHERE key = 'k1'`);
    expect(problems()).toEqual([]);
    expect(prove().answers_not_held).toBe(1);
  });
});

it.each([
  [
    "UPDATE actors SET dispatch_priority = 99 WHERE id = 'p1'",
    /^actors 1: queue_item\/p1: dispatch_/,
  ],
  [
    "UPDATE actors SET lane = 'x', updated_at = '' WHERE id = 'p2'",
    /lane, updated_at beside the state are/,
  ],
  [
    "UPDATE actors SET project_id = NULL WHERE id = 'r1'",
    /^actors 1: run\/r1: project_id beside .* is not/,
  ],
  [
    "UPDATE actor_counts SET count = 5 WHERE kind = 'run'",
    /^actor_counts 1: 5 run in status "running"/,
  ],
  ["DELETE FROM member_values WHERE value = 'gpu'", /^member_values 1: project\/p1: .* of tags /],
  [
    "UPDATE member_values SET place = 9 WHERE value = 'gpu'",
    /^member_values 1: project\/p1: .* of tags /,
  ],
  [
    "INSERT INTO member_values VALUES ('project', 'nobody', 'tags', 0, 'x')",
    /^member_values 1: project\/nobody has values, but/,
  ],
  [
    "UPDATE member_counts SET count = 5 WHERE value = 'gpu'",
    /^member_counts 1: project: how many have "gpu" among their tags/,
  ],
  ["DELETE FROM actor_counts WHERE kind = 'run'", /^actor_counts 1: 0 run .* counted, 1 are there/],
  ['UPDATE dead_letter_count SET count = 2', /^dead_letters 1: 2 dead letters are counted, 0/],
  ['DELETE FROM actor_search WHERE rowid = 1', /^actor_search 1: queue_item\/p1 is missing/],
  [
    "INSERT OR REPLACE INTO actor_search (rowid, kind, content) VALUES (1, 'x', 'y')",
    /p1 is indexed with/,
  ],
  [
    "INSERT INTO event_search (rowid, content) VALUES (77, 'y')",
    /^event_search 1: row 77 is indexed, but/,
  ],
  [
    'UPDATE search_progress SET event_id = 99',
    /^search_progress 1: .* event 99, the log ends at 4/,
  ],
  [
    "UPDATE events SET payload = '{' WHERE event_id = 2",
    /^events 1: the payload of event 2 is no JSON/m,
  ],
  [
    "UPDATE events SET turn_kind = 'run', turn_id = 'x' WHERE event_id = 2",
    /^events 1: event 2 names another actor/,
  ],
  ["UPDATE actors SET seq = 99 WHERE id = 'p2'", /^actors 1: queue_item\/p2 .* event 99, which is/],
  ['DELETE FROM log_epochs', /^log_epochs 1: no epoch/],
  [
    "UPDATE log_epochs SET begun = '{'",
    /^log_epochs 1: why the epoch 1 .* is not what was written/,
  ],
  ['DROP TABLE telemetry_points', /^the file 1: the table telemetry_points is missing/],
  ['DROP INDEX timers_by_due', /^the file 1: the index timers_by_due is missing/],
  ['DROP TRIGGER dead_letters_added', /^the file 1: the trigger dead_letters_added is missing/],
  ["UPDATE actor_search_data SET block = x'00' WHERE id > 10", /^(?:actor_search|the file) \d/],
])('%s', (sql, found) => {
  change(sql);
  expect(problems().join('\n')).toMatch(found);
});

it('a table that cannot be read, beside all that can', () => {
  breakPageOf(path, 'answers');
  change("UPDATE actor_counts SET count = 5 WHERE kind = 'run'");
  const found = problems().join('\n');
  expect(found).toMatch(/^the file \d+: /m);
  expect(found).toMatch(/^actor_counts 1: /m);
  const all = prove().tables.flatMap((table) => table.problems);
  expect(all).toContainEqual(expect.stringMatching(/^stored answers cannot be read: .*malformed/));
});

it('what the index has not come to yet is not missing from it', async () => {
  const db = openSqlite({ path, synchronous: 'OFF' });
  await commitAll(createStoreJournal(db), [queueTurn('p3', { status: 'queued' })]);
  db.close();
  expect(problems()).toEqual([]);
});
