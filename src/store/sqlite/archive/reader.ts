/**
 * Payloads from the archive, for every statement of a connection that meets one that was moved. A file is proven
 * when it is read; a few ranges are held. An event is known by its hash: a file of another log is passed by.
 */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { StoredEvent } from '../../../actors/journal/port.ts';
import { defineMovedPayloads } from '../../../actors/journal/sqlite/event-rows.ts';
import { limits } from '../../../domain/limits.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { entriesOf } from '../backup/files.ts';
import { rangeIn, readRange } from './file.ts';
import { archiveName } from './place.ts';

interface Held {
  readonly first: number;
  readonly events: readonly StoredEvent[];
}

/** Lets `db` read what lies in `folder`; nothing is read before a statement needs it. */
export function readArchive(db: Database, folder: string): void {
  /** The one read last stands first. */
  let held: readonly Held[] = [];
  const findIn = (ranges: readonly Held[], eventId: number, hash: string) =>
    ranges
      .map(({ first, events }) => events[eventId - first])
      .find((event) => event?.hash === hash);
  defineMovedPayloads(db, (eventId, hash) => {
    const event = findIn(held, eventId, hash) ?? findIn(load(eventId), eventId, hash);
    if (event !== undefined) return canonicalJson(event.payload);
    throw new Error(
      `event ${eventId} was moved to the archive, and no file in ${folder} has it: put ${archiveName} back from a backup`,
    );
  });

  function load(eventId: number): readonly Held[] {
    const found = entriesOf(folder).flatMap(({ name }) => {
      const range = rangeIn(name);
      if (range === null || eventId < range.first || range.last < eventId) return [];
      return [{ first: range.first, events: readRange(join(folder, name)).events }];
    });
    held = [...found, ...held].slice(0, limits.archiveRangesHeldMax);
    return found;
  }
}
