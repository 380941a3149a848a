/** One step along the event log: the hashes of so many events recomputed, whoever reads them. */
import { isHashSound } from '../actors/journal/event-chain.ts';
import type { Journal, StoredEvent } from '../actors/journal/port.ts';
import type { ChainProblem, ChainReads, ChainWalk } from './ports/chain.ts';

/** The walk over what `journal` reads, hashed in the thread that calls. */
export function createChainReads(
  journal: Pick<Journal, 'headEventId' | 'eventsAfter'>,
): ChainReads {
  return {
    headEventId: () => journal.headEventId(),
    walk: async (after, lastHash, limit) =>
      walkAlong(await journal.eventsAfter(after, limit), after, lastHash),
  };
}

function walkAlong(events: readonly StoredEvent[], after: number, lastHash: string): ChainWalk {
  let walk: ChainWalk = { events: events.length, verifiedTo: after, lastHash, problem: null };
  for (const event of events) {
    const problem = problemOf(event, walk.verifiedTo, walk.lastHash);
    if (problem !== null) return { ...walk, problem };
    walk = { ...walk, verifiedTo: event.event_id, lastHash: event.hash };
  }
  return walk;
}

function problemOf(event: StoredEvent, before: number, lastHash: string): ChainProblem | null {
  const { event_id } = event;
  if (event_id !== before + 1) return gapAt(before + 1);
  if (event.prev_hash !== lastHash) {
    return {
      event_id,
      kind: 'prev_hash',
      message: `event ${event_id} does not continue the hash of the event before it`,
    };
  }
  return isHashSound(event)
    ? null
    : { event_id, kind: 'hash', message: `event ${event_id} was altered: its hash is another` };
}

/** The event with this id is not there. */
export const gapAt = (event_id: number): ChainProblem => ({
  event_id,
  kind: 'gap',
  message: `event ${event_id} is missing`,
});
