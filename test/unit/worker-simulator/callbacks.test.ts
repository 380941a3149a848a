/** Faults on the way of a callback: each as often as asked, and always with the truth for the gate. */
import { describe, expect, it } from 'vitest';
import type { EffectContext } from '../../../src/actors/runtime/effect-handler.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createSimulatedCallbacks } from '../../../src/worker-simulator/callbacks.ts';
import type { SimulatorFact } from '../../../src/worker-simulator/events.ts';
import { parseScenario } from '../../../src/worker-simulator/parse-scenario.ts';

const context: EffectContext = {
  effectId: 'callback_delivery/run-1#1.0',
  address: { kind: 'callback_delivery', id: 'run-1' },
  attempt: 1,
  resumed: false,
  correlationId: 'r-1',
  causeId: null,
  signal: new AbortController().signal,
};
const inputOf = (eventType: string) => ({
  callback: { run_id: 'run-1', event_type: eventType, sequence: 1, telemetry: null },
});
const delivered = { type: 'DELIVERED', status_code: 200 };
const rejected = { type: 'REJECTED', status_code: 401 };

function make(faults: readonly object[]) {
  const runs = [{ name: 'r', phases: [{ name: 'work', seconds: 1 }] }];
  const text = JSON.stringify({ name: 'test', runs, callback_faults: faults });
  const clock = createManualClock();
  const facts: SimulatorFact[] = [];
  let posts = 0;
  const callbacks = createSimulatedCallbacks({
    post: {
      run: async () => {
        posts += 1;
        return delivered;
      },
    },
    postWrongly: { run: async () => rejected },
    faults: parseScenario(text, 'test').callback_faults,
    clock,
    report: (fact) => facts.push(fact),
  });
  const send = (eventType = 'wake_ready') => callbacks.handler.run(inputOf(eventType), context);
  const outcomes = () =>
    facts.flatMap((fact) => (fact.type === 'callback' ? [[fact.outcome, fact.copies]] : []));
  return { callbacks, clock, send, outcomes, posts: () => posts };
}

describe('callbacks of a simulated worker', () => {
  it('fail when they are lost, as often as asked and only those asked for', async () => {
    const made = make([{ on: 'wake_ready', do: 'lose', times: 2 }]);
    expect(await made.send('session_started')).toEqual(delivered);
    await expect(made.send()).rejects.toThrow('lost');
    await expect(made.send()).rejects.toThrow('lost');
    expect(await made.send()).toEqual(delivered);
    expect(made.posts()).toBe(2);
  });

  it('arrive, but seem not to, when the reply is lost', async () => {
    const made = make([{ do: 'lose_reply' }]);
    await expect(made.send()).rejects.toThrow('answer was lost');
    expect(made.posts()).toBe(1);
    expect(made.outcomes()).toEqual([['not_delivered', 0]]);
  });

  it('are told as rejected with a wrong token', async () => {
    const made = make([{ do: 'wrong_token' }]);
    expect(await made.send()).toEqual(rejected);
    expect(made.outcomes()).toEqual([['rejected', 1]]);
  });

  it('are sent many times over in a storm, and answered once', async () => {
    const made = make([{ do: 'duplicate', copies: 20 }]);
    expect(await made.send()).toEqual(delivered);
    expect(made.posts()).toBe(20);
    expect(made.outcomes()).toEqual([['delivered', 20]]);
  });

  it('wait on the machine clock when they are late', async () => {
    const made = make([{ do: 'delay', seconds: 60 }]);
    const sent = made.send();
    const settled = made.callbacks.settled();
    expect(made.posts()).toBe(0);
    made.clock.advance(60_000);
    expect(await sent).toEqual(delivered);
    await settled;
  });
});
