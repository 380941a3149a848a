/**
 * The hash chain of the event log: hash = sha256(prev_hash + canonical JSON of the record), in
 * lower-case hex. The record is every stored member but the two hashes.
 */
import { canonicalJson } from '../../lib/canonical-json.ts';
import { sha256Hex } from '../../lib/hash.ts';
import type { NewEvent, StoredEvent } from './port.ts';

/** `prev_hash` of the first event. */
export const genesisHash = '';

/**
 * Hash of a new event. `event.payload` must be canonical JSON text already: it goes into the
 * record as it is. Throws `TypeError` when a member is not well-formed text, which could not be
 * read back as it was hashed.
 */
export function hashNewEvent(prevHash: string, eventId: number, event: NewEvent): string {
  // Members in the order that RFC 8785 sorts them.
  return sha256Hex(
    `${prevHash}{"actor":${quote(event.actor)},"cause_id":${event.cause_id},"correlation_id":${quote(
      event.correlation_id,
    )},"created_at":${quote(event.created_at)},"entity_id":${quote(
      event.entity_id,
    )},"entity_type":${quote(event.entity_type)},"event_id":${eventId},"event_type":${quote(
      event.event_type,
    )},"idempotency_key":${
      event.idempotency_key === null ? 'null' : quote(event.idempotency_key)
    },"payload":${event.payload}}`,
  );
}

/** True when `event.hash` is what its contents and its `prev_hash` give. */
export function isHashSound(event: StoredEvent): boolean {
  const { hash, prev_hash, ...record } = event;
  try {
    return sha256Hex(prev_hash + canonicalJson(record)) === hash;
  } catch {
    // Contents that have no canonical form were never hashed.
    return false;
  }
}

function quote(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('an event member holds a lone surrogate');
  return JSON.stringify(text);
}
