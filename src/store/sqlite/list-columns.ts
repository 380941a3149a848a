/**
 * Which members of a state are kept as columns, by kind, so that lists can be sorted, counted and
 * constrained by an index. Kinds that are not listed here cost nothing extra to write.
 */

export interface ListColumn {
  readonly name: string;
  /** SQL value of the column, taken from the state bound as `@state`. */
  readonly value: string;
  /** Never changes after the first write, so updates leave it (and its indexes) alone. */
  readonly fixed: boolean;
}

const plain = (name: string): ListColumn => ({ name, value: `@state->>'$.${name}'`, fixed: false });
/** A missing value becomes '', which sorts first as NULL does but can be compared in a keyset. */
const text = (name: string): ListColumn => ({
  name,
  value: `coalesce(@state->>'$.${name}', '')`,
  fixed: false,
});
/** As `text`, with the smallest number. */
const number = (name: string): ListColumn => ({
  name,
  value: `coalesce(@state->>'$.${name}', -1.7976931348623157e308)`,
  fixed: false,
});
const created: ListColumn = { ...text('created_at'), fixed: true };

export const listColumns: Readonly<Record<string, readonly ListColumn[]>> = {
  queue_item: [
    plain('status'),
    created,
    text('updated_at'),
    number('dispatch_priority'),
    number('selection_rank'),
    plain('manual_review_required'),
    plain('lane'),
  ],
  project: [plain('status'), created, text('updated_at')],
  run: [plain('status'), plain('project_id'), text('updated_at'), text('started_at')],
  paper: [plain('status'), plain('project_id'), text('updated_at')],
  paper_review: [
    plain('status'),
    plain('project_id'),
    plain('paper_status'),
    text('updated_at'),
    number('rank_score'),
  ],
  gate_run: [plain('status'), plain('project_id'), text('updated_at')],
  worker_target: [plain('status'), text('updated_at')],
  corpus_entry: [plain('status'), text('updated_at'), text('imported_at')],
};
