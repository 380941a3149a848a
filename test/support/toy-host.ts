/** A host of toy actors, and how its tests let time and turns pass. */
import { expect } from 'vitest';
import type { Reply } from '../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../src/actors/runtime/host.ts';
import type { HostOptions } from '../../src/actors/runtime/host-options.ts';
import { type ManualClock, systemClock } from '../../src/lib/clock.ts';
import { createSeededEntropy } from '../../src/lib/ids.ts';
import { createMemoryJournal, type MemoryJournal } from './memory-journal.ts';
import { toyDefinitions } from './toy-actors.ts';

export const alice = { kind: 'purse', id: 'alice' };
export const bob = { kind: 'purse', id: 'bob' };

/** Starts a host on a store in memory. */
export async function startHost(options: Partial<HostOptions> = {}): Promise<{
  host: ActorHost;
  journal: MemoryJournal;
}> {
  const journal = (options.journal as MemoryJournal | undefined) ?? createMemoryJournal();
  const host = new ActorHost({
    journal,
    definitions: toyDefinitions,
    effects: { 'bank.check': { run: async () => ({ type: 'CHECKED', ok: true }) as never } },
    clock: systemClock,
    entropy: createSeededEntropy(1),
    onStoreFault: (error) => {
      throw error;
    },
    ...options,
  });
  await host.start();
  return { host, journal };
}

/** Lets everything run that does not wait for a clock. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Steps a manual clock in small strides until `condition` holds. */
export async function advanceUntil(clock: ManualClock, condition: () => boolean): Promise<void> {
  for (let step = 0; step < 1000 && !condition(); step += 1) {
    clock.advance(10);
    await settle();
  }
  expect(condition()).toBe(true);
}

/** The outcome of a reply that must be one. */
export const outcomeOf = (reply: Reply): Extract<Reply, { ok: true }>['outcome'] => {
  if (!reply.ok) throw new Error(`rejected: ${reply.rejected}`);
  return reply.outcome;
};
