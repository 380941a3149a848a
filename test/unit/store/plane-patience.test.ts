/** A plane that stands by while the server is away: whoever holds the lease could not say so meanwhile. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PostgresUnavailableError } from '../../../src/actors/journal/postgres/errors.ts';
import { type LeaseHolder, leaseTimes } from '../../../src/actors/journal/postgres/lease.ts';
import { HostedPlane } from '../../../src/store/hosted/plane.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const other = { fence: 7, boot: 'other', address: null, since: '2026-01-01T00:00:00.000Z' };
const looks = (count: number): Promise<unknown> =>
  vi.advanceTimersByTimeAsync(count * leaseTimes.lookMs);

/** One that stands by, beside another whose lease the server tells of, or does not answer. */
async function standBy() {
  let told: LeaseHolder | 'away' | null = other;
  let taken = 0;
  const plane = new HostedPlane({
    lease: {
      async take() {
        if (told !== null) return null;
        taken += 1;
        return { ...other, fence: 8, boot: 'own' };
      },
      renew: async () => true,
      release: async () => {},
      async holder() {
        if (told === 'away') throw new PostgresUnavailableError(new Error('nobody listens'));
        return told;
      },
      close: async () => {},
    },
    source: { epochs: async () => [] },
    following: { look: async () => 'never whole here' },
    epoch: () => '',
    openWriter: () => Promise.reject(new Error('not opened here')),
    onHeld: () => {},
    onFault: () => {},
  });
  await plane.tryToTake();
  await plane.onTaken(async () => {});
  return {
    plane,
    tell: (next: typeof told) => {
      told = next;
    },
    taken: () => taken,
  };
}

it('leaves the lease to the one that held it when the server comes back', async () => {
  const { plane, tell, taken } = await standBy();
  tell('away');
  await looks(100);
  tell(null);
  await looks(4);
  tell(other);
  await looks(100);
  expect(taken()).toBe(0);
  // One that is killed later is waited for no longer than the lease runs; who asked it is told why that is over.
  const held = plane.whileHeld();
  tell(null);
  await looks(1);
  expect(taken()).toBe(1);
  expect((held.reason as Error).message).toBe('its lease ended meanwhile');
  await plane.handOver();
});

it('takes it from one that is not heard of then either, also where the server comes and goes', async () => {
  const { plane, tell, taken } = await standBy();
  tell('away');
  await looks(4);
  const ticks = leaseTimes.expireMs / leaseTimes.lookMs;
  for (let tick = 0; tick < ticks; tick += 1) {
    expect(taken()).toBe(0);
    tell(tick % 2 === 0 ? null : 'away');
    await looks(1);
  }
  tell(null);
  await looks(2);
  expect(taken()).toBe(1);
  await plane.handOver();
});
