/**
 * The end of a soak: everything comes to rest, and what was acknowledged is compared with what the
 * service has. Each difference is one sentence.
 */
import { pick } from './chance.ts';
import type { Child } from './child.ts';
import { honest } from './door.ts';
import type { IdeaModel } from './intake.ts';
import { type Members, rowsIn, type Stage } from './stage.ts';
import { monotonicMs, pause } from './time.ts';
import type { Watcher } from './watchers.ts';
import type { Shelf } from './work.ts';
import type { Scene } from './world.ts';

/** What the soak itself knows of the service: all that was acknowledged to it, and who listened. */
export interface Model {
  readonly ideas: IdeaModel;
  readonly shelf: Shelf;
  /** Paper id to public id of every acknowledged import. */
  readonly published: ReadonlyMap<string, string>;
  readonly watchers: readonly Watcher[];
}

const v1 = '/control/api/v1';
const restMsMax = 300_000;
/** Listeners that hear nothing more for so long hear no more. */
const deafMsMax = 120_000;
const repeatsMax = 2_000;

/**
 * Waits until nothing is under way any more; what never comes to rest is wrong. `mend` starts again what is not there
 * to come to rest.
 */
export async function comeToRest(stage: Stage<Scene>, mend: () => Promise<void>): Promise<void> {
  for (const { toWorker, toControl } of stage.world.workers) {
    toWorker.trick = honest;
    toControl.trick = honest;
  }
  await mend();
  const endMs = monotonicMs() + restMsMax;
  let active: readonly Members[] = [];
  let pending = Number.NaN;
  while (monotonicMs() < endMs) {
    // At one moment: an item may go back from one status to another.
    const page = await stage.read('list', '/control/api/queues/active?page_size=100');
    const heard = Array.isArray(page['rows']);
    active = rowsIn(page);
    const health = await stage.read('read', '/control/api/queue-health');
    const undelivered = health['undelivered'] as Members | undefined;
    pending = Number(undelivered?.['pending_effects'] ?? Number.NaN);
    if (heard && active.length === 0 && pending === 0) return;
    // Callbacks that a worker was taught not to deliver go when somebody asks for it.
    for (const { name } of stage.world.workers)
      await stage.ask('read', `${v1}/workers/${name}/callbacks/retry`, {});
    await pause(1_000);
  }
  for (const row of active)
    stage.wrong(
      `${String(row['project_id'])} never came to rest: ${JSON.stringify(row).slice(0, 800)}`,
    );
  if (active.length === 0) stage.wrong(`the outbox never became empty: ${pending} effects`);
}

/** All rows of a list, page by page, and of each what is `kept`; null when a page was not answered. */
async function readAll<Kept = Members>(
  stage: Stage<Scene>,
  path: string,
  kept = (row: Members): Kept => row as Kept,
): Promise<readonly Kept[] | null> {
  const rows: Kept[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await stage.read('list', `${path}${more}`);
    if (!Array.isArray(page['rows'])) return null;
    rows.push(...rowsIn(page).map(kept));
    const next = page['next_cursor'] ?? (page['page'] as Members | undefined)?.['next_cursor'];
    cursor = typeof next === 'string' ? next : null;
  } while (cursor !== null);
  return rows;
}

/** Compares, with listeners as far as the event up to which all were awaited; answers what was counted. */
export async function compare(
  stage: Stage<Scene>,
  model: Model,
  awaited: number,
): Promise<Readonly<Record<string, number>>> {
  const lists = {
    projects: await readAll(stage, `${v1}/projects?page_size=500`),
    queue: await readAll(stage, `${v1}/queue?page_size=500`),
    runs: await readAll(stage, `${v1}/runs?page_size=500`),
    corpus: await readAll(stage, `${v1}/corpus?page_size=500`),
    events: await readAll(stage, `${v1}/events?page_size=500`, toSeenEvent),
  };
  for (const [name, rows] of Object.entries(lists))
    if (rows === null) stage.wrong(`the list of ${name} could not be read at the end`);
  const { projects, queue, runs, corpus, events } = lists;
  if (projects === null || queue === null || runs === null || corpus === null || events === null)
    return {};
  const eventsBy = countEvents(events);
  compareProjects(stage, model, { projects, queue, runs, eventsBy });
  compareRuns(stage, runs, eventsBy);
  comparePapers(stage, model, corpus);
  compareFeed(stage, model.watchers, events, awaited);
  await repeatAll(stage);
  return {
    projects: projects.length,
    runs: runs.length,
    agent_starts: stage.world.workers.reduce((sum, worker) => sum + worker.starts().length, 0),
    imported_papers: corpus.length,
    events: events.length,
    acknowledged_calls: stage.acknowledged.length,
  };
}

/** What is looked at of an event: a long log would not fit as it is. */
interface SeenEvent {
  readonly id: number;
  readonly type: string;
  readonly entity: string;
  readonly about: readonly string[];
}

function toSeenEvent({
  event_id,
  event_type,
  entity_type,
  entity_id,
  payload,
}: Members): SeenEvent {
  const run = (payload as Members | null)?.['run_id'];
  return {
    id: Number(event_id),
    type: String(event_type),
    entity: String(entity_type),
    about: [...new Set([entity_id, run])].filter((each) => typeof each === 'string'),
  };
}

/** How often each event type was written about each entity: `type entity`. */
type EventsBy = ReadonlyMap<string, number>;

function countEvents(events: readonly SeenEvent[]): EventsBy {
  const counted = new Map<string, number>();
  for (const { type, about } of events)
    for (const each of about) {
      const name = `${type} ${each}`;
      counted.set(name, (counted.get(name) ?? 0) + 1);
    }
  return counted;
}

function compareProjects(
  stage: Stage<Scene>,
  { ideas, shelf }: Model,
  found: {
    readonly projects: readonly Members[];
    readonly queue: readonly Members[];
    readonly runs: readonly Members[];
    readonly eventsBy: EventsBy;
  },
): void {
  const ids = found.projects.map(({ project_id }) => String(project_id));
  const known = new Set(ids);
  if (known.size !== ids.length) stage.wrong('a project is in the list of projects twice');
  for (const id of ideas.created) {
    if (!known.has(id)) stage.wrong(`project ${id} was acknowledged and is not there`);
    const times = found.eventsBy.get(`project.created ${id}`) ?? 0;
    if (times !== 1) stage.wrong(`project ${id} was created ${times} times`);
  }
  for (const id of known)
    if (!ideas.created.has(id) && !id.startsWith('shelf-'))
      stage.wrong(`project ${id} is there and was never acknowledged`);
  const items = new Map(found.queue.map((row) => [String(row['project_id']), row]));
  const dispatched = new Set(found.runs.map(({ project_id }) => project_id));
  for (const [id, expected] of shelf) {
    const row = items.get(id);
    const seen = { status: row?.['status'], priority: row?.['dispatch_priority'] };
    // What waits in the queue is dispatched when nothing else waits; nobody has moved it since.
    if (expected.status === 'queued' && seen.status !== 'queued' && dispatched.has(id)) continue;
    if (seen.status !== expected.status || seen.priority !== expected.priority)
      stage.wrong(
        `${id} must be ${JSON.stringify(expected)} by what was acknowledged, and is ${JSON.stringify(seen)}`,
      );
  }
}

function compareRuns(stage: Stage<Scene>, runs: readonly Members[], eventsBy: EventsBy): void {
  const known = new Map(runs.map((row) => [String(row['run_id']), row]));
  for (const worker of stage.world.workers) {
    const times = new Map<string, number>();
    for (const id of worker.starts()) times.set(id, (times.get(id) ?? 0) + 1);
    for (const [id, count] of times) {
      if (count > 1) stage.wrong(`the agent of ${id} was started ${count} times on ${worker.name}`);
      if (!known.has(id))
        stage.wrong(`${id} was started on ${worker.name}, and no run is so called`);
    }
  }
  const started = new Set(stage.world.workers.flatMap((worker) => worker.starts()));
  for (const [id, row] of known) {
    const finished = eventsBy.get(`run.session_finished ${id}`) ?? 0;
    if (finished > 1) stage.wrong(`${id} was finished ${finished} times`);
    const callbacks = eventsBy.get(`worker_callback.session_finished_ready ${id}`) ?? 0;
    if (callbacks > 1) stage.wrong(`the last callback of ${id} took effect ${callbacks} times`);
    if (finished > 0 && !started.has(id)) stage.wrong(`${id} is finished and was never started`);
    if (row['ended_at'] === null && row['state'] !== 'prepared' && row['state'] !== 'dispatching')
      stage.wrong(`run ${id} has not ended: ${String(row['state'])}`);
  }
}

function comparePapers(
  stage: Stage<Scene>,
  { published }: Model,
  corpus: readonly Members[],
): void {
  const byPaper = new Map(corpus.map((row) => [String(row['paper_id']), row]));
  const publicIds = corpus.map((row) => String(row['public_id']));
  if (new Set(publicIds).size !== publicIds.length)
    stage.wrong('two papers of the corpus have one public id');
  for (const [paperId, publicId] of published)
    if (byPaper.get(paperId)?.['public_id'] !== publicId)
      stage.wrong(`${paperId} was imported as ${publicId} and is not in the corpus under it`);
}

/**
 * Every listener of lossless streams from the beginning has heard each event exactly once. What came
 * after it was awaited is left out: at rest, too, a service sees something now and then and notes it.
 */
function compareFeed(
  stage: Stage<Scene>,
  watchers: readonly Watcher[],
  events: readonly SeenEvent[],
  awaited: number,
): void {
  const due = events.filter(({ id }) => id <= awaited);
  for (const { name, heard } of watchers)
    for (const [stream, ids] of heard) {
      const [topic, type] = stream.split('/');
      if (topic !== 'events') continue;
      const count = ids.filter((id) => id <= awaited).length;
      const expected = due.filter(({ entity }) => type === undefined || entity === type).length;
      if (count !== expected)
        stage.wrong(`"${name}" heard ${count} frames of ${stream} for ${expected} events`);
    }
}

/** Waits until every listener has heard what there is; answers the last event of that. */
export async function awaitWatchers(
  stage: Stage<Scene>,
  watchers: readonly Watcher[],
): Promise<number> {
  let endMs = monotonicMs() + deafMsMax;
  let last = 0;
  let heard = 0;
  while (monotonicMs() < endMs) {
    const now = watchers.reduce((sum, { client }) => sum + (client.since() ?? 0), 0);
    if (now > heard) endMs = monotonicMs() + deafMsMax;
    heard = now;
    const [row] = rowsIn(await stage.read('list', `${v1}/events?page_size=1`));
    last = Number(row?.['event_id'] ?? last);
    // Without an answer nobody knows what there is to hear.
    if (
      row !== undefined &&
      watchers.every(
        ({ client }) => client.status().state === 'live' && (client.since() ?? 0) >= last,
      )
    )
      return last;
    await pause(500);
  }
  for (const { name, client } of watchers)
    if (client.status().state !== 'live')
      stage.wrong(`"${name}" is not live at the end: ${JSON.stringify(client.status())}`);
  if (last === 0) stage.wrong('the log could not be read at the end');
  return last;
}

async function repeatAll(stage: Stage<Scene>): Promise<void> {
  const random = stage.random('last repeats');
  const { acknowledged } = stage;
  const calls =
    acknowledged.length <= repeatsMax
      ? acknowledged
      : Array.from({ length: repeatsMax }, () => pick(random, acknowledged));
  for (const call of calls) await stage.repeat(call);
}

/** A control plane as far as its end and its store are concerned. */
interface Part {
  readonly child: Child;
  /** Folder with its configuration. */
  readonly dir: string;
}

/** Ends every part politely, `planes` first, and proves its store with the program's own command. */
export async function proveStores(stage: Stage<Scene>, planes: readonly Part[]): Promise<void> {
  const { world } = stage;
  const parts = [
    ...planes.map((plane) => ({ ...plane, clean: true })),
    ...world.workers.map(({ child, dir, isSimulated }) => ({ child, dir, clean: !isSimulated })),
  ];
  for (const { child, dir, clean } of parts) {
    const end = await child.end('SIGTERM');
    if (clean && end?.code !== 0)
      stage.wrong(`${child.name} ended with ${end?.code ?? end?.signal ?? 'nothing'} at the end`);
    const { code, output } = await world.command(['verify'], dir);
    if (code !== 0) stage.wrong(`verify of ${child.name}: ${output.slice(0, 2000)}`);
    stage.count('stores verified');
  }
}
