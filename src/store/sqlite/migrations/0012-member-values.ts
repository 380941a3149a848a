/**
 * The values of members that are lists, each in a row of its own, so that an index leads from a value
 * to the entities that have it, and from an entity to its values without reading its state. Kept by
 * triggers, in the transaction that changes the state. Projects of the first edition have marks of
 * the program among their tags, which are none (see `projectLift`); they are never written again.
 */
import type { Migration } from './migration.ts';

/** One trait `filter: { each }` is one line here, in a migration of its own. */
const each = { kind: 'project', member: 'tags' } as const;

const listOf = (row: string): string => `${row}.state->'$.${each.member}'`;
const insert = (row: string, from = '', where = ''): string =>
  `INSERT INTO member_values (kind, id, member, place, value)
    SELECT '${each.kind}', ${row}.id, '${each.member}', value.key, value.value
    FROM ${from}json_each(${row}.state, '$.${each.member}') AS value
    WHERE value.type = 'text'${where};`;
const remove = `DELETE FROM member_values
    WHERE kind = '${each.kind}' AND id = OLD.id AND member = '${each.member}';`;
const hex = '[0-9a-f]'.repeat(16);

/** Takes the values that are there, without the marks; from then on triggers keep them. */
export const memberValuesMigration: Migration = {
  number: 12,
  name: 'member values',
  sql: `
CREATE TABLE member_values (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  member TEXT NOT NULL,
  place INTEGER NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (kind, id, member, place)
) WITHOUT ROWID;
${insert(
  'actors',
  'actors, ',
  ` AND actors.kind = '${each.kind}' AND NOT (actors.state_version < 2
      AND (value.value GLOB 'intake:${hex}' OR value.value GLOB 'title:${hex}'))`,
)}
CREATE INDEX member_values_by_value ON member_values (kind, member, value, id);
CREATE TRIGGER member_values_insert AFTER INSERT ON actors WHEN NEW.kind = '${each.kind}' BEGIN
  ${insert('NEW')}
END;
CREATE TRIGGER member_values_update AFTER UPDATE OF state ON actors
WHEN NEW.kind = '${each.kind}' AND (${listOf('OLD')}) IS NOT (${listOf('NEW')}) BEGIN
  ${remove}
  ${insert('NEW')}
END;
CREATE TRIGGER member_values_delete AFTER DELETE ON actors WHEN OLD.kind = '${each.kind}' BEGIN
  ${remove}
END;
`,
};
