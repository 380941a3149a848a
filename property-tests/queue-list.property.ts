/**
 * The queue that somebody scrolls, over random looks, changes and readings: what is held is one stretch of what the
 * service has, no row is held twice, no more is held than some thousands, and whoever looks is shown what is there.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Place, placeOf } from '../src/dashboard/places/places.ts';
import {
  countOf,
  emptyList,
  isListOf,
  type Look,
  listAround,
  type Piece,
  piecesFrom,
  type QueueList,
  reaches,
  restarted,
  stepFor,
  trimmed,
  withItem,
  withPieces,
} from '../src/dashboard/queue/queue-list.ts';
import { anchorFor, countFor, countsFor, type Side } from '../src/dashboard/queue/queue-views.ts';
import type { Overview, QueueRow } from '../src/dashboard/service/wire.ts';
import { propertyOptions } from './options.ts';

type Row = QueueRow & { project_id: string; selection_rank: number; status: 'queued' | 'paused' };

/** What the service has, and what it answers: by rank within a status, behind a row, from either end. */
function createService(place: Place, queued: number, paused: number) {
  const rows: Row[] = Array.from({ length: queued + paused }, (_, index) => ({
    project_id: `item-${index}`,
    status: index < queued ? 'queued' : 'paused',
    dispatch_priority: 50,
    selection_rank: (index + 1) * 10,
  }));
  const all = (status: string | null): Row[] =>
    rows
      .filter((row) => status === null || row.status === status)
      .sort((left, right) => left.selection_rank - right.selection_rank);
  // Statuses that no item has are not told of.
  const overview = (): Overview => ({
    operator_detail_counts: {
      queue: Object.fromEntries(
        ['queued', 'paused'].flatMap((status) => {
          const { length } = all(status);
          return length === 0 ? [] : [[status, length]];
        }),
      ),
      queue_total: rows.length,
    },
  });
  const page = (
    asked: Piece['asked'],
    side: Side,
    { size, skip = 0 }: { size: number; skip?: number },
  ): Piece => {
    const rank = asked.cursor === null ? null : Number(asked.cursor);
    const ordered = side === 'next' ? all(asked.status) : all(asked.status).toReversed();
    const behind = ordered.filter(({ selection_rank: own }) =>
      rank === null ? true : side === 'next' ? own > rank : own < rank,
    );
    const found = behind.slice(skip, skip + size);
    const isLast = behind.length <= skip + size;
    return {
      asked,
      rows: found.map((row) => ({ ...row })),
      nextCursor: isLast ? null : String(found.at(-1)?.selection_rank),
    };
  };
  return { rows, all, overview, page, place };
}
type Service = ReturnType<typeof createService>;

const pieceSize = 500;

function readOn(service: Service, list: QueueList, side: Side): QueueList {
  const edge = list[side];
  if (edge === null) return list;
  const counts = countsFor(service.place, service.overview());
  const { ask, rest } = piecesFrom(service.place, { side, edge, size: pieceSize }, counts);
  return withPieces(list, side, {
    told: ask.map((asked) => service.page(asked, side, { size: pieceSize })),
    rest,
  });
}

/** As the page reads for whoever looks; bounded, since it must come to an end. */
function look(service: Service, list: QueueList, at: Look): QueueList {
  const { place } = service;
  let now = list;
  for (let steps = 0; steps < 60; steps += 1) {
    const overview = service.overview();
    const anchor = anchorFor(place, overview, Math.floor((at.from + at.to) / 2));
    const step = stepFor(now, at, anchor !== null);
    if (step === null) return now;
    if (step === 'from the start') now = emptyList(place);
    else if (step === 'elsewhere' && anchor !== null) {
      const { status, side, skip } = anchor;
      const { rows, nextCursor } = service.page({ status, cursor: null }, side, { size: 1, skip });
      now = listAround(anchor, rows[0], nextCursor);
    } else if (step !== 'elsewhere') now = trimmed(readOn(service, now, step), at);
  }
  throw new Error('it was read on and on');
}

const acts = fc.oneof(
  { weight: 3, arbitrary: fc.record({ jump: fc.double({ min: 0, max: 1, noNaN: true }) }) },
  { weight: 5, arbitrary: fc.record({ by: fc.integer({ min: -700, max: 700 }) }) },
  { weight: 1, arbitrary: fc.record({ on: fc.integer({ min: -15, max: 15 }) }) },
  { weight: 1, arbitrary: fc.constant({ again: true } as const) },
  { weight: 2, arbitrary: fc.record({ add: fc.integer({ min: -800, max: 800 }) }) },
  { weight: 4, arbitrary: fc.record({ move: fc.nat(), to: fc.integer({ min: -800, max: 800 }) }) },
);
const seen = 16;

const idsOf = (rows: readonly QueueRow[]) => rows.map(({ project_id: id }) => id);

function play(
  { queued, paused, view }: { queued: number; paused: number; view: string },
  script: readonly (typeof acts extends fc.Arbitrary<infer Act> ? Act : never)[],
  check: (service: Service, list: QueueList, at: Look) => void,
): void {
  const place = placeOf(`#/queue?view=${view}`);
  const service = createService(place, queued, paused);
  let at: Look = { from: 0, to: seen };
  let list = look(service, emptyList(place), at);
  const goTo = (from: number): void => {
    const count = countOf(list, countFor(place, service.overview()));
    const begin = Math.max(0, Math.min(count - seen, from));
    at = { from: begin, to: Math.min(count, begin + seen) };
  };
  for (const [index, act] of script.entries()) {
    /** A rank close to that of a row so far from those in sight. */
    const rankAt = (rows: number): number => (at.from + rows) * 10 + 1 + index / 1_000;
    if ('jump' in act) goTo(Math.floor(act.jump * (queued + paused)));
    else if ('by' in act) goTo(at.from + act.by);
    else if ('on' in act) {
      for (let step = 1; step < Math.abs(act.on); step += 1) {
        goTo(at.from + 400 * Math.sign(act.on));
        list = look(service, list, at);
      }
    } else if ('again' in act) {
      list = restarted(list, place, at);
      do list = readOn(service, list, 'next');
      while (!reaches(list, at));
    } else if ('add' in act) {
      const row: Row = {
        project_id: `new-${index}`,
        status: 'queued',
        dispatch_priority: 50,
        selection_rank: rankAt(act.add),
      };
      service.rows.push(row);
      list = withItem(list, { ...row });
    } else {
      const held = list.rows[act.move % list.rows.length]?.project_id;
      const row = service.rows.find(({ project_id: id }) => id === held);
      // An empty list has nothing to move.
      if (row !== undefined) {
        row.selection_rank = rankAt(act.to);
        list = withItem(list, { ...row });
      }
    }
    list = look(service, list, at);
    expect(isListOf(list, place)).toBe(true);
    check(service, list, at);
  }
}

const sizes = fc.record({
  queued: fc.integer({ min: 0, max: 9_000 }),
  paused: fc.integer({ min: 1, max: 2_000 }),
  view: fc.constantFrom('alive', 'all', 'queued'),
});

it('holds just what lies there, as long as nothing changes', () => {
  const still = acts.filter((act) => !('add' in act) && !('move' in act));
  fc.assert(
    fc.property(sizes, fc.array(still, { maxLength: 25 }), (size, script) => {
      play(size, script, ({ all, place }, list, { from, to }) => {
        const wanted = place.view === 'queued' ? all('queued') : all(null);
        expect(idsOf(list.rows)).toEqual(
          idsOf(wanted.slice(list.first, list.first + list.rows.length)),
        );
        expect(
          list.first <= from && list.first + list.rows.length >= Math.min(to, wanted.length),
        ).toBe(true);
        if (list.next === null) expect(list.first + list.rows.length).toBe(wanted.length);
      });
    }),
    propertyOptions(40),
  );
});

it('holds no row twice and not too many, whatever changes, and shows whoever looks what is there', () => {
  fc.assert(
    fc.property(sizes, fc.array(acts, { maxLength: 40 }), (size, script) => {
      play(size, script, (_, list, { from, to }) => {
        const ids = idsOf(list.rows);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBeLessThanOrEqual(4_500);
        const count = countOf(list, null);
        expect(list.first <= from && list.first + list.rows.length >= Math.min(to, count)).toBe(
          true,
        );
        expect(list.before === null).toBe(list.first === 0);
      });
    }),
    propertyOptions(40),
  );
});
