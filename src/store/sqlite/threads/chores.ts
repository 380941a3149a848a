/** What is written to a store beside turns, on the one connection that writes. */
import type { Database } from 'better-sqlite3';
import type { JournalChanges } from '../../../actors/journal/postgres/source.ts';
import type { WriteLock } from '../../../actors/journal/sqlite/write-lock.ts';
import type { AgedRows } from '../../ports/aged-rows.ts';
import type { DryRunPlanRow } from '../../ports/dry-run-plans.ts';
import type { HistoryPoint, RetentionLimits } from '../../ports/telemetry-history.ts';
import { createArchiveWriter } from '../archive/moving.ts';
import type { HeadKeeper } from '../head/keep.ts';
import { findWriteTrouble } from '../probe.ts';
import { createSqliteAgedRows } from '../reads/aged-rows.ts';
import { createSqlitePlans } from '../reads/dry-run-plans.ts';
import { createSqliteTelemetryHistory } from '../reads/telemetry-history.ts';
import { createIndexWriter } from '../search/indexer.ts';
import { createTaker } from '../take-changes.ts';

/** Chores that wait for another process's write lock. */
export const patientChores: ReadonlySet<string> = new Set(['search.index_waiting', 'changes.take']);

/** Every chore of the writer, by name. */
export function createChores(
  db: Database,
  lock: WriteLock,
  heads: Pick<HeadKeeper, 'trouble'>,
  whereMoved: () => string | null,
) {
  const index = createIndexWriter(db);
  const history = createSqliteTelemetryHistory(db);
  const archive = createArchiveWriter(db);
  const plans = createSqlitePlans(db);
  const aged = createSqliteAgedRows(db);
  /** Of a copy that follows alone. */
  let take: ReturnType<typeof createTaker> | undefined;
  return {
    'search.index': index,
    'search.index_waiting': index,
    'store.probe': () => findWriteTrouble(db, lock) ?? whereMoved() ?? heads.trouble(),
    'history.append': (points: readonly HistoryPoint[]) => history.append(points),
    'history.retain': (limits: RetentionLimits) => history.retain(limits),
    'history.stats': () => history.stats(),
    'plans.put': (row: DryRunPlanRow) => plans.put(row),
    'aged.ended': (step: Parameters<AgedRows['ended']>[0]) => aged.ended(step),
    'aged.forget_answers': (step: Parameters<AgedRows['forgetAnswers']>[0]) =>
      aged.forgetAnswers(step),
    'changes.take': (changes: JournalChanges) => {
      take ??= createTaker(db);
      return take(changes);
    },
    'archive.move': archive.move,
    'archive.sweep': archive.sweep,
    'archive.look': archive.look,
  };
}
