/** Hours of a worker: in a unit in which they are not zero, unless they are. */
import { expect, it } from 'vitest';
import { hoursText } from '../../../src/dashboard/operations/hours-words.ts';

it('are told in a unit in which they are not zero', () => {
  expect([null, undefined, 0].map(hoursText)).toEqual(['unknown', 'unknown', '0 h']);
  const secs = [1, 36, 90, 3_540, 3_600, 5_400, 250_000];
  expect(secs.map((sec) => hoursText(sec / 3_600))).toEqual([
    '1 s',
    '36 s',
    '1 min',
    '59 min',
    '1 h',
    '1.5 h',
    '69.4 h',
  ]);
});
