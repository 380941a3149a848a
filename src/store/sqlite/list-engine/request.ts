/** Checks a list query against its model. Unknown words are errors, never ignored. */
import type { EntityKind } from '../../../domain/entities/all.ts';
import type { QueueGroup } from '../../../domain/statuses.ts';
import { sha256Hex } from '../../../lib/hash.ts';
import { ownMember } from '../../../lib/is-record.ts';
import { type ListQuery, ListQueryError } from '../../ports/read-models.ts';
import type { Filter } from './filter.ts';
import { type ListModel, listModels, type SortOrder } from './models.ts';

/** What is bound to a parameter of a list's SQL; truth values are bound as 0 and 1. */
export type SqlValue = string | number;

/** SQL that holds for the wanted rows, with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** A checked query. */
export interface ListRequest {
  readonly kind: EntityKind;
  readonly model: ListModel;
  readonly order: SortOrder;
  readonly descending: boolean;
  /** Wanted statuses; undefined for all. */
  readonly statuses: readonly string[] | undefined;
  readonly queueGroup: QueueGroup | undefined;
  /** Wanted values of the model's second column; undefined for all. */
  readonly seconds: readonly string[] | undefined;
  /** Wanted values of `id` and of `project_id` (where that is another column). */
  readonly ids: readonly string[] | undefined;
  readonly projectIds: readonly string[] | undefined;
  /** True when only items flagged for a person are wanted: they have an index of their own. */
  readonly flagged: boolean;
  /** Filters by values of lists, as ids that an index leads to; `conditions` has them too. */
  readonly idSets: readonly Condition[];
  /** Filters by values that few rows have, each with the index that it leads; `conditions` has them too. */
  readonly links: readonly { readonly index: string; readonly condition: Condition }[];
  /** All other filters. */
  readonly conditions: readonly Condition[];
  /** True when a filter allows no value at all. */
  readonly impossible: boolean;
  /** Equal for two pages of one query, also where one has its rows the other way round. */
  readonly fingerprint: string;
}

/** Throws `ListQueryError` naming the sort or filter that is not known, or its value. */
export function checkListQuery(
  kind: EntityKind,
  query: Pick<ListQuery, 'sort' | 'filters' | 'search'>,
): ListRequest {
  const model = modelOf(kind);
  const sort = query.sort ?? model.defaultSort;
  const descending = sort.startsWith('-');
  const sortedBy = descending ? sort.slice(1) : sort;
  const order = ownMember(model.sorts, sortedBy);
  if (order === undefined) throw unknownWord('sort', sort, Object.keys(model.sorts));
  const [words, plain] = byType(model, query.filters);
  const wanted = plain.map(
    ([name, value]): Wanted => ({
      name,
      values: checkFilter(model, name, value),
      filter: model.filters[name]!,
    }),
  );
  const lists = words.flatMap(([name, value]) => checkWords(model, name, value));
  const valuesOf = (sql: string): readonly string[] | undefined =>
    intersection(wanted.filter((entry) => entry.filter.sql === sql).map((entry) => entry.values));
  const group = wanted.find((entry) => entry.name === 'queue_group')?.values;
  const second = model.second?.column;
  const special = new Set(['status', 'id', 'project_id', '', second]);
  const request = {
    statuses: intersection([valuesOf('status'), ...wanted.map(statusesOf)].filter(isGiven)),
    seconds: second === undefined ? undefined : valuesOf(second),
    ids: valuesOf('id'),
    projectIds: valuesOf('project_id'),
  };
  if (group !== undefined && group.length !== 1) {
    throw new ListQueryError('filter', 'The filter "queue_group" takes one value.');
  }
  const others = wanted
    .filter(({ filter }) => !special.has(filter.sql))
    .map(({ filter: { sql, type, index }, values }) => ({
      index,
      condition: anyOf(sql, values, type),
    }));
  return {
    kind,
    model,
    order,
    descending,
    ...request,
    queueGroup: group?.[0] as QueueGroup | undefined,
    flagged: kind === 'queue_item' && query.filters['manual_review_required'] === true,
    idSets: lists.map(({ ids }) => ids),
    links: others.flatMap(({ index, condition }) =>
      index === undefined ? [] : [{ index, condition }],
    ),
    conditions: [...others.map(({ condition }) => condition), ...lists.map(({ holds }) => holds)],
    impossible:
      wanted.some((entry) => entry.values.length === 0) ||
      Object.values(request).some((values) => values?.length === 0),
    // Only cursors have it, and most lists end on their first page.
    get fingerprint() {
      return fingerprintOf([
        kind,
        sortedBy,
        Object.entries(query.filters).sort(([left], [right]) => (left < right ? -1 : 1)),
        query.search,
      ]);
    },
  };
}

/** The model of a kind. Throws `ListQueryError` for a kind that has no list. */
export function modelOf(kind: EntityKind): ListModel {
  const model = ownMember(listModels, kind);
  if (model === undefined) throw unknownWord('filter', kind, Object.keys(listModels));
  return model;
}

/** `sql` equals one of `values`. */
export function anyOf(
  sql: string,
  values: readonly string[],
  type: Filter['type'] = 'text',
): Condition {
  const params = type === 'boolean' ? values.map((value) => (value === 'true' ? 1 : 0)) : values;
  const [only] = params;
  if (params.length === 1 && only !== undefined) return { sql: `${sql} = ?`, params: [only] };
  return { sql: `${sql} IN (${params.map(() => '?').join(', ')})`, params };
}

/** A filter that is asked for, with its values. */
interface Wanted {
  readonly name: string;
  readonly values: readonly string[];
  readonly filter: Filter;
}
type Filters = ListQuery['filters'];
type Given = readonly [name: string, value: Filters[string]];

/** Filters by values of lists, and the others. */
function byType(model: ListModel, filters: Filters): readonly [readonly Given[], readonly Given[]] {
  const isEach = ([name]: Given): boolean => ownMember(model.filters, name)?.type === 'each';
  const given = Object.entries(filters);
  return [given.filter(isEach), given.filter((one) => !isEach(one))];
}

/** Of each list of words the row has one: rows by the words, and what holds for a row. */
function checkWords(
  { filters }: ListModel,
  name: string,
  value: Filters[string],
): readonly { readonly ids: Condition; readonly holds: Condition }[] {
  if (!Array.isArray(value) || !value.every((words) => Array.isArray(words)))
    throw new ListQueryError('filter', `The filter "${name}" must be lists of words.`);
  return (value as readonly (readonly string[])[]).map((words) => {
    const { sql, params } = anyOf('m.value', words);
    const among = `WHERE ${filters[name]!.sql} AND ${sql}`;
    const from = 'FROM member_values AS m';
    return {
      ids: { sql: `SELECT m.id ${from} INDEXED BY member_values_by_value ${among}`, params },
      holds: { sql: `EXISTS (SELECT 1 ${from} ${among} AND m.id = actors.id)`, params },
    };
  });
}

function checkFilter(model: ListModel, name: string, value: Filters[string]): readonly string[] {
  const filter = ownMember(model.filters, name);
  if (filter === undefined) throw unknownWord('filter', name, Object.keys(model.filters));
  if ((filter.type === 'boolean') !== (typeof value === 'boolean')) {
    const wanted = filter.type === 'boolean' ? 'true or false' : 'text';
    throw new ListQueryError('filter', `The filter "${name}" must be ${wanted}.`);
  }
  const values = [
    ...new Set(Array.isArray(value) ? (value as readonly string[]) : [String(value)]),
  ];
  for (const word of values) {
    if (filter.values !== undefined && !filter.values.includes(word)) {
      throw new ListQueryError(
        'filter',
        `The filter "${name}" cannot be "${word}"; it is one of ${filter.values.join(', ')}.`,
      );
    }
  }
  return values;
}

/** Not canonical JSON, which refuses text that is not well formed; here any text will do. */
function fingerprintOf(parts: readonly unknown[]): string {
  return sha256Hex(JSON.stringify(parts)).slice(0, 16);
}

/** Statuses that rows with one of the values can be in; undefined: any. */
function statusesOf({
  filter,
  values,
}: Pick<Wanted, 'filter' | 'values'>): readonly string[] | undefined {
  const lists = values.map((value) => filter.statuses?.[value]);
  return lists.every(isGiven) && lists.length > 0 ? [...new Set(lists.flat())] : undefined;
}

const isGiven = <Value>(value: Value | undefined): value is Value => value !== undefined;

function intersection(lists: readonly (readonly string[])[]): readonly string[] | undefined {
  const [first, ...rest] = lists;
  return first?.filter((value) => rest.every((list) => list.includes(value)));
}

function unknownWord(field: 'sort' | 'filter', word: string, known: readonly string[]): Error {
  return new ListQueryError(field, `Unknown ${field} "${word}"; known are ${known.join(', ')}.`);
}
