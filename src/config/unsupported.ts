/**
 * Settings of the file format that this version does not act upon. A service that started with one of
 * them would look as if it did, so the start is refused while one is set to anything but its default.
 * Whoever builds the deed deletes its row; a test finds settings that neither stand here nor are read.
 */
import { metaOf } from './field.ts';
import type { ConfigProblem } from './problems.ts';
import { fileShape, type ParsedConfig } from './schema.ts';
import { Secret } from './secret.ts';

interface Unsupported {
  readonly fields: readonly (keyof ParsedConfig)[];
  /** What this version does not do. */
  readonly missing: string;
  /** What to do instead. */
  readonly instead: string;
}

const rows: readonly Unsupported[] = [];

/** What this version does not do, by each field that no part of the program reads. */
export const unsupportedFields: ReadonlyMap<string, string> = new Map(
  rows.flatMap(({ fields, missing }) => fields.map((field) => [field, missing])),
);

/** One problem for each unsupported field that the file sets to something. */
export function checkUnsupported(parsed: ParsedConfig): ConfigProblem[] {
  return rows.flatMap(({ fields, missing, instead }) =>
    fields
      .filter((field) => parsed[field] !== metaOf(fileShape[field]).fallback)
      .map((field) => ({
        path: field,
        message: `is set to ${shown(parsed[field])}, but this version ${missing}. Leave the field out; ${instead}`,
      })),
  );
}

function shown(value: unknown): string {
  return value instanceof Secret ? 'something' : JSON.stringify(value);
}
