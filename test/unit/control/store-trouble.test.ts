/** A store that takes no writes is said first, wherever an operator asks whether all is well. */
import { expect, it } from 'vitest';
import { readStatus } from '../../../src/control/operations/dispatch-safety.ts';
import { readOverview } from '../../../src/control/operations/overview.ts';
import { createTestControl, wellVitals } from '../../support/control-context.ts';
import { openTestStore } from '../../support/store-fixtures.ts';

it.each([
  ['full', 'the disk is full', false],
  ['well', null, true],
] as const)('the disk is %s', async (_, trouble, safe) => {
  const { journal, reads } = openTestStore();
  const vitals = { ...wellVitals, writeTrouble: () => trouble };
  const context = { ...createTestControl({ reads }), vitals };
  const status = await readStatus(context, { refreshWorker: false });
  const { headline } = await readOverview(context, { activeLimit: 1, eventLimit: 1 });
  await journal.close();
  const words = 'takes no writes: the disk is full';
  expect(headline.includes(words)).toBe(!safe);
  expect(status.dispatch_blockers.some((blocker) => blocker.includes(words))).toBe(!safe);
  if (!safe) expect(status.dispatch_safe).toBe(false);
});

it('is not called safe while the disk is nearly full, though it takes writes', async () => {
  const { journal, reads } = openTestStore();
  const blockersAt = async (free_files: number): Promise<readonly string[]> => {
    const vitals = { ...wellVitals, space: () => ({ ...wellVitals.space()!, free_files }) };
    const context = { ...createTestControl({ reads }), vitals };
    return (await readStatus(context, { refreshWorker: false })).dispatch_blockers;
  };
  const some = await blockersAt(64);
  const few = await blockersAt(63);
  await journal.close();
  const said =
    'The disk is nearly full: the file system of state_dir can take fewer than 64 more files: any write may be refused now';
  expect(few).toEqual([said, ...some]);
});
