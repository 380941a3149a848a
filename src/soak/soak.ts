/** A soak from beginning to end: the world, its load and its faults, and what came of it. */
import { CallbackMemory, troubleCallbacks } from './callbacks.ts';
import { keepAlive, playFaults } from './faults.ts';
import { pingNeighbour, readGauges } from './gauges.ts';
import { IdeaModel, takeInFiles, takeInOverApi } from './intake.ts';
import { type Judgement, judgeFigures, judgeSizes } from './judge.ts';
import { Meters, type Minute } from './meters.ts';
import { startNeighbour } from './neighbour.ts';
import { readPages, repeatCalls } from './readers.ts';
import { awaitWatchers, comeToRest, compare, type Model, proveStores } from './reckoning.ts';
import { Stage } from './stage.ts';
import { monotonicMs, pause } from './time.ts';
import { disturbWatchers, startWatchers } from './watchers.ts';
import { careForQueue, dispatchAll, moveShelf, publish, type Shelf } from './work.ts';
import { createWorld, type World } from './world.ts';

/** What a person asks of a soak, and what the command lends it of the machine. */
export interface SoakOptions {
  readonly packageRoot: string;
  readonly minutes: number;
  readonly seed: number;
  readonly workers: number;
  /** How dense load and faults are, percent of all that the soak can do. */
  readonly pace: number;
  /** Where programs are looked for. */
  readonly path: string;
  /** What serves HTTP in every part, as `http_transport` of the configuration. */
  readonly transport: 'auto' | 'uws' | 'node';
  /** Whether times are judged, too; correctness and sizes always are. */
  readonly judgesTimes: boolean;
  /** Resolves when it is to end early. */
  readonly stopped: Promise<unknown>;
  /** Called every few seconds while it lasts. */
  readonly onProgress: (progress: Progress) => void;
}

/** Where a soak is: under load, coming to rest, or comparing; `seconds` count from the start of the load. */
export interface Progress {
  readonly stage: 'load' | 'rest' | 'compare';
  readonly seconds: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly wrongs: number;
}

/** What came of a soak: printed for people by the command, written as it is by `--report`. */
export interface SoakReport {
  readonly seed: number;
  readonly workers: number;
  readonly pace: number;
  /** Minutes asked for. */
  readonly minutes: number;
  /** Goals about what must never happen: one sentence for each broken one. */
  readonly wrongs: readonly string[];
  /** Broken goals about figures; of sizes alone where times are not judged. */
  readonly slow: readonly string[];
  /** Minutes in which each figure was judged; null where times are not. */
  readonly judged: Judgement['judged'] | null;
  readonly by_minute: readonly Minute[];
  /** What went wrong on purpose, and when: seconds from the start of the load. */
  readonly faults: Meters['faults'];
  readonly counts: Readonly<Record<string, number>>;
  readonly totals: Readonly<Record<string, number>>;
  /** Scratch folder, kept when a goal is broken. */
  readonly kept_folder: string | null;
}

const faultEveryMs = 8_000;
const fileEveryMs = 20_000;
const progressEveryMs = 5_000;

/** Plays one soak and ends all it started. Rejects when a part cannot be started, and keeps the folder. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const world = await createWorld(options);
  let keep = true;
  try {
    await Promise.all(
      [world.control, ...world.workers.map(({ child }) => child)].map((child) =>
        world.serve(child),
      ),
    );
    const report = await play(options, world);
    keep = report.kept_folder !== null;
    return report;
  } finally {
    await world.remove(keep);
  }
}

async function play(options: SoakOptions, world: World): Promise<SoakReport> {
  const { minutes, seed, pace } = options;
  const stage = new Stage(world, new Meters(monotonicMs), options);
  const neighbour = await startNeighbour(world.dir);
  const ideas = new IdeaModel();
  const shelf: Shelf = new Map();
  const published = new Map<string, string>();
  const memory = new CallbackMemory();
  for (const { toControl } of world.workers) memory.listenAt(toControl);
  const watchers = startWatchers(stage);
  const model: Model = { ideas, shelf, published, watchers };
  let now: Progress['stage'] = 'load';
  const startedMs = monotonicMs();
  let isOver = false;
  const tellProgress = async (): Promise<void> => {
    while (!isOver) {
      const seconds = Math.round((monotonicMs() - startedMs) / 1000);
      const { counts, wrongs } = stage;
      options.onProgress({ stage: now, seconds, counts, wrongs: wrongs.length });
      await pause(progressEveryMs);
    }
  };
  void tellProgress();
  try {
    const load = Promise.all([
      takeInOverApi(stage, ideas),
      takeInFiles(stage, ideas, fileEveryMs),
      dispatchAll(stage),
      careForQueue(stage),
      moveShelf(stage, shelf),
      publish(stage, published),
      ...['reader 1', 'reader 2', 'reader 3'].map((name) => readPages(stage, name)),
      repeatCalls(stage),
      troubleCallbacks(stage, memory),
      disturbWatchers(stage, watchers),
      readGauges(stage, neighbour),
      pingNeighbour(stage, neighbour),
      playFaults(stage, faultEveryMs),
    ]);
    await Promise.race([pause(minutes * 60_000), options.stopped, load]);
    stage.stop();
    await load;
    const figures = stage.meters.minutes();
    now = 'rest';
    await comeToRest(stage, () => keepAlive(stage));
    now = 'compare';
    const awaited = await awaitWatchers(stage, watchers);
    const totals = await compare(stage, model, awaited);
    for (const { client } of watchers) client.close();
    await proveStores(stage, [{ child: world.control, dir: world.controlDir }]);
    const { broken, judged } = judgeFigures(figures);
    const slow = options.judgesTimes ? broken : judgeSizes(figures);
    return {
      seed,
      workers: options.workers,
      pace,
      minutes,
      wrongs: stage.wrongs,
      slow,
      judged: options.judgesTimes ? judged : null,
      by_minute: figures,
      faults: stage.meters.faults,
      counts: Object.fromEntries(
        [...stage.counts].sort(([left], [right]) => (left < right ? -1 : 1)),
      ),
      totals,
      kept_folder: stage.wrongs.length + slow.length > 0 ? world.dir : null,
    };
  } finally {
    isOver = true;
    for (const { client } of watchers) client.close();
    await neighbour.end();
  }
}
