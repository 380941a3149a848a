/** Rows of the event table as the port shows them; a payload may have been moved out of it. */
import type { Database } from 'better-sqlite3';
import { genesisHash } from '../event-chain.ts';
import type { StoredEvent } from '../port.ts';
import { parseStored } from './stored-json.ts';

/** An event as selected by `eventColumns`. */
export interface EventRow extends Omit<StoredEvent, 'payload'> {
  readonly payload: string;
}

/** What stands in the place of a payload that was moved; a payload itself is always an object. */
export const movedPayload = 'null';

/** The payload of a row of `events` under this alias, wherever it lies. */
export const payloadOf = (alias: string): string =>
  `CASE ${alias}.payload WHEN '${movedPayload}' 
    THEN moved_payload(${alias}.event_id, ${alias}.hash) ELSE ${alias}.payload END`;

/**
 * Gives the statements of a connection the payloads that were moved. `find` gets id and hash of the event, and throws
 * for one it does not know.
 */
export function defineMovedPayloads(
  db: Database,
  find: (eventId: number, hash: string) => string,
): void {
  db.function('moved_payload', { deterministic: true }, (eventId, hash) =>
    find(Number(eventId), String(hash)),
  );
}

/** Select list for `events AS e`. */
export const eventColumns = `e.event_id, e.event_type, e.entity_type, e.entity_id,
  ${payloadOf('e')} AS payload,
  e.idempotency_key, e.actor, e.cause_id, e.correlation_id,
  coalesce((SELECT p.hash FROM events AS p WHERE p.event_id = e.event_id - 1), '${genesisHash}')
    AS prev_hash,
  e.hash, e.created_at`;

/** Throws `InvariantError` naming the event when its payload is damaged. */
export function toStoredEvent(row: EventRow): StoredEvent {
  const what = `event ${row.event_id}`;
  return { ...row, payload: parseStored<StoredEvent['payload']>(row.payload, what) };
}
