/**
 * What a copy of the journal is kept up by: what was committed beyond some event, as of one
 * moment. It reads the log and the rows that the log does not say; the copy is whoever asks for it.
 */
import { parseIfJson } from '../../../lib/if-there.ts';
import { genesisHash } from '../event-chain.ts';
import type {
  DeadLetter,
  NewEvent,
  Quarantine,
  SequencedEffect,
  StoredEvent,
  TimerRow,
} from '../port.ts';
import { changeIn } from '../state-fold.ts';
import { openReaders, type PostgresTarget, type Read } from './connect.ts';
import { checkUrl, quoteSchema, schemaDefault, writerDefault } from './open.ts';

/** An event as its table has it; `payload` is the text that was hashed. */
export interface LoggedEvent extends NewEvent {
  readonly event_id: number;
  readonly hash: string;
  readonly turn_kind: string | null;
  readonly turn_id: string | null;
}
/** A state as its table has it, with the last event of the turn that wrote it. */
export interface StateRow {
  readonly kind: string;
  readonly id: string;
  readonly version: number;
  readonly state_version: number;
  readonly state: string;
  readonly seq: number;
}
type Address = Pick<StateRow, 'kind' | 'id'>;

/** All that waits: of these no event tells. */
export interface OutstandingRows {
  readonly timers: readonly TimerRow[];
  readonly effects: readonly SequencedEffect[];
  readonly letters: readonly DeadLetter[];
  readonly quarantines: readonly Quarantine[];
  /** The last numbers that were given. */
  readonly effect_sequence: number;
  readonly letter_sequence: number;
}

/** What was committed beyond an event, as of one moment. */
export interface JournalChanges {
  /** The hash of the event that these follow, empty for the first; null where there is no such event. */
  readonly before: string | null;
  readonly events: readonly LoggedEvent[];
  /** Whose end is among the events; what began anew since has a state all the same. */
  readonly gone: readonly Address[];
  /** Of whoever changed in these events, as of the moment, which may be later than the last of them. */
  readonly states: readonly StateRow[];
  /** Null where there are more events, since what waits belongs to the end of the log; or nothing new was to be told. */
  readonly outstanding: OutstandingRows | null;
}

/** Where a stretch of the log in which every id was given once begins; `begun` is JSON text or null. */
export interface EpochRow {
  readonly number: number;
  readonly epoch: string;
  readonly from_event_id: number;
  readonly begun_at: string;
  readonly begun: string | null;
}

/** Reads of one journal beside the journal itself. Each rejects with `PostgresUnavailableError` when it cannot ask. */
export interface JournalSource {
  /** The hash of an event; null where there is none. */
  hashOf(eventId: number): Promise<string | null>;
  /**
   * At most `eventsMax` events; with fewer than there are, nothing outstanding. `newsOnly`: nor where there are
   * no events, though attempts at an effect may have failed since.
   */
  changesAfter(eventId: number, eventsMax: number, newsOnly?: boolean): Promise<JournalChanges>;
  /** From the first on. */
  epochs(): Promise<readonly EpochRow[]>;
  /** Does nothing where its number is there. */
  addEpoch(row: EpochRow): Promise<void>;
  /**
   * Of `rowsMax` answers behind the key `after`, deletes those that were given `before` (ISO 8601); one that is
   * still owed stays, and so do all once another writer has taken over. `next` is null when there are no more.
   */
  forgetAnswers(
    fence: number,
    step: { readonly after: string; readonly before: string },
    rowsMax: number,
  ): Promise<{ readonly forgotten: number; readonly next: string | null }>;
  close(): Promise<void>;
}

interface SourceOptions extends PostgresTarget {
  readonly schema?: string;
  readonly writer?: string;
  /** The server refuses whatever would write: `addEpoch` rejects. */
  readonly readonly?: boolean;
}

/** Connects when it is first asked. The schema must be up to date, which whoever opens the journal sees to. */
export function openJournalSource(options: SourceOptions): JournalSource {
  checkUrl(options.url);
  const schema = quoteSchema(options.schema ?? schemaDefault);
  const writer = options.writer ?? writerDefault;
  const one = { ...options, readersMax: 1 };
  const only = options.readonly === true;
  const log = openReaders(one, only);
  return {
    async hashOf(eventId) {
      const [row] = await log.read<{ hash: string }>(
        `SELECT hash FROM ${schema}.events WHERE event_id = $1`,
        [eventId],
      );
      return row?.hash ?? null;
    },
    changesAfter: (eventId, eventsMax, newsOnly = false) =>
      log.snapshot((read) => readChanges(read, { schema, eventId, eventsMax, newsOnly })),
    epochs: () =>
      log.read<EpochRow>(
        `SELECT number, epoch, from_event_id, begun_at, begun FROM ${schema}.log_epochs ORDER BY number`,
      ),
    async addEpoch(row) {
      await log.read(
        `INSERT INTO ${schema}.log_epochs (number, epoch, from_event_id, begun_at, begun)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (number) DO NOTHING`,
        [row.number, row.epoch, row.from_event_id, row.begun_at, row.begun],
      );
    },
    async forgetAnswers(fence, { after, before }, rowsMax) {
      const seen = await log.read<{ key: string; body: string | null }>(
        `SELECT key, body FROM ${schema}.answers WHERE key > $1 ORDER BY key LIMIT $2`,
        [after, rowsMax],
      );
      const old = seen.filter(({ body }) => isGivenBefore(body, before)).map(({ key }) => key);
      const gone = await log.read(
        `DELETE FROM ${schema}.answers WHERE key = ANY($1::text[]) AND body IS NOT NULL
           AND EXISTS (SELECT FROM ${schema}.writers WHERE name = $2 AND fence = $3) RETURNING key`,
        [old, writer, fence],
      );
      const next = seen.length < rowsMax ? null : (seen.at(-1)?.key ?? null);
      return { forgotten: gone.length, next };
    },
    close: () => log.close(),
  };
}

/** An answer that is no JSON was altered: it stays. */
function isGivenBefore(body: string | null, before: string): boolean {
  if (body === null) return false;
  const at = (parseIfJson(body) as { readonly at?: unknown } | null | undefined)?.at;
  return typeof at === 'string' && at < before;
}

async function readChanges(
  read: Read,
  at: {
    readonly schema: string;
    readonly eventId: number;
    readonly eventsMax: number;
    readonly newsOnly: boolean;
  },
): Promise<JournalChanges> {
  const { schema, eventId, eventsMax, newsOnly } = at;
  const [head] = await read<{ event_id: number; before: string | null }>(
    `SELECT h.event_id, e.hash AS before FROM ${schema}.head AS h
     LEFT JOIN ${schema}.events AS e ON e.event_id = $1`,
    [eventId],
  );
  const events = await read<LoggedEvent>(
    `SELECT event_id, event_type, entity_type, entity_id, payload, idempotency_key, actor, cause_id,
       correlation_id, created_at, hash, turn_kind, turn_id
     FROM ${schema}.events WHERE event_id > $1 ORDER BY event_id LIMIT $2`,
    [eventId, eventsMax],
  );
  const changed = new Map<string, Address>();
  const gone = new Map<string, Address>();
  for (const { payload } of events) {
    const change = changeIn(JSON.parse(payload) as StoredEvent['payload']);
    if (change === undefined) continue;
    const { kind, id } = change;
    const key = JSON.stringify([kind, id]);
    changed.set(key, { kind, id });
    if (change.gone === true) gone.set(key, { kind, id });
  }
  const addresses = [...changed.values()];
  const states = await read<StateRow>(
    `SELECT kind, id, version, state_version, state, seq FROM ${schema}.actors
     WHERE (kind, id) IN (SELECT * FROM unnest($1::text[], $2::text[])) ORDER BY kind, id`,
    [addresses.map(({ kind }) => kind), addresses.map(({ id }) => id)],
  );
  const end = events.at(-1)?.event_id ?? eventId;
  const isWhole = end >= (head?.event_id ?? 0);
  const isTold = isWhole && (events.length > 0 || !newsOnly);
  const outstanding = isTold ? await readOutstanding(read, schema) : null;
  const before = eventId === 0 ? genesisHash : (head?.before ?? null);
  return { before, events, gone: [...gone.values()], states, outstanding };
}

async function readOutstanding(read: Read, schema: string): Promise<OutstandingRows> {
  const [ends] = await read<Pick<OutstandingRows, 'effect_sequence' | 'letter_sequence'>>(
    `SELECT effect_sequence, letter_sequence FROM ${schema}.head`,
  );
  return {
    effect_sequence: ends?.effect_sequence ?? 0,
    letter_sequence: ends?.letter_sequence ?? 0,
    timers: await read<TimerRow>(
      `SELECT kind, id, name, due_ms, delay_ms, event, cause_id, correlation_id FROM ${schema}.timers
       ORDER BY kind, id, name`,
    ),
    effects: await read<SequencedEffect>(
      `SELECT sequence, effect_id, kind, id, name, input, invoke_id, cause_id, correlation_id, attempts,
         not_before_ms, last_error FROM ${schema}.effects ORDER BY sequence`,
    ),
    letters: await read<DeadLetter>(
      `SELECT sequence, kind, id, message, reason, at, source, by_whom AS by, correlation_id, cause_id
       FROM ${schema}.dead_letters ORDER BY sequence`,
    ),
    quarantines: await read<Quarantine>(
      `SELECT kind, id, event, reason, since FROM ${schema}.quarantines ORDER BY kind, id`,
    ),
  };
}
