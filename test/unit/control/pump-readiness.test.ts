/** When readiness says that the pump goes on, when that it is off, and when that it does not. */
import { describe, expect, it } from 'vitest';
import { judgeAutomation } from '../../../src/control/common/pump.ts';
import { judgePumpFrom, whyUnwell } from '../../../src/control/readiness/pump-readiness.ts';
import { actOf } from '../../../src/control/reliance/reason-acts.ts';
import { limits } from '../../../src/domain/limits.ts';
import type { Pump } from '../../../src/domain/records.ts';
import { toIsoTime } from '../../../src/lib/clock.ts';
import { initialPump } from '../../../src/machines/pump/machine.ts';

const now = Date.UTC(2026, 0, 2);
const judge = (
  change: Partial<Pump>,
  nextAtMs: number | null = now + 1,
  busyMs: number | null = null,
  nothingMs: number | null = nextAtMs === null && busyMs === null ? 0 : null,
) =>
  judgePumpFrom(
    { ...initialPump('main'), enabled: true, status: 'waiting', interval_ms: 60_000, ...change },
    {
      next_at: nextAtMs === null ? null : toIsoTime(nextAtMs),
      busy_ms: busyMs,
      nothing_ms: nothingMs,
    },
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

  it('fails when what it began does not end, whether a look or a step', () => {
    const stuck = limits.outboxStuckMs;
    for (const status of ['waiting', 'stepping'] as const) {
      expect(judge({ status }, null, stuck).status).toBe('ok');
      expect(judge({ status }, null, stuck + 1)).toMatchObject({
        status: 'failing',
        detail: expect.stringContaining('has not ended'),
        since: toIsoTime(now - stuck - 1),
      });
    }
  });

  it('does not know when nothing says that it goes on', () => {
    expect(judge({}, null).status).toBe('unknown');
    expect(judge({}, null, 0).status).toBe('ok');
  });

  it('fails when nothing has made it look for long', () => {
    const stuck = limits.outboxStuckMs;
    expect(judge({}, null, null, stuck).status).toBe('unknown');
    expect(judge({}, null, null, stuck + 1)).toMatchObject({
      status: 'failing',
      detail: expect.stringContaining('it has no timer'),
      since: toIsoTime(now - stuck - 1),
    });
  });

  it('is ok while it is off, and says that nothing is automatic', () => {
    expect(judge({ enabled: false, status: 'off' }, null)).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^not automatic: the pump is off/),
    });
  });
});

describe('the heartbeat', () => {
  const why = async (
    change: Partial<Pump>,
    nextAtMs: number | null,
    trouble: string | null = null,
    busyMs: number | null = nextAtMs === null ? 0 : null,
    nothingMs: number | null = null,
  ) =>
    whyUnwell({
      reads: {
        get: async () => ({ ...initialPump('main'), interval_ms: 60_000, ...change }),
      } as never,
      vitals: {
        writeTrouble: () => trouble,
        pump: async () => ({
          next_at: nextAtMs === null ? null : toIsoTime(nextAtMs),
          busy_ms: busyMs,
          nothing_ms: nothingMs,
        }),
      } as never,
      clock: { now: () => now } as never,
    });
  const lateMs = limits.pumpLateIntervals * 60_000;

  it('falls silent while the pump is on and does not look, and while nothing is written', async () => {
    expect(await why({ enabled: true, status: 'waiting' }, now - lateMs - 1)).toContain(
      'the pump should have looked',
    );
    expect(await why({ enabled: true, status: 'backing_off' }, now - lateMs - 1)).not.toBeNull();
    expect(await why({}, null, 'disk full')).toBe('disk full');
  });

  it('falls silent while what the pump began does not end', async () => {
    const on = { enabled: true, status: 'stepping' } as const;
    expect(await why(on, null, null, limits.outboxStuckMs)).toBeNull();
    expect(await why(on, null, null, limits.outboxStuckMs + 1)).toContain('has not ended');
    // As when a word that something changed set its timer meanwhile.
    expect(await why(on, now + 1, null, limits.outboxStuckMs + 1)).not.toBeNull();
    expect(await why({ enabled: false }, null, null, limits.outboxStuckMs + 1)).toBeNull();
  });

  it('falls silent while nothing would make the pump look', async () => {
    const on = { enabled: true, status: 'waiting' } as const;
    expect(await why(on, null, null, null, limits.outboxStuckMs)).toBeNull();
    expect(await why(on, null, null, null, limits.outboxStuckMs + 1)).toContain('no timer');
  });

  it('goes on while the pump looks, steps, gets nothing done, or is off', async () => {
    expect(await why({ enabled: true, status: 'waiting' }, now - lateMs)).toBeNull();
    expect(await why({ enabled: true, status: 'stepping' }, null)).toBeNull();
    expect(await why({ enabled: true, status: 'backing_off' }, now + 1)).toBeNull();
    expect(await why({ enabled: false }, now - lateMs - 1)).toBeNull();
  });
});

it('a pump whose last step was refused is not said to start nothing: it looks again by itself', () => {
  const refused: Pump = {
    ...initialPump('main'),
    enabled: true,
    status: 'backing_off',
    last_error: 'worker gpu-b does not answer',
  };
  const settings = { liveDispatchEnabled: true, pump: { drafts: false } };
  expect(judgeAutomation(refused, 'open', settings as never).why).toBeNull();
  const { detail } = judge({ status: 'backing_off', last_error: 'worker gpu-b does not answer' });
  expect(detail).toBe('the last step of the pump was refused: worker gpu-b does not answer');
  // It is on.
  expect(actOf('pump', null)).toMatchObject({ button: 'Let the pump look at once' });
});
