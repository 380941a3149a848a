/**
 * Whole jobs a second (enqueue, claim, complete; each turn durable) with 256 in flight, on a PostgreSQL that waits for the disk,
 * against graphile-worker (local queue, ends in batches), pg-boss (batches) and DBOS (a workflow of one step) on the same server, in turn. And what
 * a turn costs when so many lie behind it, against the same run's turns with ten behind; `--behind 1000000` goes on to a
 * million.
 */
import { parseArgs } from 'node:util';
import { openPostgresJournal } from '../src/actors/journal/postgres/open.ts';
import type { ActorHost } from '../src/actors/runtime/host.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { measureDbos } from './support/dbos.ts';
import { jobEvents } from './support/job-actor.ts';
import { compared, perSecond, printResults, type Result, startJobHost } from './support/measure.ts';
import { measureGraphile, measurePgBoss } from './support/postgres-queues.ts';

const durationMs = 4000;
const inFlight = 256;
const peerJobs = 10_000;
const workflows = 3_000;
const rounds = 3;
const { values: given } = parseArgs({
  options: { behind: { type: 'string', default: '100000' } },
});
/** Turns that lie behind, and turns that are timed then. */
const behind = [10, 1_000, 10_000, 100_000, 1_000_000].filter(
  (turns) => turns <= Number(given.behind),
);
/** A turn costs at most so many times what it does with the fewest behind. */
const costGoal = 1.1;
const timedTurns = 1_024;
const timedRounds = 5;
const busyActors = 64;

const server = await startPostgres({ durable: true });

const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)]!;

async function withHost<T>(schema: string, work: (host: ActorHost) => Promise<T>): Promise<T> {
  const journal = await openPostgresJournal({ url: server.url, schema });
  const host = await startJobHost(journal);
  try {
    return await work(host);
  } finally {
    await host.drain(1000);
    await journal.close();
  }
}

const wholeJobs = (round: number): Promise<number> =>
  withHost(`jobs_${round}`, (host) => {
    let sequence = 0;
    return perSecond(inFlight, durationMs, async () => {
      sequence += 1;
      const to = { kind: 'job', id: `job-${sequence}` };
      for (const event of jobEvents) await host.ask(to, event);
    });
  });

/**
 * Milliseconds of a turn, of so many at once, by how many turns the log has behind it. The log is one
 * of its own.
 */
const turnCosts = (
  schema: string,
  counts: readonly number[],
): Promise<readonly { readonly turns: number; readonly ms: number }[]> =>
  withHost(schema, async (host) => {
    let done = 0;
    const roundsOf: number[] = [];
    const play = async (turns: number, actors: number): Promise<number> => {
      const each = Math.ceil(turns / actors);
      const startMs = performance.now();
      const lanes = Array.from({ length: actors }, async (_, lane) => {
        for (let round = 0; round < each; round += 1) {
          const before = roundsOf[lane] ?? 0;
          roundsOf[lane] = before + 1;
          const event = jobEvents[before % jobEvents.length]!;
          await host.ask({ kind: 'job', id: `job-${lane}` }, event);
        }
      });
      await Promise.all(lanes);
      done += each * actors;
      return (performance.now() - startMs) / (each * actors);
    };
    const costs = [];
    for (const turns of counts) {
      if (done < turns) await play(turns - done, turns < inFlight ? 1 : inFlight);
      const timed = [];
      for (let round = 0; round < timedRounds; round += 1)
        timed.push(await play(timedTurns / timedRounds, busyActors));
      costs.push({ turns, ms: median(timed) });
    }
    return costs;
  });

try {
  const own: number[] = [];
  const graphile: number[] = [];
  const boss: number[] = [];
  const dbos: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    own.push(await wholeJobs(round));
    graphile.push(await measureGraphile(server.url, peerJobs));
    boss.push(await measurePgBoss(server.url, `jobs_${round}`, peerJobs));
    dbos.push(await measureDbos(server.url, { count: workflows, inFlight }));
  }
  const name = `whole jobs, ${inFlight} in flight`;
  const peer = { name: 'graphile-worker, local queue and batches', value: median(graphile) };
  const results: Result[] = [
    compared(name, median(own), 'jobs/s', peer, 2),
    compared(name, median(own), 'jobs/s', { name: 'pg-boss, batches of 500', value: median(boss) }),
    compared(name, median(own), 'jobs/s', { name: 'DBOS, one step', value: median(dbos) }),
  ];
  // The first turns of a process are no measure: these warm it up, in a log that nothing else is measured in.
  await turnCosts('warm', [1_000]);
  const costs = await turnCosts('long', behind);
  const [first] = costs;
  for (const { turns, ms } of costs)
    results.push({
      name: `a turn with ${turns} behind, ${busyActors} at once`,
      value: Math.round(ms * 1000),
      unit: 'us',
      baseline: { name: `with ${first!.turns} behind`, value: Math.round(first!.ms * 1000) },
      ratio: Math.round((ms / first!.ms) * 100) / 100,
      ...(turns === first!.turns
        ? {}
        : {
            goal: `at most ${costGoal} times the baseline`,
            met: ms <= first!.ms * costGoal,
          }),
    });
  printResults(results);
} finally {
  await server.close();
}
