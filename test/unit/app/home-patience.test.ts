/** The gate of one run gives its node back when its home cannot be reached, and never while it has a run. */
import { expect, it } from 'vitest';
import { createHomePatience } from '../../../src/app/gate/home-patience.ts';
import { createManualClock } from '../../../src/lib/clock.ts';

function begin({ hasRun = async () => false }: { readonly hasRun?: () => Promise<boolean> } = {}) {
  const clock = createManualClock(0);
  const forsaken: string[] = [];
  const patience = createHomePatience({
    clock,
    patienceMs: 1000,
    hasRun,
    onForsaken: (detail) => forsaken.push(detail),
  });
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { patience, forsaken, pass };
}
const away = { isHome: false, detail: 'connection refused' };
const home = { isHome: true, detail: 'connected' };

it('gives up after its patience, once, and says what was in the way', async () => {
  const { patience, forsaken, pass } = begin();
  patience.news(away);
  await pass(999);
  expect(forsaken).toEqual([]);
  patience.news(away);
  await pass(1);
  expect(forsaken).toEqual(['connection refused']);
  await pass(10_000);
  expect(forsaken).toHaveLength(1);
});

it('waits as long again from each loss of a home that it had', async () => {
  const { patience, forsaken, pass } = begin();
  await pass(900);
  patience.news(home);
  await pass(10_000);
  expect(forsaken).toEqual([]);
  patience.news(away);
  await pass(999);
  expect(forsaken).toEqual([]);
  await pass(1);
  expect(forsaken).toHaveLength(1);
});

it('stays for a run that it has', async () => {
  const { forsaken, pass } = begin({ hasRun: async () => true });
  await pass(5000);
  expect(forsaken).toEqual([]);
});

it('asks again where it could not tell', async () => {
  let isBroken = true;
  const hasRun = () => (isBroken ? Promise.reject(new Error('disk')) : Promise.resolve(false));
  const { forsaken, pass } = begin({ hasRun });
  await pass(1000);
  await pass(0);
  expect(forsaken).toEqual([]);
  isBroken = false;
  await pass(1000);
  expect(forsaken).toHaveLength(1);
});

it('gives up no more when home came while it looked, or after its end', async () => {
  let tell = (_has: boolean): void => undefined;
  const hasRun = () =>
    new Promise<boolean>((resolve) => {
      tell = resolve;
    });
  const one = begin({ hasRun });
  await one.pass(1000);
  one.patience.news(home);
  one.patience.news(away);
  tell(false);
  await one.pass(1);
  const other = begin({ hasRun });
  await other.pass(1000);
  other.patience.close();
  tell(false);
  await other.pass(1);
  expect([one.forsaken, other.forsaken]).toEqual([[], []]);
});
