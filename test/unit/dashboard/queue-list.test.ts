/** The rows of the queue: read piece by piece, and kept as items change. */
import { describe, expect, it } from 'vitest';
import { type Place, placeOf } from '../../../src/dashboard/places.ts';
import {
  isListOf,
  piecesFrom,
  type QueueList,
  withItem,
  withPieces,
} from '../../../src/dashboard/queue-list.ts';
import type { QueueRow } from '../../../src/dashboard/wire.ts';

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
  place,
  rows,
  next: null,
  tagCounts: undefined,
});
const piece = (status: 'queued' | 'paused', rows: readonly QueueRow[], cursor: string | null) => ({
  asked: { status, cursor: null },
  rows,
  nextCursor: cursor,
});

describe('pieces of the queue', () => {
  it('follow on one another, and what lies behind an unread one is not shown', () => {
    const queued = piece('queued', [row('a'), row('b')], 'more');
    const paused = piece('paused', [row('c', 'paused')], null);
    const first = withPieces(listOf([]), [queued, paused]);
    expect([ids(first), first.next]).toEqual([['a', 'b'], { status: 'queued', cursor: 'more' }]);
    const rest = withPieces(first, [piece('queued', [row('b'), row('d')], null), paused]);
    expect([ids(rest), rest.next]).toEqual([['a', 'b', 'd', 'c'], null]);
  });

  it('are asked for from where the last one ended, the ones that need a person first', () => {
    expect(piecesFrom('alive', null)[0]).toEqual({ status: 'needs_review', cursor: null });
    expect(piecesFrom('alive', { status: 'queued', cursor: 'x' })).toEqual([
      { status: 'queued', cursor: 'x' },
      { status: 'paused', cursor: null },
    ]);
    expect(piecesFrom('all', null)).toEqual([{ status: null, cursor: null }]);
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
