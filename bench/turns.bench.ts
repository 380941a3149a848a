/**
 * Durable turns a second with 1, 16 and 256 actors busy, against a bare better-sqlite3 loop that
 * commits rows of the same size one turn per transaction with the same `synchronous` setting.
 */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { createSqliteJournal } from '../src/store/sqlite/journal.ts';
import { openSqlite } from '../src/store/sqlite/open.ts';
import { jobEvents } from './support/job-actor.ts';
import {
  compared,
  inFolder,
  perSecond,
  printResults,
  type Result,
  startJobHost,
} from './support/measure.ts';

const durationMs = 3000;

/** Takes the rows of real turns as the measure of what the loop has to write. */
function bareLoop(db: Database): number {
  const event = db.prepare('SELECT * FROM events ORDER BY event_id LIMIT 1').get() as Record<
    string,
    unknown
  >;
  const actor = db.prepare('SELECT * FROM actors LIMIT 1').get() as Record<string, unknown>;
  let eventId = Number(db.prepare('SELECT max(event_id) AS id FROM events').get()!['id' as never]);
  const columns = Object.keys(event);
  const insert = db.prepare(
    `INSERT INTO events (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const update = db.prepare(
    'UPDATE actors SET version = version + 1, state = ?, seq = ? WHERE kind = ? AND id = ?',
  );
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const startMs = performance.now();
  let turns = 0;
  while (performance.now() - startMs < durationMs) {
    eventId += 1;
    begin.run();
    update.run(actor['state'], eventId, actor['kind'], actor['id']);
    insert.run(...columns.map((column) => (column === 'event_id' ? eventId : event[column])));
    commit.run();
    turns += 1;
  }
  return turns / ((performance.now() - startMs) / 1000);
}

await inFolder(async (dir) => {
  const results: Result[] = [];
  const measured: { actors: number; perSecond: number }[] = [];
  for (const actors of [1, 16, 256]) {
    const db = openSqlite({ path: join(dir, `turns-${actors}.db`) });
    const host = await startJobHost(createSqliteJournal(db));
    const value = await perSecond(actors, durationMs, (lane, round) =>
      host.ask({ kind: 'job', id: `job-${lane}` }, jobEvents[round % 3]!),
    );
    measured.push({ actors, perSecond: value });
    await host.drain(1000);
    db.close();
  }
  const db = openSqlite({ path: join(dir, 'turns-1.db') });
  const baseline = { name: 'bare loop, one turn a transaction', value: bareLoop(db) };
  db.close();
  const goals: Readonly<Record<number, number>> = { 1: 0.7, 256: 8 };
  for (const { actors, perSecond: value } of measured) {
    results.push(
      compared(`durable turns, ${actors} actors busy`, value, 'turns/s', baseline, goals[actors]),
    );
  }
  printResults(results);
});
