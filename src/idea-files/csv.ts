/** Ideas from CSV: a header row with field names, then one idea per row. */
import { type CsvRecord, parseCsv } from '../lib/csv.ts';
import {
  flatFieldNames,
  putField,
  type ReadResult,
  type SourceIdea,
  type SourceProblem,
  unknownField,
} from './read-ideas.ts';

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
