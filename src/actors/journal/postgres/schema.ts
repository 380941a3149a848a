/**
 * Tables of the journal in PostgreSQL, in a schema of their own. A migration never changes once
 * released, because stores remember its checksum; what comes later is a migration of its own.
 */

/** One numbered step; `{schema}` stands for the quoted name of the schema. */
export interface PostgresMigration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/** In the order of their numbers, from 1 and without a gap. */
export const postgresMigrations: readonly PostgresMigration[] = [
  {
    number: 1,
    name: 'journal',
    // Keys are compared byte by byte, as in every other journal, whatever the database's language.
    // `json` and not `jsonb`: what is hashed is read back to the byte.
    sql: `
CREATE TABLE {schema}.actors (
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  state_version bigint NOT NULL,
  state json NOT NULL,
  -- Last event of the turn that wrote this state.
  seq bigint NOT NULL,
  PRIMARY KEY (kind, id)
);

-- The previous hash is the hash of the row before, so it is not stored twice.
CREATE TABLE {schema}.events (
  event_id bigint PRIMARY KEY,
  event_type text NOT NULL,
  entity_type text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  payload json NOT NULL,
  idempotency_key text,
  actor text NOT NULL,
  cause_id bigint,
  correlation_id text NOT NULL,
  created_at text NOT NULL,
  hash text NOT NULL,
  -- The actor whose turn wrote the event, where that is not the entity. Not part of the record.
  turn_kind text,
  turn_id text
);

CREATE TABLE {schema}.answers (
  key text COLLATE "C" PRIMARY KEY,
  fingerprint text NOT NULL,
  -- Null while the request is deferred.
  body text,
  -- Of key, fingerprint and body.
  hash text NOT NULL
);

CREATE TABLE {schema}.timers (
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  due_ms double precision NOT NULL,
  delay_ms double precision,
  event text NOT NULL,
  cause_id bigint,
  correlation_id text NOT NULL,
  PRIMARY KEY (kind, id, name)
);
CREATE INDEX timers_by_due ON {schema}.timers (due_ms, kind, id, name);

CREATE TABLE {schema}.effects (
  sequence bigint PRIMARY KEY,
  effect_id text COLLATE "C" NOT NULL UNIQUE,
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  input text NOT NULL,
  invoke_id text COLLATE "C",
  cause_id bigint,
  correlation_id text NOT NULL,
  attempts bigint NOT NULL,
  not_before_ms double precision NOT NULL,
  last_error text
);
CREATE INDEX effects_by_actor ON {schema}.effects (kind, id, invoke_id);

CREATE TABLE {schema}.dead_letters (
  sequence bigint PRIMARY KEY,
  kind text NOT NULL,
  id text NOT NULL,
  message text NOT NULL,
  reason text NOT NULL,
  at text NOT NULL,
  source text NOT NULL,
  by_whom text NOT NULL,
  correlation_id text NOT NULL,
  cause_id bigint
);

CREATE TABLE {schema}.quarantines (
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- JSON text of the event the actor failed at.
  event text,
  reason text NOT NULL,
  since text NOT NULL,
  PRIMARY KEY (kind, id)
);

-- Where log, outbox and dead letters end: one row, the last that a commit locks, so that numbers have
-- no gap and rise with the commits. A sequence of the server promises neither.
CREATE TABLE {schema}.head (
  is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  event_id bigint NOT NULL,
  hash text NOT NULL,
  effect_sequence bigint NOT NULL,
  letter_sequence bigint NOT NULL,
  -- How many dead letters there are.
  letters bigint NOT NULL
);
INSERT INTO {schema}.head (event_id, hash, effect_sequence, letter_sequence, letters)
  VALUES (0, '', 0, 0, 0);

-- Who may write under a name: the one who took it last. The group tells a writer that lost its
-- connection in mid-commit whether that commit was made.
CREATE TABLE {schema}.writers (
  name text PRIMARY KEY,
  fence bigint NOT NULL,
  last_group bigint NOT NULL
);
`,
  },
  {
    number: 2,
    name: 'epochs and beats',
    sql: `
-- Which log this is: an epoch begins where events were lost. \`begun\` is what was seen then, as JSON.
CREATE TABLE {schema}.log_epochs (
  number bigint PRIMARY KEY,
  epoch text NOT NULL UNIQUE,
  from_event_id bigint NOT NULL,
  begun_at text NOT NULL,
  begun text
);
INSERT INTO {schema}.log_epochs (number, epoch, from_event_id, begun_at)
  VALUES (1, left(replace(gen_random_uuid()::text, '-', ''), 16), 0,
    to_char(now() AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));

-- A service that writes moves its beat while it runs: one that is about to take its name sees that it lives.
ALTER TABLE {schema}.writers ADD COLUMN beat bigint NOT NULL DEFAULT 0;
ALTER TABLE {schema}.writers ADD COLUMN is_open boolean NOT NULL DEFAULT false;
`,
  },
  {
    number: 3,
    name: 'lease of the writer',
    sql: `
-- Which boot of which program holds the name while it is open, where it is reached, since when, and when it
-- was last heard of, all by the clock of this server. A program that knows no lease is not heard of.
ALTER TABLE {schema}.writers DROP COLUMN beat;
ALTER TABLE {schema}.writers ADD COLUMN boot text;
ALTER TABLE {schema}.writers ADD COLUMN address text;
ALTER TABLE {schema}.writers ADD COLUMN since timestamptz;
ALTER TABLE {schema}.writers ADD COLUMN heard_at timestamptz;
`,
  },
  {
    number: 4,
    name: 'program of the writer',
    sql: `
-- Version of the program that took the name last; one of before it takes it no more.
ALTER TABLE {schema}.writers ADD COLUMN program text;
`,
  },
];
