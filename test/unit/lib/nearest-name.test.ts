/** Suggestions for mistyped names. */
import { expect, it } from 'vitest';
import { editDistance, nearestName } from '../../../src/lib/nearest-name.ts';

it.each([
  ['', '', 0],
  ['a', '', 1],
  ['abc', 'acb', 1],
  ['ca', 'abc', 3],
  ['listen_prot', 'listen_port', 1],
])('counts the edits from %j to %j', (left, right, distance) => {
  expect(editDistance(left, right)).toBe(distance);
  expect(editDistance(right, left)).toBe(distance);
});

it('proposes the nearest name, whatever the case and separators', () => {
  const known = ['listen_port', 'listen_host', 'state_dir'];
  expect(nearestName('listen_prot', known)).toBe('listen_port');
  expect(nearestName('ListenHost', known)).toBe('listen_host');
  expect(nearestName('state-dir', known)).toBe('state_dir');
});

it('proposes nothing for a name that is far from all', () => {
  expect(nearestName('colour', ['listen_port', 'state_dir'])).toBeUndefined();
  expect(nearestName('x'.repeat(100_000), ['listen_port'])).toBeUndefined();
  expect(nearestName('role', [])).toBeUndefined();
});
