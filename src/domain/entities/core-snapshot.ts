/** Queue snapshots of the core sub-service, and how they differ from the live queue. */
import * as z from 'zod';
import { coreModes } from '../statuses.ts';
import { count, text, textOrNull, time, timeOrNull } from './parts.ts';

/** What a queue snapshot and the live queue can differ in. */
export const coreDivergenceKinds = [
  'missing_in_queue',
  'missing_in_snapshot',
  'field_differs',
  'repeated_in_snapshot',
] as const;

/**
 * One difference, with the snapshot that showed it first. Values are as text. The last three members
 * are younger than the others: a ledger of before says of none that it would be applied.
 */
export const coreDivergenceSchema = z.object({
  kind: z.enum(coreDivergenceKinds),
  entity: z.enum(['queue_item', 'paper']),
  id: text,
  field: textOrNull,
  snapshot_value: textOrNull,
  live_value: textOrNull,
  /** Whether mode `enforce` makes it go away. */
  would_apply: z.boolean().default(false),
  /** True once mode `enforce` has. */
  applied: z.boolean().default(false),
  /** What is done about it, or why nothing is, in the machine's own words. */
  message: text.default(''),
  first_snapshot_id: count,
  first_seen_at: time,
});
/**
 * Found by the comparison in mode `compare` or `enforce`. Without a field it is about the whole row,
 * and has no values.
 */
export type CoreDivergence = z.infer<typeof coreDivergenceSchema>;

/** A row of a snapshot in a form that any source can fill; null: the source does not say. */
export const coreActiveRowSchema = z.object({
  project_id: text,
  status: text,
  dispatch_priority: z.number().nullable(),
  manual_review_required: z.boolean().nullable(),
  current_run_id: textOrNull,
  machine_target: textOrNull,
  updated_at: textOrNull,
});
/** Made by `projectQueue` of each row in an active status, and shown by the projection route. */
export type CoreActiveRow = z.infer<typeof coreActiveRowSchema>;

/** What is computed from all rows of a snapshot before they are let go. */
export const coreProjectionSchema = z.object({
  total_queue_rows: count,
  total_paper_rows: count,
  status_counts: z.record(z.string(), count),
  paper_status_counts: z.record(z.string(), count),
  /** The first of them, in order of project id; `active_total` counts all. */
  active_rows: z.array(coreActiveRowSchema),
  active_total: count,
  draft_candidate_count: count,
  polish_candidate_count: count,
  warnings: z.array(text),
});
/** Made by `projectQueue`, which says what counts as a candidate; kept in place of the rows. */
export type CoreProjection = z.infer<typeof coreProjectionSchema>;

/** The last comparison of a snapshot with the live queue. */
export const coreComparisonSchema = z.object({
  snapshot_id: count,
  live_queue_rows: count,
  live_paper_rows: count,
  divergence_count: count,
  /** Divergences by kind. */
  by_kind: z.record(z.string(), count),
  /** Last event of the live queue before and after: when they differ it changed meanwhile. */
  live_head_from: count,
  live_head_to: count,
});
/**
 * Counts of one comparison, as it was before anything was applied; what was found is in `divergences`
 * beside it.
 */
export type CoreComparison = z.infer<typeof coreComparisonSchema>;

/**
 * Queue snapshots of the core sub-service; the only id is `main`. Rows are not kept: their hash,
 * the projection of them and the divergences they showed are, each bounded.
 */
export const coreSnapshotSchema = z.object({
  status: z.enum(['new', 'recorded', 'applying', 'clean', 'diverged']),
  /** Of the latest snapshot; they are numbered from 1. */
  snapshot_id: count,
  /** The snapshot that is projected: the newest by its own time. */
  projected_snapshot_id: count,
  mode: z.enum(coreModes).nullable(),
  source: text,
  captured_at: timeOrNull,
  /** `captured_at`, but never later than the time of arrival. Orders snapshots. */
  effective_at: timeOrNull,
  content_sha256: textOrNull,
  projection: coreProjectionSchema.nullable(),
  comparison: coreComparisonSchema.nullable(),
  /** The divergences that the last comparison showed: at most `limits.coreDivergencesMax`. */
  divergences: z.array(coreDivergenceSchema),
  /** Request key of the sender who waits until its snapshot is applied. */
  pending_request: textOrNull.optional(),
  created_at: time,
  updated_at: time,
});
/** State of the only actor of the core sub-service: the latest snapshot and what it showed. */
export type CoreSnapshot = z.infer<typeof coreSnapshotSchema>;
