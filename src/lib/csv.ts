/**
 * CSV text (RFC 4180) as records. Cells may be quoted, quotes inside are doubled, lines end with LF or
 * CRLF. Anything else is refused with its line.
 */

/** One row of cells. */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** Where it begins. */
  readonly line: number;
}

type CsvResult =
  | { readonly ok: true; readonly records: readonly CsvRecord[] }
  | { readonly ok: false; readonly line: number; readonly message: string };

/** Splits CSV text into records; blank lines are left out. */
export function parseCsv(text: string): CsvResult {
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let at = 0;
  let line = 1;
  let recordLine = 1;
  const endRecord = (): void => {
    if (cells.length > 1 || cells[0] !== '') records.push({ cells, line: recordLine });
    cells = [];
  };
  while (at < text.length || cells.length > 0) {
    const quoted = text[at] === '"';
    const cell = quoted ? takeQuoted(text, at) : takePlain(text, at);
    if ('message' in cell) {
      const inside = quoted && !cell.unclosed ? linesIn(text, at, cell.end) : 0;
      return { ok: false, line: line + inside, message: cell.message };
    }
    // Any other cell ends with its line.
    if (quoted) line += linesIn(text, at, cell.end);
    cells.push(cell.value);
    at = cell.end;
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    endRecord();
    if (at >= text.length) break;
    at += text[at] === '\r' ? 2 : 1;
    line += 1;
    recordLine = line;
  }
  return { ok: true, records };
}

type Taken =
  | { readonly value: string; readonly end: number }
  | { readonly message: string; readonly end: number; readonly unclosed?: true };

function takeQuoted(text: string, start: number): Taken {
  let value = '';
  let from = start + 1;
  for (;;) {
    const close = text.indexOf('"', from);
    if (close < 0)
      return {
        message: 'a quoted cell begins here and is never closed',
        end: start,
        unclosed: true,
      };
    value += text.slice(from, close);
    if (text[close + 1] !== '"') {
      return endsCell(text, close + 1)
        ? { value, end: close + 1 }
        : {
            message:
              'text follows the closing quote of a cell; a quote inside a cell is doubled ("")',
            end: close + 1,
          };
    }
    value += '"';
    from = close + 2;
  }
}

function takePlain(text: string, start: number): Taken {
  let end = start;
  while (end < text.length && !isPlainEnd(text.charCodeAt(end))) end += 1;
  if (endsCell(text, end)) return { value: text.slice(start, end), end };
  return text[end] === '"'
    ? { message: 'a quote inside a cell that does not begin with one; quote the whole cell', end }
    : { message: 'a carriage return without a line feed; save the file with ordinary lines', end };
}

/** A comma, a quote, a carriage return or a line feed. */
const isPlainEnd = (code: number): boolean =>
  code === 0x2c || code === 0x22 || code === 0x0d || code === 0x0a;

/** True when a cell may end at `at`: a comma, a line end or the end of the text. */
function endsCell(text: string, at: number): boolean {
  const char = text[at];
  return char === undefined || char === ',' || char === '\n' || text.startsWith('\r\n', at);
}

function linesIn(text: string, start: number, end: number): number {
  let count = 0;
  // Never beyond the cell: the next line end may be as far off as the file is long.
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) === 0x0a) count += 1;
  return count;
}
