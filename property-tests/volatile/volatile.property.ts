/**
 * The volatile host against its model: anything told in any lane, mailboxes of one to three, slow
 * jobs that end well, badly or too late, timers, failures of machine and effects, stops and new
 * starts, with turns put off so that everything meets everything.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VolatileRef } from '../../src/actors/volatile/host.ts';
import type { VolatileReply } from '../../src/actors/volatile/message.ts';
import {
  createProbeHost,
  createProbeKind,
  type probeMachine,
  settle,
} from '../../test/unit/actors/volatile/probe.ts';
import { propertyOptions } from '../options.ts';
import { type EventType, eventTypes, type LaneName, laneNames, Model } from './model.ts';

const ids = ['a', 'b'] as const;
const limits = {
  bounds: { system: 1, control: 1, command: 3, telemetry: 2 },
  failuresMax: 2,
  windowMs: 150,
  restMs: 100,
};

type Step =
  | {
      readonly kind: 'tell';
      readonly id: string;
      readonly type: EventType;
      readonly lane: LaneName;
      readonly key: 'k' | 'l' | null;
    }
  | { readonly kind: 'hold' | 'resume' | 'spawn' | 'stop'; readonly id: string }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'finish'; readonly index: number; readonly isGood: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('tell' as const),
      id: fc.constantFrom(...ids),
      // More of what takes time, less of what ends all.
      type: fc.constantFrom<EventType>(
        ...eventTypes,
        ...eventTypes.slice(0, -1),
        ...(['WORK', 'REST', 'WORK', 'REST'] as const),
      ),
      lane: fc.constantFrom(...laneNames),
      key: fc.constantFrom('k' as const, 'l' as const, null),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom<'hold' | 'resume' | 'spawn' | 'stop'>(
        'hold',
        'hold',
        'resume',
        'resume',
        'resume',
        'spawn',
        'stop',
      ),
      id: fc.constantFrom(...ids),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('advance' as const), ms: fc.constantFrom(50, 100) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('finish' as const),
      index: fc.nat(3),
      isGood: fc.boolean(),
    }),
  },
);

function wordOf(reply: VolatileReply): string {
  if (!reply.ok) return reply.rejected;
  if (typeof reply.body === 'string') return reply.body;
  return reply.accepted ? 'accepted' : 'refused';
}

/** The host and its model, told the same. */
function createPair() {
  const { host, clock, failures, resume, hold } = createProbeHost({
    held: true,
    settings: {
      laneBounds: limits.bounds,
      intensity: { failuresMax: limits.failuresMax, windowMs: limits.windowMs },
    },
  });
  const model = new Model(limits);
  const jobs: ((n: number | null) => void)[] = [];
  const replies = new Map<number, string>();
  const kind = createProbeKind({
    job: () =>
      new Promise<number>((resolve, reject) => {
        jobs.push((n) => (n === null ? reject(new Error('job')) : resolve(n)));
      }),
    echo: () => ({ type: 'ADD', n: 5 }),
    shout: () => Promise.reject(new Error('shout')),
  });
  const refs = new Map<string, VolatileRef<typeof probeMachine>>();
  let asks = 0;

  const perform = (step: Step): void => {
    if (step.kind === 'tell') {
      const ask = asks;
      asks += 1;
      const { id, type, lane, key } = step;
      model.tell(id, { type, lane, n: ask, coalesceKey: key, ask });
      const options = { lane, ...(key === null ? {} : { coalesceKey: key }) };
      void host
        .ask({ kind: 'probe', id }, { type, n: ask } as never, options)
        .then((reply) => replies.set(ask, wordOf(reply)));
    } else if (step.kind === 'hold') {
      if (model.isBusy) return;
      model.hold();
      hold();
    } else if (step.kind === 'resume') expect(resume()).toBe(model.resume());
    else if (step.kind === 'advance') {
      model.advance(step.ms);
      clock.advance(step.ms);
    } else if (step.kind === 'finish') {
      const n = step.isGood ? 100 : null;
      model.finishJob(step.index, n);
      jobs.splice(step.index, 1)[0]?.(n);
    } else if (step.kind === 'stop') {
      model.stop(step.id);
      void refs.get(step.id)?.stop();
    } else if (!model.cells.has(step.id)) {
      model.spawn(step.id);
      refs.set(step.id, host.spawn(kind, step.id, { sum: 0 }));
    }
  };

  const compare = (): void => {
    expect(Object.fromEntries(replies)).toEqual(Object.fromEntries(model.replies));
    const ledTo = (what: string): number =>
      failures.filter((failure) => failure.endsWith(`: ${what}`)).length;
    const { restarts, givenUp } = model.counts;
    expect({ restarts: ledTo('restart'), givenUp: ledTo('stop') }).toEqual({ restarts, givenUp });
    const cells = [...model.cells.values()];
    const actors = host.actors().filter((actor) => actor.kind === 'probe');
    expect(actors.map(({ id, waiting }) => [id, waiting])).toEqual(
      cells.map((cell) => [cell.id, model.waitingFor(cell)]),
    );
    for (const cell of cells) {
      const { value, context } = refs.get(cell.id)!.snapshot();
      expect([cell.id, value, context.sum]).toEqual([cell.id, cell.value, cell.sum]);
    }
    for (const id of ids) expect(host.has({ kind: 'probe', id })).toBe(model.cells.has(id));
  };
  return { host, model, perform, compare, resume, clock, jobs, replies, asked: () => asks };
}

describe('the volatile host', () => {
  it('does what its model does, whatever it is told', async () => {
    const parameters = propertyOptions(150);
    const seen = { restarts: 0, givenUp: 0, coalesced: 0, overloaded: 0, held: 0 };
    const words = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 120 }), async (steps) => {
        const pair = createPair();
        for (const id of ids) pair.perform({ kind: 'spawn', id });
        for (const each of steps) {
          pair.perform(each);
          await settle();
          pair.model.flush();
          pair.compare();
        }
        while (pair.model.resume()) {
          expect(pair.resume()).toBe(true);
          await settle();
          pair.model.flush();
          pair.compare();
        }
        expect(pair.resume()).toBe(false);
        const closed = pair.host.close();
        for (const finish of pair.jobs) finish(1);
        await closed;
        await settle();
        // Whoever asked was answered, once.
        expect(pair.replies.size).toBe(pair.asked());
        expect(pair.clock.pendingCount).toBe(0);
        for (const word of pair.replies.values()) words.add(word);
        for (const name of Object.keys(seen) as (keyof typeof seen)[]) {
          seen[name] += pair.model.counts[name];
        }
      }),
      parameters,
    );
    if (parameters.numRuns < 150) return;
    // The bounds are small enough for all of it to have happened.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
    expect([...words].toSorted()).toEqual(
      'accepted,coalesced,failed,free,overloaded,refused,stopped,unknown_actor'.split(','),
    );
  });
});
