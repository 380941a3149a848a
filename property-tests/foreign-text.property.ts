/** Scanners over foreign text find what the expressions they stand for would find in short texts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankQuoted } from '../src/papers/lint/quoted.ts';
import { createMasker } from '../src/papers/text/declared.ts';
import { findNumbers } from '../src/papers/text/numbers.ts';
import { stripMarkup } from '../src/papers/writers/notes.ts';

const textOf = (...parts: readonly string[]) =>
  fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map((list) => list.join(''));

/** What is left of a text when everything that `pattern` matches is blanked. */
const blank = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (part) => ' '.repeat(part.length));

function blankByExpressions(line: string): string {
  return [
    /(?<!\\)(?:``[^`]*``|`[^`]*`)/g,
    /\uE000[^\uE000]*\uE000/g,
    /\\(?:texttt|verb)\{(?:[^{}]|\{[^{}]*\})*\}/g,
    /"[^"]*"|“[^”]*”|«[^»]*»|``.*?''/g,
    /(?<![\p{L}\p{N}])['‘][^'’]+['’](?![\p{L}\p{N}])/gu,
  ].reduce(blank, line);
}

function stripByExpressions(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`+)/g, '')
    .replace(/(?<![\p{L}\p{N}])[*_]([^*_]+)[*_](?![\p{L}\p{N}])/gu, '$1')
    .replace(/<[^>]{1,80}>/g, '')
    .trim();
}

function maskByExpressions(texts: readonly string[], line: string): string {
  const bounded = (text: string): string => {
    const sign = '(?<![\\p{L}\\p{N}])[-+\u2212]';
    const before = /^\p{N}/u.test(text)
      ? `(?<![\\p{L}\\p{M}\\p{N}_]|\\p{N}[.,]|${sign})`
      : '(?<![\\p{L}\\p{M}\\p{N}_]|\\p{N}[.,])';
    return `${before}${text.replaceAll('.', '\\.')}(?![\\p{L}\\p{M}\\p{N}_]|[.,]\\p{N})`;
  };
  const ordered = [...texts].sort((a, b) => b.length - a.length);
  return ordered.length === 0
    ? line
    : blank(line, new RegExp(ordered.map(bounded).join('|'), 'gu'));
}

const numberExpression =
  /(?:\d{1,3}(?:,\d{3})+(?![\d,]*\d)|\d+)(?:\.\d+)?(?:[eE][-+\u2212]?\d+)?|\.\d+|\p{N}+/gu;

const options = { numRuns: 2000 };

describe('on short texts a scanner agrees with the expression', () => {
  it('for quoted text and code', () => {
    const parts = [
      '`',
      '``',
      '\\',
      '"',
      '“',
      '”',
      '«',
      '»',
      "''",
      "'",
      '‘',
      '’',
      'a',
      ' ',
      '{',
      '}',
    ];
    fc.assert(
      fc.property(textOf(...parts, '\\verb{', '\\texttt{', '\uE000', '𝐀'), (line) => {
        expect(blankQuoted(line)).toBe(blankByExpressions(line));
      }),
      options,
    );
  });
  it('for links', () => {
    fc.assert(
      fc.property(textOf('[', ']', '(', ')', '](', '!', 'a', ' ', '![a](b)'), (text) => {
        expect(stripMarkup(text)).toBe(stripByExpressions(text));
      }),
      options,
    );
  });
  it('for numbers', () => {
    const parts = ['1', '12', '111', ',', ',111', '.', 'e', '-', '−', 'a', ' ', '½', '٣', '2.5'];
    fc.assert(
      fc.property(textOf(...parts), (text) => {
        const digits = (found: string): string => found.replace(/^[-+\u2212]/, '');
        expect(findNumbers(text).map((token) => digits(token.text))).toEqual(
          [...text.matchAll(numberExpression)].map(([found]) => found),
        );
      }),
      options,
    );
  });
  it('for declared texts', () => {
    const texts = fc.uniqueArray(fc.constantFrom('a1', 'a1b', '12', '12.5', 'v1', 'b1 a1', '1a'), {
      maxLength: 5,
    });
    const line = textOf('a1', 'a1b', '12', '.5', '.', ',', '-', ' ', 'v', 'b', '1', '_', '½');
    fc.assert(
      fc.property(texts, line, (declared, text) => {
        expect(createMasker(declared)(text).rest).toBe(maskByExpressions(declared, text));
      }),
      options,
    );
  });
});
