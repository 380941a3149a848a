/** The pages there are and the filters of the event log, and how an address names them. Pure. */

export const pages = ['overview', 'queue', 'papers', 'events'] as const;
export type PageName = (typeof pages)[number];

/** Filters of the event log; empty texts filter nothing. Names are those of the API. */
export interface EventFilter {
  readonly event_type: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly search: string;
}
export const noFilter: EventFilter = { event_type: '', entity_type: '', entity_id: '', search: '' };
export const filterNames = Object.keys(noFilter) as readonly (keyof EventFilter)[];

/** Address of the events that pass a filter. */
export function eventsAddress(filter: Partial<EventFilter>): string {
  const query = queryOf({ ...noFilter, ...filter }).toString();
  return query === '' ? '#/events' : `#/events?${query}`;
}

/** Address of the queue with one item beside it; null: the queue alone. */
export function queueAddress(id: string | null): string {
  return id === null ? '#/queue' : `#/queue/${encodeURIComponent(id)}`;
}

/** The filters that are set. */
export function queryOf(filter: EventFilter): URLSearchParams {
  return new URLSearchParams(
    filterNames
      .filter((name) => filter[name] !== '')
      .map((name): [string, string] => [name, filter[name]]),
  );
}
