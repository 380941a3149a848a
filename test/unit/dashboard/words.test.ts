/** How much needs somebody: nothing is counted twice, and what is not known is no count. */
import { expect, it } from 'vitest';
import { momentText, needsCount, sentence } from '../../../src/dashboard/words/words.ts';

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

it('says a moment within a sentence of the service by the clock of the reader', () => {
  const at = '2026-01-02T03:04:05.678Z';
  const said = momentText(Date.parse(at), 0);
  expect(sentence(`nothing was heard since ${at}; asked again at ${at}`)).toBe(
    `Nothing was heard since ${said}; asked again at ${said}.`,
  );
});
