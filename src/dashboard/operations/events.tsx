/** The event log: rows that are added to live, and filters that live in the address. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type EventFilter, filterNames, noFilter, queryOf } from '../places/places.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { EventList } from '../ui/events.tsx';
import { Button, Empty, Section, Waiting, WhyNot } from '../ui/parts.tsx';

const labels: Readonly<Record<keyof EventFilter, string>> = {
  event_type: 'Type',
  entity_type: 'Kind',
  entity_id: 'Entity',
  search: 'Search',
};
const examples: Readonly<Record<keyof EventFilter, string>> = {
  event_type: 'run.started',
  entity_type: 'run',
  entity_id: 'id of a run, a paper …',
  search: 'any text',
};

export function EventsPage() {
  const { store, showOlder } = useDashboard();
  const filter = useValue((state) => state.place.filter);
  const events = useValue((state) => state.events);
  const held = useValue((state) => state.held.length);
  const isFiltered = queryOf(filter).size > 0;
  return (
    <Section title="Events">
      <FilterForm filter={filter} />
      <div data-part="held" role="status">
        {held > 0 && (
          <Button
            class="held"
            onPress={() => {
              store.trigger.heldShown();
              scrollTo(0, 0);
            }}
          >
            {held === 1 ? 'One new event' : `${held} new events`}: show
          </Button>
        )}
      </div>
      {events == null ? (
        <Waiting />
      ) : events.rows.length === 0 ? (
        <Empty>
          {isFiltered
            ? 'No event passes these filters. A new one that does appears here by itself.'
            : 'The event log is empty: nothing has been asked of this service yet.'}
        </Empty>
      ) : (
        <EventList kind="long" events={events.rows} />
      )}
      <div class="more" data-part="more">
        {events?.hasMore &&
          (events.nextCursor === null ? (
            <p class="aside">Older ones are not kept on this page; set a filter to find them.</p>
          ) : (
            <>
              <Button needsService onPress={showOlder}>
                Show older events
              </Button>
              <WhyNot />
            </>
          ))}
      </div>
    </Section>
  );
}

/** What is typed goes into the address, on Enter or on leaving the field. */
function FilterForm({ filter }: { readonly filter: EventFilter }) {
  const { go } = useDashboard();
  const form = useRef<HTMLFormElement>(null);
  // Shown as the address has it, unless someone is typing there.
  useLayoutEffect(() => {
    for (const name of filterNames) {
      const input = form.current?.elements.namedItem(name) as HTMLInputElement | null | undefined;
      if (input != null && input !== document.activeElement) input.value = filter[name];
    }
  }, [filter]);
  const apply = (typedIn: HTMLFormElement): void => {
    const typed = new FormData(typedIn);
    const next = { ...noFilter };
    for (const name of filterNames) {
      const text = typed.get(name);
      if (typeof text === 'string') next[name] = text.trim();
    }
    go({ page: 'events', filter: next });
  };
  return (
    <form
      class="filters"
      ref={form}
      aria-label="Filter the events"
      onChange={(event) => apply(event.currentTarget)}
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget);
      }}
    >
      {filterNames.map((name) => (
        <label key={name}>
          <span>{labels[name]}</span>
          <input
            name={name}
            list={undefined}
            type={name === 'search' ? 'search' : 'text'}
            placeholder={examples[name]}
            maxLength={200}
            autocomplete="off"
            spellcheck={false}
          />
        </label>
      ))}
      <a class="clear" href="#/events" hidden={queryOf(filter).size === 0}>
        Show all
      </a>
    </form>
  );
}
