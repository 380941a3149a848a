/** The newest events that are worth a line, in words. */
import { eventsAddress } from '../places/places.ts';
import { useValue } from '../ui/context.tsx';
import { EventList } from '../ui/events.tsx';
import { Listed, Section } from '../ui/parts.tsx';
import { isWorthReading } from '../words/quiet-events.ts';

const recentShown = 12;

/** All of them are a click away. */
export function JustHappened() {
  const recent = useValue((state) => state.recent);
  const told = recent?.filter(({ event_type: type }) => isWorthReading(type)) ?? null;
  const isQuiet = told?.length === 0 && recent?.length !== 0;
  return (
    <Section title="What just happened">
      <Listed
        rows={told}
        none={
          isQuiet
            ? 'Nothing that is worth a line: the service only did its rounds.'
            : 'The event log is empty: nothing has been asked of this service yet.'
        }
      >
        <EventList events={told?.slice(0, recentShown) ?? []} />
      </Listed>
      <p class="aside">
        <a href={eventsAddress({})}>All events</a>
      </p>
    </Section>
  );
}
