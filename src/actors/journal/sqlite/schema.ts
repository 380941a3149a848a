/**
 * Tables of the journal: actors, events, answers, timers, outbox, dead letters, quarantines. A text
 * never changes once released, because stores remember its checksum; what comes later is a text of
 * its own.
 */

/** The journal of the first edition: actors, events, answers, timers, effects and dead letters. */
export const journalTables = `
CREATE TABLE actors (
  rowid INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  state_version INTEGER NOT NULL,
  state TEXT NOT NULL,
  -- Last event of the turn that wrote this state.
  seq INTEGER NOT NULL
);
CREATE UNIQUE INDEX actors_address ON actors (kind, id);

-- The previous hash is the hash of the row before, so it is not stored twice.
CREATE TABLE events (
  event_id INTEGER PRIMARY KEY,
  event_type TEXT NOT NULL,
  entity_type TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  payload TEXT NOT NULL,
  idempotency_key TEXT,
  actor TEXT NOT NULL,
  cause_id INTEGER,
  correlation_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  hash TEXT NOT NULL,
  -- The actor whose turn wrote the event, where that is not the entity. Not part of the record.
  turn_kind TEXT,
  turn_id TEXT
);
CREATE INDEX events_by_entity ON events (entity_type, entity_id);
CREATE INDEX events_by_turn ON events (turn_kind, turn_id) WHERE turn_kind IS NOT NULL;
CREATE INDEX events_by_type ON events (event_type);

CREATE TABLE answers (
  key TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  -- Null while the request is deferred.
  body TEXT
) WITHOUT ROWID;

CREATE TABLE timers (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  due_ms INTEGER NOT NULL,
  event TEXT NOT NULL,
  correlation_id TEXT NOT NULL,
  PRIMARY KEY (kind, id, name)
) WITHOUT ROWID;
CREATE INDEX timers_by_due ON timers (due_ms, kind, id, name);

CREATE TABLE effects (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  effect_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  input TEXT NOT NULL,
  cause_id INTEGER,
  correlation_id TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  not_before_ms INTEGER NOT NULL,
  last_error TEXT
);

CREATE TABLE dead_letters (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  message TEXT NOT NULL,
  reason TEXT NOT NULL,
  at TEXT NOT NULL
);
`;

/** Invocations, quarantines that last, and dead letters that say where they came from. */
export const supervisionTables = `
ALTER TABLE effects ADD COLUMN invoke_id TEXT;
CREATE INDEX effects_by_actor ON effects (kind, id, invoke_id);

ALTER TABLE dead_letters ADD COLUMN source TEXT NOT NULL DEFAULT '';
ALTER TABLE dead_letters ADD COLUMN by_whom TEXT NOT NULL DEFAULT '';
ALTER TABLE dead_letters ADD COLUMN correlation_id TEXT NOT NULL DEFAULT '';
ALTER TABLE dead_letters ADD COLUMN cause_id INTEGER;

-- Counted as they come and go, so that nobody has to look through them.
CREATE TABLE dead_letter_count (count INTEGER NOT NULL);
INSERT INTO dead_letter_count (count) SELECT count(*) FROM dead_letters;
CREATE TRIGGER dead_letters_added AFTER INSERT ON dead_letters BEGIN
  UPDATE dead_letter_count SET count = count + 1;
END;
CREATE TRIGGER dead_letters_removed AFTER DELETE ON dead_letters BEGIN
  UPDATE dead_letter_count SET count = count - 1;
END;

-- What caused a timer; a store of the first edition does not know.
ALTER TABLE timers ADD COLUMN cause_id INTEGER;

CREATE TABLE quarantines (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  -- JSON text of the event the actor failed at.
  event TEXT,
  reason TEXT NOT NULL,
  since TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;
`;

/** What a timer was set to wait, and a hash by which a stored answer is known. */
export const proofColumns = `
-- Null for a timer that an earlier program set.
ALTER TABLE timers ADD COLUMN delay_ms INTEGER;
-- Of key, fingerprint and body; null where an earlier program wrote the answer: nothing holds it.
ALTER TABLE answers ADD COLUMN hash TEXT;
`;
