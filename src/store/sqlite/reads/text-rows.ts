/** Rows as the store has them, states and payloads as JSON text: cheap to read and to send. */
import type { EventRow } from '../../../actors/journal/sqlite/event-rows.ts';
import { deepFreeze } from '../../../lib/deep-freeze.ts';
import { excerpt, excerptCharsMax } from '../../../lib/excerpt.ts';
import type { EntityRow } from '../../ports/read-models.ts';

/** A stored state. */
export interface StateRow {
  readonly version: number;
  readonly state: string;
}

/** As `EventScan`, with payloads as text. */
export interface EventRowScan {
  readonly rows: readonly ListedEventRow[];
  readonly next: number | null;
}

/** An event as lists have it: long texts of its payload are cut where it is read. */
export interface ListedEventRow extends EventRow {
  /** Of the whole payload, where it was cut. */
  readonly payload_bytes?: number;
}

/** Cuts the payload of an event to an excerpt, so that a page of events is never megabytes. */
export function toListedEvent(row: EventRow): ListedEventRow {
  if (row.payload.length <= excerptCharsMax) return row;
  const payload = excerptOf(row.payload);
  if (payload === null) return row;
  return { ...row, payload, payload_bytes: Buffer.byteLength(row.payload) };
}

/** As `toListedEvent`, for a stored state; who shows it cuts it again, to the same text. */
export function toListedState<Row extends { readonly state: string }>(row: Row): Row {
  if (row.state.length <= excerptCharsMax) return row;
  const state = excerptOf(row.state);
  return state === null ? row : { ...row, state };
}

/** Null where nothing is cut; also of a text that is damaged, which whoever reads it will say. */
function excerptOf(json: string): string | null {
  try {
    const { value, cut } = excerpt(JSON.parse(json));
    return cut ? JSON.stringify(value) : null;
  } catch {
    return null;
  }
}

/** The stored members with the version beside them. */
export function toEntityRow({ state, version }: StateRow): EntityRow {
  return { ...(JSON.parse(state) as object), version };
}

/** Rows kept as objects, at most twice as many; longer states are made anew each time. */
const keptRowsMax = 1024;
const keptCharsMax = 8192;

/**
 * As `toEntityRow`; while a state has not changed since it was last read, the row is the same object, frozen. What is
 * read again and again, as by the pump, by alerts and by overviews, is mostly as it was.
 */
export function createEntityRows(): (row: StateRow) => EntityRow {
  let young = new Map<string, EntityRow>();
  let old = young;
  return (row) => {
    const { state } = row;
    if (state.length > keptCharsMax) return toEntityRow(row);
    let known = young.get(state);
    if (known === undefined || known.version !== row.version) {
      known = old.get(state);
      if (known?.version !== row.version) known = deepFreeze(toEntityRow(row));
      if (young.size >= keptRowsMax) {
        old = young;
        young = new Map();
      }
      young.set(state, known);
    }
    return known;
  };
}
