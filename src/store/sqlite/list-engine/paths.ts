/**
 * Which index answers a list query. A path is one or more branches, each a range of one index, that
 * share no row; `UNION ALL` with one order merges them as they are read. Where no index has both
 * the filter and the order, the range of the filter is sorted if its index holds what it is sorted
 * by, or if it is small; else the order is walked: its members are then dense enough.
 */
import { queueGroups } from '../../../domain/statuses.ts';
import type { PrepareCached } from '../reads/statement-cache.ts';
import { anyOf, type Condition, type ListRequest } from './request.ts';

/** A range of one index; its conditions are those that the index answers. */
export interface Branch {
  /** Null: rows by rowid. */
  readonly index: string | null;
  readonly conditions: readonly Condition[];
}

/** Rows that may be fetched and sorted for one page. */
export const smallSetRowsMax = 1000;

const flagged: Condition = { sql: 'manual_review_required = 1', params: [] };

/** Branches, and whether each must be sorted because its index is in another order. */
export interface Path {
  readonly branches: readonly Branch[];
  readonly sorted: boolean;
}

/** Branches in which exactly the wanted rows lie; `isSorted` asks for the request's order. */
export function chooseBranches(
  request: ListRequest,
  prepare: PrepareCached,
  isSorted: boolean,
): Path {
  const whole: Branch = {
    index: isSorted ? request.order.index : 'actors_address',
    conditions: addressAndStatus(request),
  };
  const ordered = (branch: Branch): Path => ({ branches: [branch], sorted: false });
  if (request.ids !== undefined) return ordered({ ...whole, index: 'actors_address' });
  if (request.projectIds !== undefined) return ordered({ ...whole, index: 'actors_by_project' });
  const ids = request.idSets.find((set) => !isSorted || isFew(set, prepare));
  if (ids !== undefined) return ordered(idBranch(request, ids));
  const link = request.links.find(
    ({ index, condition }) =>
      !isSorted || isSmall(request, [{ index, conditions: [condition] }], prepare),
  );
  if (link !== undefined) return ordered({ ...whole, index: link.index });
  const { byStatus, byStatusToo } = request.model;
  const isOther =
    isSorted &&
    byStatusToo !== undefined &&
    !request.flagged &&
    sameColumns(byStatusToo.columns, request.order.columns);
  // Both other indexes of a queue are in the order of its statuses.
  const branches = request.flagged
    ? [flaggedBranch(request)]
    : statusBranches(request, isOther ? byStatusToo.index : byStatus.index);
  if (branches === undefined) return ordered(whole);
  // The flagged ones are few, and sorted beside those that are in order.
  if (isOther) return { branches, sorted: branches.some(({ index }) => index === 'queue_flagged') };
  const { columns, also = [] } = byStatus;
  if (!isSorted || sameColumns(columns, request.order.columns)) return { branches, sorted: false };
  const held = request.order.columns.every((name) => columns.includes(name) || also.includes(name));
  return held || isSmall(request, branches, prepare) ? { branches, sorted: true } : ordered(whole);
}

/** What `chooseBranches` puts into ranges, as plain conditions for rows found in another way. */
export function addressAndStatus(request: ListRequest): readonly Condition[] {
  return [...statusConditions(request), ...addressConditions(request)];
}

/** `FROM actors …` of one branch with all that narrows it. */
export function branchSql(
  request: Pick<ListRequest, 'kind' | 'conditions'>,
  branch: Branch,
  extra: readonly Condition[],
): Condition {
  const conditions = [...branch.conditions, ...request.conditions, ...extra];
  const hint = branch.index === null ? 'NOT INDEXED' : `INDEXED BY ${branch.index}`;
  return {
    // The kind is spelled out: only then is a partial index known to hold all rows.
    sql: [
      `FROM actors ${hint} WHERE kind = '${request.kind}'`,
      ...conditions.map((condition) => condition.sql),
    ].join(' AND '),
    params: conditions.flatMap((condition) => condition.params),
  };
}

/** Rows with one of these ids; what else is asked is looked up for each. */
function idBranch(request: ListRequest, ids: Condition): Branch {
  const among = { sql: `id IN (${ids.sql})`, params: ids.params };
  return { index: 'actors_address', conditions: [among, ...addressAndStatus(request)] };
}

function isFew({ sql, params }: Condition, prepare: PrepareCached): boolean {
  const found = prepare<{ count: number }>(`SELECT count(*) AS count FROM (${sql} LIMIT ?)`);
  return (found.get(...params, smallSetRowsMax + 1)?.count ?? 0) <= smallSetRowsMax;
}

/** Flagged items are few, so their index goes before any other. */
const flaggedBranch = (request: ListRequest): Branch => ({
  index: 'queue_flagged',
  conditions: [flagged, ...statusConditions(request)],
});

/** One range per wanted status and second status; undefined when neither is asked for. */
function statusBranches(request: ListRequest, index: string): readonly Branch[] | undefined {
  const { statuses, seconds, queueGroup, model } = request;
  const { second } = model;
  if (second !== undefined && seconds !== undefined) {
    return seconds.flatMap((value): Branch[] => {
      const wanted = anyOf(second.column, [value]);
      if (statuses === undefined) return [{ index: second.alone, conditions: [wanted] }];
      return statuses.map((status) => ({
        index: second.withStatus,
        conditions: [anyOf('status', [status]), wanted],
      }));
    });
  }
  const byStatus = (wanted: readonly string[], more: readonly Condition[]): Branch[] =>
    wanted.map((status) => ({ index, conditions: [anyOf('status', [status]), ...more] }));
  if (statuses !== undefined) {
    return byStatus(statuses, queueGroup === undefined ? [] : groupConditions(queueGroup));
  }
  if (queueGroup === undefined || queueGroup === 'all') return undefined;
  const members: readonly string[] = queueGroups[queueGroup];
  if (queueGroup !== 'blocked') return byStatus(members, []);
  const others = noneOf('status', members);
  return [...byStatus(members, []), { index: 'queue_flagged', conditions: [flagged, others] }];
}

function statusConditions(request: ListRequest): readonly Condition[] {
  const { statuses, seconds, queueGroup, model } = request;
  return [
    ...(statuses === undefined ? [] : [anyOf('status', statuses)]),
    ...(seconds === undefined || model.second === undefined
      ? []
      : [anyOf(model.second.column, seconds)]),
    ...(queueGroup === undefined ? [] : groupConditions(queueGroup)),
  ];
}

function groupConditions(group: keyof typeof queueGroups): readonly Condition[] {
  if (group === 'all') return [];
  const members = anyOf('status', queueGroups[group]);
  if (group !== 'blocked') return [members];
  return [{ sql: `(${members.sql} OR ${flagged.sql})`, params: members.params }];
}

function addressConditions({ ids, projectIds }: ListRequest): readonly Condition[] {
  return [
    ...(ids === undefined ? [] : [anyOf('id', ids)]),
    ...(projectIds === undefined ? [] : [anyOf('project_id', projectIds)]),
  ];
}

function isSmall(
  request: ListRequest,
  branches: readonly Branch[],
  prepare: PrepareCached,
): boolean {
  let roomLeft = smallSetRowsMax;
  for (const branch of branches) {
    const { sql, params } = branchSql({ kind: request.kind, conditions: [] }, branch, []);
    const count = prepare<{ count: number }>(
      `SELECT count(*) AS count FROM (SELECT 1 ${sql} LIMIT ?)`,
    ).get(...params, roomLeft + 1);
    roomLeft -= count?.count ?? 0;
    if (roomLeft < 0) return false;
  }
  return true;
}

function noneOf(sql: string, values: readonly string[]): Condition {
  return { sql: `${sql} NOT IN (${values.map(() => '?').join(', ')})`, params: values };
}

function sameColumns(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((column, index) => column === right[index]);
}
