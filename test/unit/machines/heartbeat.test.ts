/** The heartbeat: one chain of beats, little in the log while all is well, everything when it is not. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import type { HeartbeatEvent } from '../../../src/machines/heartbeat/events.ts';
import { heartbeatSpec } from '../../../src/machines/heartbeat/spec.ts';
import { createPlay, type Given, minute } from './support.ts';

type Event = Given<HeartbeatEvent>;
const play = createPlay(heartbeatSpec, 'main');
const start: Event = { type: 'START', interval_ms: 60_000 };
const stop: Event = { type: 'STOP' };
const due: Event = { type: 'BEAT_DUE' };
const answered: Event = { type: 'ANSWERED' };
const missed: Event = { type: 'MISSED', reason: 'ECONNREFUSED' };
const timersOf = (actions: ReturnType<typeof play>['actions']) =>
  actions.flatMap((action) => (action.type === 'schedule' ? [action.params] : []));
const beatIn = (delay_ms: number) => [{ timer: 'beat', delay_ms, event: { type: 'BEAT_DUE' } }];

describe('the heartbeat', () => {
  it('calls as soon as it is started, and sets no timer until that has ended', () => {
    const { state, performed, actions } = play([], start);
    expect([state.status, performed, timersOf(actions)]).toEqual([
      'beating',
      [{ effect: 'heartbeat.call', input: {} }],
      [],
    ]);
  });

  it('beats again one interval after a call has ended, however it ended', () => {
    expect(timersOf(play([start], answered).actions)).toEqual(beatIn(60_000));
    expect(timersOf(play([start], missed).actions)).toEqual(beatIn(60_000));
    expect(timersOf(play([start, missed], missed).actions)).toEqual(beatIn(60_000));
    expect(play([start, answered], due).performed).toHaveLength(1);
    expect(play([start, missed], due).performed).toHaveLength(1);
  });

  it('stores nothing of a beat like the last, and a sign now and then', () => {
    const first = play([start], answered);
    expect([first.records, first.state.last_answered_at]).toEqual([
      ['heartbeat.answered'],
      minute(1),
    ]);
    const history = [start, answered];
    expect(play(history, due)).toMatchObject({ records: [], before: first.state });
    const next = play([...history, due], answered);
    expect([next.records, next.state]).toEqual([[], next.before]);
    const later = play([...history, due], { ...answered, at: minute(11) });
    expect([later.records, later.state.last_answered_at]).toEqual([
      ['heartbeat.answered'],
      minute(11),
    ]);
  });

  it('is late before it fails, and keeps since when and how often nobody answered', () => {
    const misses = (count: number) => [start, ...Array.from({ length: count }, () => missed)];
    for (let count = 1; count < limits.heartbeatMissedMax; count += 1)
      expect(play(misses(count - 1), missed).state).toMatchObject({ status: 'late' });
    const failing = play(misses(limits.heartbeatMissedMax - 1), missed);
    expect([failing.state, failing.records]).toMatchObject([
      {
        status: 'failing',
        failing_since: minute(1),
        failures: limits.heartbeatMissedMax,
        last_error: 'ECONNREFUSED',
      },
      ['heartbeat.missed'],
    ]);
    for (const count of [1, limits.heartbeatMissedMax]) {
      const over = play(misses(count), answered);
      expect([over.state, over.records]).toMatchObject([
        { status: 'beating', failing_since: null, failures: 0, last_error: null },
        ['heartbeat.recovered'],
      ]);
    }
  });

  it('stores a sign now and then while nobody answers for long', () => {
    const failing = [start, ...Array.from({ length: limits.heartbeatMissedMax }, () => missed)];
    const next = play(failing, { ...missed, reason: 'another each time' });
    expect([next.records, next.state, timersOf(next.actions)]).toEqual([
      [],
      next.before,
      beatIn(60_000),
    ]);
    const later = { ...missed, reason: 'ETIMEDOUT', at: minute(limits.heartbeatMissedMax + 10) };
    const told = play([...failing, missed], later);
    expect([told.records, told.state]).toMatchObject([
      ['heartbeat.missed'],
      { status: 'failing', failing_since: minute(1), last_error: 'ETIMEDOUT' },
    ]);
  });

  it('beats at once when the service starts again, under the same timer', () => {
    for (const history of [
      [start],
      [start, answered],
      [start, missed],
      [start, missed, missed, missed],
    ]) {
      const again = play(history, start);
      expect([timersOf(again.actions), again.records]).toEqual([beatIn(0), []]);
    }
    const slower = play([start, answered], { ...start, interval_ms: 5000 });
    expect([slower.state.interval_ms, slower.records]).toEqual([5000, ['heartbeat.started']]);
  });

  it('is over when no address is configured any more, and takes no late answer', () => {
    const { state, actions } = play([start, missed], stop);
    expect(state).toMatchObject({ status: 'off', failing_since: null });
    expect(actions).toContainEqual({ type: 'cancel', params: { timer: 'beat' } });
    for (const late of [answered, missed, due, stop]) {
      expect(play([start, stop], late)).toMatchObject({
        accepted: false,
        refusal: { code: 'transition_refused' },
      });
    }
    expect(play([start, stop], start).state.status).toBe('beating');
  });
});
