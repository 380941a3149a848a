/** What the actor host does outside of turns: effects with their back-off, and timers. */
import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/actors/journal/memory.ts';
import type { Reply } from '../../../src/actors/runtime/definition.ts';
import { createManualClock, type ManualClock } from '../../../src/lib/clock.ts';
import { advanceUntil, alice, bob, outcomeOf, settle, startHost } from '../../support/toy-host.ts';

describe('an effect', () => {
  it('answers the deferred request when it comes back', async () => {
    const { host } = await startHost();
    const outcome = outcomeOf(await host.ask(alice, { type: 'CHECK' }));
    expect(outcome.body).toEqual({ ok: true });
  });

  it('goes on after a crash and answers the repeated request', async () => {
    const journal = createMemoryJournal();
    const never = { run: () => new Promise<null>(() => {}) };
    const first = await startHost({ journal, effects: { 'bank.check': never } });
    void first.host.ask(alice, { type: 'CHECK' }, { idempotency: { key: 'check', payload: 1 } });
    await settle();
    const second = await startHost({ journal });
    const reply = await second.host.ask(
      alice,
      { type: 'CHECK' },
      { idempotency: { key: 'check', payload: 1 } },
    );
    expect(outcomeOf(reply).body).toEqual({ ok: true });
  });

  it('that goes on by itself is let go of before a stop, and its key has the outcome after it', async () => {
    const journal = createMemoryJournal();
    const never = { run: () => new Promise<null>(() => {}) };
    const { host } = await startHost({ journal, effects: { 'bank.check': never } });
    const idempotency = { key: 'check', payload: 1 };
    const goingOn = { idempotency, goesOn: true };
    const told = {
      ok: false,
      rejected: 'shutting_down',
      detail: expect.stringContaining('the same idempotency key has the outcome then'),
    };
    const waiting = host.ask(alice, { type: 'CHECK' }, goingOn);
    // Nobody finds the answer to this one again.
    let other: Reply | null = null;
    void host.ask(bob, { type: 'CHECK' }).then((reply) => {
      other = reply;
    });
    await settle();
    host.letGo();
    expect(await waiting).toMatchObject(told);
    expect(await host.ask(alice, { type: 'CHECK' }, goingOn)).toMatchObject(told);
    expect(other).toBeNull();
    const second = await startHost({ journal });
    const reply = await second.host.ask(alice, { type: 'CHECK' }, goingOn);
    expect(outcomeOf(reply)).toMatchObject({ body: { ok: true } });
  });

  it('is retried with the same id and gives up after its last attempt', async () => {
    const clock = createManualClock();
    const seen: string[] = [];
    const { host } = await startHost({
      clock,
      effects: {
        'bank.check': {
          attemptsMax: 3,
          run: async (_input, context) => {
            seen.push(`${context.effectId}@${context.attempt}`);
            throw new Error('the bank is closed');
          },
        },
      },
    });
    let reply: Reply | null = null;
    void host.ask(alice, { type: 'CHECK' }).then((value) => {
      reply = value;
    });
    await advanceUntil(clock, () => reply !== null);
    expect(seen).toEqual(['purse/alice#1.0@1', 'purse/alice#1.0@2', 'purse/alice#1.0@3']);
    expect(outcomeOf(reply!).body).toEqual({ ok: false });
  });

  describe('in its back-off', () => {
    const hourMs = 3_600_000;
    async function startFailing(clock: ManualClock) {
      let open = false;
      let attempts = 0;
      const { host } = await startHost({
        clock,
        effects: {
          'bank.check': {
            backOff: { baseMs: hourMs, maxMs: hourMs, factor: 1 },
            run: async () => {
              attempts += 1;
              if (!open) throw new Error('the bank is closed');
              return { type: 'CHECKED', ok: true } as never;
            },
          },
        },
      });
      void host.ask(alice, { type: 'CHECK' });
      await settle();
      expect(attempts).toBe(1);
      const openBank = (): void => {
        open = true;
      };
      return { host, attempts: () => attempts, openBank };
    }

    it('is carried out at once when it is hurried, and only then can be', async () => {
      const { host, attempts, openBank } = await startFailing(createManualClock());
      expect(host.hurry(bob)).toBe(false);
      openBank();
      expect(host.hurry(alice)).toBe(true);
      expect(host.hurry(alice)).toBe(false);
      await settle();
      expect(attempts()).toBe(2);
      expect(host.hurry(alice)).toBe(false);
      expect(host.stats().effects).toBe(0);
    });

    it('waits no longer than its longest step after the wall clock was set back', async () => {
      const clock = createManualClock();
      const { attempts, openBank } = await startFailing(clock);
      openBank();
      clock.jumpWall(-365 * 24 * hourMs);
      clock.advance(hourMs);
      await settle();
      clock.advance(hourMs);
      await settle();
      expect(attempts()).toBe(2);
    });
  });

  it('of kind tell reaches the other actor once, and settle waits for it', async () => {
    const { host, journal } = await startHost();
    await host.ask(alice, { type: 'PUT', coins: 5 } as never);
    await host.ask(alice, { type: 'PAY', coins: 3, to: 'bob' } as never, { settle: true });
    expect(journal.actors.get('purse/bob')?.state).toMatchObject({ coins: 3, received: 1 });
    expect(await journal.effects(0, 10)).toHaveLength(0);
  });

  it('keeps running for others when one of its name never ends', async () => {
    const { host } = await startHost({
      effects: {
        'bank.check': {
          run: (_input, context) =>
            context.address.id === 'alice'
              ? new Promise(() => {})
              : Promise.resolve({ type: 'CHECKED', ok: true } as never),
        },
      },
    });
    void host.ask(alice, { type: 'CHECK' });
    expect(outcomeOf(await host.ask(bob, { type: 'CHECK' })).body).toEqual({ ok: true });
  });
});

describe('a timer', () => {
  it('fires at its deadline and once', async () => {
    const clock = createManualClock();
    const { host, journal } = await startHost({ clock });
    await host.ask(alice, { type: 'PUT', coins: 1 } as never);
    await host.ask(alice, { type: 'REMIND', delay_ms: 5000 } as never);
    clock.advance(4999);
    await settle();
    expect(journal.actors.get('purse/alice')?.state).toMatchObject({ ticks: 0 });
    clock.advance(1);
    await settle();
    clock.advance(600_000);
    await settle();
    expect(journal.actors.get('purse/alice')?.state).toMatchObject({ ticks: 1 });
    expect(await journal.timers(null, 10)).toHaveLength(0);
  });

  it('set in an earlier process fires in the next, even when it fell due meanwhile', async () => {
    const journal = createMemoryJournal();
    const first = await startHost({ journal, clock: createManualClock(0) });
    await first.host.ask(alice, { type: 'REMIND', delay_ms: 40 * 24 * 3600 * 1000 } as never);
    const clock = createManualClock(41 * 24 * 3600 * 1000);
    await startHost({ journal, clock });
    clock.advance(0);
    await settle();
    expect(journal.actors.get('purse/alice')?.state).toMatchObject({ ticks: 1 });
  });

  it('is replaced by a later one of the same name', async () => {
    const clock = createManualClock();
    const { host, journal } = await startHost({ clock });
    await host.ask(alice, { type: 'REMIND', delay_ms: 1000 } as never);
    await host.ask(alice, { type: 'REMIND', delay_ms: 9000 } as never);
    clock.advance(5000);
    await settle();
    expect(journal.actors.size).toBe(0);
    clock.advance(4000);
    await settle();
    expect(journal.actors.get('purse/alice')?.state).toMatchObject({ ticks: 1 });
  });
});
