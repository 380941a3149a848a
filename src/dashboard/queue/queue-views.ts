/** What each view of the queue shows and in which order, and how much of that there is. Pure. */
import type { Place, QueueView } from '../places/places.ts';
import type { Figures, QueueRow } from '../service/wire.ts';

/** A status as the API calls it. */
export type ItemStatus = NonNullable<QueueRow['status']>;

const person: readonly ItemStatus[] = ['needs_review', 'blocked', 'dispatch_error'];
const running: readonly ItemStatus[] = [
  'running',
  'awaiting_wake',
  'dispatching',
  'wake_received',
  'reconciling',
];
const over: readonly ItemStatus[] = ['completed', 'canceled'];

/** Views that show one lane of the operator. */
export const viewLanes: Readonly<
  Partial<Record<QueueView, 'attention' | 'write' | 'done_no_paper'>>
> = { person: 'attention', write: 'write', done: 'done_no_paper' };

/** Which items each view shows, in this order; no status: all in one order. */
export const viewStatuses: Readonly<Record<QueueView, readonly ItemStatus[]>> = {
  alive: [...person, ...running, 'queued', 'paused'],
  // Items of any status can be flagged for a person.
  person: [],
  running,
  queued: ['queued'],
  paused: ['paused'],
  write: ['completed'],
  over,
  done: over,
  all: [],
};

/** The parts of a view that are read one behind the other; null is items of any status. */
export const partsOf = (view: QueueView): readonly (ItemStatus | null)[] =>
  viewStatuses[view].length === 0 ? [null] : viewStatuses[view];

/** The ends of a stretch of rows: others are read before its first, and next to its last. */
export type Side = 'before' | 'next';

/** Where to read on: from a row of that part of the view; without a cursor, from where the part begins on this way. */
export interface Edge {
  readonly status: ItemStatus | null;
  readonly cursor: string | null;
}

/** Parts of the view from one on, in the direction of the side. */
export function partsFrom(view: QueueView, side: Side, status: ItemStatus | null) {
  const parts = side === 'next' ? partsOf(view) : partsOf(view).toReversed();
  return parts.slice(Math.max(0, parts.indexOf(status)));
}

/** From where the part begins that follows in that direction; null behind the last. */
export function followingOf(view: QueueView, side: Side, status: ItemStatus | null): Edge | null {
  const following = partsFrom(view, side, status)[1];
  return following === undefined ? null : { status: following, cursor: null };
}

/** How many items have each status; one that was not told is unknown. */
export type Counts = Readonly<Record<string, number | undefined>>;

/** How many items of a view the service counts; null: it did not say. */
export function countOfView(figures: Figures | null, view: QueueView): number | null {
  const lane = viewLanes[view];
  if (lane !== undefined) return figures?.operator_counts?.[lane] ?? null;
  if (view === 'all') return figures?.operator_detail_counts?.queue_total ?? null;
  const told = countsOf(figures, view) ?? {};
  const known = viewStatuses[view].flatMap((status) => told[status] ?? []);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
}

/** How many items each status of a view has; undefined: it was not said of any. */
function countsOf(figures: Figures | null, view: QueueView): Counts | undefined {
  const { queue: told, queue_total: total } = figures?.operator_detail_counts ?? {};
  const sum = Object.values(told ?? {}).reduce<number>((all, count) => all + (count ?? 0), 0);
  // Only statuses that some item has are told of; where these are all items, the others have none.
  if (sum !== total) return told;
  return { ...Object.fromEntries(viewStatuses[view].map((status) => [status, 0])), ...told };
}

/** Whether a view is narrowed to what the service does not count. */
const isNarrowed = ({ tags, filter, worker, work }: Place): boolean =>
  filter.search !== '' || tags.length > 0 || worker !== '' || work !== '';

/** The same for what is asked for; null also where that is narrowed. */
export const countFor = (place: Place, figures: Figures | null): number | null =>
  isNarrowed(place) ? null : countOfView(figures, place.view);

/** How many items each part of what is asked for has; undefined where the service counts others, too. */
export const countsFor = (place: Place, figures: Figures | null): Counts | undefined =>
  isNarrowed(place) || viewLanes[place.view] !== undefined
    ? undefined
    : countsOf(figures, place.view);

/** A row to begin at, found from the nearer end of its status. */
export interface Anchor {
  readonly place: Place;
  readonly status: ItemStatus | null;
  readonly side: Side;
  /** Rows of its status between that end and it. */
  readonly skip: number;
  /** Its place among all. */
  readonly at: number;
}

/** Where to begin for whoever looks at that place, at most at the last row; null where nobody knows how many are before it. */
export function anchorFor(place: Place, figures: Figures | null, wanted: number): Anchor | null {
  const parts = partsOf(place.view);
  const total = countFor(place, figures);
  const counts = countsFor(place, figures);
  if (total === null) return null;
  const at = Math.min(wanted, total - 1);
  let begin = 0;
  for (const status of parts) {
    const count = parts.length === 1 || status === null ? total : counts?.[status];
    if (count === undefined) return null;
    const [skip, back] = [at - begin, begin + count - 1 - at];
    if (back >= 0) {
      return skip <= back
        ? { place, status, side: 'next', skip, at }
        : { place, status, side: 'before', skip: back, at };
    }
    begin += count;
  }
  return null;
}

/** Whether an item is among what is asked for. A search is left to the service, which sees more than a row tells. */
export function belongs({ view, tags, filter, worker, work }: Place, row: QueueRow): boolean {
  const { status, tags: own = [] } = row;
  if (worker !== '' && row.machine_target !== worker) return false;
  if (work !== '' && row.workload_class !== work) return false;
  const lane = viewLanes[view];
  if (lane !== undefined && row.operator_lane !== lane) return false;
  const statuses = viewStatuses[view];
  const isShown = statuses.length === 0 || (status !== undefined && statuses.includes(status));
  return isShown && filter.search === '' && tags.every((tag) => own.includes(tag));
}

/** Whether an item comes before another in what is asked for. */
export function isBefore({ view, sort }: Place, left: QueueRow, right: QueueRow): boolean {
  const statuses = viewStatuses[view];
  const rank = (row: QueueRow): number => (row.status ? statuses.indexOf(row.status) : -1);
  if (rank(left) !== rank(right)) return rank(left) < rank(right);
  const { project_id: leftId = '' } = left;
  const { project_id: rightId = '' } = right;
  if (sort === '-updated_at') return (left.updated_at ?? '') > (right.updated_at ?? '');
  if (sort === '-created_at') return (left.created_at ?? '') > (right.created_at ?? '');
  if (sort === 'project_id') return leftId < rightId;
  const order = ({ dispatch_priority: priority = 0, selection_rank: selection = 0 }: QueueRow) =>
    [priority, selection] as const;
  const [a, b] = [order(left), order(right)];
  return a[0] !== b[0] ? a[0] < b[0] : a[1] < b[1];
}
