/** What the API tells, typed by its reference: the dashboard reads replies as they are. Pure. */
import type { components, operations } from '../../client/schema.ts';

/**
 * What another version of the service may leave out is absent. A page that stays open over an upgrade
 * must not take what it was not told for zero, so the compiler asks what is said then.
 */
export type Told<Value> = unknown extends Value
  ? unknown
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends readonly (infer Element)[]
      ? readonly Told<Element>[]
      : { readonly [Name in keyof Value]?: Told<Value[Name]> | undefined };

type Json<Operation extends keyof operations> = operations[Operation] extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The good reply of a route, named by its id. */
export type Reply<Operation extends keyof operations> = Told<Json<Operation>>;
type Row<Name extends keyof components['schemas']> = Told<components['schemas'][Name]>;

/** What an operator sees first. */
export type Overview = Reply<'overview'>;
/** The plane as it was at a moment. */
export type PastOverview = Reply<'overview.past'>;
/** What the service counts, now or then. */
export type Figures = Pick<Overview, 'operator_counts' | 'operator_detail_counts'>;
/** An item that needs a person, and a run under way. */
export type TopItem = NonNullable<Overview['top_items']>[number];
export type ActiveRun = NonNullable<Overview['active']>[number];
/** Why it must not be left alone, one a cause. */
export type Reason = NonNullable<Overview['reasons']>[number];
/** What goes on by itself. */
export type PumpState = NonNullable<Overview['pump']>;
export type QueueRow = Row<'QueueRow'>;
export type RunRow = Row<'RunRow'>;
export type PaperRow = Row<'PaperRow'>;
export type BatchRow = Row<'RewriteBatchRow'>;
export type AlertRow = Row<'AlertRow'>;
export type IncidentRow = Row<'IncidentRow'>;
export type DeliveryRow = NonNullable<AlertRow['deliveries']>[number];
export type WorkerRow = NonNullable<Reply<'workers.list'>['workers']>[number];
export type WorkerCheck = NonNullable<WorkerRow['checks']>[number];
/** All of a project: its item, runs and events. */
export type ItemFacts = Reply<'projects.get'>;
export type RunFacts = Reply<'runs.get'>;
export type Explanation = Reply<'explain'>;
export type Plan = Reply<'queue.plan'>;
/** The corpus: how it stands, and a page of its ledger. */
export interface CorpusShown extends Pick<Reply<'corpus.get'>, 'counts' | 'state'> {
  readonly page: ListPage<CorpusRow>;
}
export type CorpusRow = NonNullable<Reply<'corpus.get'>['rows']>[number];

/** An event, of the log or of the feed; both have these members. */
export type LogEvent = Pick<
  Row<'EventRow'>,
  'event_id' | 'event_type' | 'entity_type' | 'entity_id' | 'actor' | 'created_at' | 'summary'
>;

/** One page of a list. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  /** Where the next page begins; null when there is none. */
  readonly nextCursor: string | null;
}

/** From a reply with rows; null where it has none at all, which is not an empty list. */
export function pageOf<Row>(reply: {
  readonly rows?: readonly Row[] | undefined;
  readonly page?:
    | {
        readonly has_more?: boolean | undefined;
        readonly next_cursor?: string | null | undefined;
      }
    | undefined;
}): ListPage<Row> | null {
  const { rows, page } = reply;
  if (rows === undefined) return null;
  return { rows, hasMore: page?.has_more === true, nextCursor: page?.next_cursor ?? null };
}
