/**
 * Which payloads of an archived range the table keeps: those that an entity which is not closed is folded from, and
 * those of events that caused what is still to be done. What the service keeps of itself has no end; it is folded
 * from the archive.
 */
import { finalRunStates } from '../../../domain/statuses.ts';

/** Statuses from which nothing leads on, by kind; a kind that is missing here is never waited for. */
const closedStatuses: Readonly<Record<string, readonly string[]>> = {
  queue_item: ['completed', 'canceled'],
  run: finalRunStates,
  paper: ['archived'],
  paper_review: ['finalized', 'rejected'],
  corpus_entry: ['imported', 'removed'],
  rewrite_batch: ['done', 'canceled'],
  replication: ['agreed', 'disagreed', 'failed'],
  command: ['done', 'refused', 'failed'],
  plan: ['executed', 'outdated', 'expired', 'failed'],
  alert: ['resolved'],
  incident: ['closed'],
  notification: ['delivered', 'given_up', 'abandoned'],
};

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

const openEntity = Object.entries(closedStatuses)
  .map(
    ([kind, statuses]) =>
      `(a.kind = '${kind}' AND a.state ->> '$.status' NOT IN (${quoted(statuses)}))`,
  )
  .join(' OR ');

/** Holds for a row of `events AS e` whose payload stays in the table. */
export const isNeeded = `(
  EXISTS (SELECT 1 FROM actors AS a WHERE a.kind = e.entity_type AND a.id = e.entity_id AND (${openEntity}))
  OR EXISTS (SELECT 1 FROM actors AS a WHERE a.kind = e.turn_kind AND a.id = e.turn_id AND (${openEntity}))
  OR EXISTS (SELECT 1 FROM actors AS a WHERE a.kind = 'event_log' AND e.entity_type = 'event_log'
             AND a.state ->> '$.status' = 'lost')
  OR e.event_id IN (SELECT cause_id FROM effects WHERE cause_id IS NOT NULL
                    UNION SELECT cause_id FROM timers WHERE cause_id IS NOT NULL
                    UNION SELECT cause_id FROM dead_letters WHERE cause_id IS NOT NULL))`;
