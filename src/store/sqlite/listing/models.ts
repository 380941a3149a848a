/**
 * What can be listed and how: for each kind its sort orders with the index that serves them, and
 * its filters. Data only; `paths.ts` chooses, `list.ts` reads.
 */

import { gateRunStatuses } from '../../../domain/records.ts';
import {
  canonicalReviewStatuses,
  dispatchModes,
  legacyReviewStatuses,
  paperStatuses,
  queueGroups,
  queueStatuses,
  runStates,
  strictVerdicts,
  workerHealths,
  workloadClasses,
} from '../../../domain/statuses.ts';
import type { ListableKind } from '../../ports/read-models.ts';

export interface SortOrder {
  /** Index that holds the rows in this order, for one kind. */
  readonly index: string;
  /** Columns compared before `id`. */
  readonly columns: readonly string[];
}

/** An index led by a status: also holds columns that rows may be sorted by without being read. */
interface StatusIndex extends SortOrder {
  readonly also?: readonly string[];
}

export interface SecondStatus {
  /** The column; a filter with this SQL is answered by the indexes. */
  readonly column: string;
  /** Index led by the column alone, and by `status` and the column. */
  readonly alone: string;
  readonly withStatus: string;
}

export interface Filter {
  /** SQL of the compared value. */
  readonly sql: string;
  readonly type: 'text' | 'boolean';
  /** The only values there are; undefined for any text. */
  readonly values?: readonly string[];
}

export interface ListModel {
  readonly sorts: Readonly<Record<string, SortOrder>>;
  readonly defaultSort: string;
  /** Within one status, the rows are in this order in an index that `status` leads. */
  readonly byStatus: StatusIndex;
  /** A second column that indexes lead with, in the order of `byStatus`. */
  readonly second?: SecondStatus;
  readonly filters: Readonly<Record<string, Filter>>;
}

const byId: SortOrder = { index: 'actors_address', columns: [] };
const byUpdated: SortOrder = { index: 'actors_by_updated', columns: ['updated_at'] };
const byCreated: SortOrder = { index: 'actors_by_created', columns: ['created_at'] };
const byStatus: StatusIndex = {
  index: 'actors_by_status',
  columns: ['updated_at'],
  also: ['started_at', 'imported_at'],
};
const priority = ['dispatch_priority', 'selection_rank', 'updated_at'] as const;

const id: Filter = { sql: 'id', type: 'text' };
const project: Filter = { sql: 'project_id', type: 'text' };
const member = (name: string, values?: readonly string[]): Filter => ({
  sql: `(state->>'$.${name}')`,
  type: 'text',
  ...(values === undefined ? {} : { values }),
});
const flag = (name: string): Filter => ({ sql: `(state->>'$.${name}')`, type: 'boolean' });
const status = (values: readonly string[]): Filter => ({ sql: 'status', type: 'text', values });

export const listModels: Readonly<Record<ListableKind, ListModel>> = {
  queue_item: {
    sorts: {
      dispatch_priority: { index: 'queue_by_priority', columns: priority },
      updated_at: byUpdated,
      created_at: byCreated,
      project_id: byId,
    },
    defaultSort: 'dispatch_priority',
    byStatus: { index: 'queue_by_status', columns: priority, also: ['created_at'] },
    filters: {
      status: status(queueStatuses),
      /** Answered by its statuses, and for `blocked` also by the flag; see `paths.ts`. */
      queue_group: { sql: '', type: 'text', values: Object.keys(queueGroups) },
      project_id: id,
      manual_review_required: { sql: 'manual_review_required', type: 'boolean' },
      lane: { sql: 'lane', type: 'text' },
      current_run_id: member('current_run_id'),
      last_run_state: member('last_run_state', runStates),
      machine_target: member('machine_target'),
      workload_class: member('workload_class', workloadClasses),
      model: member('model'),
      paper_id: member('paper_id'),
    },
  },
  project: {
    sorts: { updated_at: byUpdated, created_at: byCreated, project_id: byId },
    defaultSort: '-updated_at',
    byStatus,
    filters: {
      status: status(['recorded']),
      project_id: id,
      source_kind: member('source_kind'),
      source_ref: member('source_ref'),
      parent_project_id: member('parent_project_id'),
    },
  },
  run: {
    sorts: {
      updated_at: byUpdated,
      started_at: { index: 'run_by_started', columns: ['started_at'] },
      run_id: byId,
    },
    defaultSort: '-updated_at',
    byStatus,
    filters: {
      status: status(runStates),
      state: status(runStates),
      run_id: id,
      project_id: project,
      worker_target: member('worker_target'),
      workload_class: member('workload_class', workloadClasses),
      dispatch_mode: member('dispatch_mode', dispatchModes),
      gate_state: member('gate_state'),
    },
  },
  paper: {
    sorts: { updated_at: byUpdated, paper_id: byId },
    defaultSort: '-updated_at',
    byStatus,
    filters: {
      status: status(paperStatuses),
      paper_status: status(paperStatuses),
      paper_id: id,
      project_id: project,
      run_id: member('run_id'),
    },
  },
  paper_review: {
    sorts: {
      rank_score: { index: 'review_by_rank', columns: ['rank_score'] },
      updated_at: byUpdated,
      paper_id: byId,
    },
    defaultSort: '-rank_score',
    byStatus: { index: 'review_by_status', columns: ['rank_score'], also: ['updated_at'] },
    second: {
      column: 'paper_status',
      alone: 'review_by_paper_status',
      withStatus: 'review_by_both',
    },
    filters: {
      status: status([...canonicalReviewStatuses, ...legacyReviewStatuses]),
      review_status: status([...canonicalReviewStatuses, ...legacyReviewStatuses]),
      paper_status: { sql: 'paper_status', type: 'text', values: paperStatuses },
      paper_id: id,
      project_id: project,
      run_id: member('run_id'),
      audit_verdict: member('audit_verdict', strictVerdicts),
      claimed_by: member('claimed_by'),
      lint_passes: flag('lint_passes'),
      ready_for_finalization: flag('ready_for_finalization'),
    },
  },
  worker_target: {
    sorts: { target: byId },
    defaultSort: 'target',
    byStatus,
    filters: { status: status(workerHealths), target: id },
  },
  gate_run: {
    sorts: { updated_at: byUpdated, run_id: byId },
    defaultSort: '-updated_at',
    byStatus,
    filters: { status: status(gateRunStatuses), run_id: id, project_id: project },
  },
  corpus_entry: {
    sorts: {
      imported_at: { index: 'corpus_by_imported', columns: ['imported_at'] },
      paper_id: byId,
    },
    defaultSort: '-imported_at',
    byStatus,
    filters: {
      status: status(['importing', 'imported', 'failed']),
      paper_id: id,
      public_id: member('public_id'),
      lint: member('lint'),
      audit: member('audit'),
    },
  },
};
