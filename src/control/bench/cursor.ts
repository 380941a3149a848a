/** Cursors of the bench's lists: opaque, and refused where they belong to another list. */
import { ListQueryError } from '../../store/ports/read-models.ts';

type ListName = 'actors' | 'letters';

/** A cursor that names the last row of a page. */
export function encodeCursor(list: ListName, last: string | number): string {
  return Buffer.from(JSON.stringify([list, last])).toString('base64url');
}

/** The row a cursor of this list names; throws `ListQueryError` for anything else. */
export function decodeCursor(list: ListName, cursor: string): string | number {
  try {
    const [of, last] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (of === list && (typeof last === 'string') === (list === 'actors')) {
      return last as string | number;
    }
  } catch {
    // Not one of ours.
  }
  throw new ListQueryError('cursor', 'does not belong to this list; begin without one');
}
