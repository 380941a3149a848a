/** The tables that are copied, as a schema of PostgreSQL has them. */
import type { Read } from '../../actors/journal/postgres/connect.ts';
import { createPostgresReads } from '../../actors/journal/postgres/reads.ts';
import type { CopySide, LastNumbers, SourceMark } from './side.ts';
import { type CopiedRow, provenAnswer } from './tables.ts';

/** A store in `schema`, a quoted name. */
export function readPostgres(read: Read, schema: string, close: () => Promise<void>): CopySide {
  const commit = async (): Promise<never> => {
    throw new Error('a copy takes no turns');
  };
  return {
    title: 'The store in PostgreSQL',
    journal: { ...createPostgresReads(read, schema), commit, close },
    async page({ name, key, columns }, after, rowsMax) {
      const places = key.map((_, at) => `$${at + 2}`).join(', ');
      const where = after === null ? '' : `WHERE (${key.join(', ')}) > (${places})`;
      const rows = await read<CopiedRow>(
        `SELECT ${columns.join(', ')} FROM ${schema}.${name} ${where} ORDER BY ${key.join(', ')} LIMIT $1`,
        [rowsMax, ...(after ?? [])],
      );
      return name === 'answers' ? rows.map(provenAnswer) : rows;
    },
    async lastNumbers() {
      const [row] = await read<LastNumbers>(
        `SELECT effect_sequence AS effects, letter_sequence AS dead_letters FROM ${schema}.head`,
      );
      return row ?? { effects: 0, dead_letters: 0 };
    },
    close,
  };
}

export async function readPostgresMark(read: Read, schema: string): Promise<SourceMark> {
  const [first] = await read<Pick<SourceMark, 'origin'>>(
    `SELECT epoch AS origin FROM ${schema}.log_epochs ORDER BY number LIMIT 1`,
  );
  const [head] = await read<Omit<SourceMark, 'origin'>>(
    `SELECT event_id, hash FROM ${schema}.events ORDER BY event_id DESC LIMIT 1`,
  );
  return { origin: first?.origin ?? '', ...(head ?? { event_id: 0, hash: '' }) };
}
