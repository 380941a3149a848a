/**
 * Events by the values in their payload. Texts are looked up in the full-text index; whatever comes
 * is then held against the payload's text, which is canonical JSON, and last against the payload
 * itself. It goes in short steps from the newest down and stops after a bounded number of events.
 */
import { setImmediate } from 'node:timers/promises';
import {
  type EventRow,
  eventColumns,
  movedPayload,
  toStoredEvent,
} from '../../../actors/journal/sqlite/event-rows.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import type { EventQuery, PayloadFilter } from '../../ports/read-models.ts';
import { phraseOf } from '../search/terms.ts';
import { eventsStatement } from './event-list.ts';
import type { PrepareCached } from './statement-cache.ts';
import type { EventRowScan } from './text-rows.ts';

/** Events looked at in one step: short enough not to hold up a turn. */
const stepEvents = 1_000;
/** Events looked at for one page. */
const scannedEventsMax = 50_000;

/** The FTS5 query that finds at least the events with these texts; null when none can be found so. */
export function payloadMatch(filters: readonly PayloadFilter[]): string | null {
  const phrases = filters.flatMap(({ value }) => {
    // A number, a truth value and null are not in the index.
    const phrase = literalOf(value) === undefined ? phraseOf(value) : null;
    return phrase === null ? [] : [phrase];
  });
  return phrases.length === 0 ? null : phrases.join(' AND ');
}

/** Newest events below `query.before` that fit; `match` narrows them. */
export async function scanEvents(
  prepare: PrepareCached,
  query: EventQuery,
  filters: readonly PayloadFilter[],
  match: string | null,
): Promise<EventRowScan> {
  const fetch = prepareFetch(prepare, filters);
  const rows: EventRow[] = [];
  let before = query.before ?? Number.MAX_SAFE_INTEGER;
  for (let seen = 0; seen < scannedEventsMax; ) {
    const window = { before, limit: stepEvents, offset: 0 };
    const { sql, params } = eventsStatement(
      prepare,
      query,
      match,
      window,
      'e.event_id AS event_id',
    );
    const ids = prepare<{ event_id: number }>(sql)
      .all(...params)
      .map((row) => row.event_id);
    rows.push(...fetch(ids));
    const page = rows.slice(0, query.limit);
    if (rows.length > query.limit) return { rows: page, next: page.at(-1)?.event_id ?? null };
    const last = ids.at(-1);
    if (last === undefined || ids.length < stepEvents) return { rows, next: null };
    before = last;
    seen += ids.length;
    // Turns of actors go first.
    await setImmediate();
  }
  return { rows, next: before };
}

/** Reads those of the events with these ids that fit, newest first. */
function prepareFetch(prepare: PrepareCached, filters: readonly PayloadFilter[]) {
  const needles = filters.map(needlesOf);
  const conditions = needles.map(
    (texts) =>
      `(${texts.map(() => 'instr(e.payload, ?) > 0').join(' OR ')} OR e.payload = '${movedPayload}')`,
  );
  const statement = prepare<EventRow>(
    `SELECT ${eventColumns} FROM json_each(?) AS c CROSS JOIN events AS e ON e.event_id = c.value
     WHERE ${conditions.join(' AND ')} ORDER BY e.event_id DESC`,
  );
  return (ids: readonly number[]): EventRow[] =>
    statement.all(JSON.stringify(ids), ...needles.flat()).filter((row) => {
      const { payload } = toStoredEvent(row);
      return filters.every((filter) => fits(payload, filter));
    });
}

/** What the text of a payload that fits must hold: the last member with its value. */
function needlesOf({ path, value }: PayloadFilter): string[] {
  const name = path.at(-1) ?? '';
  // An entry of a list is written without a name.
  const before = isIndex(name) ? '' : `${canonicalJson(name)}:`;
  const literal = literalOf(value);
  return [
    `${before}${canonicalJson(value)}`,
    ...(literal === undefined ? [] : [`${before}${canonicalJson(literal)}`]),
  ];
}

const isIndex = (name: string): boolean => /^(0|[1-9]\d{0,8})$/.test(name);

function fits(payload: unknown, { path, value }: PayloadFilter): boolean {
  let found: unknown = payload;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return false;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found === value || (typeof found !== 'string' && found === literalOf(value));
}

/** The number, truth value or null that a text writes; undefined when it writes none. */
function literalOf(text: string): number | boolean | null | undefined {
  if (text === 'null') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  if (!/^-?\d{1,17}(\.\d{1,17})?([eE][+-]?\d{1,3})?$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
