/** The actor host by itself: turns, answers, failures, passivation and drain. */
import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/actors/journal/memory.ts';
import type { ActorHost } from '../../../src/actors/runtime/host.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { alice, bob, outcomeOf, settle, startHost } from '../../support/toy-host.ts';

describe('a turn', () => {
  it('refuses with a reason and writes nothing', async () => {
    const { host, journal } = await startHost();
    const reply = await host.ask(alice, { type: 'PAY', coins: 5, to: 'bob' } as never);
    expect(outcomeOf(reply)).toMatchObject({
      accepted: false,
      refusal: { code: 'not_possible' },
      event_id: null,
    });
    expect(journal.log).toHaveLength(0);
    expect(journal.actors.size).toBe(0);
  });

  it('commits the state together with an event that carries the change', async () => {
    const { host, journal } = await startHost();
    const outcome = outcomeOf(
      await host.ask(alice, { type: 'PUT', coins: 5 } as never, { by: 'operator' }),
    );
    expect(outcome).toMatchObject({ accepted: true, version: 1, event_id: 1 });
    expect(journal.log[0]).toMatchObject({
      event_type: 'purse.filled',
      actor: 'operator',
      entity_id: 'alice',
    });
    expect(journal.log[0]!.payload['change']).toMatchObject({
      kind: 'purse',
      version: 1,
      set: { coins: 5 },
    });
  });

  it('carries only the members that changed once the actor exists', async () => {
    const { host, journal } = await startHost();
    await host.ask(alice, { type: 'PUT', coins: 5 } as never);
    await host.ask(alice, { type: 'PUT', coins: 2 } as never);
    expect(journal.log[1]!.payload['change']).toMatchObject({ version: 2, set: { coins: 7 } });
    expect(Object.keys((journal.log[1]!.payload['change'] as { set: object }).set)).toEqual([
      'coins',
    ]);
  });

  it('rejects a kind that nobody defined', async () => {
    const { host } = await startHost();
    expect(await host.ask({ kind: 'ghost', id: 'x' }, { type: 'PUT' })).toMatchObject({
      rejected: 'unknown_kind',
    });
  });
});

describe('an idempotency key', () => {
  const ask = (host: ActorHost, coins: number) =>
    host.ask(alice, { type: 'PUT', coins } as never, {
      idempotency: { key: 'k1', payload: { coins } },
    });

  it('repeats the stored outcome byte for byte and applies it once', async () => {
    const { host, journal } = await startHost();
    const first = await ask(host, 5);
    const again = await ask(host, 5);
    expect(JSON.stringify(outcomeOf(again))).toBe(JSON.stringify(outcomeOf(first)));
    expect(again).toMatchObject({ replayed: true });
    expect(journal.log).toHaveLength(1);
  });

  it('is a conflict with another payload, also while the first is under way', async () => {
    const { host } = await startHost();
    const [first, other] = await Promise.all([ask(host, 5), ask(host, 6)]);
    expect(first.ok).toBe(true);
    expect(other).toMatchObject({ ok: false, rejected: 'idempotency_conflict' });
    expect(await ask(host, 7)).toMatchObject({ rejected: 'idempotency_conflict' });
  });

  it('lets fifty repeats at once share one turn', async () => {
    const { host, journal } = await startHost();
    const replies = await Promise.all(Array.from({ length: 50 }, () => ask(host, 5)));
    expect(new Set(replies.map((reply) => JSON.stringify(outcomeOf(reply)))).size).toBe(1);
    expect(journal.log).toHaveLength(1);
  });

  it('also keeps the answer of a refusal', async () => {
    const { host } = await startHost();
    const options = { idempotency: { key: 'k2', payload: 1 } };
    const first = await host.ask(alice, { type: 'PAY', coins: 1, to: 'bob' } as never, options);
    await host.ask(alice, { type: 'PUT', coins: 10 } as never);
    const again = await host.ask(alice, { type: 'PAY', coins: 1, to: 'bob' } as never, options);
    expect(outcomeOf(again)).toEqual(outcomeOf(first));
  });
});

describe('a failing turn', () => {
  it('is tried again, then set aside as a dead letter, and the mailbox goes on', async () => {
    const { host, journal } = await startHost({ settings: { restartPauseMs: 1 } });
    const [bad, good] = await Promise.all([
      host.ask(alice, { type: 'EXPLODE' }),
      host.ask(alice, { type: 'PUT', coins: 5 } as never),
    ]);
    expect(bad).toMatchObject({ ok: false, rejected: 'failed', detail: 'boom' });
    expect(outcomeOf(good).accepted).toBe(true);
    expect(await journal.deadLetters(10)).toMatchObject([
      { kind: 'purse', id: 'alice', reason: 'boom' },
    ]);
    expect(host.inspection.recent(100).filter((entry) => entry.kind === 'restart')).toHaveLength(3);
  });

  it('quarantines an actor that fails too often, until it is released', async () => {
    const { host } = await startHost({
      settings: {
        restartPauseMs: 1,
        messageAttemptsMax: 1,
        actorIntensity: { failuresMax: 2, windowMs: 60_000 },
      },
    });
    for (let time = 0; time < 3; time += 1) await host.ask(alice, { type: 'EXPLODE' });
    expect(await host.ask(alice, { type: 'PUT', coins: 1 } as never)).toMatchObject({
      rejected: 'quarantined',
    });
    expect(host.stats().quarantined).toEqual(['purse/alice']);
    expect((await host.ask(bob, { type: 'PUT', coins: 1 } as never)).ok).toBe(true);
    const [shown] = host.repairs.quarantines();
    expect(shown).toMatchObject({ kind: 'purse', id: 'alice', event: '{"type":"EXPLODE"}' });
    const repair = { mark: shown!.mark, by: 'ops', reason: 'mended', correlationId: 'c' };
    expect(await host.repairs.release(alice, { ...repair, mark: 'x' })).toMatchObject({
      reason: 'changed',
    });
    expect(await host.repairs.release(alice, repair)).toEqual({ ok: true, reply: null });
    expect((await host.ask(alice, { type: 'PUT', coins: 1 } as never)).ok).toBe(true);
  });

  it('quarantines an actor whose stored state cannot be restored', async () => {
    const journal = createMemoryJournal();
    (journal.actors as Map<string, unknown>).set('purse/alice', {
      version: 3,
      state_version: 1,
      state: 'rubbish',
    });
    const { host } = await startHost({ journal });
    expect(await host.ask(alice, { type: 'PUT', coins: 1 } as never)).toMatchObject({
      rejected: 'quarantined',
    });
  });
});

describe('a full mailbox', () => {
  it('says overloaded to the sender and loses nothing that was accepted', async () => {
    const { host, journal } = await startHost({
      settings: { laneBounds: { system: 10, control: 10, command: 10, telemetry: 2 } },
    });
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => host.ask(alice, { type: 'PUT', coins: 1 } as never)),
    );
    const accepted = replies.filter((reply) => reply.ok).length;
    expect(replies.filter((reply) => !reply.ok && reply.rejected === 'overloaded').length).toBe(
      50 - accepted,
    );
    expect(accepted).toBeGreaterThan(0);
    expect(journal.actors.get('purse/alice')?.state).toMatchObject({ coins: accepted });
  });

  it('coalesces telemetry but nothing else', async () => {
    const { host, journal } = await startHost();
    const options = { lane: 'telemetry', coalesceKey: 'sample' } as const;
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        host.ask(alice, { type: 'PUT', coins: index } as never, options),
      ),
    );
    expect(journal.log.length).toBeLessThan(50);
    expect(journal.log.at(-1)!.payload).toMatchObject({ coins: 49 });
  });
});

describe('an actor out of use', () => {
  it('leaves memory and comes back with its state', async () => {
    const { host } = await startHost();
    await host.ask(alice, { type: 'PUT', coins: 5 } as never);
    await settle();
    expect(host.passivateIdle({ quietForMs: 0 })).toBe(1);
    expect(host.stats().active).toBe(0);
    const outcome = outcomeOf(await host.ask(alice, { type: 'PUT', coins: 1 } as never));
    expect(outcome.version).toBe(2);
  });
});

describe('a store', () => {
  it('that another process changed underneath makes the turn decide again', async () => {
    const journal = createMemoryJournal();
    const first = await startHost({ journal, settings: { restartPauseMs: 1 } });
    const second = await startHost({ journal });
    await first.host.ask(alice, { type: 'PUT', coins: 5 } as never);
    await second.host.ask(alice, { type: 'PUT', coins: 5 } as never);
    const outcome = outcomeOf(await first.host.ask(alice, { type: 'PUT', coins: 1 } as never));
    expect(outcome).toMatchObject({ accepted: true, version: 3 });
    expect(journal.actors.get('purse/alice')?.state).toMatchObject({ coins: 11 });
  });

  it('that fails stops the host, which answers nobody with success', async () => {
    const faults: unknown[] = [];
    const journal = createMemoryJournal();
    const broken = { ...journal, commit: () => Promise.reject(new Error('disk full')) };
    const { host } = await startHost({
      journal: broken,
      onStoreFault: (error) => faults.push(error),
    });
    const replies = await Promise.all([
      host.ask(alice, { type: 'PUT', coins: 5 } as never),
      host.ask(alice, { type: 'PUT', coins: 6 } as never),
    ]);
    for (const reply of replies)
      expect(reply).toMatchObject({
        rejected: 'store_failed',
        detail: expect.stringContaining('disk full') as string,
      });
    expect(faults).toHaveLength(1);
    expect(await host.ask(bob, { type: 'PUT', coins: 1 } as never)).toMatchObject({
      rejected: 'store_failed',
    });
  });
});

describe('draining', () => {
  it('finishes accepted messages, refuses new ones and says that it was clean', async () => {
    const { host, journal } = await startHost();
    const asked = Array.from({ length: 20 }, () =>
      host.ask(alice, { type: 'PUT', coins: 1 } as never),
    );
    const drained = host.drain(1000);
    expect(await host.ask(bob, { type: 'PUT', coins: 1 } as never)).toMatchObject({
      rejected: 'shutting_down',
    });
    expect((await Promise.all(asked)).every((reply) => reply.ok)).toBe(true);
    expect(await drained).toEqual({ clean: true, messagesLeft: 0, effectsCut: 0 });
    expect(journal.actors.get('purse/alice')?.state).toMatchObject({ coins: 20 });
  });

  it('is clean when an effect stops as it is told, and the effect goes on at the next start', async () => {
    const { host, journal } = await startHost({
      effects: {
        'bank.check': {
          run: (_input, { signal }) =>
            new Promise<null>((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(new Error('told to stop')));
            }),
        },
      },
    });
    void host.ask(alice, { type: 'CHECK' });
    await settle();
    expect(await host.drain(500)).toEqual({ clean: true, messagesLeft: 0, effectsCut: 0 });
    expect(await journal.effects(0, 10)).toMatchObject([{ attempts: 0 }]);
  });

  it('tells effects to stop when it is told to, and lets them end until its deadline', async () => {
    const clock = createManualClock();
    const toldAtMs: number[] = [];
    const { host } = await startHost({
      clock,
      effects: {
        'bank.check': {
          run: (_input, { signal }) =>
            new Promise<null>((_resolve, reject) => {
              signal.addEventListener('abort', () => {
                toldAtMs.push(clock.monotonic());
                clock.setTimer(5_000, () => reject(new Error('told to stop')));
              });
            }),
        },
      },
    });
    void host.ask(alice, { type: 'CHECK' });
    await settle();
    const begunMs = clock.monotonic();
    let report: unknown;
    void host.drain(10_000, 4_000).then((value) => {
      report = value;
    });
    while (report === undefined) {
      await settle();
      clock.advance(10);
    }
    expect(report).toEqual({ clean: true, messagesLeft: 0, effectsCut: 0 });
    expect(toldAtMs.map((atMs) => atMs - begunMs)).toEqual([4_000]);
  });

  it('says so when an effect had to be cut off, and the effect stays in the outbox', async () => {
    const { host, journal } = await startHost({
      effects: { 'bank.check': { run: () => new Promise<null>(() => {}) } },
    });
    const asked = host.ask(alice, { type: 'CHECK' });
    await settle();
    expect(await host.drain(30)).toMatchObject({ clean: false, effectsCut: 1 });
    expect(await asked).toMatchObject({ rejected: 'shutting_down' });
    expect(await journal.effects(0, 10)).toHaveLength(1);
  });
});
