/** The pages there are and the filters of the event log, and how an address names them. Pure. */

/** In the order of the navigation; each is the first part of an address. */
export const pages = [
  'overview',
  'queue',
  'runs',
  'papers',
  'workers',
  'events',
  'alerts',
] as const;
/** A page as an address names it. */
export type PageName = (typeof pages)[number];

/** Filters of the event log; empty texts filter nothing. Names are those of the API. */
export interface EventFilter {
  readonly event_type: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly search: string;
}
/** Everything passes. */
export const noFilter: EventFilter = { event_type: '', entity_type: '', entity_id: '', search: '' };
/** The filters in the order of the form. */
export const filterNames = Object.keys(noFilter) as readonly (keyof EventFilter)[];

/** Address of the events that pass a filter. */
export function eventsAddress(filter: Partial<EventFilter>): string {
  const query = queryOf({ ...noFilter, ...filter }).toString();
  return query === '' ? '#/events' : `#/events?${query}`;
}

/** Pages whose lists can be narrowed to tags. */
export type TaggedPage = 'queue' | 'runs' | 'papers';
/** What beside its name an address of such a page may hold. */
interface ListPlace {
  /** What is shown beside the list; null: nothing. */
  readonly id?: string | null;
  /** The list shows what has all of them. */
  readonly tags?: readonly string[];
  readonly span?: SpanName;
}

/** Address of a list, of what is shown beside it and of what it is narrowed to. */
export function listAddress(
  page: TaggedPage,
  { id = null, tags = [], span = 'all' }: ListPlace,
): string {
  const query = new URLSearchParams(tags.map((tag): [string, string] => ['tag', tag]));
  if (span !== 'all') query.set('span', span);
  const path = id === null ? `#/${page}` : `#/${page}/${encodeURIComponent(id)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Whether both narrow a list to the same. */
export const sameTags = (left: readonly string[], right: readonly string[]): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** Address of the queue with one item beside it; null: the queue alone. */
export function queueAddress(id: string | null, tags: readonly string[] = []): string {
  return listAddress('queue', { id, tags });
}

/** Stretches of a run that its chart can show; `all` is the whole run. */
export const spans = { all: null, '1h': 3_600_000, '10m': 600_000 } as const;
/** A stretch as an address names it. */
export type SpanName = keyof typeof spans;

/** Address of the runs with one beside them; null: the runs alone. */
export function runsAddress(id: string | null, place: Omit<ListPlace, 'id'> = {}): string {
  return listAddress('runs', { ...place, id });
}

/** Address of the workers, at one of them. */
export function workersAddress(name: string): string {
  return `#/workers/${encodeURIComponent(name)}`;
}

/** The filters that are set. */
export function queryOf(filter: EventFilter): URLSearchParams {
  return new URLSearchParams(
    filterNames
      .filter((name) => filter[name] !== '')
      .map((name): [string, string] => [name, filter[name]]),
  );
}
