/** The rows of the queue: read piece by piece, and kept as items change. */
import { describe, expect, it } from 'vitest';
import { type Place, placeOf } from '../../../src/dashboard/places/places.ts';
import {
  countOf,
  emptyList,
  isListOf,
  piecesFrom,
  type QueueList,
  restarted,
  shortened,
  stepFor,
  trimmed,
  withItem,
  withPieces,
} from '../../../src/dashboard/queue/queue-list.ts';
import { anchorFor, countFor, countOfView } from '../../../src/dashboard/queue/queue-views.ts';
import type { QueueRow } from '../../../src/dashboard/service/wire.ts';

const row = (
  id: string,
  status: QueueRow['status'] = 'queued',
  fields: QueueRow = {},
): QueueRow => ({
  project_id: id,
  status,
  dispatch_priority: 50,
  selection_rank: 50,
  ...fields,
});
const ids = ({ rows }: QueueList) => rows.map(({ project_id: id }) => id);
const alive = placeOf('#/queue');
const listOf = (rows: readonly QueueRow[], place: Place = alive): QueueList => ({
  ...emptyList(place),
  rows,
  next: null,
});
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => row(`r${from + index}`));
const piece = (status: 'queued' | 'paused', rows: readonly QueueRow[], cursor: string | null) => ({
  asked: { status, cursor: null },
  rows,
  nextCursor: cursor,
});

describe('pieces of the queue', () => {
  it('follow on one another, and what lies behind an unread one is not shown', () => {
    const queued = piece('queued', [row('a'), row('b')], 'more');
    const paused = piece('paused', [row('c', 'paused')], null);
    const first = withPieces(listOf([]), 'next', { told: [queued, paused], rest: null });
    expect([ids(first), first.next]).toEqual([['a', 'b'], { status: 'queued', cursor: 'more' }]);
    const last = piece('queued', [row('b'), row('d')], null);
    const rest = withPieces(first, 'next', { told: [last, paused], rest: null });
    expect([ids(rest), rest.next]).toEqual([['a', 'b', 'd', 'c'], null]);
  });

  it('are asked for from where the last one ended, the ones that need a person first', () => {
    const from = (status: 'queued' | 'needs_review', cursor: string | null) =>
      piecesFrom(alive, { side: 'next', edge: { status, cursor }, size: 100 }, undefined);
    expect(from('needs_review', null).ask).toHaveLength(10);
    expect(from('queued', 'x')).toEqual({
      ask: [{ status: 'queued', cursor: 'x' }],
      rest: { status: 'paused', cursor: null },
    });
    expect(from('queued', null).ask).toEqual([
      { status: 'queued', cursor: null },
      { status: 'paused', cursor: null },
    ]);
  });

  it('are asked for where the last counts had none, too, and not before they are needed', () => {
    const counts = { needs_review: 0, blocked: 30, dispatch_error: 80, running: 5 };
    const edge = { status: 'needs_review', cursor: null } as const;
    const { ask, rest } = piecesFrom(alive, { side: 'next', edge, size: 100 }, counts);
    // An item may have come to it since it was counted.
    expect(ask.map(({ status }) => status)).toEqual(['needs_review', 'blocked', 'dispatch_error']);
    expect(rest).toEqual({ status: 'running', cursor: null });
    const back = { status: 'dispatch_error', cursor: null } as const;
    const before = piecesFrom(alive, { side: 'before', edge: back, size: 500 }, counts);
    expect(before.ask.map(({ status }) => status)).toEqual([
      'dispatch_error',
      'blocked',
      'needs_review',
    ]);
    expect(before.rest).toBeNull();
  });

  it('before what is held come in front of it, and the first of all has the first place', () => {
    const edge = { status: 'queued', cursor: 'd' } as const;
    const held = { ...listOf([row('d')]), first: 700, before: edge, next: edge };
    const told = [piece('queued', [row('c'), row('b')], 'more')];
    const more = withPieces(held, 'before', { told, rest: null });
    expect([ids(more), more.first, more.before?.cursor]).toEqual([['b', 'c', 'd'], 698, 'more']);
    // The service had counted more before it than there were.
    const rest = [piece('queued', [row('a')], null)];
    const all = withPieces(more, 'before', { told: rest, rest: null });
    expect([ids(all), all.first, all.before]).toEqual([['a', 'b', 'c', 'd'], 0, null]);
  });
});

describe('a stretch of the queue', () => {
  const counts = { queue: { queued: 900_000, paused: 100_000 }, queue_total: 1_000_000 };
  const overview = { operator_detail_counts: counts };
  const edge = { status: 'queued', cursor: 'x' } as const;

  it('is read on where somebody looks, and begun anew far from what is held', () => {
    const list = { ...listOf(many(500)), next: edge };
    expect(stepFor(list, { from: 0, to: 20 }, true)).toBeNull();
    expect(stepFor(list, { from: 430, to: 450 }, true)).toBe('next');
    expect(stepFor(list, { from: 500_000, to: 500_020 }, true)).toBe('elsewhere');
    // Where nobody knows how many there are, it is read piece by piece.
    expect(stepFor(list, { from: 1_500, to: 1_520 }, false)).toBe('next');
    const deep = { ...list, first: 500_000, before: edge };
    expect(stepFor(deep, { from: 500_030, to: 500_050 }, true)).toBe('before');
    expect(stepFor(deep, { from: 0, to: 20 }, false)).toBe('from the start');
  });

  it('begins at a row that is found from the nearer end of its status', () => {
    const place = placeOf('#/queue?view=all');
    expect(anchorFor(place, overview, 400_000)).toMatchObject({ side: 'next', skip: 400_000 });
    expect(anchorFor(place, overview, 999_999)).toMatchObject({ side: 'before', skip: 0 });
    const over = { queue: { completed: 6, canceled: 9 }, queue_total: 15 };
    const both = placeOf('#/queue?view=over');
    expect(anchorFor(both, { operator_detail_counts: over }, 7)).toMatchObject({
      status: 'canceled',
      side: 'next',
      skip: 1,
      at: 7,
    });
    // What is narrowed is counted by nobody.
    expect(anchorFor(placeOf('#/queue?view=all&tag=gpu'), overview, 400_000)).toBeNull();
    expect(countFor(placeOf('#/queue?view=all&search=x'), overview)).toBeNull();
  });

  it('counts none where all items are counted, and says nothing where some are not', () => {
    expect(countOfView(overview, 'running')).toBe(0);
    const some = { ...counts, queue_total: 1_000_001 };
    expect(countOfView({ operator_detail_counts: some }, 'running')).toBeNull();
    expect(countOfView({ operator_detail_counts: some }, 'queued')).toBe(900_000);
    expect([countOfView(null, 'running'), countOfView({}, 'running')]).toEqual([null, null]);
  });

  it('is as long as what is counted, and no longer than what was read to its end', () => {
    const list = { ...listOf(many(100)), next: edge };
    expect([countOf(list, 1_000_000), countOf(list, null)]).toEqual([1_000_000, 101]);
    expect(countOf({ ...list, next: null }, 1_000_000)).toBe(100);
  });

  it('lets go what lies far from sight, and reads it again from there', () => {
    let list: QueueList = { ...listOf([]), next: { status: 'queued', cursor: null } };
    for (let at = 0; at < 20_000; at += 500) {
      const told = [piece('queued', many(500, at), `c${at + 499}`)];
      list = trimmed(withPieces(list, 'next', { told, rest: null }), { from: at, to: at + 20 });
      expect(list.rows.length).toBeLessThanOrEqual(3_500);
    }
    expect(ids(list)[0]).toBe(`r${list.first}`);
    expect(list.before).toEqual({ status: 'queued', cursor: `c${list.first}` });
    const again = restarted(list, alive, { from: 19_900, to: 19_920 });
    expect([again.first, again.next?.cursor, ids(again)]).toEqual([19_499, 'c19499', ['r19499']]);
    expect(restarted(list, alive, { from: 20, to: 40 })).toEqual(emptyList(alive));
  });

  it('is read again from its first row where it was cut short', () => {
    const list = { ...listOf(many(300)), next: edge };
    const top = { from: 0, to: 20 };
    expect(shortened(list, 200, top).next).toEqual({ status: 'needs_review', cursor: null });
    expect(shortened({ ...list, before: edge }, 200, top).next).toEqual(edge);
    expect(shortened(list, 300, top)).toBe(list);
  });

  it('keeps what is looked at where it is cut short', () => {
    let list: QueueList = { ...listOf([]), next: { status: 'queued', cursor: null } };
    for (let at = 0; at < 2_000; at += 500) {
      const told = [piece('queued', many(500, at), `c${at + 499}`)];
      list = withPieces(list, 'next', { told, rest: null });
    }
    const cut = shortened(list, 700, { from: 1_900, to: 1_920 });
    expect([cut.first, ids(cut)[0], ids(cut).at(-1)]).toEqual([1_499, 'r1499', 'r1999']);
    expect([cut.before, cut.next]).toEqual(
      Array.from({ length: 2 }, () => ({ status: 'queued', cursor: 'c1499' })),
    );
    // Where all that is looked at is among the first ones, these are kept.
    expect(shortened(list, 700, { from: 650, to: 670 }).first).toBe(0);
  });
});

describe('an item that has changed', () => {
  it('stays where it is shown, even when it is over', () => {
    const list = withItem(listOf([row('a'), row('b')]), row('a', 'completed'));
    expect([ids(list), list.rows[0]?.status]).toEqual([['a', 'b'], 'completed']);
  });

  it('comes to its place when it is new and belongs there', () => {
    const list = listOf([
      row('a', 'running'),
      row('b'),
      row('c', 'queued', { selection_rank: 70 }),
    ]);
    expect(ids(withItem(list, row('n', 'queued', { selection_rank: 60 })))).toEqual([
      'a',
      'b',
      'n',
      'c',
    ]);
    expect(ids(withItem(list, row('n', 'needs_review')))[0]).toBe('n');
    expect(ids(withItem(list, row('n', 'completed')))).toEqual(['a', 'b', 'c']);
  });

  it('does not come among rows that were not read, nor past a filter', () => {
    const unread = { ...listOf([row('a')]), next: { status: 'queued', cursor: 'x' } as const };
    expect(ids(withItem(unread, row('z', 'paused')))).toEqual(['a']);
    const deep = { ...listOf([row('a')]), before: { status: 'queued', cursor: 'x' } as const };
    expect(ids(withItem(deep, row('z', 'needs_review')))).toEqual(['a']);
    const tagged = listOf([], placeOf('#/queue?tag=gpu'));
    expect(ids(withItem(tagged, row('a')))).toEqual([]);
    expect(ids(withItem(tagged, row('a', 'queued', { tags: ['gpu'] })))).toEqual(['a']);
    expect(ids(withItem(listOf([], placeOf('#/queue?search=x')), row('a')))).toEqual([]);
  });
});

it('a list is of the address that asked for it, whatever is shown beside it', () => {
  const list = listOf([]);
  expect(isListOf(list, placeOf('#/queue/a'))).toBe(true);
  expect(isListOf(list, placeOf('#/queue?view=paused'))).toBe(false);
  expect(isListOf(null, alive)).toBe(false);
});
