/** Two processes on one store: whoever comes second decides again, which is nobody's failure. */
import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/actors/journal/memory.ts';
import type { Reply } from '../../../src/actors/runtime/definition.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import {
  advanceUntil,
  ask,
  eventsOf,
  purseOf,
  settle,
  startHost,
  until,
} from '../../support/toy-host.ts';

describe('two hosts on one journal', () => {
  it('both make progress on one actor, without a dead letter or a quarantine', async () => {
    const journal = createMemoryJournal();
    const settings = {
      messageAttemptsMax: 1,
      actorIntensity: { failuresMax: 0, windowMs: 60_000 },
    };
    const hosts = [await startHost({ journal, settings }), await startHost({ journal, settings })];
    const rounds = Array.from({ length: 20 });
    const asked = hosts.map(async ({ host }) => {
      for (const _ of rounds) {
        expect(await ask(host, 'alice', { type: 'PUT', coins: 1 })).toMatchObject({ ok: true });
      }
    });
    await Promise.all(asked);
    expect(purseOf(journal, 'alice')).toMatchObject({ coins: 40 });
    expect(await journal.deadLetters(9)).toEqual([]);
    expect(await journal.quarantines(null, 9)).toEqual([]);
    for (const { host } of hosts) {
      expect(host.stats().quarantined).toEqual([]);
      expect(host.inspection.recent(999).filter(({ kind }) => kind === 'restart')).toEqual([]);
    }
  });

  it('take up what the other left, once a conflict has shown that there is another', async () => {
    const journal = createMemoryJournal();
    const clock = createManualClock();
    const never = { 'bank.check': { run: () => new Promise<never>(() => {}) } };
    const here = await startHost({ journal, clock });
    const there = await startHost({ journal, clock: createManualClock(), effects: never });
    await ask(here.host, 'ann', { type: 'PUT', coins: 1 });
    void ask(there.host, 'ann', { type: 'CHECK' });
    await until(() => purseOf(journal, 'ann')?.pending !== null);
    await ask(there.host, 'ann', { type: 'REMIND', delay_ms: 100 });
    clock.advance(1000);
    await settle();
    expect(purseOf(journal, 'ann')).toMatchObject({ checks: 0, ticks: 0 });
    await ask(here.host, 'ann', { type: 'PUT', coins: 1 });
    await advanceUntil(clock, () => purseOf(journal, 'ann')?.checks === 1);
    await advanceUntil(clock, () => purseOf(journal, 'ann')?.ticks === 1);
    expect(await journal.effects(0, 9)).toEqual([]);
  });

  it('hear what the other answered in their place', async () => {
    const journal = createMemoryJournal();
    const clock = createManualClock();
    const never = { 'bank.check': { run: () => new Promise<never>(() => {}) } };
    const here = await startHost({ journal, clock, effects: never });
    const once = { idempotency: { key: 'k', payload: 1 } };
    const asked = ask(here.host, 'ann', { type: 'CHECK' }, once);
    await until(() => purseOf(journal, 'ann')?.pending === 'k');
    const there = await startHost({ journal });
    await until(() => purseOf(journal, 'ann')?.checks === 1);
    let answer: Reply | undefined;
    void asked.then((reply) => {
      answer = reply;
    });
    await ask(here.host, 'ann', { type: 'PUT', coins: 1 });
    await advanceUntil(clock, () => answer !== undefined);
    expect(answer).toMatchObject({ ok: true, outcome: { body: { ok: true } } });
    await there.host.drain(0);
  });

  it('apply what both carry out once', async () => {
    const journal = createMemoryJournal();
    const first = await startHost({
      journal,
      effects: { 'bank.check': { run: () => new Promise(() => {}) } },
    });
    void ask(first.host, 'alice', { type: 'CHECK' });
    await until(() => eventsOf(journal, 'purse.check_requested').length === 1);
    await Promise.all([startHost({ journal }), startHost({ journal }), startHost({ journal })]);
    await until(() => purseOf(journal, 'alice')?.checks === 1);
    expect(eventsOf(journal, 'purse.checked')).toHaveLength(1);
    expect(await journal.effects(0, 9)).toEqual([]);
  });
});
