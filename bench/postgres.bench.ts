/**
 * Durable turns a second on a PostgreSQL of its own that waits for the disk, with 1, 16 and 256 actors
 * busy and with two hosts side by side, against a bare loop that writes rows of the same size there: one
 * turn a transaction, and groups of 64. The loop hashes nothing, decides nothing and locks nothing.
 */
import pg from 'pg';
import { openPostgresJournal } from '../src/actors/journal/postgres/open.ts';
import type { ActorHost } from '../src/actors/runtime/host.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { jobEvents } from './support/job-actor.ts';
import { compared, perSecond, printResults, type Result, startJobHost } from './support/measure.ts';

const durationMs = 3000;
const groupTurns = 64;
const lanesOf = [1, 16, 256] as const;

const server = await startPostgres({ durable: true });

/** Turns a second of `hosts` together, each with actors of its own. */
function measure(hosts: readonly ActorHost[], actors: number): Promise<number> {
  return perSecond(actors, durationMs, (lane, round) => {
    const host = hosts[lane % hosts.length];
    if (host === undefined) throw new Error('no host');
    return host.ask({ kind: 'job', id: `job-${lane}` }, jobEvents[round % jobEvents.length]!);
  });
}

async function measureTurns(schema: string, actors: number, hostCount: number): Promise<number> {
  const journals = await Promise.all(
    Array.from({ length: hostCount }, (_, at) =>
      openPostgresJournal({ url: server.url, schema, writer: `w${at}` }),
    ),
  );
  const hosts = await Promise.all(journals.map(startJobHost));
  const value = await measure(hosts, actors);
  for (const host of hosts) await host.drain(1000);
  for (const journal of journals) await journal.close();
  return value;
}

/** Rows as real turns have left them, written over and over; turns a second. */
async function bareLoop(schema: string, turnsPerCommit: number): Promise<number> {
  const client = new pg.Client({ connectionString: server.url, pipeline: true });
  await client.connect();
  const size = await client.query<{ state: string; payload: string }>(
    `SELECT a.state::text AS state, e.payload::text AS payload
     FROM "${schema}".actors AS a, "${schema}".events AS e LIMIT 1`,
  );
  const { state, payload } = size.rows[0]!;
  await client.query('CREATE TABLE bare_events (event_id bigserial PRIMARY KEY, payload json)');
  await client.query('CREATE TABLE bare_actors (id bigint PRIMARY KEY, state json)');
  await client.query('INSERT INTO bare_actors SELECT n, $1 FROM generate_series(0, 255) AS g (n)', [
    state,
  ]);
  const startMs = performance.now();
  let turns = 0;
  while (performance.now() - startMs < durationMs) {
    const ids = Array.from({ length: turnsPerCommit }, (_, at) => (turns + at) % 256);
    await Promise.all([
      client.query('BEGIN'),
      client.query(
        'UPDATE bare_actors AS a SET state = $2 FROM unnest($1::bigint[]) AS n (id) WHERE a.id = n.id',
        [ids, state],
      ),
      client.query(
        'INSERT INTO bare_events (payload) SELECT p::json FROM unnest($1::text[]) AS n (p)',
        [ids.map(() => payload)],
      ),
      client.query('COMMIT'),
    ]);
    turns += turnsPerCommit;
  }
  const value = turns / ((performance.now() - startMs) / 1000);
  await client.query('DROP TABLE bare_events, bare_actors');
  await client.end();
  return value;
}

try {
  const measured = new Map<number, number>();
  for (const actors of lanesOf) {
    measured.set(actors, await measureTurns(`turns_${actors}`, actors, 1));
  }
  const together = await measureTurns('turns_two', 256, 2);
  const single = {
    name: 'bare loop, one turn a transaction',
    value: await bareLoop('turns_256', 1),
  };
  const grouped = {
    name: `bare loop, groups of ${groupTurns}`,
    value: await bareLoop('turns_256', groupTurns),
  };
  const results: Result[] = [];
  for (const [actors, value] of measured) {
    const name = `durable turns, ${actors} actors busy`;
    results.push(compared(name, value, 'turns/s', single));
    if (actors > 1) results.push(compared(name, value, 'turns/s', grouped));
  }
  const one = { name: 'one host', value: measured.get(256) ?? 0 };
  const name = 'durable turns, 256 actors busy, two hosts';
  results.push(compared(name, together, 'turns/s', one, 1.6));
  printResults(results);
} finally {
  await server.close();
}
