/**
 * The labels of queue items, runs and papers among the values of lists (migration 12); no stored one has
 * any yet, so triggers alone bring them in. And how many entities have each value, kept by triggers of
 * the values in the same transaction, so that the most used are read from an index and not counted.
 */
import type { Migration } from './migration.ts';

/** One trait `filter: { each }` that several kinds share is one line here, in a migration of its own. */
const each = { kinds: `('queue_item', 'run', 'paper')`, member: 'tags' } as const;

const listOf = (row: string): string => `${row}.state->'$.${each.member}'`;
const insert = `INSERT INTO member_values (kind, id, member, place, value)
    SELECT NEW.kind, NEW.id, '${each.member}', value.key, value.value
    FROM json_each(NEW.state, '$.${each.member}') AS value WHERE value.type = 'text';`;
const remove = `DELETE FROM member_values
    WHERE kind = OLD.kind AND id = OLD.id AND member = '${each.member}';`;

/** An entity counts once, also where an older list has the same value twice. */
const alone = (row: 'NEW' | 'OLD'): string => `NOT EXISTS (SELECT 1 FROM member_values AS m
  WHERE m.kind = ${row}.kind AND m.member = ${row}.member AND m.value = ${row}.value
    AND m.id = ${row}.id AND m.place <> ${row}.place)`;

/** Counts what is there once; from then on triggers keep the counts. */
export const labelsMigration: Migration = {
  number: 15,
  name: 'labels',
  sql: `
CREATE TRIGGER labels_insert AFTER INSERT ON actors WHEN NEW.kind IN ${each.kinds} BEGIN
  ${insert}
END;
CREATE TRIGGER labels_update AFTER UPDATE OF state ON actors
WHEN NEW.kind IN ${each.kinds} AND (${listOf('OLD')}) IS NOT (${listOf('NEW')}) BEGIN
  ${remove}
  ${insert}
END;
CREATE TRIGGER labels_delete AFTER DELETE ON actors WHEN OLD.kind IN ${each.kinds} BEGIN
  ${remove}
END;

CREATE TABLE member_counts (
  kind TEXT NOT NULL,
  member TEXT NOT NULL,
  value TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (kind, member, value)
) WITHOUT ROWID;
INSERT INTO member_counts (kind, member, value, count)
  SELECT kind, member, value, count(DISTINCT id) FROM member_values GROUP BY kind, member, value;
CREATE INDEX member_counts_by_count ON member_counts (kind, member, count DESC, value);
CREATE TRIGGER member_counts_insert AFTER INSERT ON member_values WHEN ${alone('NEW')} BEGIN
  INSERT INTO member_counts (kind, member, value, count)
    VALUES (NEW.kind, NEW.member, NEW.value, 1)
    ON CONFLICT (kind, member, value) DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER member_counts_delete AFTER DELETE ON member_values WHEN ${alone('OLD')} BEGIN
  UPDATE member_counts SET count = count - 1
    WHERE kind = OLD.kind AND member = OLD.member AND value = OLD.value;
  DELETE FROM member_counts
    WHERE kind = OLD.kind AND member = OLD.member AND value = OLD.value AND count < 1;
END;
`,
};
