/** Events in words, as a list that grows at its top; each leads to what it is about, and opens to all that it says. */
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { entityAddress } from '../entity-places.ts';
import { timeOf } from '../loose.ts';
import type { LogEvent } from '../wire.ts';
import { capital, momentText, plainWord } from '../words.ts';
import { Breakable } from './breakable.tsx';
import { useValue } from './context.tsx';
import { EventMore } from './event-more.tsx';

interface EventListProps {
  readonly events: readonly LogEvent[];
  /** `long` in the log, `narrow` in a pane. */
  readonly kind?: 'long' | 'narrow';
}

/** Rows that stay keep their elements, and stay open; only those that are new are worked out, however long the list is. */
export function EventList({ events, kind }: EventListProps) {
  const today = useValue(({ nowMs, skewMs }) => new Date(nowMs + skewMs).toDateString());
  // What is drawn of an event is the same until another day begins; the same is not compared again.
  const rowOf = useMemo(() => {
    const rows = new WeakMap<LogEvent, VNode>();
    return (event: LogEvent): VNode => {
      const row = rows.get(event) ?? <EventRow key={event.event_id} event={event} today={today} />;
      rows.set(event, row);
      return row;
    };
  }, [today]);
  return <ol class={kind === undefined ? 'events' : `events ${kind}`}>{events.map(rowOf)}</ol>;
}

interface EventRowProps {
  readonly event: LogEvent;
  /** The day by the clock of the service, in the reader's zone. */
  readonly today: string;
}

function EventRow({ event, today }: EventRowProps) {
  const { event_id: eventId, event_type: type, entity_id: id, entity_type: kind } = event;
  const { summary, actor } = event;
  const [isOpen, setOpen] = useState(false);
  // With its date once another day has begun.
  const at = momentText(timeOf(event.created_at), Date.parse(today));
  const entity = id || kind;
  return (
    <li data-row={eventId}>
      <span class="figure at">{at}</span>
      <span class="summary">
        {/* Where the service has no words for it, its type is all that is known. */}
        <bdi>
          <Breakable text={summary || capital(plainWord(type?.replace('.', ': ')))} />
        </bdi>
        {actor !== undefined && summary?.includes(actor) !== true && (
          <span class="by">{` · ${actor}`}</span>
        )}
      </span>
      {entity === undefined ? (
        <span class="entity" />
      ) : (
        <a
          class="entity"
          href={entityAddress(kind ?? '', entity)}
          title={`${kind ?? ''} ${entity}`.trim()}
        >
          <bdi>
            <Breakable text={entityText(entity, kind)} />
          </bdi>
        </a>
      )}
      {type === undefined ? (
        <span class="type unknown">unknown event</span>
      ) : (
        <button
          type="button"
          class="mono type"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Breakable text={type} />
        </button>
      )}
      {isOpen && <EventMore event={event} />}
    </li>
  );
}

/** Ids that only a program can read are cut; the address and the title have them whole. */
function entityText(id: string, kind: string | undefined): string {
  return /^[0-9a-f]{32,}$/.test(id) ? `${plainWord(kind)} ${id.slice(0, 8)}…` : id;
}
