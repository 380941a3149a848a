/** Finds the audit event that a mend left with its actor. */
import { newestEvents } from '../../store/ports/read-models.ts';
import type { BenchContext } from '../common/index.ts';

/** Events of the actor looked through; a mend asks right after it was done. */
const eventsReadMax = 50;

interface MendQuery {
  readonly kind: string;
  readonly id: string;
  readonly type: string;
  /** Number of the dead letter; null when it is about the actor itself. */
  readonly letter: number | null;
  readonly by: string;
  readonly reason: string;
  /** Newer than this event. */
  readonly after: number;
}

const eventsOf = (
  { reads }: Pick<BenchContext, 'reads'>,
  { kind, id, type, limit }: { kind: string; id: string; type: string; limit: number },
) => reads.events({ ...newestEvents, limit, entityType: kind, entityId: id, eventType: type });

/** Id of the newest event of the actor; 0 when it has none. */
export async function newestEventOf(
  context: Pick<BenchContext, 'reads'>,
  { kind, id }: { readonly kind: string; readonly id: string },
): Promise<number> {
  const [newest] = await eventsOf(context, { kind, id, type: '', limit: 1 });
  return newest?.event_id ?? 0;
}

/** Id of the event that tells of the mend; null when there is none. */
export async function findMendEvent(
  context: Pick<BenchContext, 'reads'>,
  query: MendQuery,
): Promise<number | null> {
  const events = await eventsOf(context, { ...query, limit: eventsReadMax });
  const found = events.find(
    ({ event_id: eventId, actor, payload }) =>
      eventId > query.after &&
      actor === query.by &&
      payload['reason'] === query.reason &&
      (payload['letter'] ?? null) === query.letter,
  );
  return found?.event_id ?? null;
}
