/**
 * The port for everything that lists, counts or shows. Lists are keyset-paged: a cursor names the
 * last row by its sort key, so rows that change meanwhile are neither skipped nor repeated.
 */
import type { StoredEvent } from './journal.ts';

/** A stored actor state with the columns common to all. */
export interface EntityRow {
  readonly version: number;
  readonly [field: string]: unknown;
}

/** Kinds of entities that can be listed; the names of the read models. */
export const listableKinds = [
  'queue_item',
  'project',
  'run',
  'paper',
  'paper_review',
  'worker_target',
  'corpus_entry',
] as const;
export type ListableKind = (typeof listableKinds)[number];

export interface ListQuery {
  /** Opaque, from an earlier page of the same query; null for the first page. */
  readonly cursor: string | null;
  /** 1 to 500. */
  readonly pageSize: number;
  /** Field name, `-` in front for descending; must be one of `sortFields(kind)`. Null: the default. */
  readonly sort: string | null;
  /** Exact matches; an array means any of. Must be among `filterFields(kind)`. */
  readonly filters: Readonly<Record<string, string | boolean | readonly string[]>>;
  /** Full text over all string fields; empty for none. Any characters are harmless. */
  readonly search: string;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Null when this is the last page. */
  readonly nextCursor: string | null;
}

export interface OffsetPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

export interface EventQuery {
  /** Events below this id (newest first); null for the newest. */
  readonly before: number | null;
  readonly limit: number;
  readonly entityType: string;
  readonly entityId: string;
  readonly eventType: string;
  readonly search: string;
}

/** Thrown for an unknown sort field, filter or a cursor that does not belong to the query. */
export class ListQueryError extends Error {
  override readonly name = 'ListQueryError';
  readonly field: 'cursor' | 'sort' | 'filter';
  constructor(field: 'cursor' | 'sort' | 'filter', message: string) {
    super(message);
    this.field = field;
  }
}

export interface ReadModels {
  /** Changes with every committed turn; equal values mean equal contents. */
  head(): Promise<number>;
  sortFields(kind: ListableKind): readonly string[];
  filterFields(kind: ListableKind): readonly string[];
  list(kind: ListableKind, query: ListQuery): Promise<Page<EntityRow>>;
  /** Page by number, for the older list routes; `page` from 1. */
  listByPage(kind: ListableKind, query: Omit<ListQuery, 'cursor'> & { page: number }): Promise<OffsetPage<EntityRow>>;
  get(kind: string, id: string): Promise<EntityRow | undefined>;
  /** Number of rows by `status`. */
  countByStatus(kind: ListableKind): Promise<Readonly<Record<string, number>>>;
  /** Number of rows that match the filters. */
  count(kind: ListableKind, filters: ListQuery['filters']): Promise<number>;
  events(query: EventQuery): Promise<readonly StoredEvent[]>;
  eventsByPage(query: Omit<EventQuery, 'before' | 'limit'> & { page: number; pageSize: number }): Promise<OffsetPage<StoredEvent>>;
  event(eventId: number): Promise<StoredEvent | undefined>;
  /** Queue items that may be dispatched, best first: queued, not flagged, their lane free. */
  dispatchCandidates(limit: number): Promise<readonly EntityRow[]>;
  /** Completed queue items with a positive gate and no paper, oldest first. */
  draftCandidates(limit: number): Promise<readonly EntityRow[]>;
}
