/** What waits for a next step, as SQL: each select repeats the condition of a partial index, or SQLite would not use it. */
import { dispatchOrder } from './candidate-reads.ts';
import { actorColumns } from './present-rows.ts';

/** Of items whose paper is to be drafted. */
export const fromDraftable = `FROM actors INDEXED BY queue_draftable
  WHERE kind = 'queue_item' AND status = 'completed'
    AND (state->>'$.gate_verdict.positive') = 1 AND (state->>'$.paper_id') IS NULL`;

/** Of items that may go, by where they go; the first term of the index is repeated, too. */
export const queued = `FROM actors INDEXED BY queue_by_way
  WHERE kind = 'queue_item' AND status = 'queued' AND manual_review_required = 0`;
/** Where an item goes: worker, class and session. */
export const way = `json_array(state->>'$.machine_target', state->>'$.workload_class',
  state->>'$.next_mode', state->>'$.session_lane')`;
/** Jumps from each way to the next one, and takes the first item of each. */
export const selectHeads = `WITH RECURSIVE ways(way) AS (
    SELECT (SELECT ${way} ${queued} ORDER BY ${way} LIMIT 1)
    UNION ALL
    SELECT (SELECT ${way} ${queued} AND ${way} > ways.way ORDER BY ${way} LIMIT 1)
    FROM ways WHERE ways.way IS NOT NULL)
  SELECT ${actorColumns} FROM ways CROSS JOIN actors ON actors.rowid = (
    SELECT rowid ${queued} AND ${way} = ways.way ORDER BY ${dispatchOrder} LIMIT 1)
  WHERE ways.way IS NOT NULL ORDER BY ${dispatchOrder}`;

/** Parents of follow-ups; what has been launched is an actor with the parent's id. */
export const selectFollowups = `SELECT id AS project_id, updated_at, version FROM actors AS a INDEXED BY queue_followup
  WHERE kind = 'queue_item' AND status = 'completed' AND (state->>'$.paper_id') IS NULL
    AND (state->>'$.gate_verdict.positive') IS NOT 1
    AND (state->>'$.decision.followup_recommended') = 1
    AND NOT EXISTS (SELECT 1 FROM actors AS f INDEXED BY actors_address
                    WHERE f.kind = 'followup' AND f.id = a.id)
    AND (updated_at, id) > (?, ?)
  ORDER BY updated_at, id LIMIT ?`;

/** Those that the ledger does not have, or only as what failed or goes on. */
export const selectFinalized = (behind: string): string =>
  `SELECT id AS paper_id, rank_score FROM actors AS review INDEXED BY review_by_status
   WHERE kind = 'paper_review' AND status = 'finalized' ${behind} AND NOT EXISTS (
     SELECT 1 FROM actors AS entry INDEXED BY actors_address
     WHERE entry.kind = 'corpus_entry' AND entry.id = review.id
       AND entry.status IN ('imported', 'removing', 'removed'))
   ORDER BY rank_score DESC, id DESC LIMIT ?`;
