/** Every bound of the host, hit. What stands in a file of its own is not repeated here. */
import { describe, expect, it } from 'vitest';
import type { HostOptions } from '../../../src/actors/runtime/host-options.ts';
import { Wakeups } from '../../../src/actors/runtime/wakeups.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createToyDefinitions } from '../../support/toy-actors.ts';
import {
  advanceUntil,
  alice,
  ask,
  bob,
  purseOf,
  settle,
  startHost,
} from '../../support/toy-host.ts';
import { createToyJournal } from '../../support/toy-journal.ts';

describe('cellsMax', () => {
  it('lets quiet actors leave early, and makes a message wait where none is quiet', async () => {
    const clock = createManualClock();
    const journal = createToyJournal();
    const { host } = await startHost({ clock, journal, settings: { cellsMax: 2 } });
    for (const id of ['ann', 'ben', 'cid', 'dan']) await ask(host, id, { type: 'PUT', coins: 1 });
    expect(host.stats().active).toBe(2);
    journal.hold('commit');
    const busy = ['ann', 'ben'].map((id) => ask(host, id, { type: 'PUT', coins: 1 }));
    await settle();
    expect(await ask(host, 'eve', { type: 'PUT', coins: 1 })).toMatchObject({
      rejected: 'overloaded',
    });
    journal.letGo('commit');
    await Promise.all(busy);
    clock.advance(50);
    expect(await ask(host, 'eve', { type: 'PUT', coins: 1 })).toMatchObject({ ok: true });
    expect(purseOf(journal.disk, 'ann')).toMatchObject({ coins: 2 });
  });

  it('holds back what the runtime itself delivers until there is a place', async () => {
    const clock = createManualClock();
    const journal = createToyJournal();
    const { host } = await startHost({ clock, journal, settings: { cellsMax: 1 } });
    await ask(host, 'alice', { type: 'PUT', coins: 5 });
    for (const to of ['bob', 'cid', 'bob']) {
      // Whoever asks hears that there is no place; what the runtime delivers waits for one.
      while (!(await ask(host, 'alice', { type: 'PAY', coins: 1, to })).ok) {
        clock.advance(50);
        await settle();
      }
    }
    await advanceUntil(clock, () => purseOf(journal.disk, 'bob')?.received === 2);
    await advanceUntil(clock, () => purseOf(journal.disk, 'cid')?.received === 1);
    expect(await journal.effects(0, 9)).toEqual([]);
  });
});

describe('redeliverMs', () => {
  it('is the pause after which a full mailbox is tried again', async () => {
    const clock = createManualClock();
    const journal = createToyJournal();
    const { host } = await startHost({
      clock,
      journal,
      settings: {
        redeliverMs: 700,
        laneBounds: { system: 9, control: 1, command: 9, telemetry: 9 },
      },
    });
    await ask(host, 'alice', { type: 'PUT', coins: 5 });
    await ask(host, 'ann', { type: 'PUT', coins: 5 });
    journal.hold('load');
    for (const id of ['alice', 'ann']) await ask(host, id, { type: 'PAY', coins: 1, to: 'bob' });
    await settle();
    expect(host.mailboxOf(bob)).toMatchObject({ control: 1 });
    journal.letGo('load');
    await settle();
    clock.advance(699);
    await settle();
    expect(purseOf(journal.disk, 'bob')).toMatchObject({ received: 1 });
    clock.advance(1);
    await settle();
    expect(purseOf(journal.disk, 'bob')).toMatchObject({ received: 2 });
  });
});

describe('batchesInFlightMax', () => {
  it.each([1, 2, 3])('keeps no more than %i batches unanswered', async (most) => {
    const journal = createToyJournal();
    const settings = { batchesInFlightMax: most, batchTurnsMax: 1 };
    const { host } = await startHost({ journal, settings });
    journal.hold('commit');
    const ids = ['ann', 'ben', 'cid', 'dan', 'eve'];
    const asked = ids.map((id) => ask(host, id, { type: 'PUT', coins: 1 }));
    await settle();
    expect(journal.waiting('commit')).toBe(most);
    journal.answer('commit');
    await settle();
    expect(journal.waiting('commit')).toBe(most);
    journal.letGo('commit');
    expect((await Promise.all(asked)).every(({ ok }) => ok)).toBe(true);
  });
});

describe('wakeupsAtOnceMax', () => {
  it('lets other work come between what is due at one moment', async () => {
    const clock = createManualClock();
    const calls: number[] = [];
    const wakeups = new Wakeups({ clock, callsMax: 2, onFault: () => {} });
    for (let index = 0; index < 5; index += 1) {
      wakeups.setIn(`w${index}`, 10, () => void calls.push(index));
    }
    clock.advance(10);
    expect(calls).toEqual([0, 1]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toEqual([0, 1, 2, 3]);
    await settle();
    expect(calls).toEqual([0, 1, 2, 3, 4]);
    expect(wakeups.size).toBe(0);
  });

  it('counts a call that throws, and goes on with the others', async () => {
    const clock = createManualClock();
    const faults: unknown[] = [];
    const calls: string[] = [];
    const wakeups = new Wakeups({ clock, callsMax: 9, onFault: (error) => faults.push(error) });
    wakeups.setIn('bad', 10, () => {
      throw new Error('careless');
    });
    wakeups.setIn('good', 10, () => void calls.push('good'));
    clock.advance(10);
    expect([faults.length, calls]).toEqual([1, ['good']]);
  });
});

describe('kindIntensity', () => {
  const startFailing = (options: Partial<HostOptions>) => {
    const broken = new Set(['ann', 'ben', 'cid', 'dan']);
    const settings = {
      messageAttemptsMax: 1,
      restartPauseMs: 0,
      kindIntensity: { failuresMax: 2, windowMs: 60_000 },
    };
    const definitions = createToyDefinitions((name) => broken.has(name));
    return startHost({ settings, definitions, clock: createManualClock(), ...options });
  };

  it('takes an actor out of service at its first failure once its kind fails too often', async () => {
    const { host } = await startFailing({});
    for (const id of ['ann', 'ben', 'cid', 'dan']) await ask(host, id, { type: 'PUT', coins: 1 });
    expect(host.stats().quarantined).toEqual(['purse/cid', 'purse/dan']);
    expect(host.supervision()).toMatchObject([
      { name: 'others', children: [{ name: 'purse', failures: 3 }] },
    ]);
    expect(await ask(host, 'alice', { type: 'PUT', coins: 1 })).toMatchObject({ ok: true });
  });

  it.each(['restart', 'escalate'] as const)(
    'of a group leads to what its strategy says: %s',
    async (strategy) => {
      const told: string[] = [];
      const intensity = { failuresMax: 1, windowMs: 60_000 };
      const { host } = await startFailing({
        supervision: [{ name: 'money', kinds: ['purse'], strategy, intensity }],
        onEscalate: ({ name }) => told.push(name),
      });
      await ask(host, 'alice', { type: 'PUT', coins: 1 });
      for (const id of ['ann', 'ben']) await ask(host, id, { type: 'PUT', coins: 1 });
      expect(told).toEqual(strategy === 'escalate' ? ['money'] : []);
      expect(host.inspection.recent(99).filter(({ kind }) => kind === 'escalation')).toHaveLength(
        1,
      );
      const reply = await ask(host, 'alice', { type: 'PUT', coins: 1 });
      expect(reply).toMatchObject({ ok: true, outcome: { version: 2 } });
    },
  );
});

describe('a host that is closed', () => {
  it('takes no message any more, also not one that was on its way to its mailbox', async () => {
    const journal = createToyJournal();
    const { host } = await startHost({ journal });
    journal.hold('findAnswer');
    const once = { idempotency: { key: 'k', payload: 1 } };
    const asked = host.ask(alice, { type: 'PUT', coins: 1 } as never, once);
    const repeated = host.ask(alice, { type: 'PUT', coins: 1 } as never, once);
    expect(await host.drain(100)).toMatchObject({ clean: true });
    const batches = journal.batches.length;
    journal.letGo('findAnswer');
    expect(await asked).toMatchObject({ rejected: 'shutting_down' });
    expect(await repeated).toMatchObject({ rejected: 'shutting_down' });
    await settle();
    expect(journal.batches).toHaveLength(batches);
    expect(host.mailboxOf(bob)).toBeUndefined();
  });
});
