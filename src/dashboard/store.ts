/** Everything the page shows, in one place: what was asked for, and what the feed added since. */
import type { LiveGap, LiveStatus } from '../http/live/client-types.ts';
import type { LiveEvent, LiveSample } from '../http/live/protocol.ts';
import type { AlertLists } from './alert-model.ts';
import type { ItemDetail } from './detail-model.ts';
import { addEvent, passesFilter, tailPage, touchesList } from './fold.ts';
import {
  type ListPage,
  type LogEvent,
  type Overview,
  type PaperRow,
  type QueueRow,
  readEvent,
} from './model.ts';
import { type EventFilter, noFilter, type PageName, sameTags } from './places.ts';
import type { PumpAct } from './pump-words.ts';
import type { RunRow } from './run-model.ts';
import type { RunDetail } from './run-state.ts';
import { addSample, type Tracks } from './tracks.ts';
import { addReadings, type LiveReadings, type WorkerAct, type WorkerRow } from './worker-model.ts';

/** How changes reach the page. */
export type Mode = 'feed' | 'polling';

/** Changed in place by answers and by the feed; drawing only reads it. */
export interface Store {
  /** Null until first loaded, like the lists. */
  overview: Overview | null;
  queue: ListPage<QueueRow> | null;
  runs: ListPage<RunRow> | null;
  papers: ListPage<PaperRow> | null;
  workers: readonly WorkerRow[] | null;
  alerts: AlertLists | null;
  events: ListPage<LogEvent> | null;
  /** The queue item that the address names; null when it names none. */
  item: ItemDetail | null;
  /** The run that the address names; null when it names none. */
  run: RunDetail | null;
  /** What was asked of workers last, by name. */
  workerActs: ReadonlyMap<string, WorkerAct>;
  /** What was asked of the pump last; null: nothing. */
  pumpAct: PumpAct | null;
  /** What the lists of the queue, runs and papers were asked with. */
  tags: readonly string[];
  /** What `events` was asked with. */
  filter: EventFilter;
  /** New events that a reader further down has not been shown yet. */
  held: readonly LogEvent[];
  tracks: Tracks;
  /** The newest readings of each worker, by name. */
  readings: LiveReadings;
  /** The newest frame of each live run, by id. */
  frames: ReadonlyMap<string, LiveSample>;
  /** Browser time of the last good answer. */
  atMs: number | null;
  /** Service time minus browser time. */
  skewMs: number;
  /** Why the last question had no answer; null when it had one. */
  lost: string | null;
  feed: LiveStatus;
  feedHeardMs: number | null;
  mode: Mode;
  /** A gap whose lists have not been read again yet. */
  resync: string | null;
}

/** Before anything was asked or heard. */
export function emptyStore(): Store {
  return {
    overview: null,
    queue: null,
    runs: null,
    papers: null,
    workers: null,
    alerts: null,
    events: null,
    item: null,
    run: null,
    workerActs: new Map(),
    pumpAct: null,
    tags: [],
    filter: noFilter,
    held: [],
    tracks: new Map(),
    readings: new Map(),
    frames: new Map(),
    atMs: null,
    skewMs: 0,
    lost: null,
    feed: { state: 'connecting' },
    feedHeardMs: null,
    mode: 'feed',
    resync: null,
  };
}

const recentMax = 40;
const heldMax = 500;
const framesMax = 64;

/** Folds an event in; answers whether the list of `page` has to be asked again. */
export function foldEvent(
  store: Store,
  data: LiveEvent,
  { page, hold }: { readonly page: PageName; readonly hold: boolean },
): boolean {
  const event = readEvent({ ...data });
  if (store.overview?.events) {
    const events = addEvent(store.overview.events, event).slice(0, recentMax);
    store.overview = { ...store.overview, events };
  }
  const passes = passesFilter(store.filter, data);
  if (passes === true && hold) store.held = addEvent(store.held, event).slice(0, heldMax);
  else store.events = tailPage(store.events, event, passes === true);
  return page === 'events' ? passes === null : touchesList(page, data);
}

/** Shows the events that were held back. */
export function showHeld(store: Store): void {
  for (const event of store.held.toReversed()) store.events = tailPage(store.events, event, true);
  store.held = [];
}

/** Notes a sample of the feed down for its run and its worker; of runs only the last 64 heard of are kept. */
export function foldSample(store: Store, sample: LiveSample): void {
  store.tracks = addSample(store.tracks, sample);
  store.readings = addReadings(store.readings, sample);
  const frames = new Map(store.frames);
  frames.delete(sample.run_id);
  frames.set(sample.run_id, sample);
  const oldest = frames.keys().next().value;
  if (frames.size > framesMax && oldest !== undefined) frames.delete(oldest);
  store.frames = frames;
}

/** Forgets rows that are not what is asked for now. */
export function narrowTo(store: Store, tags: readonly string[]): void {
  if (sameTags(tags, store.tags)) return;
  store.tags = tags;
  store.queue = null;
  store.runs = null;
  store.papers = null;
}

/** From here on what is shown is not to be trusted until it was read again. */
export function foldGap(store: Store, gap: LiveGap): void {
  store.resync = gap.reason;
  if (!gap.isAnew) return;
  // Its ids are given to other events now.
  store.events = null;
  store.held = [];
  if (store.overview !== null) store.overview = { ...store.overview, events: null };
}

/** Browser time up to which what is shown is known to be so; null when nothing is. */
export function freshMs({ atMs, feedHeardMs, resync }: Store): number | null {
  if (atMs === null || feedHeardMs === null || resync !== null) return atMs;
  return Math.max(atMs, feedHeardMs);
}
