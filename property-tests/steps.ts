/** Steps that the walks of several properties have in common, weighted for `fc.oneof`. */
import fc from 'fast-check';

/** The process dies before or after one of the next commits. */
export interface CrashAt {
  readonly do: 'crash_at';
  readonly commits: number;
  readonly moment: 'before' | 'after';
}

/** A crash at one of the next `commitsMax` commits. */
export const crashAt = (weight: number, commitsMax: number) => ({
  weight,
  arbitrary: fc.record({
    do: fc.constant('crash_at' as const),
    commits: fc.integer({ min: 1, max: commitsMax }),
    moment: fc.constantFrom('before' as const, 'after' as const),
  }),
});
