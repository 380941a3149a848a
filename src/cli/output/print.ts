/** Prints replies: the service's JSON for programs, tables for people. */
import type { CommandInput } from '../command.ts';
import { toPlainLine } from './plain-text.ts';
import { type ReplyColumn, readCells, rowsOf } from './rows.ts';
import { createStyle, type Style, type Tone } from './style.ts';
import { type Cell, type Column, renderFields, renderTable } from './table.ts';

/** Writes to standard output for people; every text of the service is made plain first, save by `raw`. */
export interface Printer {
  readonly style: Style;
  /** A line of text from the service or about it. */
  line(text: string, tone?: Tone): void;
  /** A line as it is: already plain, and perhaps painted in parts. */
  raw(text: string): void;
  /** A heading with an empty line before it. */
  title(text: string): void;
  fields(fields: readonly (readonly [name: string, value: Cell])[]): void;
  /** The rows, or `whenEmpty` (which says why there are none) instead. */
  table(columns: readonly Column[], rows: readonly (readonly Cell[])[], whenEmpty: string): void;
  /** The same of a reply's member that should be a list; `now` is the service's time. */
  rows(columns: readonly ReplyColumn[], rows: unknown, whenEmpty: string, now?: unknown): void;
}

/** True when the command should print JSON. */
export function wantsJson({ options }: Pick<CommandInput, 'options'>): boolean {
  return options['json'] === true;
}

/** Two spaces to a level; the value goes out as the service sent it. */
export function printJson({ io }: Pick<CommandInput, 'io'>, value: unknown): void {
  io.out(JSON.stringify(value, null, 2));
}

/** Colours and cuts to the width where the output is a terminal, and does neither elsewhere. */
export function createPrinter({ io }: Pick<CommandInput, 'io'>): Printer {
  const style = createStyle(io);
  const printer: Printer = {
    style,
    line: (text, tone) => io.out(style.paint(toPlainLine(text), tone)),
    raw: (text) => io.out(text),
    title(text) {
      io.out('');
      io.out(style.paint(toPlainLine(text), 'strong'));
    },
    fields(fields) {
      for (const line of renderFields(fields, style)) io.out(line);
    },
    table(columns, rows, whenEmpty) {
      if (rows.length === 0) io.out(whenEmpty);
      for (const line of renderTable(columns, rows, style)) io.out(line);
    },
    rows(columns, rows, whenEmpty, now) {
      const cells = rowsOf(rows).map((row) => readCells(columns, row, now));
      printer.table(columns, cells, whenEmpty);
    },
  };
  return printer;
}
