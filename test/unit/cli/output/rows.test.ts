/** Cells of rows as tables show them. */
import { expect, it } from 'vitest';
import { hours } from '../../../../src/cli/output/rows.ts';

it('says hours as a span, and nothing of what is not known', () => {
  const read = (told: unknown) => hours('used_hours')({ used_hours: told }, undefined);
  expect([read(0.0218), read(0), read(2.5), read(null)]).toEqual([
    '1 min',
    '0 s',
    '2 h 30 min',
    null,
  ]);
});
