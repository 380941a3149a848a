/** Canonical JSON: what `JSON.stringify` writes of the same value with its names sorted, or a refusal. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/lib/canonical-json.ts';

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const);
  // Names that look like numbers come first in an object of JavaScript, so text is put together here.
  return { members: members.sort(([one], [other]) => (one < other ? -1 : 1)) };
}
function printed(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printed).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const { members } = value as { members: readonly (readonly [string, unknown])[] };
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${printed(member)}`).join(',')}}`;
}

describe('canonical JSON', () => {
  it('is what JSON.stringify writes, names sorted, for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }), (value) => {
        expect(canonicalJson(value)).toBe(printed(sorted(value)));
      }),
      { numRuns: 500 },
    );
  });

  it('escapes what JSON escapes, in names and in texts, however often they come', () => {
    const value = { 'a"\\\n\u0000\u001f': 'b"\\\n\u007f\u2028é😀' };
    for (let time = 0; time < 2; time += 1)
      expect(canonicalJson(value)).toBe(JSON.stringify(value));
  });

  it.each([
    ['a lone surrogate', '\ud800', 'lone surrogate'],
    ['a lone surrogate in a name', { '\udfff': 1 }, 'lone surrogate'],
    ['not a number', Number.NaN, 'NaN'],
    ['infinity', [Number.POSITIVE_INFINITY], 'Infinity'],
    ['a function', { f: () => 1 }, 'function'],
    ['a big integer', 1n, 'bigint'],
  ])('refuses %s', (_, value, word) => {
    expect(() => canonicalJson(value)).toThrow(word);
  });

  it('leaves out members that are undefined, and writes minus zero as zero', () => {
    expect(canonicalJson({ b: undefined, a: -0 })).toBe('{"a":0}');
  });
});
