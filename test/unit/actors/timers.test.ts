/** Durable timers under pressure: each set fires once, whatever memory, mailboxes and the store do. */
import { describe, expect, it } from 'vitest';
import { createMemoryJournal, type MemoryJournal } from '../../../src/actors/journal/memory.ts';
import { plainTurn } from '../../../src/actors/runtime/plain-turn.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createToyDefinitions } from '../../support/toy-actors.ts';
import {
  advanceUntil,
  alice,
  ask,
  bob,
  eventsOf,
  fragile,
  purseOf,
  release,
  settle,
  startHost,
} from '../../support/toy-host.ts';
import { createToyJournal } from '../../support/toy-journal.ts';

const marksOf = (journal: Pick<MemoryJournal, 'log'>): string[] =>
  eventsOf(journal, 'purse.ticked').map(({ payload }) => String(payload['mark']));

/** A store with a timer for each of these actors, as an earlier process left it. */
async function storeWithTimers(ids: readonly string[], dueMs: number): Promise<MemoryJournal> {
  const journal = createMemoryJournal();
  for (const id of ids) {
    const event = JSON.stringify({ type: 'TICK', timer: 'tick', mark: id });
    const timer = { name: 'tick', due_ms: dueMs, delay_ms: null, event, correlation_id: 'c' };
    await journal.commit([plainTurn({ kind: 'purse', id }, { timersSet: [timer] })]);
  }
  return journal;
}
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${index}`);

describe('a timer that falls due', () => {
  it('while its actor is out of service fires after the release, once', async () => {
    const clock = createManualClock();
    const broken = new Set<string>();
    const { host, journal } = await startHost({
      clock,
      definitions: createToyDefinitions((name) => broken.has(name)),
      settings: fragile,
    });
    await ask(host, 'alice', { type: 'REMIND', delay_ms: 1000, mark: 'a' });
    broken.add('alice');
    expect(await ask(host, 'alice', { type: 'PUT', coins: 1 })).toMatchObject({
      rejected: 'quarantined',
    });
    for (let minute = 0; minute < 3; minute += 1) {
      clock.advance(60_000);
      await settle();
    }
    expect(await journal.timers(null, 10)).toHaveLength(1);
    expect(host.stats().timers).toBe(0);
    broken.clear();
    await release(host, alice);
    clock.advance(0);
    await settle();
    expect(marksOf(journal)).toEqual(['a']);
    expect(await journal.timers(null, 10)).toEqual([]);
    clock.advance(600_000);
    await settle();
    expect(marksOf(journal)).toEqual(['a']);
  });

  it('while its lane is full fires when there is room', async () => {
    const clock = createManualClock();
    const journal = createToyJournal();
    const { host } = await startHost({
      clock,
      journal,
      settings: { laneBounds: { system: 2, control: 9, command: 9, telemetry: 9 } },
    });
    const names = ['t1', 't2', 't3', 't4', 't5'];
    for (const timer of names)
      await ask(host, 'alice', { type: 'REMIND', delay_ms: 10, timer, mark: timer });
    journal.hold('commit');
    const put = ask(host, 'alice', { type: 'PUT', coins: 1 });
    await settle();
    clock.advance(10);
    await settle();
    expect(host.mailboxOf(alice)).toMatchObject({ system: 2 });
    journal.letGo('commit');
    await put;
    await advanceUntil(clock, () => marksOf(journal.disk).length === 5);
    expect(marksOf(journal.disk).sort()).toEqual(names);
    expect(await journal.timers(null, 10)).toEqual([]);
  });

  it.each([1, 2, 3])(
    'together with more others than memory holds (%i) fires once',
    async (room) => {
      const clock = createManualClock();
      const journal = await storeWithTimers(ids(11), clock.now() - 5000);
      const { host } = await startHost({ clock, journal, settings: { timersHeldMax: room } });
      expect(host.stats().timers).toBeLessThanOrEqual(room);
      await advanceUntil(clock, () => marksOf(journal).length >= 11);
      clock.advance(60_000);
      await settle();
      expect(marksOf(journal).sort()).toEqual(ids(11).sort());
    },
  );

  it('does not wait for those of a stuck actor that fill most of memory', async () => {
    const clock = createManualClock();
    const store = await storeWithTimers(['a-stuck', 'b-stuck', ...ids(5)], clock.now() - 5000);
    const load: typeof store.load = (kind, id) =>
      id.endsWith('stuck') ? new Promise(() => {}) : store.load(kind, id);
    await startHost({ clock, journal: { ...store, load }, settings: { timersHeldMax: 3 } });
    await advanceUntil(clock, () => marksOf(store).length === 5);
    expect(marksOf(store)).toEqual(ids(5));
  });

  it('is delivered as it was set last, also within one millisecond', async () => {
    const clock = createManualClock();
    const journal = createToyJournal();
    const { host } = await startHost({ clock, journal });
    await ask(host, 'alice', { type: 'REMIND', delay_ms: 0, mark: 'first' });
    journal.hold('commit');
    const again = ask(host, 'alice', { type: 'REMIND', delay_ms: 0, mark: 'second' });
    await settle();
    clock.advance(0);
    await settle();
    journal.letGo('commit');
    await again;
    await advanceUntil(clock, () => marksOf(journal.disk).length > 0);
    clock.advance(1000);
    await settle();
    expect(marksOf(journal.disk)).toEqual(['second']);
  });

  it('for a kind that nobody defines any more becomes a dead letter', async () => {
    const clock = createManualClock();
    const journal = createMemoryJournal();
    const event = '{"type":"TICK"}';
    const timer = { name: 'x', due_ms: 0, delay_ms: null, event, correlation_id: 'c' };
    await journal.commit([plainTurn({ kind: 'ghost', id: '1' }, { timersSet: [timer] })]);
    await startHost({ clock, journal });
    for (let step = 0; step < 5; step += 1) {
      clock.advance(100);
      await settle();
    }
    expect(await journal.timers(null, 10)).toEqual([]);
    expect(await journal.deadLetters(10)).toMatchObject([{ kind: 'ghost', source: 'timer x' }]);
  });

  it('and makes its actor fail becomes one dead letter, and is not fired again', async () => {
    const clock = createManualClock();
    const broken = new Set<string>();
    const { host, journal } = await startHost({
      clock,
      definitions: createToyDefinitions((name) => broken.has(name)),
      settings: { messageAttemptsMax: 2, actorIntensity: { failuresMax: 100, windowMs: 1000 } },
    });
    await ask(host, 'alice', { type: 'REMIND', delay_ms: 10, mark: 'a' });
    broken.add('alice');
    for (let step = 0; step < 50; step += 1) {
      clock.advance(100);
      await settle();
    }
    expect(await journal.deadLetters(10)).toMatchObject([{ source: 'timer tick', id: 'alice' }]);
    expect(await journal.timers(null, 10)).toEqual([]);
    expect(host.stats().timers).toBe(0);
  });

  it('is fired by one of two processes that hold it', async () => {
    const clock = createManualClock();
    const journal = await storeWithTimers(ids(5), clock.now() + 1000);
    await startHost({ clock, journal });
    await startHost({ clock, journal });
    clock.advance(1000);
    await settle();
    clock.advance(1000);
    await settle();
    expect(marksOf(journal).sort()).toEqual(ids(5));
  });
});

describe('while a slow store is read', () => {
  const start = async (held: number, store: MemoryJournal, room: number) => {
    const clock = createManualClock();
    const journal = createToyJournal(store);
    const { host } = await startHost({ clock, journal, settings: { timersHeldMax: room } });
    await settle();
    expect(host.stats().timers).toBe(held);
    return { clock, journal, host };
  };

  it.each([1, 2, 3])('timers that are set are not lost (room for %i)', async (room) => {
    const store = await storeWithTimers(ids(4), createManualClock().now() + 10);
    const { clock, journal, host } = await start(Math.min(room, 4), store, room);
    journal.hold('timers');
    clock.advance(10);
    await settle();
    expect(journal.waiting('timers')).toBe(1);
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const [index, timer] of names.entries()) {
      await ask(host, 'alice', { type: 'REMIND', delay_ms: 500 - 50 * index, timer, mark: timer });
    }
    journal.letGo('timers');
    await advanceUntil(clock, () => marksOf(journal.disk).length >= 9);
    expect(marksOf(journal.disk).sort()).toEqual([...names, ...ids(4)].sort());
  });

  it('timers that do not fit into memory are not lost either', async () => {
    const clock = createManualClock();
    const journal = createToyJournal();
    const broken = new Set(['bob']);
    const { host } = await startHost({
      clock,
      journal,
      definitions: createToyDefinitions((name) => broken.has(name)),
      settings: { ...fragile, timersHeldMax: 2 },
    });
    await ask(host, 'bob', { type: 'PUT', coins: 1 });
    journal.hold('timers');
    await release(host, bob);
    expect(journal.waiting('timers')).toBe(1);
    const names = ['a', 'b', 'c'];
    for (const timer of names) {
      await ask(host, 'alice', { type: 'REMIND', delay_ms: 500, timer, mark: timer });
    }
    journal.letGo('timers');
    await advanceUntil(clock, () => marksOf(journal.disk).length >= 3);
    expect(marksOf(journal.disk).sort()).toEqual(names);
  });

  it('timers that are replaced or cleared are not revived', async () => {
    const store = await storeWithTimers(ids(3), createManualClock().now() + 10);
    const { clock, journal, host } = await start(1, store, 1);
    await ask(host, 'bob', { type: 'REMIND', delay_ms: 50, timer: 'replaced', mark: 'old' });
    await ask(host, 'bob', { type: 'REMIND', delay_ms: 60, timer: 'cleared', mark: 'gone' });
    journal.hold('timers');
    clock.advance(10);
    await settle();
    expect(journal.waiting('timers')).toBe(1);
    await ask(host, 'bob', { type: 'REMIND', delay_ms: 700, timer: 'replaced', mark: 'new' });
    await ask(host, 'bob', { type: 'FORGET', timer: 'cleared' });
    journal.letGo('timers');
    await advanceUntil(clock, () => marksOf(journal.disk).length >= 4);
    clock.advance(2000);
    await settle();
    expect(marksOf(journal.disk).sort()).toEqual(['new', ...ids(3)]);
  });
});

describe('memory that is full of timers of a far day', () => {
  it('makes way for those of an actor that is put back into service', async () => {
    const clock = createManualClock();
    const broken = new Set<string>();
    const { host, journal } = await startHost({
      clock,
      definitions: createToyDefinitions((name) => broken.has(name)),
      settings: { ...fragile, timersHeldMax: 2 },
    });
    await ask(host, 'bob', { type: 'REMIND', delay_ms: 1000, mark: 'soon' });
    broken.add('bob');
    await ask(host, 'bob', { type: 'PUT', coins: 1 });
    clock.advance(1000);
    await settle();
    const far = 3_600_000;
    for (const id of ['ann', 'ben']) {
      await ask(host, id, { type: 'REMIND', delay_ms: far, mark: id });
    }
    broken.clear();
    await release(host, bob);
    await settle();
    clock.advance(1000);
    await settle();
    expect(marksOf(journal)).toEqual(['soon']);
    clock.advance(far);
    await advanceUntil(clock, () => marksOf(journal).length === 3);
    expect(purseOf(journal, 'ben')).toMatchObject({ ticks: 1 });
  });
});

describe('after the wall clock was far ahead and is right again', () => {
  const delayMs = 60_000;
  const monthMs = 30 * 24 * 3_600_000;
  /** A store with reminders of these delays, set while the clock was a month ahead. */
  const setAhead = async (delays: readonly number[]): Promise<MemoryJournal> => {
    const { host, journal } = await startHost({
      clock: createManualClock(createManualClock().now() + monthMs),
    });
    for (const [index, delay_ms] of delays.entries())
      await ask(host, `p${index}`, { type: 'REMIND', delay_ms, mark: `p${index}` });
    await host.drain(1000);
    return journal;
  };

  it('a timer waits no longer than it was set to wait, in a new process', async () => {
    const journal = await setAhead([delayMs]);
    const clock = createManualClock();
    await startHost({ clock, journal });
    clock.advance(delayMs - 1);
    await settle();
    expect(marksOf(journal)).toEqual([]);
    clock.advance(1);
    await settle();
    expect(marksOf(journal)).toEqual(['p0']);
    expect(await journal.timers(null, 10)).toEqual([]);
  });

  it.each([1, 2, 3])('nor do those that memory has no room for (room for %i)', async (room) => {
    const journal = await setAhead([delayMs, delayMs, delayMs, delayMs]);
    const clock = createManualClock();
    await startHost({ clock, journal, settings: { timersHeldMax: room } });
    for (let round = 0; round < 8 && marksOf(journal).length < 4; round += 1) {
      clock.advance(delayMs / 2);
      await settle();
    }
    expect(marksOf(journal).sort()).toEqual(ids(4));
  });

  it('a timer fires at its time when the clock was set back and forth meanwhile', async () => {
    const clock = createManualClock();
    const { host, journal } = await startHost({ clock });
    await ask(host, 'alice', { type: 'REMIND', delay_ms: delayMs, mark: 'a' });
    clock.jumpWall(-monthMs);
    clock.advance(delayMs / 2);
    clock.jumpWall(monthMs);
    await settle();
    expect(marksOf(journal)).toEqual([]);
    clock.advance(delayMs / 2);
    await settle();
    expect(marksOf(journal)).toEqual(['a']);
  });

  it('and was wrong only at the start, a timer is not early', async () => {
    const first = createManualClock();
    const { host, journal } = await startHost({ clock: first });
    await ask(host, 'alice', { type: 'REMIND', delay_ms: delayMs, mark: 'a' });
    await host.drain(1000);
    const clock = createManualClock(first.now() - monthMs);
    await startHost({ clock, journal });
    clock.jumpWall(monthMs);
    clock.advance(delayMs - 1);
    await settle();
    expect(marksOf(journal)).toEqual([]);
    clock.advance(1);
    await settle();
    expect(marksOf(journal)).toEqual(['a']);
  });
});
