/** What runs have spent, one short row a run: of a project, or of a stretch of time up to now. */
import type { Database } from 'better-sqlite3';
import type { RunSpending } from '../../domain/spending.ts';
import type { ReadModels } from '../ports/read-models.ts';

const columns = `id AS run_id, project_id, status,
  (state->>'$.created_at') AS created_at, (state->>'$.ended_at') AS ended_at,
  (state->>'$.last_callback_at') AS last_callback_at, (state->>'$.wall_sec') AS wall_sec,
  (state->>'$.usage.tokens') AS tokens, (state->>'$.usage.cost_usd') AS cost_usd,
  (state->>'$.usage.reported_at') AS reported_at`;

/** On an open database; each through an index that leads to those runs alone. */
export function createSpendingReads(
  db: Database,
): Pick<ReadModels, 'spendingOfProject' | 'spendingSince'> {
  const ofProject = db.prepare<[string, number], RunSpending>(
    `SELECT ${columns} FROM actors INDEXED BY actors_by_project
     WHERE kind = 'run' AND project_id = ? ORDER BY updated_at DESC, id DESC LIMIT ?`,
  );
  const goingOn = db.prepare<[string, number], RunSpending>(
    `SELECT ${columns} FROM actors INDEXED BY actors_by_status
     WHERE kind = 'run' AND status IN ('prepared', 'dispatching', 'running', 'awaiting_wake')
       AND updated_at < ? LIMIT ?`,
  );
  const changed = db.prepare<[string, number], RunSpending>(
    `SELECT ${columns} FROM actors INDEXED BY actors_by_updated
     WHERE kind = 'run' AND updated_at >= ? ORDER BY updated_at DESC, id DESC LIMIT ?`,
  );
  return {
    spendingOfProject: async (projectId, limit) => ofProject.all(projectId, limit),
    async spendingSince(time, limit) {
      const quiet = goingOn.all(time, limit);
      return [...quiet, ...changed.all(time, limit - quiet.length)];
    },
  };
}
