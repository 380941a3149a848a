/** The pump's machine: what it refuses, when it looks and steps, how long it pauses, what it says. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import type { PumpTried } from '../../../src/domain/records.ts';
import type { PumpEvent } from '../../../src/machines/pump/events.ts';
import { pauseMs, wakePauseMs } from '../../../src/machines/pump/pace.ts';
import { pumpSpec } from '../../../src/machines/pump/spec.ts';
import { createPlay, type Given, minute, type Played } from './support.ts';

type Event = Given<PumpEvent>;
const play = createPlay(pumpSpec, 'main');
const intervalMs = 60_000;

const on: Event = { type: 'SWITCH_ON', reason: 'leaving', interval_ms: intervalMs };
const off: Event = { type: 'SWITCH_OFF', reason: null };
const wake: Event = { type: 'WAKE', cause: 'p became queued' };
const due: Event = { type: 'LOOK_DUE' };
const row = (outcome: PumpTried['outcome'], reason = 'Nothing is queued'): PumpTried => ({
  part: 'dispatch',
  outcome,
  code: null,
  reason,
});
const idle: Event = { type: 'LOOKED', found: null, tried: [row('nothing')] };
const found: Event = { type: 'LOOKED', found: 'dispatch', tried: [row('found')] };
const done = (tick: number): Event => ({
  type: 'STEPPED',
  tick,
  done: { part: 'dispatch', project_id: 'p', run_id: 'p-1', paper_id: null },
  tried: [row('done')],
});
const refused = (tick: number): Event => ({
  type: 'STEPPED',
  tick,
  done: null,
  tried: [row('refused', 'the worker is down')],
});
const empty = (tick: number): Event => ({
  type: 'STEPPED',
  tick,
  done: null,
  tried: [row('nothing')],
});
const configure = (enabled: boolean, interval_ms = intervalMs): Event => ({
  type: 'CONFIGURE',
  enabled,
  interval_ms,
});
const failed = (effect: string): Event => ({ type: 'EFFECT_FAILED', effect, error: 'boom' });

/** Pauses that the turn sets. */
const pauses = ({ actions }: Played<unknown>): number[] =>
  actions.flatMap((action) => (action.type === 'schedule' ? [action.params.delay_ms] : []));
const effects = ({ performed }: Played<unknown>) => performed.map(({ effect }) => effect);

describe('the pump refuses', () => {
  it('to be switched off while it is off, and whatever comes late', () => {
    expect(play([], off).refusal?.code).toBe('already_off');
    for (const late of [wake, due, idle, found, done(1), failed('pump.look')])
      expect(play([on, off], late).accepted, late.type).toBe(false);
  });

  it('the result of another step than the one under way', () => {
    expect(play([on, found], done(2)).accepted).toBe(false);
    expect(play([on, found], failed('pump.look')).accepted).toBe(false);
  });

  it('what the configuration says when it says nothing new', () => {
    expect(play([], configure(false, 0)).accepted).toBe(false);
    expect(play([configure(true)], configure(true)).accepted).toBe(false);
  });
});

describe('the pump', () => {
  it('looks as soon as it is switched on', () => {
    const played = play([], on);
    expect(played.state).toMatchObject({ status: 'waiting', enabled: true, changed_by: 'ada' });
    expect(effects(played)).toEqual(['pump.look']);
    expect(played.records).toEqual(['pump.switched_on']);
  });

  it('says once that there is nothing to do, and then writes nothing however often it looks', () => {
    const first = play([on], idle);
    expect(first.records).toEqual(['pump.idled']);
    expect(first.state).toMatchObject({ status: 'waiting', quiet_since: minute(1) });
    for (const event of [due, idle, wake]) {
      const again = play([on, idle, due], event);
      expect(again.records, event.type).toEqual([]);
      expect(again.state, event.type).toBe(again.before);
    }
    const other: Event = { ...idle, tried: [row('nothing', 'The queue is paused')] };
    expect(play([on, idle], other).records).toEqual(['pump.idled']);
  });

  it('pauses as long as nothing has changed, from one interval to the bound', () => {
    const at = (count: number): Event => ({ ...idle, at: minute(count) });
    expect(pauses(play([on], at(1)))).toEqual([intervalMs]);
    expect(pauses(play([on, at(1)], at(2)))).toEqual([intervalMs]);
    expect(pauses(play([on, at(1)], at(5)))).toEqual([4 * intervalMs]);
    expect(pauses(play([on, at(1)], at(1_000)))).toEqual([limits.pumpPauseMsMax]);
  });

  it('looks at once when something has changed, on one timer', () => {
    const played = play([on, idle], wake);
    expect(pauses(played)).toEqual([0]);
    expect(effects(played)).toEqual([]);
    // What its own step changed does not hurry it.
    const at = minute(2);
    const right = play([on, found, { ...done(1), at }], { ...wake, at });
    expect(pauses(right)).toEqual([limits.pumpBurstMs]);
  });

  it('takes one numbered step after it found something, and takes no other meanwhile', () => {
    const begun = play([on, due], found);
    expect(begun.state).toMatchObject({ status: 'stepping', tick: 1 });
    expect(begun.performed).toEqual([{ effect: 'pump.step', input: { tick: 1 } }]);
    for (const event of [wake, due, found, idle])
      expect(play([on, found], event).accepted, event.type).toBe(false);
    const second = play([on, found, done(1), due], found);
    expect(second.performed).toEqual([{ effect: 'pump.step', input: { tick: 2 } }]);
  });

  it('goes on soon after a step that did something, and counts it', () => {
    const played = play([on, found], done(1));
    expect(pauses(played)).toEqual([limits.pumpBurstMs]);
    expect(played.records).toEqual(['pump.stepped']);
    expect(played.state).toMatchObject({
      status: 'waiting',
      dispatched_count: 1,
      fruitless_count: 0,
      last_step: { tick: 1, done: { run_id: 'p-1' } },
    });
  });

  it('waits where there was nothing left to do', () => {
    const played = play([on, found], empty(1));
    expect(played.state).toMatchObject({ status: 'waiting', fruitless_count: 1 });
    expect(pauses(played)).toEqual([intervalMs]);
  });

  it.each<[string, Event[], Event, string]>([
    ['a refused step', [on, found], refused(1), 'the worker is down'],
    ['a step that failed', [on, found], failed('pump.step'), 'boom'],
    ['a look that failed', [on], failed('pump.look'), 'boom'],
  ])('backs off after %s and keeps the reason', (_what, history, event, reason) => {
    const played = play(history, event);
    expect(played.state).toMatchObject({
      status: 'backing_off',
      last_error: reason,
      failing_since: minute(history.length),
    });
    expect(pauses(played)).toEqual([intervalMs]);
  });

  it('backs off further while that goes on, and forgets it once something was done', () => {
    const history: Event[] = [on, found, refused(1), due, { ...found, at: minute(6) }];
    const again = play(history, { ...refused(2), at: minute(6) });
    expect(again.state).toMatchObject({ failing_since: minute(2) });
    expect(pauses(again)).toEqual([4 * intervalMs]);
    expect(play(history, done(2)).state).toMatchObject({ failing_since: null, last_error: null });
  });

  it('is not hurried by changes below one interval after a step that got nothing done', () => {
    const at = new Date(Date.parse(minute(2)) + 10_000).toISOString();
    expect(pauses(play([on, found, refused(1)], { ...wake, at }))).toEqual([intervalMs - 10_000]);
    expect(pauses(play([on, found, refused(1)], { ...wake, at: minute(9) }))).toEqual([0]);
  });

  it('lets a step end before it is off, unless it is switched on again', () => {
    const offInStep = play([on, found], off);
    expect(offInStep.state).toMatchObject({ status: 'stepping', enabled: false });
    expect(play([on, found, off], off).refusal?.code).toBe('already_off');
    const over = play([on, found, off], done(1));
    expect(over.state).toMatchObject({ status: 'off', dispatched_count: 1 });
    expect([pauses(over), effects(over)]).toEqual([[], []]);
    expect(play([on, found, off], failed('pump.step')).state.status).toBe('off');
    expect(play([on, found, off, on], done(1)).state.status).toBe('waiting');
  });

  it('clears its timer when it is switched off', () => {
    const played = play([on, idle], off);
    expect(played.actions).toContainEqual({ type: 'cancel', params: { timer: 'look' } });
  });
});

describe('the configuration', () => {
  it('switches at the first start and whenever it says another thing', () => {
    const first = play([], { ...configure(true), by: 'configuration' });
    expect(first.state).toMatchObject({
      status: 'waiting',
      enabled: true,
      configured: true,
      changed_by: 'configuration',
      reason: 'queue_pump_enabled is true',
    });
    expect(first.records).toEqual(['pump.switched_on']);
    expect(effects(first)).toEqual(['pump.look']);
    const later = play([configure(true)], configure(false));
    expect(later.state).toMatchObject({ status: 'off', enabled: false, configured: false });
    expect(later.records).toEqual(['pump.switched_off']);
  });

  it('leaves an operator’s switch alone while it says the same', () => {
    expect(play([configure(true), off], configure(true)).accepted).toBe(false);
    expect(play([on], configure(false)).accepted).toBe(false);
    expect(play([configure(true), off, configure(false)], configure(true)).state.status).toBe(
      'waiting',
    );
  });

  it('brings a new interval without switching', () => {
    const played = play([on], configure(false, 5_000));
    expect(played.state).toMatchObject({ status: 'waiting', interval_ms: 5_000 });
    expect(played.records).toEqual(['pump.configured']);
  });

  it('agrees with a switch that is where it says already', () => {
    const played = play([on], configure(true));
    expect(played.state).toMatchObject({ enabled: true, configured: true, changed_by: 'ada' });
    expect(played.records).toEqual(['pump.configured']);
  });
});

describe('a pause', () => {
  it('is never shorter than the interval, also where that is longer than the bound', () => {
    expect(pauseMs(1_000, null, minute(0))).toBe(1_000);
    expect(pauseMs(3_600_000, minute(0), minute(1_000))).toBe(3_600_000);
    // The clock was set back.
    expect(pauseMs(1_000, minute(5), minute(0))).toBe(1_000);
  });

  it('after a word of a change is at most the interval', () => {
    expect(wakePauseMs(1_000, null, minute(0))).toBe(0);
    expect(wakePauseMs(1_000, minute(5), minute(0))).toBe(1_000);
  });
});

describe('a step that only begins a text', () => {
  const text = { part: 'draft', paper_id: 'p-1--draft' } as const;
  const begun = (tick: number): Event => ({
    type: 'STEPPED',
    tick,
    done: { part: 'draft', project_id: 'p', run_id: 'p-1', paper_id: text.paper_id },
    begun: text,
    tried: [row('done')],
  });
  const findsDraft: Event = { type: 'LOOKED', found: 'draft', tried: [row('found')] };
  const ended = (look: Event, error: string | null): Event =>
    ({ ...look, written: [{ ...text, error }] }) as Event;

  it('counts for nothing yet, lets the pump go on, and the next look asks what became of it', () => {
    const step = play([on, findsDraft], begun(1));
    expect(step.state).toMatchObject({ status: 'waiting', drafted_count: 0, writing: [text] });
    expect(pauses(step)).toEqual([limits.pumpBurstMs]);
    expect(play([on, findsDraft, begun(1)], due).performed).toEqual([
      { effect: 'pump.look', input: { writing: [text] } },
    ]);
  });

  it('counts as a draft when the text is there', () => {
    const look = play([on, findsDraft, begun(1), due], ended(idle, null));
    expect(look.state).toMatchObject({
      status: 'waiting',
      drafted_count: 1,
      fruitless_count: 0,
      writing: [],
      last_error: null,
    });
    expect(play([on, findsDraft, begun(1), due, ended(idle, null)], due).performed).toEqual([
      { effect: 'pump.look', input: {} },
    ]);
  });

  it('counts as fruitless when it was not written, says why, and begins no other at once', () => {
    for (const look of [idle, findsDraft]) {
      const failing = play([on, findsDraft, begun(1), due], ended(look, 'the endpoint hangs'));
      expect(failing.state).toMatchObject({
        status: 'backing_off',
        drafted_count: 0,
        fruitless_count: 1,
        writing: [],
        last_error: 'the endpoint hangs',
      });
      expect(failing.state.failing_since).not.toBeNull();
      expect(failing.records).toEqual(['pump.writing_failed']);
      expect(pauses(failing)).toEqual([intervalMs]);
      expect(effects(failing)).toEqual([]);
    }
  });

  it('counts once where two looks were under way at the same time', () => {
    const looks = [on, findsDraft, begun(1), due, on];
    for (const error of [null, 'the endpoint hangs']) {
      const first = play(looks, ended(idle, error));
      const second = play([...looks, ended(idle, error)], ended(idle, error));
      const { drafted_count, fruitless_count } = first.state;
      expect(drafted_count + fruitless_count).toBe(1);
      expect(second.state).toMatchObject({ drafted_count, fruitless_count });
      expect(second.records).not.toContain('pump.writing_failed');
    }
    // The late word on the draft does not end the rewrite that was begun since.
    const rewrite = { part: 'publish', paper_id: text.paper_id } as const;
    const since: Event[] = [...looks, ended(found, null), { ...begun(2), begun: rewrite } as Event];
    expect(play(since, ended(idle, null)).state).toMatchObject({
      drafted_count: 1,
      writing: [rewrite],
    });
  });

  it('keeps nothing else waiting when it was not written', () => {
    const look = play([on, findsDraft, begun(1), due], ended(found, 'the endpoint hangs'));
    expect(look.state).toMatchObject({
      status: 'stepping',
      fruitless_count: 1,
      last_error: 'the endpoint hangs',
    });
  });

  it('does not end the back-off by being begun again', () => {
    const inVain = [on, findsDraft, begun(1), due, ended(idle, 'the endpoint hangs')];
    const { failing_since: since } = play(inVain, due).state;
    const again = play([...inVain, findsDraft, begun(2)], idle);
    expect(again.state).toMatchObject({
      status: 'waiting',
      failing_since: since,
      last_error: 'the endpoint hangs',
    });
    const third = play([...inVain, findsDraft, begun(2), idle], {
      ...ended(idle, 'it hangs still'),
      at: minute(30),
    });
    expect(third.state).toMatchObject({ failing_since: since, fruitless_count: 2 });
    expect(pauses(third)[0]).toBeGreaterThan(intervalMs);
    const done = play([...inVain, findsDraft, begun(2), idle], ended(idle, null));
    expect(done.state).toMatchObject({ failing_since: null, last_error: null, drafted_count: 1 });
  });
});
