/** Statements for what the runtime itself keeps: failed attempts, dead letters, quarantines. */
import type { Database } from 'better-sqlite3';
import type { TurnRecord, Upkeep } from '../port.ts';

/** Writes what comes with a turn; false when a letter that it is about is gone. */
export type UpkeepWriter = (turn: TurnRecord, upkeep: Upkeep) => boolean;

/** Prepares its statements on the writing connection; it is called within the turn's transaction. */
export function createUpkeepWriter(db: Database): UpkeepWriter {
  const postpone = db.prepare(
    'UPDATE effects SET attempts = ?, not_before_ms = ?, last_error = ? WHERE effect_id = ?',
  );
  const addLetter = db.prepare(
    `INSERT INTO dead_letters
       (kind, id, message, reason, at, source, by_whom, correlation_id, cause_id)
     VALUES (@kind, @id, @message, @reason, @at, @source, @by, @correlation_id, @cause_id)`,
  );
  const removeLetter = db.prepare('DELETE FROM dead_letters WHERE sequence = ?');
  const refuseLetter = db.prepare('UPDATE dead_letters SET reason = ? WHERE sequence = ?');
  const quarantine = db.prepare(
    `INSERT INTO quarantines (kind, id, event, reason, since) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (kind, id) DO UPDATE SET
       event = excluded.event, reason = excluded.reason, since = excluded.since`,
  );
  const release = db.prepare('DELETE FROM quarantines WHERE kind = ? AND id = ?');

  return ({ kind, id }, { postponed = [], letters = [], lettersRemoved = [], ...rest }) => {
    for (const sequence of lettersRemoved) {
      if (removeLetter.run(sequence).changes === 0) return false;
    }
    for (const { sequence, reason } of rest.lettersRefused ?? []) {
      if (refuseLetter.run(reason, sequence).changes === 0) return false;
    }
    for (const each of postponed) {
      postpone.run(each.attempts, each.not_before_ms, each.last_error, each.effect_id);
    }
    for (const letter of letters) addLetter.run(letter);
    if (rest.quarantine === null) release.run(kind, id);
    else if (rest.quarantine !== undefined) {
      const { event, reason, since } = rest.quarantine;
      quarantine.run(kind, id, event, reason, since);
    }
    return true;
  };
}
