/** How much needs somebody: nothing is counted twice, and what is not known is no count. */
import { expect, it } from 'vitest';
import { needsCount } from '../../../src/dashboard/words/words.ts';

it('counts items that wait and every other reason that is known', () => {
  const counts = { attention: 2 };
  expect(needsCount({})).toBe(0);
  expect(needsCount({ operator_counts: counts })).toBe(2);
  const items = { code: 'items_wait', known: true } as const;
  const paused = { code: 'queue_not_paused', known: true } as const;
  const unknown = { code: 'worker_unknown', known: false } as const;
  expect(needsCount({ operator_counts: counts, reasons: [items] })).toBe(2);
  expect(needsCount({ operator_counts: counts, reasons: [items, paused, unknown] })).toBe(3);
});
