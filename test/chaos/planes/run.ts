/**
 * Chaos among three control planes on one PostgreSQL: load through all of them, faults by a seed, and in the end the
 * soak's reckoning of what was acknowledged, with every event to every client of the feed. Times are told and not judged.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { systemEntropy } from '../../../src/lib/ids.ts';
import { CallbackMemory, troubleCallbacks } from '../../../src/soak/callbacks.ts';
import { gaveRequestsUp, hasGivenRequestsUp } from '../../../src/soak/endings.ts';
import { membersOf } from '../../../src/soak/http-client.ts';
import { IdeaModel, takeInOverApi } from '../../../src/soak/intake.ts';
import { Meters } from '../../../src/soak/meters.ts';
import { readPages, repeatCalls } from '../../../src/soak/readers.ts';
import { awaitWatchers, comeToRest, compare, proveStores } from '../../../src/soak/reckoning.ts';
import { rowsIn, Stage } from '../../../src/soak/stage.ts';
import { monotonicMs, pause } from '../../../src/soak/time.ts';
import { disturbWatchers } from '../../../src/soak/watchers.ts';
import { careForQueue, dispatchAll, moveShelf, type Shelf } from '../../../src/soak/work.ts';
import { compareClients, startClients } from './clients.ts';
import { beginTrouble, findActive, playFaults, type Trouble } from './faults.ts';
import { compareGrown, growLog, lengthOfLog } from './growth.ts';
import { knownEndIn } from './known-ends.ts';
import { upgradePlanes } from './upgrade.ts';
import { createPlanesWorld, type Plane, type PlanesWorld } from './world.ts';

/** Of each kind; each waits for its answer. */
const writers = 3;
const progressEveryMs = 15_000;
const restartMs = 200;
const equalMsMax = 180_000;
/** On a machine with much else to do a plane takes long to start, and none is left alone for long. */
const patienceMs = 600_000;

/** Starts a plane again whenever it ended, as a service manager does, and says so when it ended without a known reason. */
async function manage(stage: Stage<PlanesWorld>, { child, dir }: Plane, isOver: () => boolean) {
  let told = 0;
  while (!isOver()) {
    const { code, signal } = await child.ended;
    if (isOver()) return;
    await pause(restartMs);
    // The last words alone would be those about the requests that waited.
    const log = readFileSync(join(dir, 'output.log'), 'utf8');
    const said = log.slice(told);
    told = log.length;
    if (hasGivenRequestsUp(child, { code, signal })) stage.count(gaveRequestsUp);
    else if (signal !== 'SIGKILL' && code !== 0) {
      const known = knownEndIn(said);
      stage.count(`ended: ${known ?? 'for no known reason'}`);
      if (known === undefined)
        stage.wrong(`${child.name} ended with ${code ?? signal}: ${said.slice(-1500)}`);
    }
    if (!isOver()) child.start();
  }
}

/** Waits until all planes show the same end of the log: any of them may be asked then. */
async function becomeEqual({ world }: Stage<PlanesWorld>): Promise<string | null> {
  const endMs = monotonicMs() + equalMsMax;
  let said = '';
  while (monotonicMs() < endMs) {
    const heads = await Promise.all(
      world.planes.map(async ({ direct }) => {
        const page = await direct.send({
          method: 'GET',
          path: '/control/api/v1/events?page_size=1',
        });
        return Number(rowsIn(membersOf(page))[0]?.['event_id'] ?? Number.NaN);
      }),
    );
    if (heads.every((head) => head === heads[0])) return null;
    said = heads.join(', ');
    await pause(200);
  }
  return said;
}

const at = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;

interface Options {
  readonly minutes: number;
  readonly seed: number;
  readonly clients: number;
  readonly workers: number;
  /** Most ideas of an intake: how much goes through the log and the feed. */
  readonly ideas: number;
  /** Of the log, at which it ends; 0: when the time is over. */
  readonly events: number;
  /** Seconds between faults, in the middle. */
  readonly every: number;
  /** Of all else that is done beside, percent. */
  readonly pace: number;
  /** Root of the built program that the planes are at first; empty: this one. */
  readonly from: string;
}

async function play(world: PlanesWorld, options: Options) {
  const stage = new Stage(world, new Meters(monotonicMs), {
    seed: options.seed,
    pace: options.pace,
    patienceMs,
  });
  let isOver = false;
  const startedMs = monotonicMs();
  const say = (text: string): void =>
    void process.stderr.write(`${Math.round((monotonicMs() - startedMs) / 1000)} s: ${text}\n`);
  const trouble: Trouble = beginTrouble(stage);
  await Promise.all([...world.planes, ...world.workers].map(({ child }) => world.serve(child)));
  const managed = world.planes.map((plane) => manage(stage, plane, () => isOver));
  const ideas = new IdeaModel();
  const shelf: Shelf = new Map();
  const memory = new CallbackMemory();
  for (const { toControl } of world.workers) memory.listenAt(toControl);
  const watchers = startClients(stage, options.clients);
  const progress = async (): Promise<void> => {
    let told = 0;
    while (stage.running) {
      const { counts } = stage;
      const events = (await lengthOfLog(trouble)) ?? 'unknown';
      say(
        `${events} events, ${stage.acknowledged.length} acknowledged, ${counts.get('frames') ?? 0} frames, ${stage.meters.faults.length} faults, ${stage.wrongs.length} wrong`,
      );
      for (const sentence of stage.wrongs.slice(told)) say(`WRONG: ${sentence}`);
      told = stage.wrongs.length;
      await pause(progressEveryMs);
    }
  };
  void progress();
  const growth = options.events === 0 ? null : growLog(trouble, ideas, options.events);
  const load = Promise.all([
    growth?.ended,
    ...Array.from({ length: writers }, () => takeInOverApi(stage, ideas, options.ideas)),
    ...Array.from({ length: writers }, () => dispatchAll(stage)),
    careForQueue(stage),
    moveShelf(stage, shelf),
    readPages(stage, 'reader 1'),
    repeatCalls(stage),
    troubleCallbacks(stage, memory),
    disturbWatchers(stage, watchers),
    options.from === '' ? undefined : upgradePlanes(trouble, (options.minutes * 60_000) / 6),
    (growth?.begun ?? Promise.resolve()).then(() => playFaults(trouble, options.every * 1_000)),
  ]);
  await Promise.race([pause(options.minutes * 60_000), growth?.reached ?? load]);
  const growingMs = monotonicMs() - startedMs;
  stage.stop();
  await load;
  say('coming to rest');
  await comeToRest(stage, async () => {
    while ((await findActive(trouble)) === null) await pause(100);
  });
  const unequal = await becomeEqual(stage);
  if (unequal !== null) stage.wrong(`the planes show different ends of the log: ${unequal}`);
  say('comparing');
  const awaited = await awaitWatchers(stage, watchers);
  for (const { client } of watchers) client.close();
  await compareClients(stage, watchers, awaited);
  if (growth !== null) await compareGrown(stage, growth.grown);
  const totals = await compare(stage, { ideas, shelf, published: new Map(), watchers }, awaited);
  isOver = true;
  say('proving the stores');
  await proveStores(stage, world.planes);
  await Promise.all(managed);
  const times = trouble.takeOvers.map(({ ms }) => ms).sort((left, right) => left - right);
  return {
    ...options,
    events_per_sec: Math.round(awaited / (growingMs / 1_000)),
    wrongs: stage.wrongs,
    take_overs: {
      count: times.length,
      p50_ms: at(times, 0.5),
      p99_ms: at(times, 0.99),
      each: trouble.takeOvers,
    },
    faults: stage.meters.faults,
    counts: Object.fromEntries(
      [...stage.counts].sort(([left], [right]) => (left < right ? -1 : 1)),
    ),
    totals,
  };
}

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string' },
      clients: { type: 'string', default: '20' },
      workers: { type: 'string', default: '4' },
      ideas: { type: 'string', default: '3' },
      events: { type: 'string', default: '0' },
      every: { type: 'string', default: '5' },
      pace: { type: 'string', default: '100' },
      from: { type: 'string', default: '' },
      json: { type: 'string' },
    },
  });
  const options: Options = {
    minutes: Number(values.minutes),
    seed: Number(values.seed ?? Math.floor(systemEntropy.random() * 999_999_999)),
    clients: Number(values.clients),
    workers: Number(values.workers),
    ideas: Number(values.ideas),
    events: Number(values.events),
    every: Number(values.every),
    pace: Number(values.pace),
    from: values.from === '' ? '' : resolve(values.from),
  };
  const again = `npm run chaos -- --minutes ${options.minutes} --seed ${options.seed} --clients ${options.clients} --workers ${options.workers} --ideas ${options.ideas} --events ${options.events} --every ${options.every} --pace ${options.pace}${options.from === '' ? '' : ` --from ${options.from}`}`;
  process.stderr.write(`${again}\n`);
  const path = process.env['PATH'] ?? '';
  const packageRoot = process.cwd();
  const from = options.from === '' ? packageRoot : options.from;
  if (!existsSync(join(from, 'dist', 'cli.js')))
    throw new Error(
      `--from ${from}: no program is built there; run npm ci and npm run build in it`,
    );
  const world = await createPlanesWorld({ ...options, packageRoot, from, path });
  let keep = true;
  try {
    const report = await play(world, options);
    keep = report.wrongs.length > 0;
    if (values.json !== undefined)
      writeFileSync(resolve(values.json), `${JSON.stringify(report, null, 2)}\n`);
    print(report);
    process.stdout.write(`again: ${again}\n`);
    if (keep) process.stdout.write(`its folder is kept: ${world.dir}\n`);
  } finally {
    await world.remove(keep);
  }
  return keep ? 1 : 0;
}

function print({
  clients,
  counts,
  totals,
  take_overs,
  events_per_sec,
  wrongs,
}: Awaited<ReturnType<typeof play>>): void {
  const lines = [
    ...Object.entries({ ...counts, ...totals }).map(([name, value]) => `${name}: ${value}`),
    `events a second: ${events_per_sec}`,
    `take-overs: ${take_overs.count}, p50 ${take_overs.p50_ms} ms, p99 ${take_overs.p99_ms} ms`,
    ...(wrongs.length === 0
      ? [
          `nothing acknowledged is lost, nothing was done twice, each of ${clients} clients of the feed saw what it follows of ${totals['events'] ?? 'unknown'} events once and in order`,
        ]
      : wrongs.map((sentence) => `WRONG: ${sentence}`)),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

process.exitCode = await main(process.argv.slice(2));
