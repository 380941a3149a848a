/**
 * Keyset cursors: base64url of JSON that names the query and the sort key of the last row shown.
 * The check sum finds damage; it is no signature, since a forged key only moves the page.
 */
import { fingerprint } from '../../../lib/hash.ts';
import { ListQueryError } from '../../ports/read-models.ts';
import type { ListRequest, SqlValue } from './request.ts';

interface CursorBody {
  /** Fingerprint of kind, sort (either way), filters and search. */
  readonly query: string;
  /** Sort key: the order's columns, then the id. */
  readonly key: readonly SqlValue[];
  readonly check: string;
}

const cursorCharsMax = 4096;

/** The cursor that continues behind the row with this sort key. */
export function encodeCursor(request: ListRequest, key: readonly SqlValue[]): string {
  const body: CursorBody = {
    query: request.fingerprint,
    key,
    check: checkSum(request.fingerprint, key),
  };
  return Buffer.from(JSON.stringify(body)).toString('base64url');
}

/** The key in `cursor`. Throws `ListQueryError` for damage and for the cursor of another query. */
export function decodeCursor(request: ListRequest, cursor: string): readonly SqlValue[] {
  const body = parse(cursor);
  if (body === undefined) throw new ListQueryError('cursor', 'The cursor is damaged.');
  if (body.query !== request.fingerprint) {
    throw new ListQueryError(
      'cursor',
      'The cursor belongs to another query: kind, sort, filters and search must stay the same; only the direction of the sort may change.',
    );
  }
  if (body.key.length !== request.order.columns.length + 1) {
    throw new ListQueryError('cursor', 'The cursor is damaged.');
  }
  return body.key;
}

function parse(cursor: string): CursorBody | undefined {
  if (cursor.length > cursorCharsMax) return undefined;
  try {
    const body = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Partial<CursorBody>;
    const { query, key, check } = body;
    if (typeof query !== 'string' || !Array.isArray(key) || !key.every(isSqlValue))
      return undefined;
    return check === checkSum(query, key) ? { query, key, check } : undefined;
  } catch {
    return undefined;
  }
}

function isSqlValue(value: unknown): value is SqlValue {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

function checkSum(query: string, key: readonly SqlValue[]): string {
  return fingerprint(['cursor', query, key]).slice(0, 12);
}
