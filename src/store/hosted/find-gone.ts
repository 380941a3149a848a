/** What a database lacks that this machine saw in it: asked by who looks, before a start goes on without it. */
import type { Journal } from '../../actors/journal/port.ts';
import { headPathOf, readKeptHead } from '../sqlite/head/head-file.ts';

/**
 * In words; null where nothing is known to be gone. `cachePath`: the local copy, beside which the end of the log is
 * kept; null for who only reads, from a replica that may be behind.
 */
export async function findGone(
  journal: Pick<Journal, 'eventsAfter'>,
  cachePath: string | null,
): Promise<string | null> {
  if (cachePath === null) return null;
  const kept = readKeptHead(headPathOf(cachePath));
  if (kept.kind !== 'kept' || kept.head.event_id === 0) return null;
  const { event_id, hash, at } = kept.head;
  const [found] = await journal.eventsAfter(event_id - 1, 1);
  if (found?.hash === hash) return null;
  const state = found === undefined ? 'is gone' : 'is another one';
  return `event ${event_id}, which had been committed by ${at}, ${state}`;
}
