/**
 * Proves what of the rows no hash holds: that their texts are JSON, that an event names the actor whose turn wrote it,
 * that a state names the turn that wrote it, that the epochs of the log can be read, and that every table, index and
 * trigger is there.
 */
import type { Database } from 'better-sqlite3';
import { stateChangeMember } from '../../../actors/journal/port.ts';
import { Sqlite } from '../../../lib/sqlite.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations/all.ts';
import { advice, type ProofNotes } from './notes.ts';

/** Each statement gives a sentence for each row that is wrong. */
const looks: readonly (readonly [table: string, sql: string])[] = [
  [
    'events',
    `SELECT 'the payload of event ' || event_id || ' is no JSON' FROM events WHERE NOT json_valid(payload)`,
  ],
  // Of a payload in the archive it is not asked: that file is proven on its own.
  [
    'events',
    `SELECT 'event ' || event_id || ' names another actor than the one whose change it carries'
     FROM (SELECT event_id, coalesce(turn_kind, entity_type) AS kind, coalesce(turn_id, entity_id) AS id,
         CASE WHEN json_valid(payload) THEN payload -> '$.${stateChangeMember}' END AS change FROM events)
     WHERE change ->> '$.kind' <> kind OR change ->> '$.id' <> id`,
  ],
  [
    'actors',
    `SELECT 'the state of ' || kind || '/' || id || ' is no JSON' FROM actors NOT INDEXED WHERE NOT json_valid(state)`,
  ],
  [
    'actors',
    `SELECT a.kind || '/' || a.id || ' is said to have been written with event ' || a.seq || ', which is not its own'
     FROM actors AS a NOT INDEXED LEFT JOIN events AS e ON e.event_id = a.seq
     WHERE coalesce(e.turn_kind, e.entity_type) IS NOT a.kind OR coalesce(e.turn_id, e.entity_id) IS NOT a.id`,
  ],
  [
    'log_epochs',
    `SELECT 'no epoch of the log is there' WHERE NOT EXISTS (SELECT 1 FROM log_epochs)`,
  ],
  [
    'log_epochs',
    `SELECT 'why the epoch ' || number || ' of the log began is not what was written' FROM log_epochs
     WHERE begun IS NOT NULL AND (NOT json_valid(begun) OR
       CASE WHEN json_valid(begun) THEN begun ->> '$.finding.kind' END IS NULL)`,
  ],
];

/** Everything in one state of the store. */
export function proveRows(db: Database, notes: ProofNotes): void {
  for (const [table, sql] of looks) {
    for (const words of db.prepare<[], string>(sql).pluck().all())
      notes.problem(table, words, advice.restore);
  }
  proveSchema(db, notes);
}

/** A store that was just made has all that one needs. */
function proveSchema(db: Database, notes: ProofNotes): void {
  const made = new Sqlite(':memory:');
  try {
    migrate(made, migrations);
    const there = new Set(namesIn(db));
    for (const name of namesIn(made)) {
      if (!there.has(name)) notes.problem('the file', `the ${name} is missing`, advice.restore);
    }
  } finally {
    made.close();
  }
}

const namesIn = (db: Database): string[] =>
  db
    .prepare<[], string>(
      `SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .pluck()
    .all();
