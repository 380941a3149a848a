/** The one character that PostgreSQL has no room for, U+0000. What is JSON writes it otherwise. */
import type { TurnRecord } from '../port.ts';

/** The constraint that a turn breaks whose keys or names hold it. */
export const noNulInNames = 'no_nul_in_names';

/** A remark with that character replaced: what some program said need not be kept to the byte. */
export const storable = (text: string): string => text.replaceAll('\0', '\ufffd');

/** True when a key or a name holds it, which cannot be stored as it was hashed or asked for. */
export function holdsNul(turn: TurnRecord): boolean {
  const texts = [turn, ...(turn.parts ?? [])].flatMap(({ kind, id, events }) => [
    kind,
    id,
    ...events.flatMap((event) => [
      event.event_type,
      event.entity_type,
      event.entity_id,
      event.idempotency_key,
      event.actor,
      event.correlation_id,
    ]),
  ]);
  texts.push(...turn.answers.map(({ key }) => key));
  texts.push(...turn.timersSet.map(({ name }) => name));
  return texts.some((text) => text?.includes('\0') === true);
}
