/** Plans of dry runs in SQLite. */
import type { Database } from 'better-sqlite3';
import { limits } from '../../../domain/limits.ts';
import type { DryRunPlanRow, DryRunPlans } from '../../ports/dry-run-plans.ts';

/** Reads on any connection, writes on the one that writes. */
export function createSqlitePlans(db: Database): DryRunPlans {
  const get = db.prepare<[string], DryRunPlanRow>('SELECT * FROM dry_run_plans WHERE plan_id = ?');
  const put = db.prepare(
    `INSERT INTO dry_run_plans (plan_id, choice, until_ms) VALUES (@plan_id, @choice, @until_ms)
     ON CONFLICT (plan_id) DO UPDATE SET until_ms = excluded.until_ms`,
  );
  const makeRoom = db.prepare(
    `DELETE FROM dry_run_plans WHERE plan_id IN
       (SELECT plan_id FROM dry_run_plans ORDER BY until_ms DESC, plan_id LIMIT -1 OFFSET ${limits.dryRunPlansMax})`,
  );
  const write = db.transaction((row: DryRunPlanRow): void => {
    put.run(row);
    makeRoom.run();
  });
  return {
    get: async (planId) => get.get(planId),
    put: async (row) => write.immediate(row),
  };
}
