/** What is written to a store beside turns, on the one connection that writes. */
import type { Database } from 'better-sqlite3';
import type { WriteLock } from '../../../actors/journal/sqlite/write-lock.ts';
import type { DryRunPlanRow } from '../../ports/dry-run-plans.ts';
import type { HistoryPoint, RetentionLimits } from '../../ports/telemetry-history.ts';
import { createArchiveWriter } from '../archive/moving.ts';
import { createSqlitePlans } from '../dry-run-plans.ts';
import type { HeadKeeper } from '../head/keep.ts';
import { findWriteTrouble } from '../probe.ts';
import { createIndexWriter } from '../search/indexer.ts';
import { createSqliteTelemetryHistory } from '../telemetry-history.ts';

/** Chores that wait for another process's write lock. */
export const patientChores: ReadonlySet<string> = new Set(['search.index_waiting']);

/** Every chore of the writer, by name. */
export function createChores(db: Database, lock: WriteLock, heads: Pick<HeadKeeper, 'trouble'>) {
  const index = createIndexWriter(db);
  const history = createSqliteTelemetryHistory(db);
  const archive = createArchiveWriter(db);
  const plans = createSqlitePlans(db);
  return {
    'search.index': index,
    'search.index_waiting': index,
    'store.probe': () => findWriteTrouble(db, lock) ?? heads.trouble(),
    'history.append': (points: readonly HistoryPoint[]) => history.append(points),
    'history.retain': (limits: RetentionLimits) => history.retain(limits),
    'history.stats': () => history.stats(),
    'plans.put': (row: DryRunPlanRow) => plans.put(row),
    'archive.move': archive.move,
    'archive.sweep': archive.sweep,
    'archive.look': archive.look,
  };
}
