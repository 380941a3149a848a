/** Two values are the same as JSON where canonical JSON writes one text for both. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/lib/canonical-json.ts';
import { isSameJson } from '../../../src/lib/same-json.ts';

const json = fc.jsonValue({ maxDepth: 3, stringUnit: fc.constantFrom('a', 'b', 'toString') });

/** The same value with the members of every object the other way round, and one more that is undefined. */
function turned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(turned);
  const members = Object.entries(value).map(([name, member]) => [name, turned(member)] as const);
  return Object.fromEntries([...members.reverse(), ['left out', undefined]]);
}

describe('the same JSON', () => {
  it('is what canonical JSON writes in one way', () => {
    fc.assert(
      fc.property(json, json, fc.boolean(), (one, another, isNested) => {
        const [left, right] = isNested
          ? [{ a: [one, { b: another }] }, { a: [one, { b: one }] }]
          : [one, another];
        expect(isSameJson(left, right)).toBe(canonicalJson(left) === canonicalJson(right));
        expect(isSameJson(right, left)).toBe(isSameJson(left, right));
        expect(isSameJson(left, turned(structuredClone(left)))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['a member more', { a: 1 }, { a: 1, b: null }],
    ['a member that every object inherits', { toString: null }, {}],
    ['a member undefined for one that is null', { a: undefined, b: 1 }, { a: null, b: 1 }],
    ['an item more', [1], [1, 2]],
    ['an object for an array', {}, []],
    ['null for an object', null, {}],
    ['a number for its text', 1, '1'],
    ['what JSON cannot say', Number.NaN, Number.NaN],
  ])('is not %s', (_, left, right) => {
    expect(isSameJson(left, right)).toBe(false);
    expect(isSameJson({ x: [right] }, { x: [left] })).toBe(false);
  });
});
