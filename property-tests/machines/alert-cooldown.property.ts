/**
 * The alert machine against a model of its promise: a message is due unless the push service took
 * one less than a cooldown ago or it was forced; and who was told of a raise is owed its end, once.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDecide } from '../../src/actors/machine/decide.ts';
import { alertSpec } from '../../src/machines/alert/spec.ts';
import { propertyOptions } from '../seed.ts';

type Step =
  | { readonly do: 'observe'; readonly force: boolean }
  | { readonly do: 'clear' | 'tell' | 'tell_recovery' };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('observe' as const), force: fc.boolean() }),
  fc.record({ do: fc.constantFrom('clear' as const, 'tell' as const, 'tell_recovery' as const) }),
);
const steps = fc.array(fc.record({ step, waitMs: fc.nat(600) }), { maxLength: 60, size: 'max' });
const cooldownMs = 1000;

const eventOf = (taken: Step) => {
  switch (taken.do) {
    case 'observe':
      return {
        type: 'OBSERVED' as const,
        fingerprint: 'worker_unreachable:w',
        alert_kind: 'worker_unreachable',
        subject: 'w',
        severity: 'critical' as const,
        message: 'w is away',
        suggested_action: 'look',
        since: null,
        cooldown_ms: cooldownMs,
        force_notify: taken.force,
      };
    case 'clear':
      return { type: 'CLEARED' as const, reason: 'gone' };
    case 'tell':
      return { type: 'NOTIFIED' as const };
    case 'tell_recovery':
      return { type: 'RECOVERY_NOTIFIED' as const };
  }
};

/** Runs the steps; throws where machine and model differ. */
function check(taken: readonly { readonly step: Step; readonly waitMs: number }[]): void {
  const decide = createDecide(alertSpec);
  const model = {
    seen: false,
    up: false,
    lastToldMs: null as number | null,
    toldOfThisRaise: false,
    owed: false,
  };
  let state = alertSpec.initialState('x');
  let nowMs = 0;
  for (const { step: next, waitMs } of taken) {
    nowMs += waitMs;
    const stamp = { at: new Date(nowMs).toISOString(), by: 'test', request_key: null };
    const decided = decide(state, { ...eventOf(next), ...stamp });
    const body = decided.actions.find((action) => action.type === 'reply')?.params.body;
    switch (next.do) {
      case 'observe': {
        if (!model.up) Object.assign(model, { toldOfThisRaise: false, owed: false });
        Object.assign(model, { seen: true, up: true });
        const quiet = model.lastToldMs !== null && nowMs - model.lastToldMs < cooldownMs;
        expect(decided.accepted).toBe(true);
        expect(body?.['notification']).toMatchObject({ due: next.force || !quiet });
        break;
      }
      case 'clear':
        expect(decided.accepted).toBe(model.up);
        if (model.up) {
          model.owed = model.toldOfThisRaise;
          expect(body).toEqual({ recovery_owed: model.owed });
        }
        model.up = false;
        break;
      case 'tell':
        expect(decided.accepted).toBe(model.seen);
        if (model.seen) {
          model.lastToldMs = nowMs;
          if (model.up) model.toldOfThisRaise = true;
          else model.owed = true;
        }
        break;
      case 'tell_recovery':
        expect(decided.accepted).toBe(!model.up && model.owed);
        if (!model.up) model.owed = false;
    }
    state = decided.state;
    expect(state.status).toBe(model.up ? 'raised' : model.seen ? 'resolved' : 'new');
    expect(state.recovery_owed).toBe(model.owed);
  }
}

describe('an alert', () => {
  it('says a message is due exactly when its model does, and owes one recovery', () => {
    fc.assert(fc.property(steps, check), propertyOptions(500));
  });

  it('records an event whenever its state changes, and none when nothing is new', () => {
    const decide = createDecide(alertSpec);
    const stamp = { at: '2026-01-01T00:00:00.000Z', by: 'test', request_key: null };
    const observed = { ...eventOf({ do: 'observe', force: false }), ...stamp };
    const raised = decide(alertSpec.initialState('x'), observed);
    const records = (actions: typeof raised.actions) =>
      actions.flatMap((action) => (action.type === 'record' ? [action.params.event_type] : []));
    expect(records(raised.actions)).toEqual(['alert.raised']);
    const again = decide(raised.state, observed);
    expect(again.state).toBe(raised.state);
    expect(records(again.actions)).toEqual([]);
  });
});
