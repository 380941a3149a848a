/**
 * Rules between actors of a kind, kept by unique indexes. Of a projection only the columns that a rule
 * names are made here: the server works them out from the state itself.
 */
import type pg from 'pg';
import type { Projections } from '../projection.ts';
import { PostgresOpenError } from './errors.ts';

/** A member of the state, or (missing) an empty text: the forms that a column's value has. */
const memberValue = /^(coalesce\()?@state->>'\$\.([A-Za-z0-9_.]+)'(?:, '')?(\))?$/;

/** Makes columns and indexes that are missing. `schema` is a quoted name. */
export async function makeRules(
  client: pg.Client,
  schema: string,
  projections: Projections,
): Promise<void> {
  for (const [kind, { columns, unique = [] }] of Object.entries(projections)) {
    for (const { name, columns: ruled, where } of unique) {
      const named = columns.filter(
        (column) =>
          ruled.includes(column.name) || new RegExp(`\\b${column.name}\\b`).test(where ?? ''),
      );
      for (const column of named) {
        await client.query(
          `ALTER TABLE ${schema}.actors ADD COLUMN IF NOT EXISTS "${column.name}" text
             GENERATED ALWAYS AS (${expressionOf(column)}) STORED`,
        );
      }
      const condition = where === undefined ? '' : ` AND ${where}`;
      await client.query(
        `CREATE UNIQUE INDEX IF NOT EXISTS "${name}" ON ${schema}.actors
           (${ruled.map((column) => `"${column}"`).join(', ')}) WHERE kind = '${kind}'${condition}`,
      );
    }
  }
}

/** Kinds whose every state is written on its own, since a rule may refuse it, and the names of the rules. */
export function ruledBy(projections: Projections): {
  readonly kinds: ReadonlySet<string>;
  readonly rules: ReadonlySet<string>;
} {
  const ruled = Object.entries(projections).filter(([, { unique = [] }]) => unique.length > 0);
  return {
    kinds: new Set(ruled.map(([kind]) => kind)),
    rules: new Set(ruled.flatMap(([, { unique = [] }]) => unique.map(({ name }) => name))),
  };
}

function expressionOf({ name, value }: { readonly name: string; readonly value: string }): string {
  const [, isFilled, path] = memberValue.exec(value) ?? [];
  if (path === undefined) {
    throw new PostgresOpenError(
      `A rule needs the column ${name}, whose value is "${value}". PostgreSQL keeps rules over members of ` +
        "the state only: @state->>'$.MEMBER', or coalesce(@state->>'$.MEMBER', '').",
    );
  }
  const member = `state #>> '{${path.split('.').join(',')}}'`;
  return isFilled === undefined ? member : `coalesce(${member}, '')`;
}
