/** The queue: what is alive first, as far as it is looked at, with one item beside it. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { addressOf, type Place, type QueueSort, type QueueView, queueViews } from '../places.ts';
import { type QueueList, queueRowsMax, viewStatuses } from '../queue-list.ts';
import type { State } from '../state.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import {
  Cells,
  Chips,
  type Column,
  NarrowedTo,
  nothingTagged,
  OpenLink,
  TableHead,
} from '../ui/lists.tsx';
import { Split } from '../ui/pane.tsx';
import { Age, Button, Empty, Mark, notSaid, Section, Waiting, WhyNot } from '../ui/parts.tsx';
import { useWindowRows } from '../ui/window-rows.ts';
import { bulkVerbs } from '../verbs.ts';
import type { QueueRow } from '../wire.ts';
import { countText, markOf, plainWord } from '../words.ts';
import { ItemPane } from './item.tsx';
import { bulkWords, PlanDialog } from './plan.tsx';

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
  return (
    <Section title="Queue">
      <Views place={place} />
      <SearchAndSort place={place} />
      <NarrowedTo place={place} />
      {chosen.size > 0 && <ChosenBar chosen={chosen} />}
      {queue === undefined ? (
        <Waiting />
      ) : queue === null ? (
        <Empty>{notSaid}</Empty>
      ) : queue.rows.length === 0 && queue.next === null ? (
        <Empty>{emptyWords(place)}</Empty>
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
  over: 'Over',
  all: 'All',
};

function emptyWords({ tags, filter, view }: Place): string {
  if (filter.search !== '') return 'Nothing here has that in its texts.';
  if (tags.length > 0) return nothingTagged(tags);
  if (view === 'alive') {
    return 'The queue is empty. Send ideas to the intake or create a project to fill it.';
  }
  return view === 'all' ? 'No item was ever here.' : 'No item is in this state now.';
}

/** How many items a view has; null: the service did not say. */
function countOf({ overview }: State, view: QueueView): number | null {
  const counts = overview?.operator_detail_counts;
  if (view === 'all') return counts?.queue_total ?? null;
  const known = viewStatuses[view].flatMap((status) => counts?.queue?.[status] ?? []);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
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
  const count = useValue((state) => countOf(state, view));
  return (
    <a
      href={addressOf({ ...place, view, id: null })}
      aria-current={view === place.view ? 'true' : undefined}
    >
      {viewWords[view]} {count !== null && <span class="count">{count}</span>}
    </a>
  );
}

const sortWords: Readonly<Record<QueueSort, string>> = {
  '': 'Best candidate first',
  '-updated_at': 'Changed last first',
  '-created_at': 'Newest first',
  project_id: 'By name',
};

/** What is searched for goes into the address, on Enter or on leaving the field. */
function SearchAndSort({ place }: { readonly place: Place }) {
  const { change } = useDashboard();
  const field = useRef<HTMLInputElement>(null);
  const { search } = place.filter;
  // Shown as the address has it, unless someone is typing there.
  useLayoutEffect(() => {
    if (field.current !== null && field.current !== document.activeElement) {
      field.current.value = search;
    }
  }, [search]);
  const apply = (): void => {
    const typed = field.current?.value.trim() ?? '';
    if (typed !== search) change({ id: null, filter: { ...place.filter, search: typed } });
  };
  return (
    <form
      class="filters narrow-filters"
      aria-label="Search the queue"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <label>
        <span>Search</span>
        <input
          type="search"
          ref={field}
          maxLength={200}
          placeholder="any text of an item"
          autocomplete="off"
          spellcheck={false}
          onChange={apply}
        />
      </label>
      <label>
        <span>Order</span>
        <select
          value={place.sort}
          onChange={(event) => change({ id: null, sort: event.currentTarget.value as QueueSort })}
        >
          {(Object.keys(sortWords) as QueueSort[]).map((sort) => (
            <option key={sort} value={sort}>
              {sortWords[sort]}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}

/** What can be done to all that is chosen; nothing is done before its plan was shown. */
function ChosenBar({ chosen }: { readonly chosen: ReadonlySet<string> }) {
  const { plan, store } = useDashboard();
  return (
    <div class="chosen choice">
      <b>{chosen.size === 1 ? 'One item' : `${chosen.size} items`} chosen:</b>
      {bulkVerbs.map((verb) => (
        <Button key={verb} needsService onPress={() => plan.draw(verb)}>
          {bulkWords[verb]}…
        </Button>
      ))}
      <Button onPress={() => store.trigger.noted({ part: { chosen: new Set() } })}>
        Choose none
      </Button>
      <WhyNot />
    </div>
  );
}

const columnsOf = (place: Place, choose: (row: QueueRow) => preact.ComponentChildren) =>
  [
    {
      name: 'Project',
      cell: (row) => (
        <div>
          {choose(row)}
          {row.project_id === undefined ? (
            <strong>unknown</strong>
          ) : (
            <OpenLink id={row.project_id}>
              <strong>
                <bdi>{row.project_id}</bdi>
              </strong>
            </OpenLink>
          )}
          <Chips of={row.tags} page="queue" place={place} />
        </div>
      ),
    },
    {
      name: 'State',
      cell: ({ status, manual_review_required: isFlagged }) =>
        isFlagged && markOf(status) === 'waiting' ? (
          <Mark kind="person">{plainWord(status)}, held for review</Mark>
        ) : (
          <Mark kind={markOf(status)}>{plainWord(status)}</Mark>
        ),
    },
    {
      name: 'Priority · rank',
      cell: ({ dispatch_priority: priority, selection_rank: rank }) => (
        <span class="figure">{`${countText(priority)} · ${countText(rank)}`}</span>
      ),
    },
    {
      name: 'Worker',
      cell: ({ machine_target: target }) => <span class="mono">{target ?? 'any'}</span>,
    },
    { name: 'What is next', cell: (row) => <span>{nextStepOf(row)}</span> },
    { name: 'Changed', cell: ({ updated_at: at }) => <Age of={at} /> },
  ] satisfies readonly Column<QueueRow>[];

/** The service's own word, else the reason that holds the item, else its error or hint. */
const nextStepOf = (row: QueueRow): string =>
  row.operator_next_step || row.blocked_reason || row.last_error || row.next_action_hint || '–';

interface QueueTableProps {
  readonly queue: QueueList;
  readonly place: Place;
  readonly chosen: ReadonlySet<string>;
}

/** Height of a row with two lines, px; each is measured once it is drawn. */
const rowPx = 58;

function QueueTable({ queue: { rows, next }, place, chosen }: QueueTableProps) {
  const { queue, store } = useDashboard();
  const body = useRef<HTMLTableSectionElement>(null);
  const { indexes, abovePx, belowPx, measure } = useWindowRows({
    count: rows.length,
    keyOf: (index) => rows[index]?.project_id ?? String(index),
    rowPx,
    body,
  });
  const columns = columnsOf(place, ({ project_id: id }) =>
    id === undefined ? null : (
      <input
        type="checkbox"
        class="choose"
        aria-label={`Choose ${id}`}
        checked={chosen.has(id)}
        onChange={(event) => {
          const next = new Set(chosen);
          if (event.currentTarget.checked) next.add(id);
          else next.delete(id);
          store.trigger.noted({ part: { chosen: next } });
        }}
      />
    ),
  );
  return (
    <>
      <table aria-label="Queue">
        <TableHead columns={columns} />
        <tbody ref={body}>
          <Spacer px={abovePx} />
          {indexes.map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <tr key={row.project_id ?? index} data-index={index} ref={measure}>
                <Cells columns={columns} row={row} />
              </tr>
            );
          })}
          <Spacer px={belowPx} />
        </tbody>
      </table>
      {next !== null && <OnSight key={rows.length} do={queue.more} />}
      <p class="aside" role="status">
        {next === null
          ? rows.length >= queueRowsMax
            ? `The first ${rows.length} are shown; a search or a tag narrows the list.`
            : `${rows.length === 1 ? 'One item' : `${rows.length} items`} in all.`
          : 'More is read as you scroll.'}
      </p>
    </>
  );
}

function Spacer({ px }: { readonly px: number }) {
  if (px <= 0) return null;
  return (
    <tr class="spacer">
      <td style={{ height: `${px}px` }} />
    </tr>
  );
}

/** So far before the end of what is read is more asked for, px. */
const aheadPx = 900;

function OnSight({ do: act }: { readonly do: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) act();
      },
      { rootMargin: `${aheadPx}px` },
    );
    if (end.current !== null) observer.observe(end.current);
    return () => observer.disconnect();
  }, [act]);
  return <div ref={end} />;
}
