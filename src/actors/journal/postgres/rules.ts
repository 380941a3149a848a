/**
 * Rules between actors of a kind, kept by unique indexes over columns beside the state. Of a projection
 * only the columns that a rule names are made, filled here and not by the server, which cannot look
 * into a document that holds U+0000 somewhere.
 */
import type pg from 'pg';
import type { Projection, Projections } from '../projection.ts';
import { PostgresOpenError } from './errors.ts';
import { storable } from './nul.ts';

/** A column that holds a member of the state as text. */
export interface RuledColumn {
  /** Quoted. */
  readonly name: string;
  readonly path: readonly string[];
  /** What stands for a member that is missing or null. */
  readonly missing: string | null;
}

/** What the writer must know of the rules. */
export interface Rules {
  /** Columns of the kinds that have a rule: each of their states is written on its own. */
  readonly columns: ReadonlyMap<string, readonly RuledColumn[]>;
  readonly names: ReadonlySet<string>;
}

/** A member of the state, or (missing) an empty text: the forms that a column's value has. */
const memberValue = /^(coalesce\()?@state->>'\$\.([A-Za-z0-9_.]+)'(?:, '')?\)?$/;
const backfillRows = 500;

/** Throws `PostgresOpenError` when a rule needs a column that cannot be made. */
export function readRules(projections: Projections): Rules {
  const ruled = Object.entries(projections).filter(([, { unique = [] }]) => unique.length > 0);
  return {
    columns: new Map(ruled.map(([kind, projection]) => [kind, columnsOf(projection)])),
    names: new Set(ruled.flatMap(([, { unique = [] }]) => unique.map(({ name }) => name))),
  };
}

/** The values of `columns`, by their names, for a state that is JSON text. */
export function ruledValues(
  columns: readonly RuledColumn[],
  state: string,
): Readonly<Record<string, string | null>> {
  if (columns.length === 0) return {};
  const whole = JSON.parse(state) as unknown;
  return Object.fromEntries(
    columns.map(({ name, path, missing }) => [name, textAt(whole, path) ?? missing]),
  );
}

/** Makes columns and indexes that are missing, also for actors that are there. `schema` is a quoted name. */
export async function makeRules(
  client: pg.Client,
  schema: string,
  projections: Projections,
): Promise<void> {
  const { columns } = readRules(projections);
  for (const [kind, { unique = [] }] of Object.entries(projections)) {
    const named = columns.get(kind) ?? [];
    for (const { name, columns: over, where } of unique) {
      const index = `${schema}."${name}"`;
      const { rows } = await client.query('SELECT to_regclass($1) IS NULL AS missing', [index]);
      if ((rows as { missing: boolean }[])[0]?.missing !== true) continue;
      for (const column of named) {
        await client.query(
          `ALTER TABLE ${schema}.actors ADD COLUMN IF NOT EXISTS ${column.name} text`,
        );
      }
      await fill(client, schema, kind, named);
      const condition = where === undefined ? '' : ` AND ${where}`;
      await client.query(
        `CREATE UNIQUE INDEX "${name}" ON ${schema}.actors
           (${over.map((column) => `"${column}"`).join(', ')}) WHERE kind = '${kind}'${condition}`,
      );
    }
  }
}

function columnsOf({ columns, unique = [] }: Projection): RuledColumn[] {
  const isNamed = (name: string): boolean =>
    unique.some(
      (rule) => rule.columns.includes(name) || new RegExp(`\\b${name}\\b`).test(rule.where ?? ''),
    );
  return columns.filter(({ name }) => isNamed(name)).map(toRuledColumn);
}

function toRuledColumn({ name, value }: Projection['columns'][number]): RuledColumn {
  const [, isFilled, path] = memberValue.exec(value) ?? [];
  if (path === undefined) {
    throw new PostgresOpenError(
      `A rule needs the column ${name}, whose value is "${value}". PostgreSQL keeps rules over members of ` +
        "the state only: @state->>'$.MEMBER', or coalesce(@state->>'$.MEMBER', '').",
    );
  }
  const missing = isFilled === undefined ? null : '';
  return { name: `"${name}"`, path: path.split('.'), missing };
}

function textAt(whole: unknown, path: readonly string[]): string | null {
  let value = whole;
  for (const member of path) {
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, member)
        ? (value as Record<string, unknown>)[member]
        : null;
  }
  if (value === null) return null;
  return storable(typeof value === 'string' ? value : JSON.stringify(value));
}

async function fill(
  client: pg.Client,
  schema: string,
  kind: string,
  columns: readonly RuledColumn[],
): Promise<void> {
  const changes = columns.map(({ name }, at) => `${name} = $${at + 3}`).join(', ');
  for (let after = ''; ; ) {
    const { rows } = await client.query<{ id: string; state: string }>(
      `SELECT id, state FROM ${schema}.actors WHERE kind = $1 AND id > $2 ORDER BY id LIMIT ${backfillRows}`,
      [kind, after],
    );
    for (const { id, state } of rows) {
      const values = ruledValues(columns, state);
      await client.query(`UPDATE ${schema}.actors SET ${changes} WHERE kind = $1 AND id = $2`, [
        kind,
        id,
        ...columns.map(({ name }) => values[name]),
      ]);
      after = id;
    }
    if (rows.length < backfillRows) return;
  }
}
