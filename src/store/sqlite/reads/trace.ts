/**
 * Traces in SQLite. Events have no index by correlation id, which every commit would pay for: the
 * full-text index, which follows the commits, holds the id of each. It finds the events that speak of
 * the id somewhere, in short steps; those that bear it are taken.
 */
import { setImmediate } from 'node:timers/promises';
import type { EffectRow, StoredEvent, TimerRow } from '../../../actors/journal/port.ts';
import {
  type EventRow,
  eventColumns,
  toStoredEvent,
} from '../../../actors/journal/sqlite/event-rows.ts';
import { limits } from '../../../domain/limits.ts';
import type { Outstanding, TraceEvents, TraceLetter, TraceReads } from '../../ports/trace.ts';
import { phraseOf } from '../search/terms.ts';
import type { PrepareCached } from './statement-cache.ts';

/** Events looked at in one step: short enough not to hold up a turn. */
const stepEvents = 200;

/** Reads what the full-text index holds already. */
export function createSqliteTraces(prepare: PrepareCached): TraceReads {
  return {
    async eventsOfTrace(correlationId, limit) {
      const phrase = phraseOf(correlationId);
      if (phrase === null) return { rows: [], complete: true };
      return findEvents(prepare, { correlationId, phrase, limit });
    },
    outstandingOfTrace: async (correlationId) => readOutstanding(prepare, correlationId),
  };
}

async function findEvents(
  prepare: PrepareCached,
  { correlationId, phrase, limit }: { correlationId: string; phrase: string; limit: number },
): Promise<TraceEvents> {
  const speaking = prepare<{ event_id: number }>(
    `SELECT rowid AS event_id FROM event_search WHERE event_search MATCH ? AND rowid > ?
     ORDER BY rowid LIMIT ${stepEvents}`,
  );
  const bearing = prepare<EventRow>(
    `SELECT ${eventColumns} FROM json_each(?) AS c CROSS JOIN events AS e ON e.event_id = c.value
     WHERE e.correlation_id = ? ORDER BY e.event_id LIMIT ?`,
  );
  const rows: StoredEvent[] = [];
  let after = 0;
  for (let seen = 0; seen < limits.traceScannedEventsMax; seen += stepEvents) {
    if (seen > 0) await setImmediate();
    const ids = speaking.all(phrase, after).map((row) => row.event_id);
    const wanted = limit + 1 - rows.length;
    const found = bearing.all(JSON.stringify(ids), correlationId, wanted).map(toStoredEvent);
    rows.push(...found);
    if (rows.length > limit) return { rows: rows.slice(0, limit), complete: false };
    if (ids.length < stepEvents) return { rows, complete: true };
    after = ids.at(-1)!;
  }
  return { rows, complete: false };
}

type Counted<Row> = { readonly rows: readonly Row[]; readonly complete: boolean };

function readOutstanding(prepare: PrepareCached, correlationId: string): Outstanding {
  /** Rows of `columns` with the id, among the first of `table` in this order. */
  const among = <Row>(table: string, columns: string, order: string): Counted<Row> => {
    const rows = prepare<Row>(
      `SELECT ${columns} FROM (SELECT * FROM ${table} ORDER BY ${order} LIMIT ${limits.outboxScanMax})
       WHERE correlation_id = ? ORDER BY ${order}`,
    ).all(correlationId);
    const beyond = prepare<{ found: number }>(
      `SELECT 1 AS found FROM ${table} LIMIT 1 OFFSET ${limits.outboxScanMax}`,
    ).get();
    return { rows, complete: beyond === undefined };
  };
  const effects = among<EffectRow>(
    'effects',
    `effect_id, kind, id, name, input, cause_id, correlation_id, attempts, not_before_ms, last_error`,
    'sequence',
  );
  const timers = among<TimerRow>(
    'timers',
    'kind, id, name, due_ms, delay_ms, event, cause_id, correlation_id',
    'due_ms, kind, id, name',
  );
  const letters = among<TraceLetter>(
    'dead_letters',
    'sequence, kind, id, message, reason, at, cause_id',
    'sequence DESC',
  );
  return {
    effects: effects.rows,
    timers: timers.rows,
    letters: letters.rows,
    complete: effects.complete && timers.complete && letters.complete,
  };
}
