/** The newest samples, in a ring that never grows. */
import { assert } from '../lib/assert.ts';
import type { Sample } from '../sensing/sample.ts';

interface SampleHistory {
  add(sample: Sample): void;
  latest(): Sample | null;
  /** At most `limit` of the newest, oldest first; all that are kept without a limit. */
  list(limit?: number): readonly Sample[];
}

/** Creates an empty history of at most `capacity` samples. */
export function createSampleHistory(capacity: number): SampleHistory {
  assert(Number.isSafeInteger(capacity) && capacity > 0, 'a history keeps at least one sample');
  const ring: Sample[] = [];
  let next = 0;
  return {
    add(sample) {
      ring[next] = sample;
      next = (next + 1) % capacity;
    },
    latest: () => ring.at((next - 1 + capacity) % capacity) ?? null,
    list(limit = capacity) {
      const ordered = ring.length < capacity ? ring : [...ring.slice(next), ...ring.slice(0, next)];
      return limit <= 0 ? [] : ordered.slice(-limit);
    },
  };
}
