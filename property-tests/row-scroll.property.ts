/**
 * Scrolling a list that is higher than a page can be, over random lists, windows and ways to scroll: short steps move
 * the rows by just as much, long ones lead to the place that the scrollbar stands for, both ends and every row are
 * reached, and what is drawn fills the window and lies where it belongs.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Extent,
  endPx,
  isAtEdge,
  placeAt,
  roomPx,
  rowsAt,
  type Scrolled,
  scrollAt,
  scrolledTo,
  settled,
} from '../src/dashboard/ui/row-scroll.ts';
import { propertyOptions } from './options.ts';

const extents = fc.record({
  count: fc.oneof(
    fc.integer({ min: 101, max: 300_000 }),
    fc.integer({ min: 300_000, max: 3_000_000 }),
  ),
  rowPx: fc.constantFrom(58, 58.5, 200),
  topPx: fc.integer({ min: 0, max: 900 }),
  tailPx: fc.integer({ min: 0, max: 300 }),
  viewPx: fc.integer({ min: 300, max: 2_000 }),
});
const parts = fc.double({ min: 0, max: 1, noNaN: true });
const lastPlace = (extent: Extent): number =>
  endPx(extent) + extent.count * extent.rowPx - roomPx(extent);

it('leads from the first row to the last, never back, and from a place to its scrollbar', () => {
  fc.assert(
    fc.property(extents, fc.array(parts, { minLength: 2, maxLength: 20 }), (extent, at) => {
      expect([placeAt(extent, 0), scrollAt(extent, 0)]).toEqual([0, 0]);
      expect(placeAt(extent, endPx(extent))).toBeCloseTo(lastPlace(extent), 3);
      expect(scrollAt(extent, lastPlace(extent))).toBeCloseTo(endPx(extent), 3);
      const scrolls = at
        .toSorted((left, right) => left - right)
        .map((part) => part * endPx(extent));
      const places = scrolls.map((px) => placeAt(extent, px));
      expect(places).toEqual(places.toSorted((left, right) => left - right));
      for (const [index, px] of scrolls.entries())
        expect(Math.abs(scrollAt(extent, places[index]!) - px)).toBeLessThanOrEqual(1);
    }),
    propertyOptions(300),
  );
});

it('reaches every row by one long step and short ones', () => {
  fc.assert(
    fc.property(extents, parts, (extent, part) => {
      const wanted = Math.min(lastPlace(extent), Math.floor(part * extent.count) * extent.rowPx);
      const there = scrollAt(extent, wanted);
      let at: Scrolled = { scrollPx: there, placePx: placeAt(extent, there) };
      for (let steps = 0; steps < 10 && Math.abs(at.placePx - wanted) > 0.5; steps += 1)
        at = scrolledTo(extent, at, at.scrollPx + wanted - at.placePx);
      expect(at.placePx).toBeCloseTo(wanted, 0);
    }),
    propertyOptions(300),
  );
});

/** What a reader does, in windows or parts of all; and that they rest. */
const acts = fc.oneof(
  { weight: 6, arbitrary: fc.record({ by: fc.double({ min: -2.9, max: 2.9, noNaN: true }) }) },
  { weight: 1, arbitrary: fc.record({ to: parts }) },
  { weight: 2, arbitrary: fc.constant({ rest: true } as const) },
);
/** Where one may be who has scrolled on and on by short steps: close to where the page ends, and the rows do not. */
const begins = fc.record({
  part: parts,
  toEndPx: fc.integer({ min: 0, max: 12_000 }),
  atTop: fc.boolean(),
});

function begin(
  extent: Extent,
  { part, toEndPx, atTop }: typeof begins extends fc.Arbitrary<infer B> ? B : never,
): Scrolled {
  const scrollPx = Math.min(endPx(extent), atTop ? toEndPx : Math.max(0, endPx(extent) - toEndPx));
  const lack = extent.count * extent.rowPx - roomPx(extent);
  const at = { scrollPx, placePx: scrollPx + Math.floor(part * lack) };
  return isAtEdge(extent, at) ? settled(extent, at) : at;
}

it('moves what is seen by just as much as a short step, whatever was scrolled before', () => {
  fc.assert(
    fc.property(extents, begins, fc.array(acts, { maxLength: 120 }), (extent, start, script) => {
      let at = begin(extent, start);
      for (const act of script) {
        const before = at;
        if ('rest' in act) {
          at = settled(extent, at);
          expect(at.placePx).toBe(before.placePx);
        } else {
          const byPx = 'by' in act ? Math.round(act.by * extent.viewPx) : 0;
          const aimed = 'to' in act ? act.to * endPx(extent) : at.scrollPx + byPx;
          at = scrolledTo(extent, at, Math.min(endPx(extent), Math.max(0, aimed)));
          // The page must not end before the rows do.
          const meant = Math.min(lastPlace(extent), Math.max(0, before.placePx + byPx));
          if ('by' in act) expect(at.placePx).toBeCloseTo(meant, 3);
          if (isAtEdge(extent, at)) at = settled(extent, at);
        }
        const { from, to, abovePx, belowPx } = rowsAt(extent, at);
        const { rowPx, topPx, viewPx, count } = extent;
        // Where the page has the first row drawn is where it belongs.
        expect(topPx + abovePx - at.scrollPx).toBeCloseTo(topPx + from * rowPx - at.placePx, 3);
        // A browser rounds to its own pixels.
        expect(Math.abs(abovePx + (to - from) * rowPx + belowPx - roomPx(extent))).toBeLessThan(1);
        expect(from === 0 || topPx + from * rowPx <= at.placePx).toBe(true);
        expect(to === count || topPx + to * rowPx >= at.placePx + viewPx).toBe(true);
      }
    }),
    propertyOptions(300),
  );
});

it('leaves the page as it is where there is room for all rows', () => {
  fc.assert(
    fc.property(extents, parts, (extent, part) => {
      fc.pre(extent.count * extent.rowPx <= 15_000_000);
      const px = part * endPx(extent);
      expect([placeAt(extent, px), scrollAt(extent, px)]).toEqual([px, px]);
    }),
    propertyOptions(300),
  );
});
