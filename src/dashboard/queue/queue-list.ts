/**
 * The queue as far as it is held: one stretch of its rows. It is read on at both ends, or somewhere else, as somebody
 * looks there; what lies far from sight is let go. Pure.
 */
import { type Place, sameList } from '../places/places.ts';
import type { QueueRow } from '../service/wire.ts';
import {
  type Anchor,
  belongs,
  type Counts,
  type Edge,
  followingOf,
  type ItemStatus,
  isBefore,
  partsFrom,
  partsOf,
  type Side,
} from './queue-views.ts';

/** What is held of the queue. */
export interface QueueList {
  /** What it was asked for. */
  readonly place: Place;
  readonly rows: readonly QueueRow[];
  /** Place of the first of them among all, as far as that is known; 0 is certain. */
  readonly first: number;
  /** What lies beyond its ends; null: nothing. */
  readonly before: Edge | null;
  readonly next: Edge | null;
  /** Rows that it may be cut at, and read on from in both directions. */
  readonly marks: readonly { readonly id: string; readonly edge: Edge }[];
  /** There are no fewer rows in all. */
  readonly atLeast: number;
  /** How many items have each of the most used tags; undefined while that was not told. */
  readonly tagCounts: Readonly<Record<string, number | undefined>> | undefined;
}

/** The rows that somebody looks at, by their places among all. */
export interface Look {
  readonly from: number;
  readonly to: number;
}

/** So many rows beyond those in sight are read before they come into it. */
const aheadRows = 60;
/** So many are kept on each side of those in sight, once more are held than this. */
const keptRows = 1_000;
const heldRows = 3_000;
/** Whoever looks further from what is held than this is shown a stretch of its own. */
export const farRows = 500;

/** Nothing of it, as before its first row. */
export const emptyList = (place: Place): QueueList => ({
  place,
  rows: [],
  first: 0,
  before: null,
  next: { status: partsOf(place.view)[0]!, cursor: null },
  marks: [],
  atLeast: 0,
  tagCounts: undefined,
});

/** Nothing of it either, as behind the last row of one status. */
const emptyBehind = (place: Place, status: ItemStatus | null, first: number): QueueList => ({
  ...emptyList(place),
  first,
  before: { status, cursor: null },
  next: followingOf(place.view, 'next', status),
});

/** A stretch of one row, which has that cursor; without it, of none behind all of its status. */
export function listAround(
  { place, status, at }: Anchor,
  row: QueueRow | undefined,
  cursor: string | null,
): QueueList {
  if (row?.project_id === undefined || cursor === null) return emptyBehind(place, status, at);
  const edge = { status, cursor };
  return {
    ...emptyList(place),
    rows: [row],
    first: at,
    before: edge,
    next: edge,
    marks: [{ id: row.project_id, edge }],
    atLeast: at + 1,
  };
}

/** Whether a list is what is asked for now. */
export const isListOf = (list: QueueList | null | undefined, place: Place): list is QueueList =>
  list != null && sameList(list.place, place);

const endOf = ({ first, rows }: QueueList): number => first + rows.length;

/** How many rows there are in all, as the list has them where it is held to its end. */
export function countOf(list: QueueList, told: number | null): number {
  const end = endOf(list);
  return list.next === null ? end : Math.max(told ?? list.atLeast, end + 1);
}

/** What to ask for, so that about so many rows come, and what lies behind all that. */
export interface Pieces {
  readonly ask: readonly Edge[];
  readonly rest: Edge | null;
}

/**
 * As many parts of the view as have enough by these counts. One that had none is asked for all the same: the counts may
 * be older than what is in it now.
 */
export function piecesFrom(
  { view }: Place,
  { side, edge, size }: { readonly side: Side; readonly edge: Edge; readonly size: number },
  counts: Counts | undefined,
): Pieces {
  if (edge.cursor !== null) return { ask: [edge], rest: followingOf(view, side, edge.status) };
  const edges = partsFrom(view, side, edge.status)
    .slice(1)
    .map((status): Edge => ({ status, cursor: null }));
  edges.unshift(edge);
  let room = size;
  const enough = edges.findIndex(({ status }) => {
    room -= status === null ? 0 : (counts?.[status] ?? 0);
    return room <= 0;
  });
  const asked = enough < 0 ? edges.length : enough + 1;
  return { ask: edges.slice(0, asked), rest: edges[asked] ?? null };
}

/** One piece as it was told, away from the stretch: of those before it the nearest first. */
export interface Piece {
  readonly asked: Edge;
  readonly rows: readonly QueueRow[];
  readonly nextCursor: string | null;
}

/** With the pieces at one side of what is held, as far as they follow on one another. No row comes twice. */
export function withPieces(
  list: QueueList,
  side: Side,
  { told, rest }: { readonly told: readonly Piece[]; readonly rest: Edge | null },
): QueueList {
  const known = new Map(list.rows.map((row) => [row.project_id, row]));
  const added = new Map<string | undefined, QueueRow>();
  const marks = [...list.marks];
  let edge = rest;
  for (const { asked, rows, nextCursor } of told) {
    for (const row of rows) (known.has(row.project_id) ? known : added).set(row.project_id, row);
    if (nextCursor === null) continue;
    edge = { status: asked.status, cursor: nextCursor };
    const id = rows.at(-1)?.project_id;
    if (id !== undefined && added.has(id)) marks.push({ id, edge });
    // What comes behind has no place before all of this one is read.
    break;
  }
  const more = [...added.values()];
  const rows =
    side === 'next' ? [...known.values(), ...more] : [...more.toReversed(), ...known.values()];
  const whole = { ...list, rows, marks, [side]: edge };
  // Its beginning is known once all before it was read, and not yet reached as long as some is left.
  const first = side === 'next' ? list.first : list.first - more.length;
  const grown = { ...whole, first: whole.before === null ? 0 : Math.max(1, first) };
  return {
    ...grown,
    atLeast: Math.max(list.atLeast, endOf(grown) + (grown.next === null ? 0 : 1)),
  };
}

/** What is to be read for somebody who looks there. */
export type Step = Side | 'elsewhere' | 'from the start' | null;

/** Null: nothing. `isKnown`: it can be begun at any place. */
export function stepFor(list: QueueList, { from, to }: Look, isKnown: boolean): Step {
  const isFar = from > endOf(list) + farRows || to < list.first - farRows;
  if (isFar && from < farRows) return 'from the start';
  if (isFar && isKnown) return 'elsewhere';
  if (list.next !== null && to + aheadRows > endOf(list)) return 'next';
  const { before, first } = list;
  if (before === null) return null;
  // What is left before a list that seems to begin at once decides where that is: often parts without an item.
  const mayBeginHere = first === 1 && before.cursor === null;
  return from - aheadRows < first || mayBeginHere ? 'before' : null;
}

/** The places of its marks, in order. */
const marked = ({ rows, marks, first }: QueueList) => {
  const edges = new Map(marks.map(({ id, edge }) => [id, edge]));
  return rows.flatMap(({ project_id: id }, index) => {
    const edge = edges.get(id ?? '');
    return id === undefined || edge === undefined ? [] : [{ id, edge, index, at: first + index }];
  });
};

/** Without what lies far from the rows that somebody looks at, once much is held. */
export function trimmed(list: QueueList, { from, to }: Look): QueueList {
  if (list.rows.length <= heldRows) return list;
  const marks = marked(list);
  const top = marks.findLast(({ at }) => at <= from - keptRows);
  const bottom = marks.find(({ at }) => at >= to + keptRows);
  const [begin, end] = [top?.index ?? 0, bottom?.index ?? list.rows.length - 1];
  return {
    ...list,
    rows: list.rows.slice(begin, end + 1),
    first: list.first + begin,
    before: top?.edge ?? list.before,
    next: bottom?.edge ?? list.next,
    marks: marks.filter(({ index }) => index >= begin && index <= end),
  };
}

/** Where to begin to read again: at the last mark before what somebody looks at, or from the beginning. */
export function restarted(list: QueueList | null | undefined, place: Place, look: Look): QueueList {
  if (!isListOf(list, place) || look.from < farRows) return emptyList(place);
  const mark = marked(list).findLast(({ at }) => at <= look.from - aheadRows);
  if (mark === undefined) return emptyList(place);
  const { id, edge, index, at } = mark;
  return {
    ...list,
    rows: list.rows.slice(index, index + 1),
    first: at,
    before: edge,
    next: edge,
    marks: [{ id, edge }],
    tagCounts: undefined,
  };
}

/**
 * No more than so many rows of it, those that somebody looks at among them; from the first of them on it is read again,
 * or what is left out would be a hole.
 */
export function shortened(list: QueueList, rowsMax: number, look: Look): QueueList {
  if (list.rows.length <= rowsMax) return list;
  const mark = marked(list).findLast(({ at }) => at <= look.from - aheadRows);
  const begin = mark !== undefined && look.to > list.first + rowsMax ? mark.index : 0;
  const before = mark !== undefined && begin > 0 ? mark.edge : list.before;
  const rows = list.rows.slice(begin, begin + rowsMax);
  const ids = new Set(rows.map(({ project_id: id }) => id));
  return {
    ...list,
    rows,
    first: list.first + begin,
    before,
    marks: list.marks.filter(({ id }) => ids.has(id)),
    next:
      before === null
        ? emptyList(list.place).next
        : before.cursor === null
          ? followingOf(list.place.view, 'next', before.status)
          : before,
  };
}

/** Whether enough is held for somebody who looks there, or all that follows. */
export const reaches = (list: QueueList, { to }: Look): boolean =>
  list.next === null || endOf(list) >= to + aheadRows;

/**
 * With an item as it is now. A row that is shown stays where it is, so that nothing moves below a
 * reader's eyes; a new one comes to its place, when that is among those held.
 */
export function withItem(list: QueueList, row: QueueRow): QueueList {
  const at = list.rows.findIndex(({ project_id: id }) => id === row.project_id);
  if (at >= 0) return { ...list, rows: list.rows.with(at, row) };
  if (!belongs(list.place, row)) return list;
  const place = list.rows.findIndex((other) => isBefore(list.place, row, other));
  if (place < 0 ? list.next !== null : place === 0 && list.before !== null) return list;
  return { ...list, rows: list.rows.toSpliced(place < 0 ? list.rows.length : place, 0, row) };
}
