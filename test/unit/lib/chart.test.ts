/** What charts share: round ticks, scales, and paths. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldWithin, linearScale, logScale } from '../../../src/lib/chart/scale.ts';
import {
  areaPath,
  boxPath,
  element,
  levelPath,
  linePath,
  textElement,
  uprightPath,
} from '../../../src/lib/chart/svg.ts';
import { powersAround, rangeOf, roundAbove, ticksAround } from '../../../src/lib/chart/ticks.ts';

describe('ticks', () => {
  it.each([
    [{ low: 0.62, high: 0.93 }, [0.6, 0.7, 0.8, 0.9, 1]],
    [{ low: 3, high: 3 }, [2, 3, 4]],
    [rangeOf([]), [0, 1]],
  ])('around %j are round', (range, values) => {
    expect(ticksAround(range, 5).values).toEqual(values);
  });

  it('around values of any size enclose them and are few', () => {
    // Steps between smaller ones would vanish in floating point.
    const value = fc
      .double({ min: -1e12, max: 1e12, noNaN: true })
      .map((each) => (Math.abs(each) < 1e-200 ? 0 : each));
    // Also values that are next to each other as far as floating point tells.
    const close = fc
      .tuple(value, fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 4 }))
      .map(([about, steps]) => steps.map((step) => about * (1 + step * Number.EPSILON)));
    const lists = fc.oneof(fc.array(value, { minLength: 1, maxLength: 20 }), close);
    fc.assert(
      fc.property(lists, (all) => {
        const range = rangeOf(all);
        const { values } = ticksAround(range, 5);
        expect(values[0]).toBeLessThanOrEqual(range.low);
        expect(values.at(-1)).toBeGreaterThanOrEqual(range.high);
        expect(values.length).toBeLessThan(12);
        expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
      }),
      { examples: [[[999_999_999_992.5, 999_999_999_992.5001]]] },
    );
  });

  it('of powers leave out some where there are many', () => {
    expect(powersAround({ low: 0.0001, high: 0.03 }, 5).values).toEqual([1e-4, 1e-3, 0.01, 0.1]);
    expect(powersAround({ low: 1, high: 1e12 }, 5).values).toHaveLength(5);
  });

  it('end at a step of the table at or above a value', () => {
    expect([1, 1.1, 4.2, 101].map((value) => roundAbove(value, [1, 1.5, 5, 10]))).toEqual([
      1, 1.5, 5, 150,
    ]);
    expect(roundAbove(0.30000000000000004)).toBe(0.5);
  });
});

describe('a scale', () => {
  const range = { low: 10, high: 20 };

  it('is straight, also downwards, and has a middle where all values are one', () => {
    expect([10, 15, 20].map(linearScale(range, [100, 0]))).toEqual([100, 50, 0]);
    expect(linearScale({ low: 3, high: 3 }, [0, 40])(3)).toBe(20);
  });

  it('goes on beyond its ends unless it is held within them', () => {
    const scale = linearScale(range, [0, 10]);
    expect([scale(30), heldWithin(scale, range)(30), heldWithin(scale, range)(-5)]).toEqual([
      20, 10, 0,
    ]);
  });

  it('of powers has them at equal distances', () => {
    expect([1, 10, 100].map(logScale({ low: 1, high: 100 }, [0, 50]))).toEqual([0, 25, 50]);
  });
});

describe('what is drawn', () => {
  it('has lines that break, areas, levels and boxes, cut to a tenth', () => {
    expect(linePath([[0, 1.26], [2, 3], null, [4, 5]])).toBe('M0 1.3L2 3M4 5');
    expect(
      areaPath([
        [0, 0],
        [1, 0],
        [1, 1],
      ]),
    ).toBe('M0 0L1 0L1 1Z');
    expect(areaPath([])).toBe('');
    expect(levelPath([0, 2], 9.99)).toBe('M0 2H10');
    expect(uprightPath([0, 2], 9)).toBe('M0 2V9');
    expect(boxPath([0, 0], [2, 4])).toBe('M0 0V4H2V0Z');
  });

  it('holds nothing that came from outside as markup', () => {
    expect(textElement('text', { x: 1, class: '"><g' }, '<b> & "c"')).toBe(
      '<text x="1" class="&quot;&gt;&lt;g">&lt;b&gt; &amp; &quot;c&quot;</text>',
    );
    expect(element('g', { width: undefined })).toBe('<g/>');
  });
});
