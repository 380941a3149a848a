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

/** Why a text is no CSV, and where. */
export interface CsvFault {
  readonly line: number;
  readonly message: string;
}
type CsvResult =
  | { readonly ok: true; readonly records: readonly CsvRecord[] }
  | ({ readonly ok: false } & CsvFault);

/** Splits CSV text into records; blank lines are left out. */
export function parseCsv(text: string): CsvResult {
  const records: CsvRecord[] = [];
  const fault = eachCsvRecord(text, (cells, line) => records.push({ cells, line }));
  return fault === undefined ? { ok: true, records } : { ok: false, ...fault };
}

/** Hands over the records one by one, each with the line where it begins, and gives the fault that ended it. */
export function eachCsvRecord(
  text: string,
  take: (cells: readonly string[], line: number) => void,
): CsvFault | undefined {
  let cells: string[] = [];
  let at = 0;
  let line = 1;
  let recordLine = 1;
  const endRecord = (): void => {
    if (cells.length > 1 || cells[0] !== '') take(cells, recordLine);
    cells = [];
  };
  while (at < text.length || cells.length > 0) {
    if (text.charCodeAt(at) === quote) {
      const cell = takeQuoted(text, at);
      const inside = 'unclosed' in cell ? 0 : linesIn(text, at, cell.end);
      line += inside;
      if ('message' in cell) return { line, message: cell.message };
      cells.push(cell.value);
      at = cell.end;
    } else {
      // A cell that is not quoted ends with its line.
      const end = plainEnd(text, at);
      if (!endsCell(text, end)) return { line, message: whyNoEnd(text, end) };
      cells.push(text.slice(at, end));
      at = end;
    }
    if (text.charCodeAt(at) === comma) {
      at += 1;
      continue;
    }
    endRecord();
    if (at >= text.length) break;
    at += text.charCodeAt(at) === carriageReturn ? 2 : 1;
    line += 1;
    recordLine = line;
  }
  return undefined;
}

const comma = 0x2c;
const quote = 0x22;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

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

function plainEnd(text: string, start: number): number {
  for (let end = start; ; end += 1) {
    const code = text.charCodeAt(end);
    if (code === comma || code === lineFeed || code === carriageReturn || code === quote)
      return end;
    if (end >= text.length) return end;
  }
}

const whyNoEnd = (text: string, end: number): string =>
  text.charCodeAt(end) === quote
    ? 'a quote inside a cell that does not begin with one; quote the whole cell'
    : 'a carriage return without a line feed; save the file with ordinary lines';

/** True when a cell may end at `at`: a comma, a line end or the end of the text. */
function endsCell(text: string, at: number): boolean {
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  return (
    code === comma ||
    code === lineFeed ||
    (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed)
  );
}

function linesIn(text: string, start: number, end: number): number {
  let count = 0;
  // Never beyond the cell: the next line end may be as far off as the file is long.
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) === lineFeed) count += 1;
  return count;
}
