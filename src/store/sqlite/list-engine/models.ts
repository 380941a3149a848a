/**
 * How each kind is listed: the orders and filters that its entity declares in `domain/entities/`, with the index that
 * serves each. `paths.ts` chooses among the indexes, `list.ts` reads.
 */
import type { EntityKind } from '../../../domain/entities/all.ts';
import { tables } from '../../../domain/entities/tables.ts';
import type { EntityTable } from '../../../domain/entity.ts';
import { queueGroups } from '../../../domain/statuses.ts';
import { assert } from '../../../lib/assert.ts';
import type { Filter } from './filter.ts';
import { laneFilters } from './operator-lanes.ts';

/** An order that a list can be asked for without sorting: an index has the rows in it. */
export interface SortOrder {
  /** Index that holds the rows in this order, for one kind. */
  readonly index: string;
  /** Columns compared before `id`. */
  readonly columns: readonly string[];
}

/** An index led by a status: also holds columns that rows may be sorted by without being read. */
interface StatusIndex extends SortOrder {
  readonly also?: readonly string[];
}

interface SecondStatus {
  /** The column; a filter with this SQL is answered by the indexes. */
  readonly column: string;
  /** Index led by the column alone, and by `status` and the column. */
  readonly alone: string;
  readonly withStatus: string;
}

/** All that a list of one kind can be asked for. Whatever is not named here is refused. */
export interface ListModel {
  readonly sorts: Readonly<Record<string, SortOrder>>;
  readonly defaultSort: string;
  /** Within one status, the rows are in this order in an index that `status` leads. */
  readonly byStatus: StatusIndex;
  /** Another index that the status leads, for another order. */
  readonly byStatusToo?: SortOrder;
  /** A second column that indexes lead with, in the order of `byStatus`. */
  readonly second?: SecondStatus;
  readonly filters: Readonly<Record<string, Filter>>;
  /** Indexes of filters whose values belong to few rows each, by the name of the member. */
  readonly links?: Readonly<Record<string, string>>;
}

/** Indexes by the columns that rows are in the order of, before their id. */
const indexes: Readonly<Record<string, string>> = {
  '': 'actors_address',
  updated_at: 'actors_by_updated',
  created_at: 'actors_by_created',
  'dispatch_priority selection_rank updated_at': 'queue_by_priority',
  started_at: 'run_by_started',
  rank_score: 'review_by_rank',
  imported_at: 'corpus_by_imported',
};

function orderOf(columns: readonly string[]): SortOrder {
  const index = indexes[columns.join(' ')];
  assert(index !== undefined, `no index is in the order of ${columns.join(', ')}`);
  return { index, columns };
}

/** Kinds with few rows beside the others, in indexes of their own; they are sorted by their last change. */
const ownIndexes = (kind: 'alert' | 'incident', id: string): Partial<ListModel> => ({
  sorts: {
    updated_at: { index: `${kind}_by_updated`, columns: ['updated_at'] },
    [id]: orderOf([]),
  },
  byStatus: { index: `${kind}_by_status`, columns: ['updated_at'] },
});

/** Where the index led by the status is not that of most kinds. */
const special: { readonly [Kind in EntityKind]?: Partial<ListModel> } = {
  queue_item: {
    byStatus: {
      index: 'queue_by_status',
      columns: ['dispatch_priority', 'selection_rank', 'updated_at'],
      also: ['created_at'],
    },
    byStatusToo: { index: 'queue_by_change', columns: ['updated_at'] },
  },
  project: { links: { source_ref: 'project_by_source', parent_project_id: 'project_by_parent' } },
  paper_review: {
    byStatus: { index: 'review_by_status', columns: ['rank_score'], also: ['updated_at'] },
    second: {
      column: 'paper_status',
      alone: 'review_by_paper_status',
      withStatus: 'review_by_both',
    },
  },
  alert: ownIndexes('alert', 'alert_id'),
  incident: {
    ...ownIndexes('incident', 'incident_id'),
    links: { group_key: 'incident_by_group' },
  },
  notification: {
    sorts: {
      updated_at: { index: 'notification_by_updated', columns: ['updated_at'] },
      notification_id: { index: 'actors_address', columns: [] },
    },
    byStatus: { index: 'notification_by_status', columns: ['updated_at'] },
    second: {
      column: 'channel',
      alone: 'notification_by_channel',
      withStatus: 'notification_by_both',
    },
  },
};

const byStatus: StatusIndex = {
  index: 'actors_by_status',
  columns: ['updated_at'],
  also: ['started_at', 'imported_at'],
};

/** Answered by its statuses, and for `blocked` also by the flag; see `paths.ts`. */
const queueGroup: Filter = {
  sql: '',
  type: 'text',
  values: Object.keys(queueGroups),
};

function modelOfEntity(kind: EntityKind, entity: EntityTable): ListModel {
  const links = special[kind]?.links ?? {};
  const columns = new Set(entity.columns.map(({ name }) => name));
  const sqlOf = (member: string): string =>
    member === entity.id ? 'id' : columns.has(member) ? member : `(state->>'$.${member}')`;
  const mapValues = <From, To>(record: Readonly<Record<string, From>>, to: (from: From) => To) =>
    Object.fromEntries(Object.entries(record).map(([name, from]) => [name, to(from)]));
  return {
    sorts: mapValues(entity.sorts, orderOf),
    defaultSort: entity.defaultSort,
    byStatus,
    ...special[kind],
    filters: {
      ...mapValues(entity.filters, ({ member, type, values }) => ({
        index: links[member],
        sql: type === 'each' ? `m.kind = '${kind}' AND m.member = '${member}'` : sqlOf(member),
        type,
        values,
      })),
      ...(kind === 'queue_item' ? { queue_group: queueGroup } : {}),
      ...laneFilters[kind],
    },
  };
}

/** Of every entity; made once, from what the entities declare. */
export const listModels = Object.fromEntries(
  Object.entries(tables).map(([kind, entity]) => [kind, modelOfEntity(kind as EntityKind, entity)]),
) as Readonly<Record<EntityKind, ListModel>>;
