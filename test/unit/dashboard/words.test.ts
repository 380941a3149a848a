/** How sentences of the service are read, and what the title of a tab says before its name. */
import { expect, it } from 'vitest';
import { momentText, sentence, titleMark } from '../../../src/dashboard/words/words.ts';

it('marks a title with how much needs somebody; what was not told is no all-clear', () => {
  const titles = [null, {}, { needs_somebody: 0, leave_alone: true }, { needs_somebody: 3 }];
  expect(titles.map(titleMark)).toEqual(['(?) ', '(?) ', '', '(3) ']);
});

it('says a moment within a sentence of the service by the clock of the reader', () => {
  const at = '2026-01-02T03:04:05.678Z';
  const said = momentText(Date.parse(at), 0);
  expect(sentence(`nothing was heard since ${at}; asked again at ${at}`)).toBe(
    `Nothing was heard since ${said}; asked again at ${said}.`,
  );
});
