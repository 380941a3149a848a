/** Events in words, as a list that grows at its top; each leads to what it is about, and opens to all that it says. */
import { Component } from 'preact';
import { useState } from 'preact/hooks';
import { entityAddress, entityName } from '../places/entity-places.ts';
import { timeOf } from '../service/loose.ts';
import type { LogEvent } from '../service/wire.ts';
import { capital, momentText, plainWord } from '../words/words.ts';
import { Breakable } from './breakable.tsx';
import { useValue } from './context.tsx';
import { EventMore } from './event-more.tsx';

interface EventListProps {
  readonly events: readonly LogEvent[];
  /** `long` in the log, `narrow` in a pane. */
  readonly kind?: 'long' | 'narrow';
}

/**
 * Rows that stay keep their elements, and stay open; only those that are new are worked out, however long the list is.
 * The log is drawn in stretches, of which those far from sight cost nothing when another row is put on top.
 */
export function EventList({ events, kind }: EventListProps) {
  const today = useValue(({ nowMs, skewMs }) => new Date(nowMs + skewMs).toDateString());
  if (kind === 'long')
    return (
      <div class="event-log">
        {stretchesOf(events).map(([key, rows]) => (
          <KeptStretch key={key} events={rows} today={today} />
        ))}
      </div>
    );
  return <ol class={kind === undefined ? 'events' : `events ${kind}`}>{rowsOf(events, today)}</ol>;
}

const rowsOf = (events: readonly LogEvent[], today: string) =>
  events.map((event) => <KeptRow key={event.event_id} event={event} today={today} />);

/** Ids of a stretch of the log. */
const stretchIds = 32;
/** Height of a row that was not drawn yet, px. */
const rowPx = 33;

/** Rows that follow on one another, by their ids: what comes before or behind them moves none into another stretch. */
function stretchesOf(events: readonly LogEvent[]): readonly (readonly [number, LogEvent[]])[] {
  const stretches: [number, LogEvent[]][] = [];
  for (const event of events) {
    const key = Math.floor((event.event_id ?? 0) / stretchIds);
    const last = stretches.at(-1);
    if (last?.[0] === key) last[1].push(event);
    else stretches.push([key, [event]]);
  }
  return stretches;
}

interface StretchProps {
  readonly events: readonly LogEvent[];
  readonly today: string;
}

class KeptStretch extends Component<StretchProps> {
  override shouldComponentUpdate({ events, today }: StretchProps): boolean {
    const { events: before } = this.props;
    return (
      today !== this.props.today ||
      events.length !== before.length ||
      events.some((event, index) => event !== before[index])
    );
  }
  override render() {
    const { events, today } = this.props;
    return (
      <ol
        class="events long"
        style={{ containIntrinsicBlockSize: `auto ${events.length * rowPx}px` }}
      >
        {rowsOf(events, today)}
      </ol>
    );
  }
}

interface EventRowProps {
  readonly event: LogEvent;
  /** The day by the clock of the service, in the reader's zone. */
  readonly today: string;
}

/** Not worked out again while it would say the same. */
class KeptRow extends Component<EventRowProps> {
  override shouldComponentUpdate({ event, today }: EventRowProps): boolean {
    return event !== this.props.event || today !== this.props.today;
  }
  override render() {
    return <EventRow event={this.props.event} today={this.props.today} />;
  }
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
            <Breakable text={entityName(entity, kind)} />
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
