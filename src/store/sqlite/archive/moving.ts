/**
 * Moves payloads of old events from the table into files. A range is written, proven and in place before one
 * transaction notes its file and takes the payloads out of the table: whatever ends the process in between, each
 * payload is in the table, or in a file that the table names. What stays of an event is its line: id, type, entity,
 * author, time and hash, so that ids have no gaps and the chain can be followed through both.
 */
import type { Database } from 'better-sqlite3';
import { movedPayload } from '../../../actors/journal/sqlite/event-rows.ts';
import { createJournalReads } from '../../../actors/journal/sqlite/reads.ts';
import { limits } from '../../../domain/limits.ts';
import { assert } from '../../../lib/assert.ts';
import { toIsoTime } from '../../../lib/clock.ts';
import type { ArchivedFile, ArchiveRule, ArchiveState } from '../../ports/event-archive.ts';
import { createTimeTravel } from '../reads/time-travel.ts';
import { type WritePoint, writeRange } from './file.ts';
import { isNeeded } from './needed.ts';

/** A range whose file is in place and of which the table does not know yet. */
type WrittenRange = Omit<ArchivedFile, 'kept' | 'archived_at'>;

/** Smaller ones are for tests. */
type ArchiveBounds = {
  readonly [Name in 'archiveRangeEvents' | 'archiveEventsLeftMin']: number;
};

const dayMs = 86_400_000;

/** Reads on any connection: what is due, and the file of the next range. */
export function createArchiveReads(
  db: Database,
  folder: string,
  { archiveRangeEvents: rangeEvents, archiveEventsLeftMin: leftMin }: ArchiveBounds = limits,
) {
  const journal = createJournalReads(db);
  const { eventIdAt } = createTimeTravel(db);
  const totals = db.prepare<[], Pick<ArchiveState, 'files' | 'bytes' | 'archived_to' | 'kept'>>(
    `SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes, coalesce(max(last_id), 0) AS archived_to,
       coalesce(sum(kept), 0) AS kept FROM event_archives`,
  );
  const indexed = db.prepare<[], number>('SELECT event_id FROM search_progress').pluck();
  const lookBefore = db
    .prepare<[number], number>(
      'SELECT event_id FROM archive_looks ORDER BY look DESC LIMIT 1 OFFSET ?',
    )
    .pluck();
  const looks = db.prepare<[], number>('SELECT count(*) FROM archive_looks').pluck();
  const lengths = db.prepare<[number, number, number], { event_id: number; length: number }>(
    `SELECT event_id, length(payload) AS length FROM events WHERE event_id > ? AND event_id <= ?
     ORDER BY event_id LIMIT ?`,
  );

  const stateNow = async ({
    afterDays,
    trustClock,
    nowMs,
    upTo = Number.POSITIVE_INFINITY,
  }: ArchiveRule): Promise<ArchiveState> => {
    const head = await journal.headEventId();
    const byClock = eventIdAt(toIsoTime(nowMs - afterDays * dayMs));
    const byLooks = trustClock ? head : (lookBefore.get(afterDays) ?? 0);
    const bounds = [
      { to: byClock, words: null },
      {
        to: byLooks,
        words: `so many daily looks at the log since: ${looks.get() ?? 0} of ${afterDays + 1} so far`,
      },
      { to: indexed.get() ?? 0, words: 'the full text, which has not come as far' },
      {
        to: Math.max(0, head - leftMin),
        words: `the newest ${leftMin} events, which stay`,
      },
    ];
    const old = Math.min(...bounds.map(({ to }) => to));
    return {
      ...totals.get()!,
      due_to: Math.min(old, upTo),
      looks: looks.get() ?? 0,
      waits_for: old < byClock ? (bounds.find(({ to }) => to === old)?.words ?? null) : null,
    };
  };
  return {
    state: stateNow,
    /** Writes the file of the next range that is due; null: none is. */
    async write(
      rule: ArchiveRule,
      reach: (point: WritePoint) => void = () => {},
    ): Promise<WrittenRange | null> {
      const { archived_to: after, due_to: to } = await stateNow(rule);
      let bytes = 0;
      let last = after;
      for (const { event_id, length } of lengths.iterate(after, to, rangeEvents)) {
        bytes += length;
        if (bytes > limits.archiveRangeBytes && last > after) break;
        last = event_id;
      }
      if (last === after) return null;
      const events = await journal.eventsAfter(after, last - after);
      assert(events.at(-1)?.event_id === last, 'a range is read to its end');
      const [first] = events;
      assert(first?.event_id === after + 1, 'a range begins behind the one before');
      return {
        first_id: first.event_id,
        last_id: last,
        head_before: first.prev_hash,
        head_after: events.at(-1)?.hash ?? '',
        ...writeRange(folder, events, reach),
      };
    },
  };
}

/** Writes on the connection that writes, each in one transaction. */
export function createArchiveWriter(db: Database) {
  const archivedTo = db
    .prepare<[], number>('SELECT coalesce(max(last_id), 0) FROM event_archives')
    .pluck();
  const note = db.prepare(
    `INSERT INTO event_archives (first_id, last_id, head_before, head_after, file, bytes, sha256, kept, archived_at)
     VALUES (@first_id, @last_id, @head_before, @head_after, @file, @bytes, @sha256, 0, @archived_at)`,
  );
  const move = db.prepare(
    `UPDATE events AS e SET payload = '${movedPayload}'
     WHERE e.event_id BETWEEN ? AND ? AND e.payload <> '${movedPayload}' AND NOT ${isNeeded}`,
  );
  const countKept = db.prepare(
    `UPDATE event_archives AS r SET kept = (SELECT count(*) FROM events
       WHERE event_id BETWEEN r.first_id AND r.last_id AND payload <> '${movedPayload}')
     WHERE r.first_id = ?`,
  );
  const withKept = db.prepare<[], ArchivedFile>('SELECT * FROM event_archives WHERE kept > 0');
  const range = db.prepare<[number], ArchivedFile>(
    'SELECT * FROM event_archives WHERE first_id = ?',
  );
  const look = db.prepare('INSERT INTO archive_looks (event_id, at_ms) VALUES (?, ?)');
  const head = db.prepare<[], number>('SELECT coalesce(max(event_id), 0) FROM events').pluck();
  const lastLook = db
    .prepare<[], number>('SELECT at_ms FROM archive_looks ORDER BY look DESC LIMIT 1')
    .pluck();
  const forget = db.prepare(
    `DELETE FROM archive_looks WHERE look <= (SELECT max(look) FROM archive_looks) - ${looksKept}`,
  );
  const moveOne = ({ first_id, last_id }: Pick<ArchivedFile, 'first_id' | 'last_id'>): void => {
    move.run(first_id, last_id);
    countKept.run(first_id);
  };
  const moveRange = db.transaction((written: WrittenRange, at: string): ArchivedFile => {
    assert(archivedTo.get() === written.first_id - 1, 'ranges are noted in their order');
    note.run({ ...written, archived_at: at });
    moveOne(written);
    return range.get(written.first_id)!;
  });
  return {
    /** The file is in place: it is noted, and its payloads leave the table. */
    move: ({ written, at }: { readonly written: WrittenRange; readonly at: string }) =>
      moveRange.immediate(written, at),
    /** What was kept of earlier ranges leaves once nothing needs it any more. */
    sweep: () => {
      for (const each of withKept.all()) db.transaction(() => moveOne(each)).immediate();
    },
    /** At most once a day by the clock, unless `anyway`: a clock that was put back must not end the looks. */
    look: ({ nowMs, anyway }: { readonly nowMs: number; readonly anyway: boolean }): void => {
      const sinceMs = nowMs - (lastLook.get() ?? 0);
      if (!anyway && sinceMs < limits.archiveLookEveryMs) return;
      look.run(head.get() ?? 0, nowMs);
      forget.run();
    },
  };
}

/** More than the longest age in days. */
const looksKept = 4_000;
