/** What a stop is said to do: it is asked of a worker, which may not answer. */
import { expect, it } from 'vitest';
import { stopWords, verbWords } from '../../../src/dashboard/acts/verbs.ts';

it.each([verbWords('cancel', 'r1'), stopWords('r1')])(
  '"$label" promises no more than to ask the worker, and says what comes without its answer',
  ({ effect }) => {
    expect(effect).toMatch(/^Its worker is asked/);
    expect(effect).toMatch(
      /Without its answer nothing changes; of a run that is out of sight the cancel stands/,
    );
    expect(effect).not.toMatch(/\bare killed\b/);
  },
);
