/** Which migrations of PostgreSQL a program of before them can stand beside: those that only add. */
import { expect, it } from 'vitest';
import { postgresMigrations } from '../../../src/actors/journal/postgres/schema.ts';

/** What takes something away from a program that does not know of it, or asks more of what it writes. */
const takesAway = [
  /\bDROP\b/i,
  /\bRENAME\b/i,
  /\bTRUNCATE\b/i,
  /\bALTER\s+COLUMN\b/i,
  /\bADD\s+(?:CONSTRAINT|CHECK|PRIMARY|UNIQUE|FOREIGN)\b/i,
  /\bADD\s+COLUMN\b(?![^;]*\bDEFAULT\b)[^;]*\bNOT\s+NULL\b/i,
  /\bCREATE\s+UNIQUE\b/i,
];

/** Whether a program of before it goes on as it did. */
const onlyAdds = (sql: string): boolean => !takesAway.some((pattern) => pattern.test(sql));

it('are told apart', () => {
  for (const sql of [
    'ALTER TABLE a ADD COLUMN b text;',
    'ALTER TABLE a ADD COLUMN b bigint NOT NULL DEFAULT 0;',
    'CREATE TABLE a (b text NOT NULL);\nCREATE INDEX c ON a (b);',
  ])
    expect(onlyAdds(sql), sql).toBe(true);
  for (const sql of [
    'ALTER TABLE a DROP COLUMN b;',
    'ALTER TABLE a RENAME b TO c;',
    'ALTER TABLE a ADD COLUMN b text NOT NULL;',
    'ALTER TABLE a ALTER COLUMN b TYPE text;',
    'CREATE UNIQUE INDEX c ON a (b);',
  ])
    expect(onlyAdds(sql), sql).toBe(false);
});

// docs/operations.md, "Two versions beside each other", says so: change both.
it('are all after the first but the third', () => {
  const others = postgresMigrations.filter(({ number, sql }) => number > 1 && !onlyAdds(sql));
  expect(others.map(({ number }) => number)).toEqual([3]);
});
