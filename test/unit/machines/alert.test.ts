/** Alerts and the watch that has them evaluated; refusals first. */
import { describe, expect, it } from 'vitest';
import { createRestoring } from '../../../src/actors/machine/restore.ts';
import { alertIdOf } from '../../../src/domain/records.ts';
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
      'waits for one more check when it is explained no more',
      [found({ for_ms: 0, ...byStore })],
      found({ for_ms: 0 }),
      'pending',
      'alert.noticed',
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
  const due = { type: 'CHECK_DUE' } as const;
  const counts = { pending: 0, firing: 1, suppressed: 0, resolved: 0, incidents: 1 };
  const checked = { type: 'CHECKED', found: counts } as const;
  const timer = (delay_ms: number) => ({
    type: 'schedule',
    params: { timer: 'check', delay_ms, event: due },
  });

  it('refuses a start that changes nothing, and a result nobody waits for', () => {
    expect(watch([start], { ...start, at: minute(0.5) }).refusal).toMatchObject({
      code: 'already_watching',
    });
    expect(watch([start], checked).accepted).toBe(false);
  });

  it('says when it looks next, evaluates then, and says what was found', () => {
    const started = watch([], start);
    expect(started.actions).toContainEqual(timer(60_000));
    expect(started.state.next_check_at).toBe(minute(1));
    const checking = watch([start], due);
    expect(checking.performed).toEqual([{ effect: 'alerts.check', input: {} }]);
    expect(checking.state).toMatchObject({ status: 'checking', next_check_at: null });
    const { state, actions } = watch([start, due], checked);
    expect(actions).toContainEqual(timer(60_000));
    expect(state).toMatchObject({
      status: 'waiting',
      last_checked_at: minute(2),
      last_found: counts,
      next_check_at: minute(3),
      check_count: 1,
    });
  });

  it('goes on after an evaluation that came to nothing, and says why', () => {
    const failed = { type: 'EFFECT_FAILED', effect: 'alerts.check', error: 'overloaded' } as const;
    const { state, actions } = watch([start, due], failed);
    expect(state).toMatchObject({
      status: 'waiting',
      last_error: 'overloaded',
      last_checked_at: null,
    });
    expect(actions).toContainEqual(timer(60_000));
  });

  it('takes another interval, and a clock that was set back, at the next start', () => {
    const sooner = { type: 'START', interval_ms: 5_000 } as const;
    expect(watch([start], sooner).actions).toContainEqual(timer(5_000));
    expect(watch([start], { ...start, at: minute(-600) }).actions).toContainEqual(timer(60_000));
  });
});
