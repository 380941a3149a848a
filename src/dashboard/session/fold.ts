/**
 * Folding the feed into what is shown. Events are added where they are listed; what else they
 * change is asked again. Pure.
 */
import type { LiveEvent } from '../../http/live/protocol.ts';
import type { EventFilter, PageName } from '../places/places.ts';
import type { ListPage, LogEvent, RunRow } from '../service/wire.ts';

/** Rows kept in a list that grows by itself. */
export const logRowsMax = 1_000;

/** Rows with a new one in its place: newest first, each id once. */
export function addEvent(rows: readonly LogEvent[], event: LogEvent): readonly LogEvent[] {
  const { event_id: id } = event;
  if (id === undefined) return rows;
  const place = rows.findIndex((row) => (row.event_id ?? 0) <= id);
  if (place < 0) return rows.length === 0 ? [event] : [...rows, event];
  if (rows[place]!.event_id === id) return rows;
  return [...rows.slice(0, place), event, ...rows.slice(place)];
}

/** Both lists as one: newest first, each id once, no more than are kept. */
export function mergeEvents(
  first: readonly LogEvent[],
  second: readonly LogEvent[],
): readonly LogEvent[] {
  const byId = new Map([...second, ...first].map((event) => [event.event_id, event]));
  return [...byId.values()]
    .sort((a, b) => (b.event_id ?? 0) - (a.event_id ?? 0))
    .slice(0, logRowsMax);
}

/** A page of the log with a new event on top, when it passes the filter. */
export function tailPage(
  page: ListPage<LogEvent> | null,
  event: LogEvent,
  passes: boolean,
): ListPage<LogEvent> | null {
  if (page === null || !passes) return page;
  const rows = addEvent(page.rows, event);
  if (rows === page.rows) return page;
  if (rows.length <= logRowsMax) return { ...page, rows };
  // The cursor would leave out what is cut off here, so the list ends with what is kept.
  return { ...page, rows: rows.slice(0, logRowsMax), hasMore: true, nextCursor: null };
}

/** What the feed added stays on top, what was asked for earlier stays below. */
export function mergePages(
  heard: ListPage<LogEvent> | null,
  known: ListPage<LogEvent> | null,
): ListPage<LogEvent> | null {
  if (heard === null || known === null || known.rows.length === 0) return heard;
  const oldest = heard.rows.at(-1)?.event_id ?? 0;
  const reachesFurther = (known.rows.at(-1)?.event_id ?? 0) < oldest;
  // Between them may be rows that neither has.
  if ((known.rows[0]?.event_id ?? 0) < oldest) return heard;
  return { ...(reachesFurther ? known : heard), rows: mergeEvents(heard.rows, known.rows) };
}

/** Whether an event passes; null: only the service can tell, because it searches every text. */
export function passesFilter(filter: EventFilter, event: LiveEvent): boolean | null {
  const differs = (['event_type', 'entity_type', 'entity_id'] as const).some(
    (name) => filter[name] !== '' && filter[name] !== event[name],
  );
  if (differs) return false;
  return filter.search === '' ? true : null;
}

type ListName = 'queue' | 'runs' | 'papers' | 'workers' | 'alerts' | 'corpus';
const listEntities: Readonly<Record<ListName, readonly string[]>> = {
  queue: ['queue_item', 'project', 'intake', 'plan', 'control', 'pump'],
  runs: ['run', 'queue_item', 'run_watch'],
  papers: ['paper', 'paper_review', 'corpus_entry', 'rewrite_batch', 'replication'],
  workers: ['worker_target', 'queue_item', 'run', 'control'],
  alerts: ['alert', 'incident', 'notification'],
  corpus: ['corpus_entry'],
};

const isList = (page: PageName): page is ListName => Object.hasOwn(listEntities, page);

/** Whether the list of a page may look different after an event; of runs only those shown tell of their items. */
export function touchesList(
  page: PageName,
  { entity_type: type, entity_id: id }: LiveEvent,
  runs: readonly RunRow[],
): boolean {
  if (!isList(page)) return false;
  if (page === 'runs' && type === 'queue_item') {
    return runs.some(({ project_id: project }) => project === id);
  }
  if (listEntities[page].includes(type)) return true;
  // What is of no known kind may be of any.
  return !Object.values(listEntities).some((types) => types.includes(type));
}
