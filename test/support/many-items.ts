/**
 * Many queue items in a store at once, by copies of a few: so many turns would take minutes, and so would reading each
 * item's members out of its state for the columns, the counts and the indexes.
 */
import type { Database } from 'better-sqlite3';
import type { QueueItem } from '../../src/domain/entities/queue-item.ts';
import { projections } from '../../src/store/projections.ts';
import { queueItem } from './store-fixtures.ts';

interface ManyItems {
  readonly count: number;
  /** What they have, one of these each; without labels, since the values of those are not copied. */
  readonly variants: readonly Partial<QueueItem>[];
  /** SQL that gives the number of the variant of item `i`, both from 0. */
  readonly variantOf: string;
}

/** Id of an item by its number. */
export const manyItemId = (number: number): string => `p${String(number).padStart(7, '0')}`;

/** As if each had been committed: with its columns, and counted. */
export function addManyItems(db: Database, { count, variants, variantOf }: ManyItems): void {
  const columns = projections['queue_item']!.columns;
  const names = columns.map(({ name }) => name).join(', ');
  const values = columns.map(({ value }) => value.replaceAll('@state', 's.state')).join(', ');
  const addOne = db.prepare(
    `INSERT INTO actors (kind, id, version, state_version, state, seq, ${names})
     SELECT 'queue_item', s.id, 1, 1, s.state, 0, ${values} FROM (SELECT ? AS id, ? AS state) AS s`,
  );
  const idOf = (variant: number): string => `variant-${variant}`;
  db.transaction(() => {
    for (const [variant, change] of variants.entries())
      addOne.run(idOf(variant), JSON.stringify(queueItem(idOf(variant), change)));
    db.exec(`CREATE TEMP TABLE variants AS
      SELECT CAST(substr(id, 9) AS INTEGER) AS variant, * FROM actors WHERE id LIKE 'variant-%'`);
    const triggers = db
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'actors'",
      )
      .all();
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
    db.exec(`
      DELETE FROM actors WHERE id LIKE 'variant-%';
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${count}),
        s (id, variant) AS (SELECT printf('p%07d', i), ${variantOf} FROM n)
      INSERT INTO actors (kind, id, version, state_version, state, seq, ${names})
        SELECT v.kind, s.id, v.version, v.state_version, replace(v.state, v.id, s.id), v.seq,
          ${columns.map(({ name }) => `v.${name}`).join(', ')}
        FROM s CROSS JOIN variants AS v ON v.variant = s.variant;
      DROP TABLE temp.variants;
      UPDATE actor_counts SET count = (SELECT count(*) FROM actors INDEXED BY queue_by_status
        WHERE kind = 'queue_item' AND status = actor_counts.status) WHERE kind = 'queue_item';`);
    for (const { sql } of triggers) db.exec(sql);
  })();
}
