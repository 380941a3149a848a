/** Rows of the event table as the port shows them. */
import { genesisHash } from '../event-chain.ts';
import type { StoredEvent } from '../port.ts';
import { parseStored } from './stored-json.ts';

/** An event as selected by `eventColumns`. */
export interface EventRow extends Omit<StoredEvent, 'payload'> {
  readonly payload: string;
}

/** Select list for `events AS e`. */
export const eventColumns = `e.event_id, e.event_type, e.entity_type, e.entity_id, e.payload,
  e.idempotency_key, e.actor, e.cause_id, e.correlation_id,
  coalesce((SELECT p.hash FROM events AS p WHERE p.event_id = e.event_id - 1), '${genesisHash}')
    AS prev_hash,
  e.hash, e.created_at`;

/** Throws `InvariantError` naming the event when its payload is damaged. */
export function toStoredEvent(row: EventRow): StoredEvent {
  const what = `event ${row.event_id}`;
  return { ...row, payload: parseStored<StoredEvent['payload']>(row.payload, what) };
}
