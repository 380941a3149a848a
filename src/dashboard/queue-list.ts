/** The rows of the queue as they are read piece by piece, and kept as items change. Pure. */
import { type Place, type QueueView, sameList } from './places.ts';
import type { QueueRow } from './wire.ts';

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

/** Where to read on: within which status of the view, behind which row. */
interface NextPiece {
  readonly status: ItemStatus | null;
  readonly cursor: string | null;
}

/** What is read of the queue so far. */
export interface QueueList {
  /** What it was asked for. */
  readonly place: Place;
  readonly rows: readonly QueueRow[];
  /** Null: all is read. */
  readonly next: NextPiece | null;
  /** How many items have each of the most used tags; undefined while that was not told. */
  readonly tagCounts: Readonly<Record<string, number | undefined>> | undefined;
}

/** Rows kept; whoever needs more narrows the list. */
export const queueRowsMax = 100_000;

/** The statuses that are still to be read, in order. */
export function piecesFrom(view: QueueView, next: NextPiece | null): readonly NextPiece[] {
  const all = viewStatuses[view];
  if (all.length === 0) return [next ?? { status: null, cursor: null }];
  const from = next === null ? 0 : Math.max(0, all.indexOf(next.status ?? all[0]!));
  return all.slice(from).map((status, index) => ({
    status,
    cursor: index === 0 ? (next?.cursor ?? null) : null,
  }));
}

/** One piece as it was told. */
export interface Piece {
  readonly asked: NextPiece;
  readonly rows: readonly QueueRow[];
  readonly nextCursor: string | null;
}

/** With the pieces behind what is there, as far as they follow on one another. */
export function withPieces(list: QueueList, pieces: readonly Piece[]): QueueList {
  const rows = new Map(list.rows.map((row) => [row.project_id, row]));
  for (const { asked, rows: told, nextCursor } of pieces) {
    for (const row of told) rows.set(row.project_id, row);
    const next = nextCursor === null ? null : { status: asked.status, cursor: nextCursor };
    const isFull = rows.size >= queueRowsMax;
    // What comes behind has no place before all of this one is read.
    if (next !== null || isFull) {
      return { ...list, rows: [...rows.values()], next: isFull ? null : next };
    }
  }
  return { ...list, rows: [...rows.values()], next: null };
}

/** Whether a list is what is asked for now. */
export const isListOf = (list: QueueList | null, place: Place): list is QueueList =>
  list !== null && sameList(list.place, place);

/**
 * With an item as it is now. A row that is shown stays where it is, so that nothing moves below a
 * reader's eyes; a new one comes to its place, when that is among those read.
 */
export function withItem(list: QueueList, row: QueueRow): QueueList {
  const at = list.rows.findIndex(({ project_id: id }) => id === row.project_id);
  if (at >= 0) return { ...list, rows: list.rows.with(at, row) };
  if (!belongs(list.place, row)) return list;
  const place = list.rows.findIndex((other) => isBefore(list.place, row, other));
  if (place < 0 && list.next !== null) return list;
  return { ...list, rows: list.rows.toSpliced(place < 0 ? list.rows.length : place, 0, row) };
}

/** A search is left to the service, which sees more than a row tells. */
function belongs({ view, tags, filter, worker, work }: Place, row: QueueRow): boolean {
  const { status, tags: own = [] } = row;
  if (worker !== '' && row.machine_target !== worker) return false;
  if (work !== '' && row.workload_class !== work) return false;
  const lane = viewLanes[view];
  if (lane !== undefined && row.operator_lane !== lane) return false;
  const statuses = viewStatuses[view];
  const isShown = statuses.length === 0 || (status !== undefined && statuses.includes(status));
  return isShown && filter.search === '' && tags.every((tag) => own.includes(tag));
}

function isBefore({ view, sort }: Place, left: QueueRow, right: QueueRow): boolean {
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
