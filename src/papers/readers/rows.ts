/** JSON Lines and CSV as lists of rows, so that `/0/accuracy` names the number of the first row. */
import { parseCsv } from '../../lib/csv.ts';
import { jsonNumber, whyInexact } from '../../lib/exact-number.ts';
import { inexactNamedMax, readJsonOnce, type ValueReading } from '../../lib/strict-json.ts';
import type { TextFault } from './text.ts';

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
  const parsed = parseCsv(text);
  if (!parsed.ok) return refuse(parsed.line, parsed.message);
  const [header, ...records] = parsed.records;
  if (header === undefined) return { ok: true, value: [], inexact: [], inexactCount: 0 };
  const names = header.cells.map((name) => name.trim());
  const twice = firstTwice(names);
  if (twice !== undefined) return refuse(header.line, `the column "${twice}" is there twice`);
  const inexact: TextFault[] = [];
  let inexactCount = 0;
  const rows: unknown[] = [];
  for (const { cells, line } of records) {
    if (cells.length !== names.length)
      return refuse(line, `has ${cells.length} cells where the header has ${names.length}`);
    const row: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) {
      const { value, why } = readCell((cells[index] ?? '').trim());
      if (why !== undefined) {
        inexactCount += 1;
        const message = `${why} (column "${name}")`;
        if (inexact.length < inexactNamedMax) inexact.push({ line, column: index + 1, message });
      }
      // Set, it would be no member of its own.
      if (name === '__proto__') Object.defineProperty(row, name, { value, ...member });
      else row[name] = value;
    }
    rows.push(row);
  }
  return { ok: true, value: rows, inexact, inexactCount };
}

const member = { enumerable: true, configurable: true, writable: true };

function firstTwice(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}

const notANumber = /^[-+]?(?:nan|inf|infinity)$/i;

function readCell(cell: string): { readonly value: unknown; readonly why?: string } {
  if (cell === '') return { value: null };
  if (!jsonNumber.test(cell))
    return notANumber.test(cell)
      ? { value: null, why: `${cell} is not a number` }
      : { value: cell };
  const why = whyInexact(cell);
  return why === undefined ? { value: Number(cell) } : { value: Number.POSITIVE_INFINITY, why };
}

function refuse(line: number, message: string): ValueReading {
  return { ok: false, fault: { line, column: 1, message } };
}
