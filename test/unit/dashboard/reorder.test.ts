/** The edits that put an item elsewhere in the queue bring about exactly that order. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { movesFor, movesMax, waitingRows } from '../../../src/dashboard/queue/reorder.ts';

const rowsOf = (standings: readonly (readonly [priority: number, rank: number])[]) =>
  standings
    .toSorted(([p, r], [q, s]) => p - q || r - s)
    .map(([dispatch_priority, selection_rank], index) => ({
      id: `i${index}`,
      dispatch_priority,
      selection_rank,
    }));
type Rows = ReturnType<typeof rowsOf>;

/** As the service takes them; what was not edited keeps its place among its equals. */
function after(rows: Rows, moves: NonNullable<ReturnType<typeof movesFor>>): string[] {
  const edited = rows.map((row) => ({ ...row, ...moves.find(({ id }) => id === row.id)?.to }));
  return edited
    .toSorted(
      (a, b) => a.dispatch_priority - b.dispatch_priority || a.selection_rank - b.selection_rank,
    )
    .map(({ id }) => id);
}

it('refuses what would take more edits than one move may', () => {
  const equal = rowsOf(Array.from({ length: 60 }, () => [50, 50] as const));
  expect(movesFor(equal, 'i59', 30)).toBeNull();
  expect(movesFor(equal, 'i59', 0)).toHaveLength(1);
});

it('asks for nothing where an item stays, or is not there', () => {
  const rows = rowsOf([
    [50, 1],
    [50, 2],
  ]);
  expect(movesFor(rows, 'i1', 1)).toEqual([]);
  expect(movesFor(rows, 'gone', 0)).toEqual([]);
  expect(movesFor(rows, 'i1', 9)).toEqual([]);
});

it('brings about the order that was asked for, and knows the way back', () => {
  const standing = fc.tuple(fc.constantFrom(10, 50, 90), fc.constantFrom(0, 1, 49, 50, 51, 1e6));
  fc.assert(
    fc.property(
      fc.array(standing, { minLength: 2, maxLength: 25 }),
      fc.nat(24),
      fc.nat(24),
      (standings, from, to) => {
        const rows = rowsOf(standings);
        fc.pre(from < rows.length && to < rows.length);
        const id = `i${from}`;
        const moves = movesFor(rows, id, to);
        fc.pre(moves !== null);
        const ids = rows.map((row) => row.id);
        expect(after(rows, moves)).toEqual(ids.toSpliced(from, 1).toSpliced(to, 0, id));
        expect(moves.length).toBeLessThanOrEqual(movesMax);
        for (const { id: moved, from: before } of moves)
          expect(rows.find((row) => row.id === moved)).toMatchObject(before);
      },
    ),
  );
});

it('knows only those that wait for their turn', () => {
  const row = { dispatch_priority: 50, selection_rank: 50 };
  expect(
    waitingRows([
      { ...row, project_id: 'a', status: 'queued' },
      { ...row, project_id: 'b', status: 'running' },
      { project_id: 'c', status: 'queued' },
    ]).map(({ id }) => id),
  ).toEqual(['a']);
});
