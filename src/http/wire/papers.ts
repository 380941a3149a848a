/** Replies of the paper and publication-automation routes. */
import * as z from 'zod';
import { paperMoves, reviewMoves } from '../../domain/paper-moves.ts';
import { paperReview } from '../../domain/records.ts';
import {
  checklistItemIds,
  checklistStatuses,
  paperStatuses,
  reviewStatuses,
} from '../../domain/statuses.ts';
import { eventId, okReply, stamp, text, textOrNull, time } from './parts.ts';
import { planOfDryRun } from './plans.ts';
import { corpusEntryRowSchema, paperRowSchema } from './rows.ts';

const paperStatus = z.enum(paperStatuses);
const reviewStatus = z.enum(reviewStatuses);
/** How fetching evidence went, before a rewrite. */
export const evidenceSync = z.looseObject({}).nullable().meta({
  description:
    'What the evidence sync tried and brought: the files fetched and those unchanged, bytes, what failed and why, and each way in tried; null when it is switched off.',
});
const writerReport = z
  .looseObject({})
  .meta({ description: 'Facts of the writer: provider, model, fallback, numbers of claims.' });

/** A paper in publication automation. */
export const reviewRowSchema = paperReview.row
  .extend({
    review_status: reviewStatus,
    rank_reasons: paperReview.row.shape.rank_reasons
      .optional()
      .meta({ description: 'The terms of rank_score; absent when include_rank_reasons is false.' }),
    package_in_progress: z.boolean(),
    version: z.int(),
    age_seconds: z.int(),
    links: z.strictObject({ self: text, paper: text, project: text, run: text }),
  })
  .strict()
  .meta({ id: 'PaperReviewRow', description: 'A paper in publication automation.' });

/** `GET …/next`. */
export const nextReviewReply = okReply.extend({
  review: reviewRowSchema,
  ...stamp,
});

/** `GET …/{paper_id}`. */
export const reviewReply = okReply.extend({
  review: reviewRowSchema,
  paper: paperRowSchema.nullable(),
  corpus_entry: corpusEntryRowSchema
    .nullable()
    .meta({ description: 'Its row of the corpus-import ledger; null when it was never imported.' }),
  ...stamp,
});

const generated = {
  paper_id: text,
  project_id: text,
  run_id: text,
  title: text,
  draft_markdown_path: text,
  draft_latex_path: text,
  evidence_bundle_path: text,
  claim_ledger_path: text,
  manifest_path: text,
  artifact_sha256: z
    .record(text, text)
    .meta({ description: 'SHA-256 of each text as it was written, by file name.' }),
  report: writerReport,
};

/** `POST /control/papers/draft-next`. */
export const draftNextReply = okReply.extend({
  action: z.enum(['noop', 'dry_run_draft', 'drafted']),
  reason: text,
  candidate: z
    .strictObject({ project_id: text, project_name: text, run_id: text, paper_id: text })
    .nullable(),
  skipped: z
    .array(z.strictObject({ project_id: text, run_id: textOrNull, reason: text }))
    .meta({ description: 'The first of the candidates that were passed over, each with why.' }),
  skipped_count: z.int(),
  event_id: eventId,
  paper: z.strictObject({ result: z.literal('drafted'), ...generated }).nullable(),
  ...planOfDryRun,
});

/** `POST /control/papers/publish-next`. */
export const publishNextReply = okReply.extend({
  action: z.enum(['noop', 'dry_run_step', 'step_taken']),
  reason: text,
  step: z
    .enum(['rewrite', 'package', 'import'])
    .nullable()
    .meta({ description: 'The step that was taken, or would be; null when none can be.' }),
  paper_id: textOrNull,
  skipped: z
    .array(z.strictObject({ paper_id: text, reason: text }))
    .meta({ description: 'The first of the papers that were passed over, each with why.' }),
  skipped_count: z.int(),
  held_up: z
    .strictObject({
      step: z.literal('import'),
      paper_count: z.int().describe('Papers that wait for it.'),
      paper_id: z.string().describe('The best ranked of them.'),
      reason: z.string().describe('What of the corpus stands against all of them.'),
    })
    .nullable()
    .describe('Papers that only what concerns all of them keeps from their step; null: none are.'),
  event_id: eventId,
  ...planOfDryRun,
});

/** `POST /control/api/v1/papers/{paper_id}/replicate`: which project would do it again, or does. */
export const replicateReply = okReply.extend({
  dry_run: z.boolean(),
  paper_id: text,
  number: z
    .int()
    .positive()
    .describe('How often the experiment was done again, this time included.'),
  run_id: text.describe('The run that is done again.'),
  child_project_id: text.describe('The project that does it again.'),
  child_run_id: textOrNull.optional(),
  seed: z.int().nonnegative().describe('Seed that it is asked to use.'),
  machine_target: textOrNull.describe('Worker that it is sent to; null: chosen by workload class.'),
  status: text,
  event_id: eventId.optional(),
});

/** `POST …/rewrite-draft`. */
export const rewriteReply = okReply.extend({
  result: z.literal('rewritten'),
  ...generated,
  paper_status: paperStatus,
  event_id: eventId,
  evidence_sync: evidenceSync,
  review_put_back: z.boolean().meta({
    description:
      'True when the paper was finalized: it is queued again, since its package no longer equals it.',
  }),
});

const decided = okReply.extend({
  paper_id: text,
  review_status: reviewStatus,
  requested_by: text,
  event_id: eventId,
  at: time,
});
/** `POST …/approve-finalization`. */
export const approveReply = decided.extend({
  ready_for_finalization: z.literal(true),
  note: textOrNull,
});
/** `POST …/status`. */
export const setStatusReply = decided.extend({ note: textOrNull, blocker: textOrNull });
/** `POST …/move` in publication automation. */
export const moveReviewReply = decided.extend({
  move: z.enum(reviewMoves),
  note: textOrNull,
});
/** `POST /control/api/v1/papers/{paper_id}/move`. */
export const movePaperReply = okReply.extend({
  paper_id: text,
  paper_status: paperStatus,
  requested_by: text,
  event_id: eventId,
  at: time,
  move: z.enum(paperMoves),
  note: textOrNull,
});
/** `POST …/checklist/{item_id}`. */
export const setChecklistReply = decided.extend({
  item_id: z.enum(checklistItemIds),
  status: z.enum(checklistStatuses),
  note: textOrNull,
});

/** `POST …/prepare-finalization-package`: a preview, or what was prepared. */
export const packageReply = z.discriminatedUnion('dry_run', [
  okReply.extend({
    dry_run: z.literal(true),
    paper_id: text,
    would_pass: z.boolean(),
    problems: z.array(text),
    manifest: z.looseObject({}).nullable(),
    ...planOfDryRun,
  }),
  okReply.extend({
    dry_run: z.literal(false),
    result: z.literal('packaged'),
    paper_id: text,
    review_status: z.literal('finalized'),
    event_id: eventId,
    package_dir: text,
    package_archive: text,
    package_sha256: text,
    report: z.looseObject({}),
  }),
]);
