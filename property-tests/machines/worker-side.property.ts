/** What must hold of a worker's run and of its deliveries, beyond their tables of moves. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DurableAction } from '../../src/actors/machine/durable-actions.ts';
import type { CallbackDelivery, GateRun } from '../../src/domain/records.ts';
import type { CallbackDeliveryEvent } from '../../src/machines/callback-delivery/events.ts';
import { callbackDeliverySpec } from '../../src/machines/callback-delivery/spec.ts';
import type { GateRunEvent } from '../../src/machines/gate-run/events.ts';
import { gateRunSpec } from '../../src/machines/gate-run/spec.ts';
import { propertyOptions } from '../options.ts';
import { eventArbitraries } from './events.ts';
import { play, type Step, walks } from './walk.ts';

type RunTurn = Step<GateRun, GateRunEvent>;
type DeliveryTurn = Step<CallbackDelivery, CallbackDeliveryEvent>;
const performs = (actions: readonly DurableAction[], effect: string): number =>
  actions.filter((action) => action.type === 'perform' && action.params.effect === effect).length;

function runHolds(check: (turns: readonly RunTurn[]) => void): void {
  fc.assert(
    fc.property(walks(gateRunSpec, eventArbitraries.gate_run), (walk) =>
      check(play(gateRunSpec, walk)),
    ),
    propertyOptions(150),
  );
}
function deliveryHolds(check: (turns: readonly DeliveryTurn[]) => void): void {
  fc.assert(
    fc.property(walks(callbackDeliverySpec, eventArbitraries.callback_delivery), (walk) =>
      check(play(callbackDeliverySpec, walk)),
    ),
    propertyOptions(150),
  );
}

describe("a worker's run", () => {
  it('asks for at most one start, ever', () => {
    runHolds((turns) => {
      const starts = turns.reduce((sum, turn) => sum + performs(turn.actions, 'gate.spawn'), 0);
      expect(starts).toBeLessThanOrEqual(1);
    });
  });

  it('never starts once it was called off', () => {
    runHolds((turns) => {
      const off = turns.findIndex(({ after }) => ['fenced', 'stopped'].includes(after.status));
      if (off < 0) return;
      for (const turn of turns.slice(off + 1)) expect(performs(turn.actions, 'gate.spawn')).toBe(0);
    });
  });

  it('numbers its callbacks without a gap, each with its own key', () => {
    runHolds((turns) => {
      const sent = turns.flatMap(({ actions }) =>
        actions.flatMap((action) => (action.type === 'tell' ? [action.params.event] : [])),
      );
      const bodies = sent.map(
        (event) => event.callback as { sequence: number; idempotency_key: string },
      );
      expect(bodies.map((body) => body.sequence)).toEqual(bodies.map((_, index) => index + 1));
      expect(new Set(bodies.map((body) => body.idempotency_key)).size).toBe(bodies.length);
    });
  });

  it('answers a request that waits exactly when it stops waiting', () => {
    runHolds((turns) => {
      for (const { before, after, actions } of turns) {
        const waiting = before.pending_request;
        if (waiting === null || after.pending_request === waiting) continue;
        const answers = actions.filter(
          (action) => action.type === 'answer' && action.params.key === waiting,
        );
        expect(answers).toHaveLength(1);
      }
    });
  });

  it('ends one process only of what an agent has left, and moves nothing by it', () => {
    runHolds((turns) => {
      for (const { before, after, event, accepted, actions } of turns) {
        const asked = performs(actions, 'gate.end_process');
        expect(asked).toBe(event.type === 'END_PROCESS' && accepted ? 1 : 0);
        if (event.type !== 'END_PROCESS' && event.type !== 'PROCESS_END_TOLD') continue;
        expect(after).toEqual(before);
        if (asked > 0) expect(['starting', 'running', 'stopping']).not.toContain(before.status);
      }
    });
  });

  it('kills whatever was started after it was called off', () => {
    runHolds((turns) => {
      for (const { before, event, accepted, actions } of turns) {
        const late = event.type === 'SPAWNED' && accepted && before.status !== 'starting';
        if (late) expect(performs(actions, 'gate.kill')).toBe(1);
      }
    });
  });
});

describe('the deliveries of a run', () => {
  it('post one callback at a time, in the order they were queued', () => {
    deliveryHolds((turns) => {
      const queued: string[] = [];
      const posted: string[] = [];
      let delivered = 0;
      for (const { event, accepted, after, actions } of turns) {
        if (accepted && event.type === 'ENQUEUE') queued.push(event.callback.idempotency_key);
        if (accepted && event.type === 'DELIVERED') delivered += 1;
        for (const action of actions) {
          if (action.type !== 'perform') continue;
          const { callback } = action.params.input as unknown as {
            callback: { idempotency_key: string };
          };
          posted.push(callback.idempotency_key);
          expect(callback.idempotency_key).toBe(queued[delivered]);
        }
        expect(after.queue.map((body) => body.idempotency_key)).toEqual(queued.slice(delivered));
        expect(after.delivered_count).toBe(delivered);
        if (after.status === 'delivering') expect(posted.at(-1)).toBe(queued[delivered]);
      }
    });
  });

  it('hold nothing when drained and something otherwise', () => {
    deliveryHolds((turns) => {
      for (const { after } of turns) {
        if (after.status === 'drained') expect(after.queue).toEqual([]);
        if (after.status === 'delivering' || after.status === 'parked') {
          expect(after.queue.length).toBeGreaterThan(0);
        }
      }
    });
  });

  it('are parked visibly: the refusal is recorded and kept', () => {
    deliveryHolds((turns) => {
      for (const { before, after, actions } of turns) {
        if (after.status !== 'parked' || before.status === 'parked') continue;
        expect(after.parked_at).not.toBeNull();
        expect(after.last_error).not.toBeNull();
        const first = actions.find((action) => action.type === 'record');
        expect(first?.params).toMatchObject({ event_type: 'callback_delivery.parked' });
      }
    });
  });
});
