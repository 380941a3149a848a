/** Reads JSON that this program wrote; anything else means that the store was damaged. */
import { InvariantError } from '../../../lib/assert.ts';

/** Throws `InvariantError` naming `what` when `text` is not JSON. */
export function parseStored<Value>(text: string, what: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch {
    throw new InvariantError(
      `the stored JSON of ${what} is none any more; run verify and restore a backup`,
    );
  }
}
