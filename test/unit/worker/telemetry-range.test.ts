/** Which stretch a history is of when it does not say so itself. */
import { describe, expect, it } from 'vitest';
import { rangeOf } from '../../../src/worker/telemetry/telemetry-reads.ts';

const ms = (time: string): number => Date.parse(`2026-01-${time}Z`);
const at = (time: string): string => new Date(ms(time)).toISOString();
const nowMs = ms('20T12:00:00');
const run = (created: string, ended: string | null) => ({
  created_at: at(created),
  ended_at: ended === null ? null : at(ended),
});

describe('the stretch of a history', () => {
  it('is the last hour of a machine', () => {
    expect(rangeOf({}, nowMs, null)).toEqual({ fromMs: nowMs - 3_600_000, toMs: nowMs });
  });

  it('is that of the run, until now while it goes on', () => {
    const live = run('20T09:00:00', null);
    expect(rangeOf({}, nowMs, live)).toEqual({ fromMs: ms('20T09:00:00'), toMs: nowMs });
  });

  it('ends a minute after the run, so that its end is in it, but never in the future', () => {
    const over = run('20T09:00:00', '20T10:00:00');
    expect(rangeOf({}, nowMs, over)).toEqual({
      fromMs: ms('20T09:00:00'),
      toMs: ms('20T10:01:00'),
    });
    const justOver = run('20T09:00:00', '20T11:59:50');
    expect(rangeOf({}, nowMs, justOver).toMs).toBe(nowMs);
  });

  it('is at least a minute, also for a run that the clock was set back behind', () => {
    for (const created of ['20T11:59:59', '20T13:00:00']) {
      expect(rangeOf({}, nowMs, run(created, null))).toEqual({
        fromMs: nowMs - 60_000,
        toMs: nowMs,
      });
    }
  });

  it('is the newest part of a run longer than a history may be', () => {
    const days = 86_400_000;
    const { fromMs, toMs } = rangeOf({}, nowMs + 400 * days, run('20T09:00:00', null));
    expect(toMs - fromMs).toBeLessThan(400 * days);
    expect(toMs).toBe(nowMs + 400 * days);
    expect(() => rangeOf({}, nowMs + 400 * days, run('20T09:00:00', null))).not.toThrow();
  });

  it('keeps what was asked for and takes the rest from the run', () => {
    const over = run('20T09:00:00', '20T10:00:00');
    expect(rangeOf({ from: at('20T09:30:00') }, nowMs, over)).toEqual({
      fromMs: ms('20T09:30:00'),
      toMs: ms('20T10:01:00'),
    });
    expect(rangeOf({ to: at('20T09:30:00') }, nowMs, over)).toEqual({
      fromMs: ms('20T09:00:00'),
      toMs: ms('20T09:30:00'),
    });
  });

  it('says before what a beginning must lie', () => {
    expect(() => rangeOf({ from: at('21T00:00:00') }, nowMs, null)).toThrow(
      /from: must be before 2026-01-20T12:00:00/,
    );
    const both = { from: at('20T10:00:00'), to: at('20T09:00:00') };
    expect(() => rangeOf(both, nowMs, null)).toThrow(/from: must be before `to`/);
  });
});
