/** Events as a list that grows at its top; each leads to others of its type and of what it is about. */
import { timeOf } from '../loose.ts';
import { eventsAddress } from '../places.ts';
import type { LogEvent } from '../wire.ts';
import { momentText, plainWord } from '../words.ts';
import { useValue } from './context.tsx';

interface EventListProps {
  readonly events: readonly LogEvent[];
  /** `long` in the log, `narrow` in a pane. */
  readonly kind?: 'long' | 'narrow';
}

/** Rows that stay keep their elements. */
export function EventList({ events, kind }: EventListProps) {
  return (
    <ol class={kind === undefined ? 'events' : `events ${kind}`}>
      {events.map((event) => (
        <EventRow key={event.event_id} event={event} />
      ))}
    </ol>
  );
}

function EventRow({ event }: { readonly event: LogEvent }) {
  const { event_type: type, entity_id: id, entity_type: kind, summary, actor } = event;
  // With its date once another day has begun.
  const at = useValue(({ nowMs, skewMs }) => momentText(timeOf(event.created_at), nowMs + skewMs));
  const entity = id || kind;
  return (
    <li data-row={event.event_id}>
      <span class="figure at">{at}</span>
      {type === undefined ? (
        <span class="type unknown">unknown event</span>
      ) : (
        <a class="mono type" href={eventsAddress({ event_type: type })}>
          {type}
        </a>
      )}
      {entity === undefined ? (
        <span class="entity" />
      ) : (
        <a
          class="entity"
          href={eventsAddress({ entity_id: entity, entity_type: kind ?? '' })}
          title={`${kind ?? ''} ${entity}`.trim()}
        >
          <bdi>{entityText(entity, kind)}</bdi>
        </a>
      )}
      <span class="summary">
        {summary !== undefined && <bdi>{summary}</bdi>}
        {actor !== undefined && summary?.includes(actor) !== true && (
          <span class="by">{` · ${actor}`}</span>
        )}
      </span>
    </li>
  );
}

/** Ids that only a program can read are cut; the address and the title have them whole. */
function entityText(id: string, kind: string | undefined): string {
  return /^[0-9a-f]{32,}$/.test(id) ? `${plainWord(kind)} ${id.slice(0, 8)}…` : id;
}
