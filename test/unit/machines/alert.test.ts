/** Alerts and the watch that has them evaluated; refusals first. */
import { describe, expect, it } from 'vitest';
import { createRestoring } from '../../../src/actors/machine/restore.ts';
import { limits } from '../../../src/domain/limits.ts';
import { alertIdOf, alertWatchLift } from '../../../src/domain/records.ts';
import type { AlertEvent } from '../../../src/machines/alert/events.ts';
import { judgeAlert } from '../../../src/machines/alert/judge.ts';
import { alertSpec } from '../../../src/machines/alert/spec.ts';
import { alertWatchSpec } from '../../../src/machines/alert-watch/spec.ts';
import { createPlay, type Given, minute } from './support.ts';

type Observed = Extract<AlertEvent, { type: 'OBSERVED' }>;
const found = (change: Partial<Observed> & { readonly at?: string } = {}): Given<AlertEvent> => ({
  type: 'OBSERVED',
  fingerprint: 'stale_item:a',
  alert_kind: 'stale_item',
  subject: 'a',
  severity: 'warn',
  message: 'a is silent',
  suggested_action: 'look at a',
  since: null,
  group_key: 'worker:w',
  for_ms: 150_000,
  inhibited_by: null,
  ...change,
});
const gone: Given<AlertEvent> = { type: 'CLEARED', reason: 'gone' };
const play = createPlay(alertSpec, alertIdOf('stale_item:a'));
const byStore = { inhibited_by: 'readiness:store_writable' };

describe('an alert', () => {
  it('that was never found is not over either', () => {
    expect(play([], gone).accepted).toBe(false);
  });

  it('changes nothing when it is found again as it was', () => {
    expect(play([found()], found()).accepted).toBe(false);
    expect(play([found(byStore)], found(byStore)).accepted).toBe(false);
  });

  it.each<[string, Given<AlertEvent>[], Given<AlertEvent>, string, string]>([
    ['waits until it has stood long enough', [], found(), 'pending', 'alert.noticed'],
    [
      'fires then',
      [found(), found({ message: 'b' })],
      found({ at: minute(3) }),
      'firing',
      'alert.raised',
    ],
    ['fires at once by its rule', [], found({ for_ms: 0 }), 'firing', 'alert.raised'],
    [
      'counts from when the trouble began',
      [],
      found({ since: minute(-3) }),
      'firing',
      'alert.raised',
    ],
    ['stays quiet where another explains it', [], found(byStore), 'suppressed', 'alert.suppressed'],
    [
      'becomes quiet though it fired',
      [found({ for_ms: 0 })],
      found({ for_ms: 0, ...byStore }),
      'suppressed',
      'alert.suppressed',
    ],
    [
      'waits when it is explained no more',
      [found({ for_ms: 0, ...byStore })],
      found({ for_ms: 0 }),
      'pending',
      'alert.noticed',
    ],
    [
      'fires when it has stood for a while without what explained it',
      [found({ for_ms: 0, ...byStore }), found({ for_ms: 0 })],
      found({ for_ms: 0 }),
      'firing',
      'alert.raised',
    ],
    ['is over whatever it was', [found(byStore)], gone, 'resolved', 'alert.resolved'],
    ['comes back as the same', [found(), gone], found(), 'pending', 'alert.noticed'],
  ])('%s', (_words, history, last, status, record) => {
    const { state, records } = play(history, last);
    expect(state.status).toBe(status);
    expect(records).toEqual([record]);
  });

  it('remembers what explains it, until it is over', () => {
    expect(play([], found(byStore)).state.suppressed_by).toBe('readiness:store_writable');
    expect(play([found(byStore)], gone).state.suppressed_by).toBeNull();
  });

  it('does not wait for a time that a clock set back has still before it', () => {
    const back = found({ at: minute(-600) });
    expect(play([found()], back).state.raised_at).toBe(minute(-600));
    expect(play([found(), back], found({ at: minute(-597) })).state.status).toBe('firing');
  });

  it('that was just released changes nothing before that, however often it is found', () => {
    const released = [found({ for_ms: 0, ...byStore }), found({ for_ms: 0 })];
    expect(play(released, found({ for_ms: 0, at: minute(1.99) })).accepted).toBe(false);
    // A clock that was set back does not make it wait for the time before.
    expect(play(released, found({ for_ms: 0, at: minute(0) })).state.status).toBe('firing');
  });

  it('is judged in a dry run as the machine judges it', () => {
    for (const history of [[], [found()], [found({ for_ms: 0 })], [found(byStore)]])
      for (const question of [found(), found({ for_ms: 0 }), found(byStore)]) {
        const { before, state } = play(history, question);
        const asked = { at: minute(history.length), ...(question as Observed) };
        expect(judgeAlert(before, asked)).toBe(state.status);
      }
  });

  it('of the first edition stands as firing', () => {
    const stored = {
      status: 'raised',
      fingerprint: 'stale_item:a',
      alert_kind: 'stale_item',
      subject: 'a',
      severity: 'warn',
      message: 'm',
      suggested_action: 's',
      since: null,
      raised_at: minute(1),
      resolved_at: null,
      raise_count: 2,
      notified_at: minute(2),
      notification_count: 1,
      told_of_raise: true,
      recovery_owed: false,
      created_at: minute(1),
      updated_at: minute(1),
    };
    const lifted = createRestoring(alertSpec).restore(stored, 1);
    expect(lifted).toMatchObject({
      status: 'firing',
      alert_id: alertIdOf('stale_item:a'),
      fired_at: minute(1),
      suppressed_by: null,
    });
    expect(lifted).not.toHaveProperty('notified_at');
  });
});

describe('the alert watch', () => {
  const watch = createPlay(alertWatchSpec, 'main');
  const start = { type: 'START', interval_ms: 60_000 } as const;
  const stop = { type: 'STOP' } as const;
  const due = { type: 'CHECK_DUE' } as const;
  const wake = { type: 'WAKE', cause: 'a worker became unreachable' } as const;
  const counts = { pending: 0, firing: 1, suppressed: 0, incidents: 1 };
  const checked = { type: 'CHECKED', found: counts, due_ms: null } as const;
  const failed = { type: 'EFFECT_FAILED', effect: 'alerts.check', error: 'overloaded' } as const;
  const timer = (delay_ms: number) => ({
    type: 'schedule',
    params: { timer: 'check', delay_ms, event: due },
  });
  const look = { effect: 'alerts.check', input: {} };

  it('hears nothing before it was started, and after it was stopped', () => {
    for (const word of [wake, due, checked, failed, stop]) {
      expect(watch([], word).accepted).toBe(false);
      expect(watch([start, stop], word).accepted).toBe(false);
    }
    expect(watch([start], stop).actions).toContainEqual({
      type: 'cancel',
      params: { timer: 'check' },
    });
  });

  it('looks when it is started, when the service starts again, and at a word that something changed', () => {
    expect(watch([], start).performed).toEqual([look]);
    const again = watch([start, checked], start);
    expect([again.state, again.records]).toEqual([again.before, []]);
    expect(again.actions).toEqual([timer(0)]);
    const woken = watch([start, checked], wake);
    expect([woken.state, woken.records]).toEqual([woken.before, []]);
    // In that same turn, and not again when the time would have come.
    expect(woken.performed).toEqual([look]);
    expect(woken.actions).toContainEqual({ type: 'cancel', params: { timer: 'check' } });
    expect(watch([start], due).performed).toEqual([look]);
  });

  it('writes what a look found once, and nothing while it stays so', () => {
    const first = watch([start], checked);
    expect(first.records).toEqual(['alert_watch.checked']);
    expect(first.state).toMatchObject({ last_found: counts, last_error: null });
    const again = watch([start, checked], checked);
    expect([again.state, again.records]).toEqual([again.before, []]);
    expect(again.actions).toEqual([timer(60_000)]);
    const other = { ...checked, found: { ...counts, firing: 0 } };
    expect(watch([start, checked], other).records).toEqual(['alert_watch.checked']);
  });

  it('writes why a look came to nothing once, and that it is over', () => {
    const first = watch([start], failed);
    expect(first.state).toMatchObject({ last_error: 'overloaded', last_found: null });
    expect([first.records, first.actions.at(-1)]).toEqual([
      ['alert_watch.check_failed'],
      timer(60_000),
    ]);
    const again = watch([start, failed], failed);
    expect([again.state, again.records]).toEqual([again.before, []]);
    expect(watch([start, checked, failed], checked).records).toEqual(['alert_watch.checked']);
  });

  it.each([
    ['at the interval where nothing is pending', null, 60_000],
    ['when a pending alert will have stood long enough', 9_000, 9_000],
    ['not in a hot loop', 0, limits.alertRecheckMsMin],
    ['not later than the interval', 3_600_000, 60_000],
  ])('looks again %s', (_words, due_ms, delay) => {
    expect(watch([start], { ...checked, due_ms }).actions.at(-1)).toEqual(timer(delay));
    expect(watch([start, checked], { ...checked, due_ms }).actions).toEqual([timer(delay)]);
  });

  it('takes another interval at the next start', () => {
    const sooner = { type: 'START', interval_ms: 5_000 } as const;
    const { state, records } = watch([start], sooner);
    expect([state.interval_ms, records]).toEqual([5_000, ['alert_watch.started']]);
  });

  it.each(['waiting', 'checking'])('of the first edition that was %s goes on', (status) => {
    const stored = {
      status,
      interval_ms: 60_000,
      started_at: minute(0),
      began_at: null,
      last_checked_at: minute(1),
      last_found: { ...counts, resolved: 2 },
      last_error: null,
      next_check_at: minute(2),
      check_count: 7,
      created_at: minute(0),
      updated_at: minute(1),
    };
    const lifted = createRestoring(alertWatchSpec).restore(stored, 1);
    expect(lifted).toEqual({
      status: 'watching',
      interval_ms: 60_000,
      started_at: minute(0),
      last_found: counts,
      last_error: null,
      created_at: minute(0),
      updated_at: minute(1),
    });
    expect(alertWatchLift.from(lifted)).toEqual(lifted);
    expect(createPlay(alertWatchSpec, 'main', lifted)([], checked).records).toEqual([]);
  });
});
