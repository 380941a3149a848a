/**
 * Keeps the full-text index up with the event log. Commits do not touch it; it follows in batches,
 * each one transaction that also moves the mark of how far it has come, so that a crash loses
 * nothing. Every change of state has an event, so following events finds every changed actor.
 */

import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { payloadOf } from '../../../actors/journal/sqlite/event-rows.ts';
import { isLocked } from '../../../actors/journal/sqlite/write-lock.ts';
import { entityKinds } from '../../../domain/entities/kinds.ts';
import { ServiceError } from '../../../domain/errors.ts';
import { kindWord } from './terms.ts';
import { stringsIn } from './text.ts';

/** Events taken in one transaction before a search: short enough not to hold up a turn. */
const batchEventsMax = 250;

/** The columns of an event that are searched. */
export interface SearchedEvent {
  readonly event_type: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly actor: string;
  readonly idempotency_key: string | null;
  readonly correlation_id: string;
  readonly payload: string;
}
interface PendingEvent extends SearchedEvent {
  readonly event_id: number;
  readonly kind: string;
  readonly id: string;
}

/** The index of one store. A search waits for `catchUp` first, so it finds whatever was committed before. */
export interface SearchIndexer {
  /** Takes at most `limit` events; answers how many. */
  indexPending(limit: number): number | Promise<number>;
  /**
   * Resolves when everything committed before the call is in the index. On a read-only database
   * that lags behind it rejects with `read_only` rather than leave rows out. While another process has
   * the write lock it rejects with `overloaded`, or `waits` as turns do.
   */
  catchUp(options?: { readonly waits: boolean }): Promise<void>;
}

function prepareStatements(db: Database) {
  return {
    progress: db.prepare<[], number>('SELECT event_id FROM search_progress').pluck(),
    setProgress: db.prepare('UPDATE search_progress SET event_id = ?'),
    pending: db.prepare<[number, number], PendingEvent>(
      `SELECT event_id, event_type, entity_type, entity_id, actor, idempotency_key, correlation_id,
         ${payloadOf('e')} AS payload, coalesce(turn_kind, entity_type) AS kind,
         coalesce(turn_id, entity_id) AS id
       FROM events AS e WHERE event_id > ? ORDER BY event_id LIMIT ?`,
    ),
    actor: db.prepare<[string, string], { rowid: number; state: string }>(
      'SELECT rowid, state FROM actors WHERE kind = ? AND id = ?',
    ),
    indexActor: db.prepare(
      'INSERT OR REPLACE INTO actor_search (rowid, kind, content) VALUES (?, ?, ?)',
    ),
    indexEvent: db.prepare('INSERT OR REPLACE INTO event_search (rowid, content) VALUES (?, ?)'),
  };
}

/** Takes pending events into the index, in one transaction; holds nothing in memory. */
export function createIndexWriter(db: Database): (limit: number) => number {
  const sql = prepareStatements(db);
  const listable: ReadonlySet<string> = new Set(entityKinds);

  const indexActor = ({ kind, id }: PendingEvent): void => {
    const row = sql.actor.get(kind, id);
    if (row === undefined) return;
    sql.indexActor.run(row.rowid, kindWord(kind), actorText(row.state));
  };
  const indexBatch = db.transaction((limit: number): number => {
    const events = sql.pending.all(sql.progress.get() ?? 0, limit);
    const changed = new Map<string, PendingEvent>();
    for (const event of events) {
      sql.indexEvent.run(event.event_id, eventText(event));
      if (listable.has(event.kind)) changed.set(`${event.kind}/${event.id}`, event);
    }
    for (const event of changed.values()) indexActor(event);
    const last = events.at(-1);
    if (last !== undefined) sql.setProgress.run(last.event_id);
    return events.length;
  });

  return (limit) => indexBatch.immediate(limit);
}

/**
 * The indexer of whoever reads `db`; `write` is `createIndexWriter`'s, here or in another thread. A
 * write that fails, for want of space say, is thrown and told to `onWriteFault`: whoever searched
 * cannot mend it.
 */
export function createSearchIndexer(
  db: Database,
  write: (limit: number, waits: boolean) => number | Promise<number>,
  onWriteFault: (error: unknown) => void = () => {},
): SearchIndexer {
  const head = db.prepare<[], number>('SELECT coalesce(max(event_id), 0) FROM events').pluck();
  const progress = db.prepare<[], number>('SELECT event_id FROM search_progress').pluck();

  const indexPending = async (limit: number, waits = false): Promise<number> => {
    try {
      return await write(limit, waits);
    } catch (error) {
      if (isLocked(error)) {
        // Another process that writes for long is a delay, not a fault.
        const detail =
          'The search index waits for another process that has the write lock; try again.';
        throw new ServiceError('overloaded', detail, {}, { cause: error });
      }
      onWriteFault(error);
      throw error;
    }
  };
  return {
    indexPending: (limit) => indexPending(limit),
    async catchUp({ waits } = { waits: false }) {
      const target = head.get() ?? 0;
      while ((progress.get() ?? 0) < target) {
        await indexPending(batchEventsMax, waits);
        // Turns of other actors go first.
        await setImmediate();
      }
    },
  };
}

/** The indexer of a store that is only read: it waits for nobody. */
export function createReadonlyIndexer(db: Database): SearchIndexer {
  const isBehind = db
    .prepare<[], number>(
      'SELECT event_id < (SELECT coalesce(max(event_id), 0) FROM events) FROM search_progress',
    )
    .pluck();
  return {
    indexPending: () => 0,
    async catchUp() {
      if (isBehind.get() !== 1) return;
      throw new ServiceError(
        'read_only',
        'The search index is behind and this store was opened for reading only.',
      );
    },
  };
}

/** What a search finds an actor by. */
export const actorText = (state: string): string => stringsIn(JSON.parse(state));

/** What a search finds an event by. */
export function eventText(event: SearchedEvent): string {
  const { event_type, entity_type, entity_id, actor, idempotency_key, correlation_id } = event;
  return stringsIn([
    event_type,
    entity_type,
    entity_id,
    actor,
    idempotency_key,
    correlation_id,
    JSON.parse(event.payload),
  ]);
}
