/** The token of one run's gate: the same whenever it is made, and for that run alone. */
import { expect, it } from 'vitest';
import { runOfToken, runTokenOf } from '../../../src/worker-wire/run-token.ts';

const secret = 'the secret of a cluster';
const token = runTokenOf(secret, 'idea.1-20261125T234458946');

it('names its run, and is the same each time it is made', () => {
  expect(runOfToken(secret, token)).toBe('idea.1-20261125T234458946');
  expect(runTokenOf(secret, 'idea.1-20261125T234458946')).toBe(token);
});

it.each([
  ['with another secret', runTokenOf('another', 'idea.1')],
  ['for another run', token.replace('idea.1', 'idea.2')],
  ['cut off', token.slice(0, -1)],
  ['in other letters', token.toUpperCase()],
  ['without a run', token.slice(token.lastIndexOf('.'))],
  ['at all', ''],
])('opens nothing %s', (_, other) => {
  expect(runOfToken(secret, other)).toBeNull();
});
