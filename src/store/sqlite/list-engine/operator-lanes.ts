/**
 * The lane of an operator that an item or a paper is in, as SQL: the same as `operatorLaneOf` and `paperLaneOf` of the
 * domain say of a row. No index has it; the statuses of a lane, or what is asked for beside it, lead to the rows.
 */
import type { EntityKind } from '../../../domain/entities/all.ts';
import { operatorLanes, paperLanes } from '../../../domain/operator-lanes.ts';
import { activeQueueStatuses, queueGroups } from '../../../domain/statuses.ts';
import type { Filter } from './filter.ts';

const words = (list: readonly string[]): string => list.map((word) => `'${word}'`).join(', ');

/** Status of another entity by its id, NULL where there is none. */
const statusOf = (kind: EntityKind, id: string): string =>
  `(SELECT o.status FROM actors AS o INDEXED BY actors_address
    WHERE o.kind = '${kind}' AND o.id = ${id})`;

/** `id` is SQL that gives the id of a paper. */
function paperLane(id: string): string {
  const entry = statusOf('corpus_entry', id);
  const review = statusOf('paper_review', id);
  return `CASE
    WHEN ${entry} IN ('imported', 'removing') THEN 'published_imported'
    WHEN ${statusOf('paper', id)} = 'archived' OR ${review} = 'rejected' OR ${entry} = 'removed'
      THEN 'done_no_paper'
    WHEN ${review} = 'finalized' THEN 'publish_import'
    ELSE 'finalize' END`;
}

const paperOfItem = "(actors.state->>'$.paper_id')";

const itemLane = `CASE
    WHEN manual_review_required = 1 OR status IN (${words(queueGroups.blocked)}) THEN 'attention'
    WHEN status IN (${words(activeQueueStatuses)}) THEN 'running'
    WHEN status IN ('paused', 'queued') THEN status
    WHEN status = 'canceled' OR coalesce((state->>'$.gate_verdict.positive'), 0) <> 1
      THEN 'done_no_paper'
    WHEN ${paperOfItem} IS NULL THEN 'write'
    ELSE ${paperLane(paperOfItem)} END`;

/** Of lanes whose items are in few statuses. Whatever is flagged needs a person, which is a lane of its own. */
const itemStatuses = {
  running: activeQueueStatuses,
  queued: ['queued'],
  paused: ['paused'],
  write: ['completed'],
  finalize: ['completed'],
  publish_import: ['completed'],
  published_imported: ['completed'],
  done_no_paper: ['completed', 'canceled'],
} as const satisfies { readonly [Lane in (typeof operatorLanes)[number]]?: readonly string[] };

/** By kind; of papers those that publication automation does not know are in no lane. */
export const laneFilters: {
  readonly [Kind in EntityKind]?: { readonly operator_lane: Filter };
} = {
  queue_item: {
    operator_lane: {
      sql: `(${itemLane})`,
      type: 'text',
      values: operatorLanes,
      statuses: itemStatuses,
    },
  },
  paper: {
    operator_lane: {
      sql: `(CASE WHEN ${statusOf('paper_review', 'actors.id')} IS NULL THEN ''
        ELSE ${paperLane('actors.id')} END)`,
      type: 'text',
      values: paperLanes,
    },
  },
};
