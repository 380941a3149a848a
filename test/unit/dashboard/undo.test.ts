/** For how long what was done can be taken back, and that what came of it is told. */
import { expect, it } from 'vitest';
import { afterTick, toldSec, type Undo, undoSec } from '../../../src/dashboard/acts/undo.ts';

const offered: Undo = {
  key: 1,
  words: 'The pump is off.',
  inverses: [{ verb: 'pump', on: true }],
  phase: 'offered',
  leftSec: undoSec,
};

function after(undo: Undo, ticks: number): Undo | null {
  let now: Undo | null = undo;
  for (let count = 0; count < ticks && now !== null; count += 1) now = afterTick(now);
  return now;
}

it('is offered for ten ticks, however late they come, and then not any more', () => {
  expect(after(offered, 9)).toEqual({ ...offered, leftSec: 1 });
  expect(after(offered, 10)).toBeNull();
});

it('stays while it is being sent, and what came of it is told for a while', () => {
  const sending: Undo = { ...offered, phase: 'sending', leftSec: 1 };
  expect(after(sending, 60)).toEqual(sending);
  const done: Undo = { ...sending, phase: 'done', leftSec: toldSec };
  expect(after(done, toldSec - 1)).toMatchObject({ phase: 'done' });
  expect(after(done, toldSec)).toBeNull();
});
