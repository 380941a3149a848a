/**
 * Durable turns a second with 1, 16 and 256 actors busy, against a bare better-sqlite3 loop that
 * writes rows of the same size with the same `synchronous` setting: one turn a transaction, and
 * groups of 64. The loop hashes nothing, decides nothing and has no thread to wake.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { openSqlite } from '../src/store/sqlite/open.ts';
import { openStore } from '../src/store/sqlite/open-store.ts';
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
const groupTurns = 64;
const lanesOf = [1, 16, 256] as const;

type Row = Readonly<Record<string, unknown>>;

/** Takes the rows of real turns as the measure of what the loop has to write; turns a second. */
function bareLoop(db: Database, turnsPerCommit: number): number {
  const event = db.prepare<[], Row>('SELECT * FROM events ORDER BY event_id LIMIT 1').get()!;
  const actors = db.prepare<[], Row>('SELECT * FROM actors ORDER BY rowid').all();
  let eventId = db.prepare<[], number>('SELECT max(event_id) FROM events').pluck().get() ?? 0;
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
    begin.run();
    for (let index = 0; index < turnsPerCommit; index += 1) {
      eventId += 1;
      const { state, kind, id } = actors[eventId % actors.length]!;
      update.run(state, eventId, kind, id);
      const own: Row = { ...event, event_id: eventId, entity_id: id };
      insert.run(...columns.map((column) => own[column]));
    }
    commit.run();
    turns += turnsPerCommit;
  }
  return turns / ((performance.now() - startMs) / 1000);
}

/** Runs the loop on a copy of a store that real turns have filled. */
function measureBare(filled: string, turnsPerCommit: number): { name: string; value: number } {
  const path = `${filled}-bare-${turnsPerCommit}`;
  copyFileSync(filled, path);
  const db = openSqlite({ path });
  const value = bareLoop(db, turnsPerCommit);
  db.close();
  const size = turnsPerCommit === 1 ? 'one turn a transaction' : `groups of ${turnsPerCommit}`;
  return { name: `bare loop, ${size}`, value };
}

async function measureTurns(path: string, actors: number): Promise<number> {
  const { journal } = openStore({ path });
  const host = await startJobHost(journal);
  const value = await perSecond(actors, durationMs, (lane, round) =>
    host.ask({ kind: 'job', id: `job-${lane}` }, jobEvents[round % jobEvents.length]!),
  );
  await host.drain(1000);
  // The log is copied back into the file, which can then be copied itself.
  await journal.close();
  return value;
}

await inFolder(async (dir) => {
  const results: Result[] = [];
  const path = (actors: number): string => join(dir, `turns-${actors}.db`);
  const measured = new Map<number, number>();
  for (const actors of lanesOf) measured.set(actors, await measureTurns(path(actors), actors));
  const single = measureBare(path(1), 1);
  const grouped = measureBare(path(256), groupTurns);
  const goals: Readonly<Record<number, number>> = { 1: 0.9, 256: 8 };
  for (const [actors, value] of measured) {
    const name = `durable turns, ${actors} actors busy`;
    results.push(compared(name, value, 'turns/s', single, goals[actors]));
    if (actors > 1) {
      const goal = actors === 256 ? 0.5 : undefined;
      results.push(compared(name, value, 'turns/s', grouped, goal));
    }
  }
  printResults(results);
});
