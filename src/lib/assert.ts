/** Stopping at an invariant that is broken. An expected outcome is a value, never one of these. */

/** A fact the program relies on does not hold; the actor that met it stops. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws `InvariantError` with `expectation` unless `condition` holds. */
export function assert(condition: unknown, expectation: string): asserts condition {
  if (!condition) throw new InvariantError(expectation);
}
