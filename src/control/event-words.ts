/** One line of words for an audit event, from its type and payload. Pure. */
import type { StoredEvent } from '../store/ports/journal.ts';
import { stateChangeMember } from '../store/ports/journal.ts';

const shownMembers = 3;
const shownChars = 80;

/** The payload's plain members as `name value`, without the state change. */
export function describeEvent(event: Pick<StoredEvent, 'payload' | 'entity_id'>): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(event.payload)) {
    if (name === stateChangeMember || value === null || typeof value === 'object') continue;
    // Hashes, and what the line says anyway, tell a reader nothing.
    if (name.endsWith('sha256') || value === event.entity_id) continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    parts.push(
      `${name.replaceAll('_', ' ')} ${text.length > shownChars ? `${text.slice(0, shownChars)}…` : text}`,
    );
    if (parts.length === shownMembers) break;
  }
  return parts.join(', ');
}
