/** Importers: what is written can be read back, and no bytes whatever make them throw. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf, toPlainLine, truncate } from '../src/cli/output/plain-text.ts';
import { createStyle } from '../src/cli/output/style.ts';
import { renderTable } from '../src/cli/output/table.ts';
import { readCsvIdeas } from '../src/idea-files/csv.ts';
import { elementLines } from '../src/idea-files/element-lines.ts';
import { parseFrontMatter } from '../src/idea-files/front-matter.ts';
import { readJsonIdeas, readJsonLinesIdeas } from '../src/idea-files/json.ts';
import { readMarkdownIdea } from '../src/idea-files/markdown.ts';
import { decode } from '../src/idea-files/read-files.ts';
import { ideaFieldNames } from '../src/idea-files/read-ideas.ts';
import { parseCsv } from '../src/lib/csv.ts';
import { propertyOptions } from './options.ts';

const readers = [readCsvIdeas, readJsonIdeas, readJsonLinesIdeas, readMarkdownIdea];

/** Text made of what the formats are sensitive to. */
const trickyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        "'",
        ',',
        '\n',
        '\r\n',
        '\r',
        ':',
        ': ',
        ' #',
        '- ',
        '[',
        ']',
        '{',
        '}',
        '---\n',
        '\\',
        '\u0000',
        '# ',
        'title',
        'tags',
        ';',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

const quoteCell = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

describe('CSV', () => {
  it('gives back every table that is written with quotes', () => {
    const cell = fc.string({ unit: 'binary', maxLength: 12 });
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }),
      );
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), fc.boolean(), (rows, lineEnd, closed) => {
        const text = rows.map((row) => row.map(quoteCell).join(',')).join(lineEnd);
        const parsed = parseCsv(closed && rows.length > 0 ? text + lineEnd : text);
        expect(parsed).toMatchObject({ ok: true });
        expect(parsed.ok && parsed.records.map(({ cells }) => cells)).toEqual(rows);
      }),
      propertyOptions(500),
    );
  });
});

describe('front matter', () => {
  it('gives back every text and list that is written with quotes', () => {
    const value = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.toWellFormed());
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,8}$/);
    const fields = fc.dictionary(name, fc.oneof(value, fc.array(value, { maxLength: 4 })), {
      maxKeys: 5,
      noNullPrototype: true,
    });
    const style = fc.constantFrom('flow', 'block');
    fc.assert(
      fc.property(fields, style, fc.string(), (given, listStyle, body) => {
        const lines = Object.entries(given).map(([key, entry]) => {
          if (typeof entry === 'string') return `${key}: ${JSON.stringify(entry)}`;
          if (listStyle === 'flow' || entry.length === 0)
            return `${key}: [${entry.map((item) => JSON.stringify(item)).join(', ')}]`;
          return `${key}:\n${entry.map((item) => `  - ${JSON.stringify(item)}`).join('\n')}`;
        });
        const front = parseFrontMatter(['---', ...lines, '---', body].join('\n'));
        expect(front?.problems).toEqual([]);
        expect(Object.fromEntries(front!.fields.map((field) => [field.name, field.value]))).toEqual(
          given,
        );
      }),
      propertyOptions(500),
    );
  });
});

describe('JSON', () => {
  it('has one line for each element, on which it begins', () => {
    const list = fc.array(fc.jsonValue(), { maxLength: 8 });
    fc.assert(
      fc.property(list, fc.constantFrom(0, 1, 3), fc.boolean(), (values, indent, inside) => {
        const whole = inside ? { before: [values], ideas: values, after: { ideas: 1 } } : values;
        const text = JSON.stringify(whole, null, indent);
        const lines = elementLines(text, inside ? 'ideas' : null);
        expect(lines).toHaveLength(values.length);
        if (indent === 0) expect(new Set(lines).size).toBeLessThanOrEqual(1);
        for (const [index, line] of lines.entries()) {
          const begin = JSON.stringify(values[index], null, indent).split('\n')[0]!;
          expect(text.split('\n')[line - 1]).toContain(begin);
        }
      }),
      propertyOptions(300),
    );
  });
});

describe('every importer', () => {
  it('answers any bytes with ideas or with problems that name the file, and never throws', () => {
    const header = fc.constantFrom('', 'title,tags\n', '---\ntitle: x\n', '{"ideas": [', '[');
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => decode(array) ?? '');
    fc.assert(
      fc.property(header, fc.oneof(trickyText, bytes), (start, rest) => {
        for (const read of readers) {
          const { ideas, problems } = read('f', start + rest);
          for (const { file, line, message } of problems) {
            expect(file).toBe('f');
            expect(message).not.toBe('');
            if (line !== null) expect(line).toBeGreaterThanOrEqual(1);
          }
          const lines = (start + rest).split('\n').length;
          for (const { idea, line } of ideas) {
            expect(line).toBeLessThanOrEqual(lines);
            expect(ideaFieldNames).toEqual(expect.arrayContaining(Object.keys(idea)));
          }
        }
      }),
      propertyOptions(2000),
    );
  });
});

describe('a table', () => {
  it('fits its terminal whatever is in it, one line a row, without control characters', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.integer(),
      fc.constant(null),
    );
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 40, max: 120 }), (table, width) => {
        const style = createStyle({
          env: { NO_COLOR: '1' },
          terminal: { isTTY: true, columns: width },
        });
        const columns = ['A', 'B', 'C'].map((title) => ({ title, cellsMin: 4 }));
        const lines = renderTable(columns, table, style);
        expect(lines).toHaveLength(table.length + 1);
        for (const line of lines) {
          expect(cellsOf(line)).toBeLessThanOrEqual(width);
          expect(line).not.toMatch(/\p{Cc}/u);
        }
      }),
      propertyOptions(500),
    );
  });

  it('cuts a text to at most the cells asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(30), (text, cells) => {
        expect(cellsOf(truncate(toPlainLine(text), cells))).toBeLessThanOrEqual(cells);
      }),
      propertyOptions(500),
    );
  });
});
