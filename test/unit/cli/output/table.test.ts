/** Tables for people: alignment, cutting, hostile text, colour. */
import { describe, expect, it } from 'vitest';
import { formatAge } from '../../../../src/cli/output/age.ts';
import { cellsOf, toPlainLine, truncate } from '../../../../src/cli/output/plain-text.ts';
import { createStyle } from '../../../../src/cli/output/style.ts';
import { type Column, renderFields, renderTable } from '../../../../src/cli/output/table.ts';
import { formatDuration } from '../../../../src/lib/duration.ts';

const pipe = createStyle({ env: {} });
const terminal = (columns: number, env: Record<string, string> = {}) =>
  createStyle({ env: { NO_COLOR: '1', ...env }, terminal: { isTTY: true, columns } });

const columns: readonly Column[] = [
  { title: 'PROJECT', cellsMin: 8 },
  { title: 'N', align: 'right' },
  { title: 'NEXT STEP', cellsMin: 6 },
];

describe('a table', () => {
  it('never lets a text move the cursor, change colours, break its line or turn its direction', () => {
    const hostile = 'a\u001b[31mred\u001b[0m\r\nb\u0007\u202eevil\u2066\u009b2Jc';
    const lines = renderTable(columns, [[hostile, 1, 'x']], pipe);
    expect(lines).toHaveLength(2);
    expect(lines.join('\n')).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
    expect(lines[1]).toContain('a [31mred [0m b evil 2Jc');
  });

  it('aligns numbers to the right and leaves no blanks at the end of a line', () => {
    const rows = [
      ['a', 7, 'go'],
      ['longer-name', 1200, null],
    ];
    expect(renderTable(columns, rows, pipe)).toEqual([
      'PROJECT         N  NEXT STEP',
      'a               7  go',
      'longer-name  1200  –',
    ]);
  });

  it('has no titles when it has no rows', () => {
    expect(renderTable(columns, [], pipe)).toEqual([]);
  });

  it('is as wide as it is in a pipe, and fits a terminal by cutting its widest columns', () => {
    const rows = [['a-project-with-a-long-name', 5, 'x'.repeat(200)]];
    expect(cellsOf(renderTable(columns, rows, pipe)[1]!)).toBeGreaterThan(200);
    for (const width of [40, 60, 100]) {
      for (const line of renderTable(columns, rows, terminal(width)))
        expect(cellsOf(line)).toBeLessThanOrEqual(width);
    }
    expect(renderTable(columns, rows, terminal(60))[1]).toMatch(
      /^a-project-with-a-long-name {2}5 {2}x+…$/,
    );
  });

  it('never cuts a column that must not be cut, even when the line is then too long', () => {
    const fixed: readonly Column[] = [{ title: 'ID' }, { title: 'TEXT', cellsMin: 4 }];
    const id = 'y'.repeat(60);
    expect(renderTable(fixed, [[id, 'words']], terminal(40))[1]).toBe(`${id}  wor…`);
  });

  it('counts wide and combining characters as a terminal does', () => {
    expect(cellsOf('日本')).toBe(4);
    expect(cellsOf('e\u0301')).toBe(1);
    expect(cellsOf('👩‍🔬')).toBe(2);
    expect(truncate('日本語テキスト', 6)).toBe('日本…');
    const [, one, other] = renderTable(
      [{ title: 'A' }, { title: 'B' }],
      [
        ['日本', 'x'],
        ['abcd', 'x'],
      ],
      pipe,
    );
    expect(one).toBe('日本  x');
    expect(other).toBe('abcd  x');
  });

  it('colours only on a terminal, and not when NO_COLOR or a dumb terminal says so', () => {
    const cell = { text: 'blocked', tone: 'bad' } as const;
    const draw = (style: ReturnType<typeof createStyle>) =>
      renderTable([{ title: 'S' }], [[cell]], style)[1];
    expect(draw(createStyle({ env: {}, terminal: { isTTY: true, columns: 80 } }))).toBe(
      '\u001b[31mblocked\u001b[0m',
    );
    expect(draw(createStyle({ env: {}, terminal: { isTTY: false, columns: 80 } }))).toBe('blocked');
    expect(draw(createStyle({ env: {} }))).toBe('blocked');
    expect(draw(terminal(80))).toBe('blocked');
    expect(
      draw(createStyle({ env: { TERM: 'dumb' }, terminal: { isTTY: true, columns: 80 } })),
    ).toBe('blocked');
  });
});

describe('fields', () => {
  it('put names and values below each other and cut a value that is too long', () => {
    const fields = [
      ['project', 'a'],
      ['why', 'z'.repeat(100)],
      ['result', null],
    ] as const;
    const lines = renderFields(fields, terminal(40));
    expect(lines[0]).toBe('  project  a');
    expect(lines[1]).toBe(`  why      ${'z'.repeat(28)}…`);
    expect(lines[2]).toBe('  result   –');
  });
});

describe('times', () => {
  it('have units, two at most', () => {
    expect([0, 59, 60, 3599, 3600, 7500, 86_400, 266_400].map(formatDuration)).toEqual([
      '0 s',
      '59 s',
      '1 min',
      '59 min',
      '1 h',
      '2 h 5 min',
      '1 d',
      '3 d 2 h',
    ]);
  });

  it('are unknown, not zero, when one end is missing', () => {
    const now = '2026-01-01T00:01:00.000Z';
    expect(formatAge('2026-01-01T00:00:00.000Z', now)).toBe('1 min ago');
    expect(formatAge('2026-01-02T01:01:05.000Z', now)).toBe('1 d 1 h ahead');
    expect(formatAge('2026-01-01T00:01:35.000Z', now)).toBe('0 s ago');
    expect(formatAge(null, now)).toBeNull();
    expect(formatAge('soon', now)).toBeNull();
    expect(formatAge(now, undefined)).toBeNull();
  });
});

describe('a plain line', () => {
  it('keeps what people write', () => {
    for (const text of ['Größe ≤ 5 µs', 'naïve – “quoted”', '日本語', '👩‍🔬 ok'])
      expect(toPlainLine(text)).toBe(text);
  });
});
