/** The strict JSON reader: where it says a text is wrong, and that it agrees with JSON.parse. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonText } from '../../../src/lib/json-text.ts';

describe('parseJsonText', () => {
  it.each([
    ['', 1, 1, 'the end of the file'],
    ['{\n  "a": 1,\n}', 3, 1, 'expected a name in quotes'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'expected "," or "}"'],
    ['{"a": [1, 2}', 1, 12, 'expected "," or "]"'],
    ['{"a": 1} x', 1, 10, 'nothing may follow'],
    ['{"a" 1}', 1, 6, 'expected ":"'],
    ['{"a": "b\n"}', 1, 7, 'not closed'],
    ['{"a": "\\x"}', 1, 7, 'bad escape'],
    ['{"a": 01}', 1, 8, 'expected "," or "}"'],
    ['{"a": -}', 1, 7, 'not a number'],
    ['// note\n{}', 1, 1, 'JSON has no comments'],
    ["{'a': 1}", 1, 2, 'expected a name in quotes'],
    ['{"a": 1,\n "a": 2}', 2, 2, 'appears twice'],
    ['{"a": tru}', 1, 7, 'expected a value'],
  ])('points at the fault in %j', (text, line, column, message) => {
    const result = parseJsonText(text);
    expect(result).toMatchObject({ ok: false, line, column });
    expect(result.ok ? '' : result.message).toContain(message);
  });

  it('refuses nesting that would exhaust the stack', () => {
    const result = parseJsonText('['.repeat(100_000));
    expect(result).toMatchObject({ ok: false, line: 1, column: 65 });
  });

  it('keeps "__proto__" as a plain member', () => {
    const result = parseJsonText('{"__proto__": {"role": "all"}}');
    expect(result.ok && Object.keys(result.value as object)).toEqual(['__proto__']);
  });

  it('passes over a byte order mark', () => {
    expect(parseJsonText('\uFEFF{}')).toEqual({ ok: true, value: {} });
  });

  it('gives the value JSON.parse gives, for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'medium' }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseJsonText(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it('refuses exactly what JSON.parse refuses, beside equal names', () => {
    const fragments = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-',
      '.5',
      'null',
      ' ',
      'e3',
      '\\',
      '"',
    );
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        const mine = parseJsonText(text);
        if (!mine.ok && mine.message.includes('twice')) return;
        expect(mine.ok).toBe(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
