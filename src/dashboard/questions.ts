/** Asking the service for what a page shows, and noting the answers down. */

import { filterInAddress, tagsInAddress } from './address.ts';
import { alertPaths, readAlertLists } from './alert-model.ts';
import { type Answer, getJson } from './api.ts';
import { mergeEvents } from './fold.ts';
import {
  type ListPage,
  type LogEvent,
  type Overview,
  readEvent,
  readOverview,
  readPage,
  readPaperRow,
  readQueueRow,
} from './model.ts';
import { type EventFilter, type PageName, queryOf, sameTags } from './places.ts';
import { readRunRow } from './run-model.ts';
import { narrowTo, type Store } from './store.ts';
import { readWorkers } from './worker-model.ts';

/** An answer is in the store; there was none; the token was refused; the session was over meanwhile. */
export type Outcome = 'heard' | 'lost' | 'unauthorized' | 'left';

interface Asking {
  readonly token: string;
  /** Aborted when the session is over. */
  readonly signal: AbortSignal;
}

const listPaths = {
  queue: '/control/api/v1/queue?page_size=100',
  runs: '/control/api/v1/runs?page_size=100',
  papers: '/control/api/v1/papers?page_size=100',
  workers: '/control/api/v1/workers',
} as const;

/** Only what the address narrows the list to. */
function listPathsOf(
  page: keyof typeof listPaths | 'alerts',
  tags: readonly string[],
): readonly string[] {
  if (page === 'alerts') return alertPaths;
  const query = new URLSearchParams(tags.map((tag): [string, string] => ['tag', tag]));
  const path = listPaths[page];
  return page === 'workers' || query.size === 0 ? [path] : [`${path}&${query}`];
}

/** Asks for the overview and, with `list`, for what `page` lists. */
export async function ask(
  store: Store,
  { page, list, token, signal }: Asking & { readonly page: PageName; readonly list: boolean },
): Promise<Outcome> {
  const filter = filterInAddress();
  const tags = tagsInAddress();
  const resync = store.resync;
  const paths = ['/control/api/v1/overview'];
  if (list && page !== 'overview') {
    paths.push(...(page === 'events' ? [eventsPath(filter, null)] : listPathsOf(page, tags)));
  }
  const answers = await Promise.all(paths.map((path) => getJson(path, token)));
  const outcome = outcomeOf(store, answers, signal);
  if (outcome !== 'heard') return outcome;
  const [overview, ...lists] = answers.map((answer) => (answer.kind === 'ok' ? answer.json : null));
  const before = store.overview?.logEpoch ?? null;
  const told = readOverview(overview);
  const anew = resync !== null || (before !== null && told.logEpoch !== before);
  noteOverview(store, told, anew);
  if (paths.length > 1) noteList(store, lists, { page, filter, tags, anew });
  // Another gap may have been told meanwhile.
  if (store.resync === resync) store.resync = null;
  return 'heard';
}

/** Asks for the events before the last one shown. */
export async function askOlder(store: Store, { token, signal }: Asking): Promise<Outcome> {
  const { filter, events } = store;
  if (events === null || events.nextCursor === null) return 'heard';
  const answer = await getJson(eventsPath(filter, events.nextCursor), token);
  const outcome = outcomeOf(store, [answer], signal);
  if (outcome !== 'heard' || answer.kind !== 'ok') return outcome;
  const older = readPage(answer.json, readEvent);
  if (older === null || store.events === null || store.filter !== filter) return 'heard';
  store.events = { ...older, rows: mergeEvents(store.events.rows, older.rows) };
  return 'heard';
}

function eventsPath(filter: EventFilter, cursor: string | null): string {
  const query = queryOf(filter);
  query.set('page_size', '100');
  if (cursor !== null) query.set('cursor', cursor);
  return `/control/api/v1/events?${query}`;
}

function outcomeOf(store: Store, answers: readonly Answer[], signal: AbortSignal): Outcome {
  if (signal.aborted) return 'left';
  if (answers.some(({ kind }) => kind === 'unauthorized')) return 'unauthorized';
  const failed = answers.find((answer) => answer.kind === 'failed');
  store.lost = failed?.why ?? null;
  return failed === undefined ? 'heard' : 'lost';
}

/** `anew`: what was known before is not to be trusted. */
function noteOverview(store: Store, overview: Overview, anew: boolean): void {
  const known = anew ? null : store.overview?.events;
  const events = overview.events && known ? mergeEvents(overview.events, known) : overview.events;
  store.overview = { ...overview, events };
  store.atMs = Date.now();
  const { generatedMs } = overview;
  store.skewMs = generatedMs === null ? 0 : generatedMs - store.atMs;
}

function noteList(
  store: Store,
  lists: readonly unknown[],
  {
    page,
    filter,
    tags,
    anew,
  }: { page: PageName; filter: EventFilter; tags: readonly string[]; anew: boolean },
): void {
  // Asked before the address changed; what it says now is asked next.
  if (page !== 'events' && !sameTags(tags, tagsInAddress())) return;
  narrowTo(store, tags);
  const [json] = lists;
  if (page === 'alerts') store.alerts = readAlertLists(lists);
  if (page === 'queue') store.queue = readPage(json, readQueueRow);
  if (page === 'runs') store.runs = readPage(json, readRunRow);
  if (page === 'workers') store.workers = readWorkers(json);
  if (page === 'papers') store.papers = readPage(json, readPaperRow);
  if (page !== 'events') return;
  const heard = readPage(json, readEvent);
  const isSame = queryOf(filter).toString() === queryOf(store.filter).toString();
  store.events = anew || !isSame ? heard : mergePages(heard, store.events);
  store.held = anew || !isSame ? [] : store.held;
  store.filter = filter;
}

/** What the feed added stays on top, what was asked for earlier stays below. */
function mergePages(
  heard: ListPage<LogEvent> | null,
  known: ListPage<LogEvent> | null,
): ListPage<LogEvent> | null {
  if (heard === null || known === null || known.rows.length === 0) return heard;
  const oldest = heard.rows.at(-1)?.id ?? 0;
  const reachesFurther = (known.rows.at(-1)?.id ?? 0) < oldest;
  // Between them may be rows that neither has.
  if ((known.rows[0]?.id ?? 0) < oldest) return heard;
  return { ...(reachesFurther ? known : heard), rows: mergeEvents(heard.rows, known.rows) };
}
