/**
 * Everything the page shows, in one store: what was asked for, and what the feed added since. Answers,
 * frames of the feed and the address come in as events; each makes another state, never changed in place.
 */
import { createStore } from '@xstate/store';
import type { LiveGap, LiveStatus } from '../../http/live/client-types.ts';
import type { LiveEvent, LiveSample } from '../../http/live/protocol.ts';
import type { PumpAct } from '../acts/pump-words.ts';
import type { TrialShown } from '../acts/trials.ts';
import type { Undo } from '../acts/undo.ts';
import type { BulkPlan } from '../acts/verbs.ts';
import type { ReportShown } from '../operations/report-state.ts';
import type { PaperDetail } from '../papers/paper-state.ts';
import {
  type EventFilter,
  noFilter,
  type Place,
  placeOf,
  queryOf,
  sameList,
} from '../places/places.ts';
import type { Adding } from '../queue/adding.ts';
import type { ItemDetail } from '../queue/item-state.ts';
import { type Look, type QueueList, withItem } from '../queue/queue-list.ts';
import type { RunDetail } from '../runs/run-state.ts';
import { addSample, type Tracks } from '../runs/tracks.ts';
import { timeOf } from '../service/loose.ts';
import type {
  AlertRow,
  CorpusShown,
  Figures,
  IncidentRow,
  ListPage,
  LogEvent,
  Overview,
  PaperRow,
  PastOverview,
  QueueRow,
  RunRow,
  WorkerRow,
} from '../service/wire.ts';
import { addReadings, type LiveReadings, type WorkerAct } from '../workers/worker-model.ts';
import { addEvent, mergeEvents, mergePages, passesFilter, tailPage } from './fold.ts';

/** How changes reach the page. */
export type Mode = 'feed' | 'polling';

/** Whether notifications of the browser are shown, or why they cannot be. */
export type NoticeState = 'on' | 'off' | 'denied' | 'unknown here';

/** The lists of the alerts; each is null where the service did not send it. */
export interface AlertLists {
  readonly firing: ListPage<AlertRow> | null;
  readonly suppressed: ListPage<AlertRow> | null;
  readonly incidents: ListPage<IncidentRow> | null;
}

/** How all was at a moment, or why that cannot be told. */
export interface PastShown {
  readonly at: string;
  readonly told: PastOverview | null;
  readonly problem: string | null;
}

/** A list is undefined until it was asked for, and null where the service did not send it. */
export interface State {
  readonly place: Place;
  readonly overview: Overview | null;
  /** The moment that was asked for last, and how all was then; null until one was. */
  readonly past: PastShown | null;
  readonly queue: QueueList | null | undefined;
  /** Which rows of it are in sight. */
  readonly look: Look;
  readonly runs: ListPage<RunRow> | null | undefined;
  readonly papers: ListPage<PaperRow> | null | undefined;
  readonly workers: readonly WorkerRow[] | null | undefined;
  readonly alerts: AlertLists | undefined;
  readonly events: ListPage<LogEvent> | null | undefined;
  /** What `events` was asked with. */
  readonly filter: EventFilter;
  /** New events that a reader further down has not been shown yet. */
  readonly held: readonly LogEvent[];
  /** The newest events, whatever they are of. */
  readonly recent: readonly LogEvent[] | null;
  /** The queue item that the address names; null when it names none. */
  readonly item: ItemDetail | null;
  /** The run that the address names; null when it names none. */
  readonly run: RunDetail | null;
  /** Items chosen for an act on all of them, by id. */
  readonly chosen: ReadonlySet<string>;
  /** What is to be done to them; null: nothing was asked for. */
  readonly plan: BulkPlan | null;
  /** What was asked of workers last, by name. */
  readonly workerActs: ReadonlyMap<string, WorkerAct>;
  /** What was asked of the pump, or of the switch, last; null: nothing. */
  readonly pumpAct: PumpAct | null;
  /** What was asked for to end a reason, by its key. */
  readonly reasonActs: ReadonlyMap<string, PumpAct>;
  /** What happened since the reader looked; null until it was asked for. */
  readonly report: ReportShown | null;
  /** The paper that the address names; null when it names none. */
  readonly paper: PaperDetail | null;
  /** What was asked of rewrite batches last, by id. */
  readonly batchActs: ReadonlyMap<string, PumpAct>;
  readonly corpus: CorpusShown | null | undefined;
  /** What was tried before it is done, by act and target. */
  readonly trials: ReadonlyMap<string, TrialShown>;
  /** Ideas that are being written; null: none are. */
  readonly adding: Adding | null;
  /** What was done last and can be taken back; null: nothing. */
  readonly undo: Undo | null;
  /** Why an item was not put elsewhere in the queue; null: it was, or nobody asked. */
  readonly orderWords: string | null;
  readonly notices: NoticeState;
  readonly tracks: Tracks;
  /** The newest readings of each worker, by name. */
  readonly readings: LiveReadings;
  /** The newest frame of each live run, by id. */
  readonly frames: ReadonlyMap<string, LiveSample>;
  /** Browser time of the last tick. */
  readonly nowMs: number;
  /** Browser time of the last good answer. */
  readonly atMs: number | null;
  /** Service time minus browser time. */
  readonly skewMs: number;
  /** Why the last question had no answer; null when it had one. */
  readonly lost: string | null;
  /** What the figures say may not be so any more: they were asked for and not had, or nobody asks while the tab is hidden. */
  readonly figuresOld: boolean;
  /** When it is asked again, by the browser's clock; null: no question waits for that. */
  readonly retryMs: number | null;
  readonly feed: LiveStatus;
  readonly feedHeardMs: number | null;
  readonly mode: Mode;
  /** A gap whose lists have not been read again yet. */
  readonly resync: string | null;
}

/** Before anything was asked or heard. */
export const emptyState: State = {
  place: placeOf(''),
  overview: null,
  past: null,
  queue: undefined,
  look: { from: 0, to: 0 },
  runs: undefined,
  papers: undefined,
  workers: undefined,
  alerts: undefined,
  events: undefined,
  filter: noFilter,
  held: [],
  recent: null,
  item: null,
  run: null,
  chosen: new Set(),
  plan: null,
  workerActs: new Map(),
  pumpAct: null,
  reasonActs: new Map(),
  report: null,
  paper: null,
  batchActs: new Map(),
  corpus: undefined,
  trials: new Map(),
  adding: null,
  undo: null,
  orderWords: null,
  notices: 'off',
  tracks: new Map(),
  readings: new Map(),
  frames: new Map(),
  nowMs: 0,
  atMs: null,
  skewMs: 0,
  lost: null,
  figuresOld: false,
  retryMs: null,
  feed: { state: 'connecting' },
  feedHeardMs: null,
  mode: 'feed',
  resync: null,
};

const recentMax = 40;
const heldMax = 500;
const framesMax = 64;

/** What was asked for has come: `anew`, what was known before is not to be trusted. */
function told(
  state: State,
  { overview, atMs, anew }: { overview: Overview; atMs: number; anew: boolean },
): State {
  const { recent_events: recent = null } = overview;
  const known = anew ? null : state.recent;
  const generatedMs = timeOf(overview.generated_at);
  return {
    ...state,
    overview,
    recent: recent && known ? mergeEvents(recent, known).slice(0, recentMax) : recent,
    atMs,
    nowMs: Math.max(atMs, state.nowMs),
    skewMs: generatedMs === null ? 0 : generatedMs - atMs,
  };
}

/** A page of the log, asked with a filter. */
function eventsTold(
  state: State,
  { page, filter, anew }: { page: ListPage<LogEvent> | null; filter: EventFilter; anew: boolean },
): State {
  const isSame = queryOf(filter).toString() === queryOf(state.filter).toString();
  const known = anew || !isSame ? null : (state.events ?? null);
  return {
    ...state,
    events: mergePages(page, known),
    held: anew || !isSame ? [] : state.held,
    filter,
  };
}

/** The events before the last one shown. */
function olderTold(
  state: State,
  { page, filter }: { page: ListPage<LogEvent> | null; filter: EventFilter },
): State {
  if (page === null || state.events == null || state.filter !== filter) return state;
  return { ...state, events: { ...page, rows: mergeEvents(state.events.rows, page.rows) } };
}

/** `hold`: someone reads further down, and is not to lose their place. */
function happened(state: State, { event, hold }: { event: LiveEvent; hold: boolean }): State {
  const recent = state.recent && addEvent(state.recent, event).slice(0, recentMax);
  const passes = state.place.at === null && passesFilter(state.filter, event) === true;
  if (passes && hold) {
    return { ...state, recent, held: addEvent(state.held, event).slice(0, heldMax) };
  }
  return { ...state, recent, events: state.events && tailPage(state.events, event, passes) };
}

/** Shows the events that were held back. */
function heldShown(state: State): State {
  const events = state.held
    .toReversed()
    .reduce((page, event) => page && tailPage(page, event, true), state.events);
  return { ...state, events, held: [] };
}

/** A sample of the feed, for its run and its worker; of runs only the last 64 heard of are kept. */
function sampled(state: State, { sample }: { sample: LiveSample }): State {
  const frames = new Map(state.frames);
  frames.delete(sample.run_id);
  frames.set(sample.run_id, sample);
  const oldest = frames.keys().next().value;
  if (frames.size > framesMax && oldest !== undefined) frames.delete(oldest);
  return {
    ...state,
    tracks: addSample(state.tracks, sample),
    readings: addReadings(state.readings, sample),
    frames,
  };
}

/** From here on what is shown is not to be trusted until it was read again. */
function missed(state: State, { gap }: { gap: LiveGap }): State {
  if (!gap.isAnew) return { ...state, resync: gap.reason };
  // Its ids are given to other events now.
  return { ...state, resync: gap.reason, events: undefined, held: [], recent: null };
}

/** The address leads elsewhere: rows that are not what is asked for now are forgotten. */
function moved(state: State, { place }: { place: Place }): State {
  const { place: before } = state;
  const isSame = sameList(before, place);
  const isList = before.page === place.page && !isSame;
  // What was at another moment is not shown at this one for an instant.
  const isOtherMoment = before.at !== place.at;
  const sameTags = !isOtherMoment && JSON.stringify(before.tags) === JSON.stringify(place.tags);
  const list = <List>(rows: List): List | undefined => (sameTags ? rows : undefined);
  return {
    ...state,
    place,
    runs: list(state.runs),
    papers: isList && place.page === 'papers' ? undefined : list(state.papers),
    queue: isList && place.page === 'queue' ? undefined : list(state.queue),
    look: isSame ? state.look : emptyState.look,
    events: isOtherMoment || (isList && place.page === 'events') ? undefined : state.events,
    chosen: new Set(place.chosen),
    corpus: isList && place.page === 'corpus' ? undefined : state.corpus,
    orderWords: isSame ? state.orderWords : null,
    plan: isSame ? state.plan : null,
  };
}

/** Items as they are now. */
function itemsTold(state: State, { rows }: { rows: readonly QueueRow[] }): State {
  return state.queue ? { ...state, queue: rows.reduce(withItem, state.queue) } : state;
}

const noted = (state: State, { part }: { part: Partial<State> }): State => ({ ...state, ...part });

/** The one store of a session; whoever learns something tells it here. */
export const createDashboardStore = () =>
  createStore({
    context: emptyState,
    on: {
      told,
      eventsTold,
      olderTold,
      happened,
      heldShown,
      sampled,
      missed,
      moved,
      itemsTold,
      noted,
    },
  });
export type DashboardStore = ReturnType<typeof createDashboardStore>;

/** What the service counts at the moment that is shown; null while that is not known. */
export const figuresOf = ({ place, overview, past }: State): Figures | null =>
  place.at === null ? overview : past?.at === place.at ? past.told : null;

/** Browser time up to which what is shown is known to be so; null when nothing is. */
export function freshMs({ atMs, feedHeardMs, resync }: State): number | null {
  if (atMs === null || feedHeardMs === null || resync !== null) return atMs;
  return Math.max(atMs, feedHeardMs);
}
