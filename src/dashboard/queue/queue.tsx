/** The queue: what is alive first, as far as it is looked at, with one item beside it. */

import { PlanDialog } from '../acts/plan.tsx';
import {
  addressOf,
  type Place,
  type QueueSort,
  type QueueView,
  queueViews,
} from '../places/places.ts';
import { figuresOf } from '../session/state.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { NarrowedTo, nothingTagged } from '../ui/lists.tsx';
import { Split } from '../ui/pane.tsx';
import { Empty, notSaid, Section, Trouble, Waiting } from '../ui/parts.tsx';
import { SearchForm } from '../ui/search.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { ItemPane } from './item.tsx';
import { Facets } from './queue-facets.tsx';
import { QueueTable } from './queue-table.tsx';
import { countOfView } from './queue-views.ts';

export function QueuePage() {
  const id = useValue((state) => state.place.id);
  const hasPlan = useValue((state) => state.plan !== null);
  return (
    <>
      <Split name="queue" list={<QueueSection />} pane={id !== null && <ItemPane key={id} />} />
      {hasPlan && <PlanDialog />}
    </>
  );
}

function QueueSection() {
  const queue = useValue((state) => state.queue);
  const place = useValue((state) => state.place);
  const chosen = useValue((state) => state.chosen);
  const orderWords = useValue((state) => state.orderWords);
  return (
    <Section title="Queue">
      <Views place={place} />
      <SearchAndSort place={place} />
      <Facets place={place} counts={queue?.tagCounts} />
      <NarrowedTo place={place} />
      {chosen.size > 0 && <ChosenBar chosen={chosen} />}
      {orderWords !== null && <Trouble>{orderWords}</Trouble>}
      {queue === undefined ? (
        <Waiting />
      ) : queue === null ? (
        <Empty>{notSaid}</Empty>
      ) : queue.rows.length === 0 && queue.next === null && queue.before === null ? (
        <Empty>
          {emptyWords(place)}
          {isWhole(place) && (
            <>
              {' '}
              <a href={addressOf({ page: 'add' })}>Add ideas</a>, or send them to the service.
            </>
          )}
        </Empty>
      ) : (
        <QueueTable queue={queue} place={place} chosen={chosen} />
      )}
    </Section>
  );
}

const viewWords: Readonly<Record<QueueView, string>> = {
  alive: 'Alive',
  person: 'For a person',
  running: 'Running',
  queued: 'Queued',
  paused: 'Paused',
  write: 'To write',
  over: 'Over',
  done: 'Without a paper',
  all: 'All',
};

/** Whether nothing but the state narrows the list of what is alive. */
const isWhole = ({ tags, filter, view, worker, work }: Place): boolean =>
  view === 'alive' && filter.search + worker + work === '' && tags.length === 0;

function emptyWords({ tags, filter, view, worker, work }: Place): string {
  if (filter.search !== '') return 'Nothing here has that in its texts.';
  if (tags.length > 0) return nothingTagged(tags);
  if (worker !== '' || work !== '') return 'Nothing here is for that worker and of that kind.';
  if (view === 'alive') return 'No item is alive.';
  return view === 'all' ? 'No item is here.' : 'No item is in this state now.';
}

function Views({ place }: { readonly place: Place }) {
  return (
    <nav class="spans views" aria-label="What is shown">
      {queueViews.map((view) => (
        <ViewLink key={view} view={view} place={place} />
      ))}
    </nav>
  );
}

function ViewLink({ view, place }: { readonly view: QueueView; readonly place: Place }) {
  const count = useValue((state) => countOfView(figuresOf(state), view));
  return (
    <a
      href={addressOf({ ...place, view, id: null, chosen: [] })}
      aria-current={view === place.view ? 'true' : undefined}
    >
      {viewWords[view]} <span class="count">{count}</span>
    </a>
  );
}

const sortWords: Readonly<Record<QueueSort, string>> = {
  '': 'Best candidate first',
  '-updated_at': 'Changed last first',
  '-created_at': 'Newest first',
  project_id: 'By id',
};

function SearchAndSort({ place }: { readonly place: Place }) {
  const { change } = useDashboard();
  return (
    <SearchForm
      name="Search the queue"
      place={place}
      class="narrow-filters"
      placeholder="any text of an item"
    >
      <label>
        <span>Order</span>
        <select
          value={place.sort}
          onChange={(event) =>
            change({ id: null, chosen: [], sort: event.currentTarget.value as QueueSort })
          }
        >
          {(Object.keys(sortWords) as QueueSort[]).map((sort) => (
            <option key={sort} value={sort}>
              {sortWords[sort]}
            </option>
          ))}
        </select>
      </label>
    </SearchForm>
  );
}
