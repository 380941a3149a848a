/**
 * The port for everything that lists, counts or shows. Lists are keyset-paged: a cursor names the
 * last row by its sort key, so rows that change meanwhile are neither skipped nor repeated.
 */
import type { StoredActor, StoredEvent } from '../../actors/journal/port.ts';
import type { EntityKind } from '../../domain/entities/all.ts';
import type { RunSpending } from '../../domain/spending.ts';
import type { TraceReads } from './trace.ts';

/** A stored actor state with the columns common to all. */
export interface EntityRow {
  readonly version: number;
  readonly [field: string]: unknown;
}

/** A queue item's place among those that wait in the order of their last change. */
interface InTurn {
  readonly updated_at: string;
  readonly project_id: string;
}

/** The same, with which state of it stands there. */
export interface ItemInTurn extends InTurn {
  readonly version: number;
}

/** A paper's place among those that go by their rank. */
export interface RankedPaper {
  readonly paper_id: string;
  readonly rank_score: number;
}

/** What a list is narrowed to; see `ListQuery`. */
export type FilterValue = string | boolean | readonly string[] | readonly (readonly string[])[];

/** One page of a list as asked for. A word that the kind does not know throws `ListQueryError`. */
export interface ListQuery {
  /** Opaque, from an earlier page of the same query, sorted the same or the other way round; null for the first page. */
  readonly cursor: string | null;
  /**
   * Rows left out between the cursor and the page, at most `limits.listSkipMax`; absent: none. Each of them is stepped
   * over, in the index where one has all that is asked for.
   */
  readonly skip?: number;
  /** 1 to 500. */
  readonly pageSize: number;
  /** Field name, `-` in front for descending; must be a sort field of the kind. Null: the default. */
  readonly sort: string | null;
  /**
   * Exact matches; an array means any of. Of a member that is a list, arrays of words: the row has
   * of each at least one. Must be filters of the kind.
   */
  readonly filters: Readonly<Record<string, FilterValue>>;
  /** Full text over all string fields; empty for none. Any characters are harmless. */
  readonly search: string;
}

/** The first page of a whole list in its default order, but for how many rows it has: what a query differs from. */
export const firstPage = { cursor: null, sort: null, filters: {}, search: '' } as const;

/** One page by cursor. Nobody counts how many rows there are in all. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Null when this is the last page. */
  readonly nextCursor: string | null;
}

/** One page by number, with the number of all rows that match. */
export interface OffsetPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** How rows become text: what is left out, and which members are wanted as values. */
export interface TextShape {
  readonly hide: readonly string[];
  /** Stored members, hidden ones too; the version is none. */
  readonly pick: readonly string[];
  /** Longer texts are told of by `isLong`. */
  readonly textCharsMax: number;
}

/** A row to be passed on, not read. */
export interface TextRow {
  /** A JSON object: the stored members in their order without those hidden, and the version last. */
  readonly text: string;
  /** The members of `TextShape.pick`, in that order; null for one that is not there. */
  readonly picked: readonly unknown[];
  /** False when no text in it is longer than `textCharsMax`, as written in JSON. */
  readonly isLong: boolean;
}

/** A value of a list and how many rows have it. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** A paper whose files are not what they were: its draft, or what the corpus has of it. */
export interface DriftedPaper {
  readonly kind: 'paper_review' | 'corpus_entry';
  readonly id: string;
  /** In words. */
  readonly drift: string;
  readonly since: string | null;
}

/** What the event list is narrowed to. An empty text narrows nothing. */
export interface EventQuery {
  /** Events below this id (newest first); null for the newest. */
  readonly before: number | null;
  readonly limit: number;
  readonly entityType: string;
  readonly entityId: string;
  readonly eventType: string;
  readonly search: string;
}

/** The newest events of all: what a query differs from, but for how many. */
export const newestEvents = {
  before: null,
  entityType: '',
  entityId: '',
  eventType: '',
  search: '',
} as const;

/** An event of a known type: when it was, and what it says. */
export type NewestEvent = Pick<StoredEvent, 'event_id' | 'created_at' | 'payload'>;

/** A member of an event's payload and the value it must have. */
export interface PayloadFilter {
  /** Names of members from the outside in; entries of lists by number, from 0. */
  readonly path: readonly string[];
  /** A text, or a number, truth value or null as JSON writes it: whichever the payload holds. */
  readonly value: string;
}

/** An event as lists have it: texts of its payload are cut to excerpts. */
export interface ListedEvent extends StoredEvent {
  /** Bytes of the whole payload, where some of it was cut; the event by itself has it whole. */
  readonly payload_bytes?: number;
}

/** One page of a search through events that no index serves. */
export interface EventScan {
  readonly rows: readonly ListedEvent[];
  /**
   * Look on below this event id; null when there is nothing older. With it a page may have fewer
   * rows than asked for, or none: a page looks at a bounded number of events.
   */
  readonly next: number | null;
}

/** Papers in publication automation that stand alike: statuses of paper and review, and how many. */
export interface PaperCount {
  readonly paper: string;
  readonly review: string;
  /** What the corpus-import ledger says of them; null: not imported, or never. */
  readonly entry: 'imported' | 'removed' | null;
  readonly count: number;
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

/** One number counted in two ways, which are equal. */
export interface Recount {
  readonly kept: number;
  readonly rows: number;
}

/** What lists, pages and counts read of a store; none of it changes an actor. */
export interface ReadModels extends TraceReads {
  /** Changes with every committed turn; equal values mean equal contents. */
  head(): Promise<number>;
  list(kind: EntityKind, query: ListQuery): Promise<Page<EntityRow>>;
  /** As `list`, for whoever only passes rows on: many times cheaper. */
  listTexts(kind: EntityKind, query: ListQuery, shape: TextShape): Promise<Page<TextRow>>;
  /** Page by number, for the older list routes; `page` from 1. Long texts are cut to excerpts. */
  listByPage(
    kind: EntityKind,
    query: Omit<ListQuery, 'cursor'> & { page: number },
  ): Promise<OffsetPage<EntityRow>>;
  get(kind: string, id: string): Promise<EntityRow | undefined>;
  /** The `status` of those of these ids that exist, at most `limits.pageSizeMax` of them. */
  statusesOf(
    kind: EntityKind | 'replication' | 'rewrite_batch',
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** The versions of those of these ids that exist, at most `limits.pageSizeMax` of them. */
  versionsOf(kind: EntityKind, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Number of rows by `status`. */
  countByStatus(kind: EntityKind): Promise<Readonly<Record<string, number>>>;
  /** Number of rows that match the filters. */
  count(kind: EntityKind, filters: ListQuery['filters']): Promise<number>;
  /**
   * The values of a member that is a list, by how many rows have each: the most used first, equal
   * ones by value. The member must be declared with `filter: { each }`.
   */
  mostUsed(kind: EntityKind, member: string, limit: number): Promise<readonly ValueCount[]>;
  events(query: EventQuery): Promise<readonly ListedEvent[]>;
  /** Newest events whose payload has all these values. */
  eventsByPayload(query: EventQuery, payload: readonly PayloadFilter[]): Promise<EventScan>;
  eventsByPage(
    query: Omit<EventQuery, 'before' | 'limit'> & { page: number; pageSize: number },
  ): Promise<OffsetPage<ListedEvent>>;
  event(eventId: number): Promise<StoredEvent | undefined>;
  /** The newest events of one type, the newest first. */
  newestEvents(eventType: string, limit: number): Promise<readonly NewestEvent[]>;
  /** True where an event of that stretch is of an entity of these kinds; each of its events is looked at. */
  isNamed(
    kinds: readonly EntityKind[],
    stretch: { readonly after: number; readonly to: number },
  ): Promise<boolean>;
  /**
   * Queue items that may be dispatched, best first: queued and not flagged. Whether the lane they
   * would be routed to is free is for the caller to check against `activeLanes`.
   */
  dispatchCandidates(limit: number): Promise<readonly EntityRow[]>;
  /**
   * Of each way the first of these, best first, however many wait for another. A way is what decides where an item
   * goes: the worker it names, its class, and how and where its session goes on.
   */
  dispatchHeads(): Promise<readonly EntityRow[]>;
  /** The one at a place, from 0, among those that go the way of this one. */
  dispatchAlike(projectId: string, place: number): Promise<EntityRow | undefined>;
  /** Lanes that an active queue item holds. */
  activeLanes(): Promise<readonly string[]>;
  /** Active queue items, by id. */
  activeItems(limit: number): Promise<readonly EntityRow[]>;
  /** The active queue item that holds the lane; undefined while it is free. */
  activeItemOf(lane: string): Promise<EntityRow | undefined>;
  /** Completed queue items with a positive gate and no paper, oldest first; those behind the given one, or from the first. */
  draftCandidates(limit: number, behind?: InTurn): Promise<readonly EntityRow[]>;
  /** Number of all draft candidates. */
  countDraftCandidates(): Promise<number>;
  /**
   * Finalized reviews whose paper the ledger does not have as imported, best ranked first; those behind the given one,
   * or from the first.
   */
  finalizedNotImported(limit: number, behind?: RankedPaper): Promise<readonly RankedPaper[]>;
  /** Finalized reviews that have no lint verdict, and no audit verdict. */
  countFinalizedUnjudged(): Promise<{ readonly unlinted: number; readonly unaudited: number }>;
  /** Papers in publication automation and in the corpus whose files are not what they were, by kind and id. */
  driftedPapers(limit: number): Promise<readonly DriftedPaper[]>;
  /** Ids of a kind that come after one, in order; all of them after an empty one. */
  idsAfter(kind: EntityKind, id: string, limit: number): Promise<readonly string[]>;
  /** The rows of a kind, as the counts that are kept have them and counted one by one, both at the same moment. */
  recount(kind: EntityKind): Promise<Recount>;
  /** Papers in publication automation, counted by how far they are. */
  countPapers(): Promise<readonly PaperCount[]>;
  /** Completed queue items without a paper, whatever their gate says. */
  countCompletedWithoutPaper(): Promise<number>;
  /**
   * Places of completed queue items whose decision recommends a follow-up and calls for no paper, oldest
   * first, without those whose follow-up was launched already; those behind the given one, or from the first.
   */
  followupCandidates(limit: number, behind?: InTurn): Promise<readonly ItemInTurn[]>;
  /** Ids of the projects whose parent it is, in order. */
  childProjects(parentId: string, limit: number): Promise<readonly string[]>;
  /** Ids of the projects with this source reference, in order. */
  projectsOfSource(sourceRef: string, limit: number): Promise<readonly string[]>;
  /** Alerts that the last check found, by id. */
  standingAlerts(limit: number): Promise<readonly EntityRow[]>;
  /** Incidents that are not over, by id. */
  incidentsGoingOn(limit: number): Promise<readonly EntityRow[]>;
  /** The newest incident of a group, over or not. */
  lastIncident(groupKey: string): Promise<EntityRow | undefined>;
  /** What runs of a project have spent, last changed first, and then writings of its papers by a language model. */
  spendingOfProject(projectId: string, limit: number): Promise<readonly RunSpending[]>;
  /** The same of runs that go on or changed since `time` (ISO 8601 UTC, as stored). */
  spendingSince(time: string, limit: number): Promise<readonly RunSpending[]>;
  /** Runs that occupy the worker whose store it is, the last changed first. */
  liveGateRuns(limit: number): Promise<readonly EntityRow[]>;
  /** The run of a project that its worker changed last. */
  lastGateRunOf(projectId: string): Promise<EntityRow | undefined>;
  /** Deliveries of the worker gate with a callback that is not delivered, oldest callback first. */
  undeliveredCallbacks(limit: number): Promise<readonly EntityRow[]>;
  /** An actor as it was after event `eventId`; undefined where it did not exist yet. */
  stateAt(kind: string, id: string, eventId: number): Promise<StoredActor | undefined>;
  /**
   * Lists and counts as they were after event `eventId`, which must be in the log. Their reads throw `ServiceError`
   * where something is searched for, and where the store has too many entities for it.
   */
  asOf(eventId: number): PastReads;
  /** Last event at or before `time` (ISO 8601 UTC, as stored); 0 when there is none. */
  eventIdAt(time: string): Promise<number>;
  /**
   * Brings the full-text index forward by at most `limit` events; answers how many it took, 0 when
   * there was nothing to do. A search does the rest itself; calling this when idle keeps it short.
   */
  indexPending(limit: number): Promise<number>;
  /**
   * Brings the index up to everything that was committed. For what writes anyway: while another process has the write
   * lock it waits as turns do, where a search by itself is told to come again.
   */
  catchUpSearch(): Promise<void>;
}

/** Which of the reads answer as of an earlier event; entities one by one and events have reads of their own for it. */
export const pastReadNames = [
  'list',
  'listTexts',
  'count',
  'countByStatus',
  'countPapers',
  'countDraftCandidates',
  'countCompletedWithoutPaper',
  'mostUsed',
  'statusesOf',
  'activeItems',
  'standingAlerts',
] as const satisfies readonly (keyof ReadModels)[];

/** As in `ReadModels`; a search throws `ServiceError`, since words are found among the texts of now alone. */
export type PastReads = Pick<ReadModels, (typeof pastReadNames)[number]>;
