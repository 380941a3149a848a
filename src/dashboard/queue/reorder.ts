/** Putting an item elsewhere in the queue: the priorities and ranks that make the order so. Pure. */
import type { QueueRow } from '../service/wire.ts';

/** Where an item stands: the service takes the lowest priority first, then the lowest rank. */
export interface Standing {
  readonly dispatch_priority: number;
  readonly selection_rank: number;
}

/** One edit that an order takes. */
export interface Move {
  readonly id: string;
  readonly to: Standing;
  readonly from: Standing;
}

interface Row extends Standing {
  readonly id: string;
}

/** Edits that one move may take; where more would be, a priority says it better. */
export const movesMax = 20;
const rankMax = 1_000_000;
/** Between an item and what is put before or behind all others of its priority. */
const rankGap = 10;

/** Those that wait for their turn, in their order. */
export function waitingRows(rows: readonly QueueRow[]): readonly Row[] {
  return rows.flatMap(({ project_id: id, status, dispatch_priority, selection_rank }) =>
    status !== 'queued' ||
    id === undefined ||
    dispatch_priority === undefined ||
    selection_rank === undefined
      ? []
      : [{ id, dispatch_priority, selection_rank }],
  );
}

/** The edits that bring `id` to place `to` among the waiting ones; null: it would take too many. */
export function movesFor(rows: readonly Row[], id: string, to: number): readonly Move[] | null {
  const at = rows.findIndex((row) => row.id === id);
  const row = rows[at];
  if (row === undefined || to === at || to < 0 || to >= rows.length) return [];
  const others = rows.filter((other) => other.id !== id);
  const [before, behind] = [others.slice(0, to).toReversed(), others.slice(to)];
  // It takes the priority of what it is put over, or under.
  const priority = (to < at ? behind[0] : before[0])?.dispatch_priority;
  if (priority === undefined) return [];
  const above = firstOf(before, priority);
  const below = firstOf(behind, priority);
  const ways = [
    between(above[0], below[0]),
    shifted(above[0]?.selection_rank ?? -1, below, 1),
    shifted(below[0]?.selection_rank ?? rankMax + 1, above, -1),
  ].filter((way) => way !== null);
  const best = ways.sort((left, right) => left.others.length - right.others.length)[0];
  if (best === undefined || best.others.length >= movesMax) return null;
  const move = (of: Row, rank: number): Move => ({
    id: of.id,
    to: { dispatch_priority: priority, selection_rank: rank },
    from: { dispatch_priority: of.dispatch_priority, selection_rank: of.selection_rank },
  });
  return [...best.others.map(({ of, rank }) => move(of, rank)), move(row, best.rank)];
}

/** Those at the beginning that have this priority. */
function firstOf(rows: readonly Row[], priority: number): readonly Row[] {
  const end = rows.findIndex((row) => row.dispatch_priority !== priority);
  return end < 0 ? rows : rows.slice(0, end);
}

/** A rank, and those that have to make room for it. */
interface Way {
  readonly rank: number;
  readonly others: readonly { readonly of: Row; readonly rank: number }[];
}

/** A free rank between both; null where there is none. */
function between(above: Standing | undefined, below: Standing | undefined): Way | null {
  const lowest = above?.selection_rank ?? null;
  const highest = below?.selection_rank ?? null;
  if (lowest === null && highest === null) return { rank: 50, others: [] };
  if (highest === null) return fits(Math.min(rankMax, lowest! + rankGap), lowest!);
  if (lowest === null)
    return highest > 0 ? { rank: Math.max(0, highest - rankGap), others: [] } : null;
  const middle = Math.floor((lowest + highest) / 2);
  return middle > lowest && middle < highest ? { rank: middle, others: [] } : null;
}

const fits = (rank: number, over: number): Way | null =>
  rank > over ? { rank, others: [] } : null;

/** Next to `edge`, with those behind it moved on by as much as they must; null past the bounds. */
function shifted(edge: number, following: readonly Row[], by: 1 | -1): Way | null {
  const rank = edge + by;
  const others: { of: Row; rank: number }[] = [];
  let last = rank;
  for (const of of following) {
    if (by === 1 ? of.selection_rank > last : of.selection_rank < last) break;
    if (others.length >= movesMax) return null;
    last += by;
    others.push({ of, rank: last });
  }
  return Math.min(rank, last) < 0 || Math.max(rank, last) > rankMax ? null : { rank, others };
}
