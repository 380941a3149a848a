/**
 * What the journal reads. Each call sees what was committed before it; lookups by key share a statement.
 * Throws `PostgresUnavailableError` when the server cannot be asked: nothing there is never said of
 * what could not be looked at.
 */
import { assert } from '../../../lib/assert.ts';
import type { ActorAddress } from '../../machine/durable-actions.ts';
import type {
  DeadLetter,
  Journal,
  Quarantine,
  SequencedEffect,
  StoredActor,
  StoredAnswer,
  StoredEvent,
  TimerRow,
} from '../port.ts';
import type { Read } from './connect.ts';
import { gatherLookups } from './gather.ts';

type ActorRow = Omit<StoredActor, 'state'> & { readonly state: string };
type EventRow = Omit<StoredEvent, 'payload'> & { readonly payload: string };
interface HeadRow {
  readonly event_id: number;
  readonly letters: number;
}

const effectColumns = `sequence, effect_id, kind, id, name, input, invoke_id, cause_id,
  correlation_id, attempts, not_before_ms, last_error`;

/** All of the journal that writes nothing. */
export type JournalReads = Omit<Journal, 'commit' | 'close'>;

/** Reads of the journal in `schema`, which is a quoted name. */
export function createPostgresReads(read: Read, schema: string): JournalReads {
  const first = async <Row>(text: string, values: readonly unknown[]): Promise<Row | undefined> =>
    (await read<Row>(text, values))[0];
  const head = async (): Promise<HeadRow> => {
    const row = await first<HeadRow>(`SELECT event_id, letters FROM ${schema}.head`, []);
    assert(row !== undefined, `${schema}.head has its row, by which the end of the log is known`);
    return row;
  };
  const findActor = gatherLookups<ActorAddress, ActorRow>(
    (addresses) =>
      read(
        `SELECT n.place, a.version, a.state_version, a.state
         FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS n (kind, id, place)
         JOIN ${schema}.actors AS a USING (kind, id)`,
        [addresses.map(({ kind }) => kind), addresses.map(({ id }) => id)],
      ),
    ({ kind, id }) => kind.includes('\0') || id.includes('\0'),
  );
  const findAnswer = gatherLookups<string, StoredAnswer>(
    (keys) =>
      read(
        `SELECT n.place, a.key, a.fingerprint, a.body
         FROM unnest($1::text[]) WITH ORDINALITY AS n (key, place)
         JOIN ${schema}.answers AS a USING (key)`,
        [keys],
      ),
    (key) => key.includes('\0'),
  );
  return {
    async load(kind, id) {
      const row = await findActor({ kind, id });
      return row === undefined ? undefined : { ...row, state: JSON.parse(row.state) as unknown };
    },
    findAnswer,
    timers: (after, limit) =>
      read<TimerRow>(
        `SELECT kind, id, name, due_ms, delay_ms, event, cause_id, correlation_id FROM ${schema}.timers
         WHERE (due_ms, kind, id, name) > ($1, $2, $3, $4) ORDER BY due_ms, kind, id, name LIMIT $5`,
        [
          after?.due_ms ?? Number.MIN_SAFE_INTEGER,
          after?.kind ?? '',
          after?.id ?? '',
          after?.name ?? '',
          limit,
        ],
      ),
    timersOf: ({ kind, id }) =>
      read<TimerRow>(
        `SELECT kind, id, name, due_ms, delay_ms, event, cause_id, correlation_id FROM ${schema}.timers
         WHERE kind = $1 AND id = $2 ORDER BY name`,
        [kind, id],
      ),
    effects: (after, limit) =>
      read<SequencedEffect>(
        `SELECT ${effectColumns} FROM ${schema}.effects WHERE sequence > $1 ORDER BY sequence LIMIT $2`,
        [after, limit],
      ),
    effectsOf: ({ kind, id, invokeId }, after, limit) =>
      read<SequencedEffect>(
        `SELECT ${effectColumns} FROM ${schema}.effects
         WHERE kind = $1 AND id = $2 AND invoke_id IS NOT DISTINCT FROM $3 AND sequence > $4
           AND name <> 'tell'
         ORDER BY sequence LIMIT $5`,
        [kind, id, invokeId, after, limit],
      ),
    deadLetters: (limit, before = Number.MAX_SAFE_INTEGER) =>
      read<DeadLetter>(
        `SELECT sequence, kind, id, message, reason, at, source, by_whom AS by, correlation_id, cause_id
         FROM ${schema}.dead_letters WHERE sequence < $1 ORDER BY sequence DESC LIMIT $2`,
        [before, limit],
      ),
    countDeadLetters: async () => (await head()).letters,
    quarantines: (after, limit) =>
      read<Quarantine>(
        `SELECT kind, id, event, reason, since FROM ${schema}.quarantines
         WHERE (kind, id) > ($1, $2) ORDER BY kind, id LIMIT $3`,
        [after?.kind ?? '', after?.id ?? '', limit],
      ),
    addresses: (after, limit) =>
      read<ActorAddress>(
        `SELECT kind, id FROM ${schema}.actors WHERE (kind, id) > ($1, $2) ORDER BY kind, id LIMIT $3`,
        [after?.kind ?? '', after?.id ?? '', limit],
      ),
    headEventId: async () => (await head()).event_id,
    async eventsAfter(after, limit) {
      const rows = await read<EventRow>(
        `SELECT e.event_id, e.event_type, e.entity_type, e.entity_id, e.payload, e.idempotency_key,
           e.actor, e.cause_id, e.correlation_id, coalesce(p.hash, '') AS prev_hash, e.hash, e.created_at
         FROM ${schema}.events AS e LEFT JOIN ${schema}.events AS p ON p.event_id = e.event_id - 1
         WHERE e.event_id > $1 ORDER BY e.event_id LIMIT $2`,
        [after, limit],
      );
      return rows.map((row) => ({
        ...row,
        payload: JSON.parse(row.payload) as StoredEvent['payload'],
      }));
    },
  };
}
