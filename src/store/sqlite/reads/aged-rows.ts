/**
 * Old rows in SQLite. Both looks go along the order of a key, so that no index by age is written with every turn: a
 * sweep a day reads all there is, in steps between which turns are committed.
 */
import type { Database } from 'better-sqlite3';
import { limits } from '../../../domain/limits.ts';
import type { AgedRows } from '../../ports/aged-rows.ts';

interface ActorAge {
  readonly id: string;
  readonly status: string | null;
  readonly at: string | null;
}
interface AnswerAge {
  readonly key: string;
  readonly at: string | null;
}

/** On the connection that writes. */
export function createSqliteAgedRows(db: Database, rows: number = limits.agedStepRows): AgedRows {
  const actors = db.prepare<[string, string, number], ActorAge>(
    `SELECT id, (state->>'$.status') AS status, (state->>'$.updated_at') AS at
     FROM actors INDEXED BY actors_address WHERE kind = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  // An answer that is not JSON was altered: it stays, and `orrery verify` says so.
  const answers = db.prepare<[string, number], AnswerAge>(
    `SELECT key, CASE WHEN json_valid(body) THEN body->>'$.at' END AS at
     FROM answers WHERE key > ? ORDER BY key LIMIT ?`,
  );
  const remove = db.prepare<[string]>('DELETE FROM answers WHERE key = ?');
  const removeAll = db.transaction((keys: readonly string[]): void => {
    for (const key of keys) remove.run(key);
  });
  const isOld = ({ at }: { readonly at: string | null }, before: string): boolean =>
    at !== null && at < before;
  return {
    async ended({ kind, statuses, after, before }) {
      const seen = actors.all(kind, after, rows);
      const ids = seen
        .filter((each) => isOld(each, before) && statuses.includes(each.status ?? ''))
        .map(({ id }) => id);
      return { ids, next: seen.length < rows ? null : (seen.at(-1)?.id ?? null) };
    },
    async forgetAnswers({ after, before }) {
      const seen = answers.all(after, rows);
      const old = seen.filter((each) => isOld(each, before)).map(({ key }) => key);
      if (old.length > 0) removeAll.immediate(old);
      return {
        forgotten: old.length,
        next: seen.length < rows ? null : (seen.at(-1)?.key ?? null),
      };
    },
  };
}
