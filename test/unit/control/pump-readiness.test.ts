/** When readiness says that the pump goes on, when that it is off, and when that it does not. */
import { describe, expect, it } from 'vitest';
import { judgePumpFrom } from '../../../src/control/operations/pump-readiness.ts';
import { limits } from '../../../src/domain/limits.ts';
import type { Pump } from '../../../src/domain/records.ts';
import { toIsoTime } from '../../../src/lib/clock.ts';
import { initialPump } from '../../../src/machines/pump/machine.ts';

const now = Date.UTC(2026, 0, 2);
const judge = (change: Partial<Pump>, nextAtMs: number | null = now + 1, busy = false) =>
  judgePumpFrom(
    { ...initialPump('main'), enabled: true, status: 'waiting', interval_ms: 60_000, ...change },
    { next_at: nextAtMs === null ? null : toIsoTime(nextAtMs), busy },
    now,
  );

describe('the check of the pump', () => {
  it('fails while steps get nothing done, with the reason and since when', () => {
    const since = toIsoTime(now - 5);
    expect(
      judge({ status: 'backing_off', last_error: 'the worker is down', failing_since: since }),
    ).toMatchObject({
      status: 'failing',
      detail: expect.stringContaining('the worker is down'),
      since,
    });
  });

  it('fails when it has not looked for some intervals', () => {
    const late = limits.pumpLateIntervals * 60_000;
    expect(judge({}, now - late).status).toBe('ok');
    expect(judge({}, now - late - 1)).toMatchObject({
      status: 'failing',
      since: toIsoTime(now - late - 1),
    });
  });

  it('does not know when nothing says that it goes on', () => {
    expect(judge({}, null).status).toBe('unknown');
    expect(judge({}, null, true).status).toBe('ok');
  });

  it('is ok while it is off, and says that nothing is automatic', () => {
    expect(judge({ enabled: false, status: 'off' }, null)).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^not automatic: the pump is off/),
    });
  });
});
