/** JSON Lines and CSV as lists of rows, so that `/0/accuracy` names the number of the first row. */
import { type CsvFault, eachCsvRecord } from '../../lib/csv.ts';
import { isSurelyExact, jsonNumber, whyInexact } from '../../lib/exact-number.ts';
import {
  inexactNamedMax,
  readJsonOnce,
  type TextFault,
  type ValueReading,
} from '../../lib/strict-json.ts';

/** One value a line; empty lines are passed over. A faulty line refuses the file. */
export function readJsonLines(text: string): ValueReading {
  const rows: unknown[] = [];
  const inexact: TextFault[] = [];
  let inexactCount = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const reading = readJsonOnce(line);
    if (!reading.ok) return { ok: false, fault: { ...reading.fault, line: index + 1 } };
    rows.push(reading.value);
    inexactCount += reading.inexactCount;
    for (const place of reading.inexact) {
      if (inexact.length < inexactNamedMax) inexact.push({ ...place, line: index + 1 });
    }
  }
  return { ok: true, value: rows, inexact, inexactCount };
}

/**
 * Rows by the names of the header. A cell that is a number of JSON is that number, an empty one null,
 * any other its text; `NaN` and `inf` are null and named.
 */
export function readCsv(text: string): ValueReading {
  const inexact: TextFault[] = [];
  let inexactCount = 0;
  const rows: unknown[] = [];
  let names: readonly string[] | undefined;
  /** Of the rows; one that makes the whole no CSV goes before it, wherever it is. */
  let fault: CsvFault | undefined;
  const takeRow = (header: readonly string[], cells: readonly string[], line: number): void => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < header.length; index += 1) {
      const name = header[index] as string;
      const cell = (cells[index] as string).trim();
      let value = readCell(cell);
      const why = whyUnread(cell, value);
      if (why !== undefined) {
        inexactCount += 1;
        value = typeof value === 'number' ? Number.POSITIVE_INFINITY : null;
        const message = `${why} (column "${name}")`;
        if (inexact.length < inexactNamedMax) inexact.push({ line, column: index + 1, message });
      }
      // Set, it would be no member of its own.
      if (name === '__proto__') Object.defineProperty(row, name, { value, ...member });
      else row[name] = value;
    }
    rows.push(row);
  };
  const broken = eachCsvRecord(text, (cells, line) => {
    if (fault !== undefined) return;
    if (names === undefined) {
      names = cells.map((name) => name.trim());
      const twice = firstTwice(names);
      if (twice !== undefined) fault = { line, message: `the column "${twice}" is there twice` };
    } else if (cells.length === names.length) takeRow(names, cells, line);
    else
      fault = {
        line,
        message: `has ${cells.length} cells where the header has ${names.length}`,
      };
  });
  const found = broken ?? fault;
  if (found !== undefined) return { ok: false, fault: { ...found, column: 1 } };
  return { ok: true, value: rows, inexact, inexactCount };
}

const member = { enumerable: true, configurable: true, writable: true };

function firstTwice(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}

const notANumber = /^[-+]?(?:nan|inf|infinity)$/i;

function readCell(cell: string): number | string | null {
  if (cell === '') return null;
  return jsonNumber.test(cell) ? Number(cell) : cell;
}

/** Why a cell is not the value that it was read as; undefined when it is. */
function whyUnread(cell: string, value: number | string | null): string | undefined {
  if (typeof value === 'number') return isSurelyExact(value) ? undefined : whyInexact(cell);
  return value !== null && notANumber.test(cell) ? `${cell} is not a number` : undefined;
}
