/** A host of toy actors, and how its tests let time and turns pass. */
import { expect } from 'vitest';
import { createMemoryJournal, type MemoryJournal } from '../../src/actors/journal/memory.ts';
import type { StoredEvent } from '../../src/actors/journal/port.ts';
import type { ActorAddress } from '../../src/actors/machine/durable-actions.ts';
import type { Reply } from '../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../src/actors/runtime/host.ts';
import type { HostOptions, HostSettings } from '../../src/actors/runtime/host-options.ts';
import type { AskOptions } from '../../src/actors/runtime/requests.ts';
import { type ManualClock, systemClock } from '../../src/lib/clock.ts';
import { createSeededEntropy } from '../../src/lib/ids.ts';
import { type Purse, type PurseEvent, toyDefinitions } from './toy-actors.ts';

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

/** Asks a purse. */
export const ask = (
  host: ActorHost,
  id: string,
  event: PurseEvent,
  options: AskOptions = {},
): Promise<Reply> => host.ask({ kind: 'purse', id }, event, options);

/** The stored state of a purse. */
export const purseOf = (journal: Pick<MemoryJournal, 'actors'>, id: string): Purse | undefined =>
  journal.actors.get(`purse/${id}`)?.state as Purse | undefined;

/** Events of one type, oldest first. */
export const eventsOf = (journal: Pick<MemoryJournal, 'log'>, type: string): StoredEvent[] =>
  journal.log.filter((event) => event.event_type === type);

/** Puts an actor back into service as it is shown. */
export async function release(host: ActorHost, address: ActorAddress): Promise<void> {
  const shown = host.repairs
    .quarantines()
    .find(({ kind, id }) => kind === address.kind && id === address.id);
  const request = { mark: shown?.mark ?? '', by: 'ops', reason: 'mended', correlationId: 'bench' };
  expect(await host.repairs.release(address, request)).toEqual({ ok: true, reply: null });
}

/** Settings under which the first failure takes an actor out of service. */
export const fragile: Partial<HostSettings> = {
  messageAttemptsMax: 2,
  actorIntensity: { failuresMax: 0, windowMs: 60_000 },
};

/** A promise and how to fulfil it. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Lets everything run that does not wait for a clock. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets things run that do not wait for a clock until `condition` holds. */
export async function until(condition: () => boolean): Promise<void> {
  for (let round = 0; round < 100_000 && !condition(); round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(condition()).toBe(true);
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
