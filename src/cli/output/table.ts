/** Tables for people: aligned columns, cut to the width of the terminal. Pure. */
import { cellsOf, pad, toPlainLine, truncate } from './plain-text.ts';
import type { Style, Tone } from './style.ts';

/** A column of a table; text stands left unless told. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /**
   * Fewest cells this column may be cut to when the table is wider than the terminal; a column
   * without it is never cut.
   */
  readonly cellsMin?: number;
}

/** A text, or a text with a meaning that colour may repeat. Null is shown as a dash. */
export type Cell = string | number | null | { readonly text: string; readonly tone: Tone };

const gap = '  ';

/** The lines of a table with its titles; none when there are no rows. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  style: Style,
): string[] {
  if (rows.length === 0) return [];
  const texts = rows.map((row) => columns.map((_, index) => textOf(row[index] ?? null)));
  const natural = columns.map((column, index) =>
    Math.max(cellsOf(column.title), ...texts.map((row) => cellsOf(row[index]!))),
  );
  const widths = style.width === null ? natural : shrinkToWidth(columns, natural, style.width);
  const line = (cells: readonly string[], toneOf: (index: number) => Tone | undefined): string =>
    columns
      .map(({ align }, index) => {
        const text = truncate(cells[index]!, widths[index]!);
        const last = index === columns.length - 1 && align !== 'right';
        const padded = last ? text : pad(text, widths[index]!, align);
        return style.paint(padded, toneOf(index));
      })
      .join(gap)
      .trimEnd();
  return [
    line(
      columns.map(({ title }) => title),
      () => 'dim',
    ),
    ...texts.map((cells, at) => line(cells, (index) => toneOfCell(rows[at]![index] ?? null))),
  ];
}

/** Lines of names and values, the values below each other. */
export function renderFields(
  fields: readonly (readonly [name: string, value: Cell])[],
  style: Style,
): string[] {
  const width = Math.max(0, ...fields.map(([name]) => cellsOf(name)));
  const room = style.width === null ? Number.POSITIVE_INFINITY : style.width - width - 4;
  return fields.map(([name, value]) => {
    const text = truncate(textOf(value), room);
    return `  ${style.paint(pad(name, width), 'dim')}${gap}${style.paint(text, toneOfCell(value))}`;
  });
}

function textOf(cell: Cell): string {
  if (cell === null) return '–';
  if (typeof cell === 'number') return String(cell);
  const text = toPlainLine(typeof cell === 'string' ? cell : cell.text);
  return text === '' ? '–' : text;
}

function toneOfCell(cell: Cell): Tone | undefined {
  if (cell === null) return 'dim';
  return typeof cell === 'object' ? cell.tone : undefined;
}

/** Takes cells from the widest column that may give some, until the line fits or none can. */
function shrinkToWidth(
  columns: readonly Column[],
  natural: readonly number[],
  width: number,
): number[] {
  const widths = [...natural];
  const total = (): number =>
    widths.reduce((sum, cells) => sum + cells, gap.length * (columns.length - 1));
  for (let over = total() - width; over > 0; over = total() - width) {
    let widest = -1;
    for (const [index, { cellsMin }] of columns.entries()) {
      if (cellsMin === undefined || widths[index]! <= cellsMin) continue;
      if (widest < 0 || widths[index]! > widths[widest]!) widest = index;
    }
    if (widest < 0) break;
    widths[widest]! -= Math.max(1, stepOf(columns, widths, widest, over));
  }
  return widths;
}

/** How much the widest column may give before another is as wide. */
function stepOf(
  columns: readonly Column[],
  widths: readonly number[],
  widest: number,
  over: number,
): number {
  const others = widths.filter(
    (_, index) => index !== widest && columns[index]!.cellsMin !== undefined,
  );
  const next = Math.max(0, ...others.filter((cells) => cells < widths[widest]!));
  const room = widths[widest]! - columns[widest]!.cellsMin!;
  return Math.min(over, room, widths[widest]! - next);
}
