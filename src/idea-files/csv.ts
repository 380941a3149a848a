/**
 * Ideas from CSV (RFC 4180): a header row with field names, then one idea per row. Cells may be
 * quoted, quotes inside are doubled, lines end with LF or CRLF. Anything else is refused with its line.
 */
import {
  flatFieldNames,
  putField,
  type ReadResult,
  type SourceIdea,
  type SourceProblem,
  unknownField,
} from './read-ideas.ts';

interface CsvRecord {
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
      const inside = quoted && cell.unclosed ? 0 : linesIn(text, at, cell.end);
      return { ok: false, line: line + inside, message: cell.message };
    }
    line += linesIn(text, at, cell.end);
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

const plainEnd = /[",\r\n]/g;

function takePlain(text: string, start: number): Taken {
  plainEnd.lastIndex = start;
  const found = plainEnd.exec(text);
  const end = found?.index ?? text.length;
  if (endsCell(text, end)) return { value: text.slice(start, end), end };
  return text[end] === '"'
    ? { message: 'a quote inside a cell that does not begin with one; quote the whole cell', end }
    : { message: 'a carriage return without a line feed; save the file with ordinary lines', end };
}

/** True when a cell may end at `at`: a comma, a line end or the end of the text. */
function endsCell(text: string, at: number): boolean {
  const char = text[at];
  return char === undefined || char === ',' || char === '\n' || text.startsWith('\r\n', at);
}

function linesIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1))
    count += 1;
  return count;
}

/** The ideas of a CSV file. An empty cell is a field that was not given. */
export function readCsvIdeas(file: string, text: string): ReadResult {
  const parsed = parseCsv(text);
  if (!parsed.ok)
    return { ideas: [], problems: [{ file, line: parsed.line, message: parsed.message }] };
  const [header, ...rows] = parsed.records;
  if (header === undefined) return { ideas: [], problems: [problemOfEmpty(file)] };
  const problems = headerProblems(file, header);
  if (problems.length > 0) return { ideas: [], problems };
  const names = header.cells.map((name) => name.trim());
  const ideas: SourceIdea[] = [];
  for (const { cells, line } of rows) {
    if (cells.length !== names.length) {
      const message = `has ${cells.length} cells where the header has ${names.length}`;
      problems.push({ file, line, message });
      continue;
    }
    const idea: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) {
      const cell = cells[index]!;
      if (cell.trim() === '') continue;
      const problem = putField(idea, name, cell);
      if (problem !== null) problems.push({ file, line, message: problem });
    }
    ideas.push({ idea, file, line });
  }
  return { ideas, problems };
}

const problemOfEmpty = (file: string): SourceProblem => ({
  file,
  line: null,
  message: 'is empty; the first row names the fields, "title" among them',
});

function headerProblems(file: string, { cells, line }: CsvRecord): SourceProblem[] {
  const names = cells.map((name) => name.trim());
  const messages = names.flatMap((name, index) => {
    if (name === '') return [`column ${index + 1} of the header has no name`];
    if (!flatFieldNames.includes(name)) return [unknownField(name, flatFieldNames)];
    return names.indexOf(name) < index ? [`column "${name}" is there twice`] : [];
  });
  if (!names.includes('title')) messages.push('the header has no column "title"');
  return messages.map((message) => ({ file, line, message }));
}
