/** What runs and writings of papers have spent, one short row each: of a project, or of a stretch of time up to now. */
import type { Database } from 'better-sqlite3';
import {
  type RunSpending,
  spendingOfWriting,
  type WritingSpending,
} from '../../../domain/spending.ts';
import type { ReadModels } from '../../ports/read-models.ts';

const columns = `id AS run_id, project_id, status,
  (state->>'$.created_at') AS created_at, (state->>'$.ended_at') AS ended_at,
  (state->>'$.last_callback_at') AS last_callback_at, (state->>'$.wall_sec') AS wall_sec,
  (state->>'$.usage.tokens') AS tokens, (state->>'$.usage.cost_usd') AS cost_usd,
  (state->>'$.usage.reported_at') AS reported_at`;

/** One row for each writing of a paper that a language model was asked for. */
const selectWritings = (index: string): string =>
  `SELECT a.id AS paper_id, a.project_id, (used.value->>'$.at') AS at,
     (used.value->>'$.tokens') AS tokens, (used.value->>'$.cost_usd') AS cost_usd,
     (used.value->>'$.unknown_requests') AS unknown_requests
   FROM actors AS a INDEXED BY ${index}, json_each(a.state, '$.writer_uses') AS used
   WHERE a.kind = 'paper'`;

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
  const writingsOf = db.prepare<[string, number], WritingSpending>(
    `${selectWritings('actors_by_project')} AND a.project_id = ?
     ORDER BY a.updated_at DESC, a.id DESC LIMIT ?`,
  );
  // A paper is changed by what it notes: none that is older holds a later use.
  const writingsSince = db.prepare<[string, number], WritingSpending>(
    `${selectWritings('actors_by_updated')} AND a.updated_at >= ?
     ORDER BY a.updated_at DESC, a.id DESC LIMIT ?`,
  );
  const together = (
    runs: readonly RunSpending[],
    writings: readonly WritingSpending[],
    limit: number,
  ): RunSpending[] => [...runs, ...writings.flatMap(spendingOfWriting)].slice(0, limit);
  return {
    spendingOfProject: async (projectId, limit) =>
      together(ofProject.all(projectId, limit), writingsOf.all(projectId, limit), limit),
    async spendingSince(time, limit) {
      const quiet = goingOn.all(time, limit);
      const runs = [...quiet, ...changed.all(time, limit - quiet.length)];
      return together(runs, writingsSince.all(time, limit), limit);
    },
  };
}
