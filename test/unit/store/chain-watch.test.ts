/** The background walk along the event log: steps, progress, and every kind of damage. */
import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/actors/journal/memory.ts';
import type { Journal, StoredEvent } from '../../../src/actors/journal/port.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createChainReads } from '../../../src/store/chain-walk.ts';
import { createChainWatch } from '../../../src/store/chain-watch.ts';
import { commitAll, newEvent, turn } from '../../support/store-fixtures.ts';

const turnAround = () => new Promise((done) => setImmediate(done));
const append = (journal: Journal, count: number) =>
  commitAll(
    journal,
    Array.from({ length: count }, () => turn({ events: [newEvent()] })),
  );

/** A journal of `count` events whose reading is changed by `tamper`. */
async function watchOver(
  count: number,
  tamper: (events: readonly StoredEvent[]) => readonly StoredEvent[] = (events) => events,
) {
  const inner = createMemoryJournal();
  await append(inner, count);
  const clock = createManualClock();
  const journal: Journal = {
    ...inner,
    eventsAfter: async (after, limit) => tamper(await inner.eventsAfter(after, limit)),
  };
  const watch = createChainWatch(createChainReads(journal), clock);
  watch.start();
  return {
    watch,
    inner,
    async step() {
      clock.advance(1000);
      for (let round = 0; round < 5; round += 1) await turnAround();
    },
  };
}

describe('the walk along the event log', () => {
  it.each([
    ['hash', (event: StoredEvent) => ({ ...event, actor: 'mallory' })],
    ['prev_hash', (event: StoredEvent) => ({ ...event, prev_hash: 'other' })],
    ['gap', (event: StoredEvent) => ({ ...event, event_id: event.event_id + 1 })],
  ] as const)('finds %s and stays broken', async (kind, change) => {
    const { watch, step, inner } = await watchOver(5, (events) =>
      events.map((event) => (event.event_id === 3 ? change(event) : event)),
    );
    await step();
    const broken = { state: 'broken', verified_to: 2, problem: { kind, event_id: 3 } };
    expect(watch.progress()).toMatchObject(
      kind === 'hash' ? broken : { ...broken, problem: { kind } },
    );
    await append(inner, 1);
    await step();
    expect(watch.progress().state).toBe('broken');
    await watch.stop();
  });

  it('finds events that are missing at the end', async () => {
    const { watch, step } = await watchOver(5, (events) =>
      events.filter((event) => event.event_id < 5),
    );
    await step();
    expect(watch.progress()).toMatchObject({ state: 'broken', problem: { event_id: 5 } });
    await watch.stop();
  });

  it('knows nothing before it has met the head, then follows what is appended', async () => {
    const { watch, step, inner } = await watchOver(450);
    expect(watch.progress()).toMatchObject({ state: 'checking', verified_to: 0 });
    await step();
    expect(watch.progress()).toMatchObject({ state: 'checking', head: 450 });
    while (watch.progress().state === 'checking') await step();
    expect(watch.progress()).toMatchObject({ state: 'verified', verified_to: 450 });
    await append(inner, 3);
    await step();
    await step();
    expect(watch.progress()).toMatchObject({ state: 'verified', verified_to: 453, head: 453 });
    await watch.stop();
  });

  it('reads nothing where nothing was appended', async () => {
    let looks = 0;
    const { watch, step, inner } = await watchOver(2, (events) => {
      looks += 1;
      return events;
    });
    await step();
    const first = watch.progress();
    await step();
    expect(looks).toBe(1);
    expect(watch.progress()).toMatchObject({ state: 'verified', verified_to: 2, head: 2 });
    expect(watch.progress().last_step_at).not.toBe(first.last_step_at);
    await append(inner, 1);
    await step();
    expect(looks).toBe(2);
    await watch.stop();
  });

  it('stops for good, and survives a reading that fails', async () => {
    let fail = true;
    const { watch, step } = await watchOver(2, (events) => {
      if (fail) throw new Error('busy');
      return events;
    });
    await step();
    expect(watch.progress()).toMatchObject({ state: 'checking', read_error: 'Error: busy' });
    fail = false;
    await step();
    expect(watch.progress()).toMatchObject({ state: 'verified', read_error: null });
    await watch.stop();
    const before = watch.progress();
    await step();
    expect(watch.progress()).toBe(before);
  });
});
