/** Waiting for what a request sets off, and everybody who only listens. */

import { describe, expect, it } from 'vitest';
import type { DurableAction } from '../../../src/actors/machine/durable-actions.ts';
import type { ActorState, AnyDefinition } from '../../../src/actors/runtime/definition.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createToyDefinitions } from '../../support/toy-actors.ts';
import {
  advanceUntil,
  alice,
  ask,
  eventsOf,
  fragile,
  purseOf,
  settle,
  startHost,
} from '../../support/toy-host.ts';
import { createToyJournal } from '../../support/toy-journal.ts';

const accepted = (state: ActorState, actions: readonly DurableAction[]) => ({
  accepted: true,
  state,
  actions,
});

describe('a request that settles', () => {
  it.each([50_000, 2, 1])('waits for every hop it sets off (room for %i effects)', async (room) => {
    const { host, journal } = await startHost({ settings: { effectsHeldMax: room } });
    await ask(host, 'alice', { type: 'PUT', coins: 9 });
    // Others fill memory with what is to be carried out before.
    const others = Array.from({ length: 4 }, () =>
      ask(host, 'alice', { type: 'PAY', coins: 1, to: 'zoe' }),
    );
    const route = ['cid', 'dan', 'eve', 'fay'];
    await ask(host, 'alice', { type: 'PAY', coins: 2, to: 'bob', route }, { settle: true });
    expect(
      eventsOf(journal, 'purse.received').filter(({ entity_id }) => entity_id !== 'zoe'),
    ).toHaveLength(5);
    expect(purseOf(journal, 'fay')).toMatchObject({ coins: 2 });
    await Promise.all(others);
  });

  it('waits for hops that were read from the store before their own turn was told', async () => {
    const journal = createToyJournal();
    const clock = createManualClock();
    const { host } = await startHost({
      journal,
      clock,
      settings: { effectsHeldMax: 6 },
      effects: { 'bank.check': { run: () => new Promise(() => {}) } },
    });
    for (const id of ['ann', 'ben', 'eve', 'fay']) void ask(host, id, { type: 'CHECK' });
    await ask(host, 'alice', { type: 'PUT', coins: 9 });
    const pay = (to: string, route: string[] = [], options = {}) =>
      ask(host, 'alice', { type: 'PAY', coins: 1, to, route }, options);
    // Four hang, two find room, the third is left to the store until somebody looks for room.
    await Promise.all([pay('zoe'), pay('zoe'), pay('zoe')]);
    await settle();
    expect(await journal.effects(0, 10)).toHaveLength(5);
    journal.hold('commit');
    let reply: unknown;
    void pay('bob', ['cid', 'dan'], { settle: true }).then((value) => {
      reply = value;
    });
    await settle();
    clock.advance(50);
    for (let answers = 0; answers < 2; answers += 1) {
      await settle();
      journal.answer('commit');
    }
    await settle();
    expect(purseOf(journal.disk, 'bob')).toMatchObject({ received: 1 });
    expect([reply, purseOf(journal.disk, 'dan')]).toEqual([undefined, undefined]);
    journal.letGo('commit');
    await advanceUntil(clock, () => reply !== undefined);
    expect(purseOf(journal.disk, 'dan')).toMatchObject({ received: 1 });
  });

  it('waits for what is told with an answer that comes later', async () => {
    const open = (told: number) => ({ status: 'open', told });
    const deskOf = (kind: string, decide: AnyDefinition['decide']): AnyDefinition => ({
      kind,
      stateVersion: 1,
      initialState: () => open(0),
      decide,
      explainRefusal: () => ({ code: 'no', message: 'No.' }),
      restore: (stored) => stored as ReturnType<typeof open>,
    });
    let asked: string | null = null;
    const desk = deskOf('desk', (state, event) => {
      if (event.type === 'CHECKED') {
        const to = { kind: 'friend', id: 'f' };
        return accepted(state, [
          { type: 'answer', params: { key: asked, body: {} } },
          { type: 'tell', params: { to, event: { type: 'TOLD' } } },
        ]);
      }
      asked = event.request_key;
      return accepted(state, [
        { type: 'perform', params: { effect: 'bank.check', input: {} } },
        { type: 'defer', params: {} },
      ]);
    });
    const friend = deskOf('friend', () => accepted(open(1), []));
    const definitions = new Map([desk, friend].map((each) => [each.kind, each]));
    const { host, journal } = await startHost({ definitions });
    const reply = await host.ask({ kind: 'desk', id: 'd' }, { type: 'ASK' }, { settle: true });
    expect(reply.ok).toBe(true);
    expect(journal.actors.get('friend/f')?.state).toEqual(open(1));
  });

  it('is let go when an addressee is out of service, also one out of memory', async () => {
    const broken = new Set(['bob']);
    const { host, journal } = await startHost({
      clock: createManualClock(),
      definitions: createToyDefinitions((name) => broken.has(name)),
      settings: { ...fragile, effectsHeldMax: 1 },
    });
    await ask(host, 'alice', { type: 'PUT', coins: 9 });
    for (const to of ['bob', 'bob', 'cid']) {
      expect(
        await ask(host, 'alice', { type: 'PAY', coins: 1, to }, { settle: true }),
      ).toMatchObject({
        ok: true,
      });
    }
    expect(host.stats().quarantined).toEqual(['purse/bob']);
    expect(purseOf(journal, 'cid')).toMatchObject({ received: 1 });
    expect(await journal.effects(0, 10)).toHaveLength(2);
  });
});

describe('a listener that throws', () => {
  it('stops nothing and no other listener, whatever it listens to', async () => {
    const fail = (): never => {
      throw new Error('careless');
    };
    const journal = createToyJournal();
    const { host } = await startHost({ journal, log: fail, settings: { restartPauseMs: 0 } });
    const heads: number[] = [];
    host.onCommit(fail);
    host.onCommit((head) => heads.push(head));
    host.inspection.subscribe(fail);
    expect(await ask(host, 'alice', { type: 'PUT', coins: 1 })).toMatchObject({ ok: true });
    expect(await ask(host, 'alice', { type: 'EXPLODE' })).toMatchObject({ rejected: 'failed' });
    expect(await ask(host, 'alice', { type: 'PUT', coins: 1 })).toMatchObject({ ok: true });
    expect(heads).toEqual([1, 2, 3]);
    expect(host.inspection.recent(99).some(({ kind }) => kind === 'fault')).toBe(true);
    expect(await host.drain(1000)).toMatchObject({ clean: true });
  });

  it('hears of commits in their order, also when the store answers in another', async () => {
    const journal = createToyJournal();
    const { host } = await startHost({ journal });
    const heads: number[] = [];
    host.onCommit((head) => heads.push(head));
    journal.hold('commit');
    const first = ask(host, 'alice', { type: 'PUT', coins: 1 });
    await settle();
    const second = ask(host, 'bob', { type: 'PUT', coins: 1 });
    await settle();
    expect(journal.waiting('commit')).toBe(2);
    journal.answer('commit', 1);
    await settle();
    expect(heads).toEqual([]);
    journal.letGo('commit');
    await Promise.all([first, second]);
    expect(heads).toEqual([1, 2]);
    expect(host.mailboxOf(alice)).toMatchObject({ command: 0 });
  });
});
