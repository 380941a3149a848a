/**
 * The forms of result files and what their names end in, for the worker that hands them out, the criterion of an idea and
 * the paper. How each is read is in `papers/readers/`.
 */

const formats = {
  json: { endings: ['.json'], mediaType: 'application/json' },
  json_lines: { endings: ['.jsonl', '.ndjson'], mediaType: 'application/jsonl' },
  csv: { endings: ['.csv'], mediaType: 'text/csv' },
} as const;
/** A form in which numbers are read. */
export type ResultFormat = keyof typeof formats;

/** Endings of the names of files that hold numbers, with the dot. */
export const resultEndings: readonly string[] = Object.values(formats).flatMap(
  ({ endings }) => endings,
);

/** By the ending of the name, in any case; undefined for a file that holds no numbers. */
export function resultFormatOf(path: string): ResultFormat | undefined {
  const lower = path.toLowerCase();
  return (Object.keys(formats) as ResultFormat[]).find((format) =>
    formats[format].endings.some((ending) => lower.endsWith(ending)),
  );
}

/** Of a result file; undefined for another. */
export function resultMediaType(path: string): string | undefined {
  const format = resultFormatOf(path);
  return format === undefined ? undefined : formats[format].mediaType;
}
