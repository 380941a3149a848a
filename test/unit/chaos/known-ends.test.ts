/** The chaos finds why a plane ended, however many requests were under way. */
import { expect, it } from 'vitest';
import { knownEndIn } from '../../chaos/planes/known-ends.ts';

const refused = '{"level":50,"route":"queue.edit","status":503,"msg":"request failed"}\n';

it('knows a plane that was fenced by what it said before it answered everybody', () => {
  const said = 'Orrery stopped: another process has taken over as writer "main"\n';
  expect(knownEndIn(`${said}${refused.repeat(1_000)}`)).toBe(
    'another process has taken over as writer',
  );
});

it('knows nothing of an end without a reason', () => {
  expect(knownEndIn(refused.repeat(1_000))).toBeUndefined();
});
