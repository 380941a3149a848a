/** How often a page asks by itself: at once where little happens, and no more often however much does. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRefresher } from '../../../src/dashboard/service/refresher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const minuteMs = 60_000;

it.each([50, 100, 200, 1_000])(
  'asks of changes every %i ms no more than each few seconds',
  async (everyMs) => {
    const ask = vi.fn(() => Promise.resolve(true));
    const refresher = createRefresher(ask);
    for (let ms = 0; ms < minuteMs; ms += everyMs) {
      refresher.soon({ list: false });
      await vi.advanceTimersByTimeAsync(everyMs);
    }
    expect(ask.mock.calls.length).toBeGreaterThanOrEqual(10);
    expect(ask.mock.calls.length).toBeLessThanOrEqual(15);
    refresher.stop();
  },
);

it('asks at once of what comes now and then, and of what somebody did', async () => {
  const ask = vi.fn(() => Promise.resolve(true));
  const refresher = createRefresher(ask);
  for (let count = 1; count <= 3; count += 1) {
    refresher.soon({ list: true });
    await vi.advanceTimersByTimeAsync(200);
    expect(ask).toHaveBeenCalledTimes(count);
  }
  refresher.soon({ list: true });
  await vi.advanceTimersByTimeAsync(200);
  expect(ask).toHaveBeenCalledTimes(3);
  refresher.now();
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(4);
  expect(ask).toHaveBeenLastCalledWith({ list: true });
  await vi.advanceTimersByTimeAsync(minuteMs);
  refresher.soon({ list: false });
  await vi.advanceTimersByTimeAsync(200);
  expect(ask).toHaveBeenCalledTimes(5);
  refresher.stop();
});
