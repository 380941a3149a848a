/** One clause of words for an audit event: what happened, why, and what it means. Pure. */
import type { StoredEvent } from '../../actors/journal/port.ts';
import { stateChangeMember } from '../../actors/journal/port.ts';
import { eventSentences } from './event-sentences.ts';

const shownMembers = 3;
const shownChars = 80;
const sentenceCharsMax = 240;

/** A clause for `event`; one of a type that has no words of its own lists its plain members. */
export function describeEvent(
  event: Pick<StoredEvent, 'event_type' | 'payload' | 'entity_id' | 'actor'>,
): string {
  const sentence = eventSentences[event.event_type]?.(event.payload, event.actor);
  return cut(sentence ?? membersOf(event), sentenceCharsMax);
}

/** The payload's plain members as `name value`, without the state change. */
function membersOf({ payload, entity_id: entityId }: Pick<StoredEvent, 'payload' | 'entity_id'>) {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(payload)) {
    if (name === stateChangeMember || value === null || typeof value === 'object') continue;
    // Hashes, and what the line says anyway, tell a reader nothing.
    if (name.endsWith('sha256') || value === entityId) continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    parts.push(`${name.replaceAll('_', ' ')} ${cut(text, shownChars)}`);
    if (parts.length === shownMembers) break;
  }
  return parts.join(', ');
}

function cut(text: string, charsMax: number): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > charsMax ? `${line.slice(0, charsMax - 1).trimEnd()}…` : line;
}
