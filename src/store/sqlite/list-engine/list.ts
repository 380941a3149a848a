/** Reads pages and counts of stored actors. */
import { limits } from '../../../domain/limits.ts';
import { assert } from '../../../lib/assert.ts';
import type { ListQuery, OffsetPage, Page } from '../../ports/read-models.ts';
import { type ActorRow, toPresent } from '../reads/present-rows.ts';
import type { PrepareCached } from '../reads/statement-cache.ts';
import type { StateRow } from '../reads/text-rows.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { countKept } from './kept-counts.ts';
import { addressAndStatus, branchSql, chooseBranches, type Path } from './paths.ts';
import type { Condition, ListRequest, SqlValue } from './request.ts';

/** Rows that a search found: few enough to be named, or a condition that holds for them. */
export type Found =
  | { readonly rowids: readonly number[] }
  | { readonly condition: Condition }
  | undefined;

type KeyedRow = Record<string, SqlValue> & { readonly row: number };

/** A statement and what it is run with. */
export interface ListStatement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** One page after the cursor, and after as many rows as are to be left out. */
export function readPage(
  prepare: PrepareCached,
  request: ListRequest,
  found: Found,
  query: Pick<ListQuery, 'cursor' | 'pageSize' | 'skip'>,
): Page<StateRow> {
  assertPageSize(query.pageSize);
  const { skip = 0 } = query;
  assert(
    Number.isSafeInteger(skip) && skip >= 0 && skip <= limits.listSkipMax,
    `a page leaves out 0 to ${limits.listSkipMax} rows`,
  );
  const after = query.cursor === null ? null : decodeCursor(request, query.cursor);
  if (request.impossible) return { rows: [], nextCursor: null };
  // One row more than asked tells whether there is a next page.
  const window = { after, limit: query.pageSize + 1, offset: skip };
  const { sql, params } = listStatement(prepare, request, found, window);
  const read = prepare<KeyedRow>(sql).all(...params);
  const rows = read.slice(0, query.pageSize);
  const last = rows.at(-1);
  const isLastPage = read.length <= query.pageSize || last === undefined;
  return {
    rows: readStates(prepare, request, rows),
    nextCursor: isLastPage
      ? null
      : encodeCursor(
          request,
          keyColumns(request).map((c) => last[c]!),
        ),
  };
}

/** Page number `page` from 1, with the number of all rows. */
export function readNumberedPage(
  prepare: PrepareCached,
  request: ListRequest,
  found: Found,
  { page, pageSize }: { page: number; pageSize: number },
): OffsetPage<StateRow> {
  assertPageSize(pageSize);
  assert(Number.isSafeInteger(page) && page >= 1, 'a page number is at least 1');
  if (request.impossible) return { rows: [], total: 0 };
  const window = { after: null, limit: pageSize, offset: (page - 1) * pageSize };
  const { sql, params } = listStatement(prepare, request, found, window);
  return {
    rows: readStates(prepare, request, prepare<KeyedRow>(sql).all(...params)),
    total: countRows(prepare, request, found),
  };
}

/** Number of rows that match. */
export function countRows(prepare: PrepareCached, request: ListRequest, found: Found): number {
  if (request.impossible) return 0;
  const kept = found === undefined ? countKept(prepare, request) : undefined;
  if (kept !== undefined) return kept;
  const parts = pathOf(prepare, request, found, false).branches.map((branch) =>
    branchSql(request, branch, extraOf(found)),
  );
  const sql = parts.map((part) => `(SELECT count(*) ${part.sql})`).join(' + ');
  const params = parts.flatMap((part) => part.params);
  return prepare<{ total: number }>(`SELECT ${sql} AS total`).get(...params)?.total ?? 0;
}

/**
 * The statement that finds the rows of a page and their sort keys in order, where it can from an
 * index alone; exported so that tests can see its query plan.
 */
export function listStatement(
  prepare: PrepareCached,
  request: ListRequest,
  found: Found,
  window: { after: readonly SqlValue[] | null; limit: number; offset: number },
): ListStatement {
  const keys = keyColumns(request);
  const extra = [...extraOf(found), ...afterKey(request, keys, window.after)];
  const path = pathOf(prepare, request, found, true);
  const parts = path.branches.map((branch) => branchSql(request, branch, extra));
  const direction = request.descending ? ' DESC' : '';
  const order = `ORDER BY ${keys.map((key) => key + direction).join(', ')}`;
  const select = `SELECT ${['rowid AS row', ...keys].join(', ')}`;
  const { limit, offset } = window;
  // A branch that has to be sorted keeps only its first rows while it is.
  const cut = path.sorted && parts.length > 1;
  const selects = parts.map((part) =>
    cut ? `SELECT * FROM (${select} ${part.sql} ${order} LIMIT ?)` : `${select} ${part.sql}`,
  );
  const params = parts.flatMap((part) => [...part.params, ...(cut ? [limit + offset] : [])]);
  return {
    sql: `${selects.join(' UNION ALL ')} ${order} LIMIT ? OFFSET ?`,
    params: [...params, limit, offset],
  };
}

/** The states of the rows, in the same order. */
function readStates(
  prepare: PrepareCached,
  { kind }: ListRequest,
  rows: readonly KeyedRow[],
): readonly StateRow[] {
  const read = prepare<ActorRow & { readonly row: number }>(
    `SELECT a.rowid AS row, a.version, a.state_version, a.state
     FROM json_each(?) AS wanted CROSS JOIN actors AS a ON a.rowid = wanted.value`,
  ).all(JSON.stringify(rows.map(({ row }) => row)));
  const present = toPresent(kind, read);
  const states = new Map(read.map(({ row }, place) => [row, present[place]!]));
  return rows.map(({ row }) => states.get(row)!);
}

function pathOf(
  prepare: PrepareCached,
  request: ListRequest,
  found: Found,
  isSorted: boolean,
): Path {
  if (found === undefined || !('rowids' in found))
    return chooseBranches(request, prepare, isSorted);
  const byRowid: Condition = {
    sql: 'rowid IN (SELECT value FROM json_each(?))',
    params: [JSON.stringify(found.rowids)],
  };
  const branch = { index: null, conditions: [byRowid, ...addressAndStatus(request)] };
  return { branches: [branch], sorted: false };
}

function extraOf(found: Found): readonly Condition[] {
  return found !== undefined && 'condition' in found ? [found.condition] : [];
}

function keyColumns(request: ListRequest): readonly string[] {
  return [...request.order.columns, 'id'];
}

function afterKey(
  request: ListRequest,
  keys: readonly string[],
  after: readonly SqlValue[] | null,
): readonly Condition[] {
  if (after === null) return [];
  const places = keys.map(() => '?').join(', ');
  const sql = `(${keys.join(', ')}) ${request.descending ? '<' : '>'} (${places})`;
  return [{ sql, params: after }];
}

function assertPageSize(pageSize: number): void {
  assert(
    Number.isSafeInteger(pageSize) &&
      pageSize >= limits.pageSizeMin &&
      pageSize <= limits.pageSizeMax,
    `a page has ${limits.pageSizeMin} to ${limits.pageSizeMax} rows`,
  );
}
