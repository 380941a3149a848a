/** Rows passed on as text say what the stored states say, whatever is in them. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyOptions } from '../../../property-tests/options.ts';
import { canonicalJson } from '../../../src/lib/canonical-json.ts';
import { createTextRows } from '../../../src/store/sqlite/reads/row-texts.ts';

const names = ['a', 'b', 'c', 'version', 'quote"d', 'back\\slash'] as const;
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('"', '\\', '\\"', '","a":1}', '{[', ']}', '\n', ''),
);
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'x'), tie('value'), { maxKeys: 3 }),
  ),
})).value;
const state = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 });
const some = fc.subarray([...names, 'absent']);

it('keeps the shown members, leaves out the hidden ones and gives the picked ones', () => {
  const property = fc.property(
    state,
    some,
    some,
    fc.constantFrom(0, 1),
    (given, hide, wanted, indent) => {
      const pick = wanted.filter((name) => name !== 'version');
      const row = { version: 7, state: JSON.stringify(given, null, indent) };
      const {
        text: printed,
        picked,
        isLong,
      } = createTextRows({ hide, pick, textCharsMax: 8 })(row);
      const all: Record<string, unknown> = { ...given, version: 7 };
      const shown = Object.entries(all).filter(
        ([name]) => name === 'version' || !hide.includes(name),
      );
      expect(canonicalJson(JSON.parse(printed))).toBe(canonicalJson(Object.fromEntries(shown)));
      expect(canonicalJson(picked)).toBe(canonicalJson(pick.map((name) => given[name] ?? null)));
      if (!isLong) expect(longestText(shown.map(([, member]) => member))).toBeLessThanOrEqual(8);
    },
  );
  fc.assert(property, propertyOptions(500));
});

it('passes the text of a state on untouched, with the version behind it', () => {
  const row = {
    version: 3,
    state: '{"status":"queued","rank":1.50,"list":[1,{"a":"}"}],"gone":null}',
  };
  const shape = { hide: ['gone'], pick: ['list', 'none'], textCharsMax: 6 };
  expect(createTextRows(shape)(row)).toEqual({
    text: '{"status":"queued","rank":1.50,"list":[1,{"a":"}"}],"version":3}',
    picked: [[1, { a: '}' }], null],
    isLong: false,
  });
  expect(createTextRows({ ...shape, textCharsMax: 5 })(row).isLong).toBe(true);
  expect(createTextRows(shape)({ version: 1, state: '{}' }).text).toBe('{"version":1}');
});

function longestText(part: unknown): number {
  if (typeof part === 'string') return part.length;
  if (typeof part !== 'object' || part === null) return 0;
  return Math.max(0, ...Object.values(part).map(longestText));
}
