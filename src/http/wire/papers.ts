/**
 * Replies of the paper, publication-automation and corpus routes.
 * Long because it is a list with a shape for each of them.
 */
import * as z from 'zod';
import { paperMoves, reviewMoves } from '../../domain/paper-moves.ts';
import { paperReview } from '../../domain/records.ts';
import {
  checklistItemIds,
  checklistStatuses,
  corpusCheckStates,
  corpusImportStates,
  corpusIndexStates,
  paperStatuses,
  reviewStatuses,
} from '../../domain/statuses.ts';
import { listReplySchema } from './lists.ts';
import { planOfDryRun } from './plans.ts';
import { startedBatch } from './rewrite-batches.ts';
import { corpusEntryRowSchema, paperRowSchema } from './rows.ts';

const text = z.string();
const textOrNull = z.string().nullable();
const eventId = z
  .int()
  .nullable()
  .meta({ description: 'First audit event of the change; null when nothing changed.' });
const paperStatus = z.enum(paperStatuses);
const reviewStatus = z.enum(reviewStatuses);
const evidenceSync = z.looseObject({}).nullable().meta({
  description:
    'What the evidence sync tried and brought: the files fetched and those unchanged, bytes, what failed and why, and each way in tried; null when it is switched off.',
});
const writerReport = z
  .looseObject({})
  .meta({ description: 'Facts of the writer: provider, model, fallback, numbers of claims.' });
const stamp = { generated_at: z.iso.datetime(), source: text };

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
export const nextReviewReply = z.strictObject({
  ok: z.literal(true),
  review: reviewRowSchema,
  ...stamp,
});

/** `GET …/{paper_id}`. */
export const reviewReply = z.strictObject({
  ok: z.literal(true),
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
export const draftNextReply = z.strictObject({
  ok: z.literal(true),
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
export const publishNextReply = z.strictObject({
  ok: z.literal(true),
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
});

/** `POST /control/api/v1/papers/{paper_id}/replicate`: which project would do it again, or does. */
export const replicateReply = z.strictObject({
  ok: z.literal(true),
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
export const rewriteReply = z.strictObject({
  ok: z.literal(true),
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

/** `POST …/rewrite-batch`. */
export const rewriteBatchReply = z.strictObject({
  ok: z.literal(true),
  dry_run: z.boolean(),
  selected_count: z.int(),
  rewritten_count: z.int(),
  failed_count: z.int(),
  skipped_count: z.int().meta({ description: 'Also counts skipped papers that are not listed.' }),
  selection_complete: z
    .boolean()
    .meta({ description: 'False when more papers match than one batch looks at.' }),
  results: z.array(
    z.strictObject({
      paper_id: text,
      result: z.enum(['would_rewrite', 'queued', 'rewritten', 'skipped', 'failed']),
      title: textOrNull.optional(),
      paper_status: paperStatus.optional(),
      review_status: reviewStatus.optional(),
      rank_score: z.number().optional(),
      code: textOrNull.meta({ description: 'Why not, as a word: evidence_missing, for example.' }),
      detail: textOrNull,
      event_id: eventId,
      evidence_sync: evidenceSync,
      review_put_back: z.boolean(),
    }),
  ),
  batch: startedBatch.optional(),
  ...planOfDryRun,
});

const decided = {
  ok: z.literal(true),
  paper_id: text,
  review_status: reviewStatus,
  requested_by: text,
  event_id: eventId,
  at: z.iso.datetime(),
};
/** `POST …/approve-finalization`. */
export const approveReply = z.strictObject({
  ...decided,
  ready_for_finalization: z.literal(true),
  note: textOrNull,
});
/** `POST …/status`. */
export const setStatusReply = z.strictObject({ ...decided, note: textOrNull, blocker: textOrNull });
/** `POST …/move` in publication automation. */
export const moveReviewReply = z.strictObject({
  ...decided,
  move: z.enum(reviewMoves),
  note: textOrNull,
});
/** `POST /control/api/v1/papers/{paper_id}/move`. */
export const movePaperReply = z.strictObject({
  ok: z.literal(true),
  paper_id: text,
  paper_status: paperStatus,
  requested_by: text,
  event_id: eventId,
  at: z.iso.datetime(),
  move: z.enum(paperMoves),
  note: textOrNull,
});
/** `POST …/checklist/{item_id}`. */
export const setChecklistReply = z.strictObject({
  ...decided,
  item_id: z.enum(checklistItemIds),
  status: z.enum(checklistStatuses),
  note: textOrNull,
});

/** `POST …/prepare-finalization-package`: a preview, or what was prepared. */
export const packageReply = z.discriminatedUnion('dry_run', [
  z.strictObject({
    ok: z.literal(true),
    dry_run: z.literal(true),
    paper_id: text,
    would_pass: z.boolean(),
    problems: z.array(text),
    manifest: z.looseObject({}).nullable(),
    ...planOfDryRun,
  }),
  z.strictObject({
    ok: z.literal(true),
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

/** `POST /control/api/v1/corpus/import`: a preview, or what was imported. */
export const importReply = z.discriminatedUnion('dry_run', [
  z.strictObject({
    ok: z.literal(true),
    dry_run: z.literal(true),
    paper_id: text,
    package_dir: text,
    already_imported: z.boolean(),
    would_pass: z.boolean(),
    problems: z.array(text),
    ...planOfDryRun,
  }),
  z.strictObject({
    ok: z.literal(true),
    dry_run: z.literal(false),
    result: z.literal('imported'),
    paper_id: text,
    public_id: text,
    manifest_sha256: text,
    source_record_fingerprint: text,
    duplicate_of: text.nullable().optional(),
    lint: text,
    audit: text,
    index: text,
    event_id: eventId,
  }),
]);

/** `POST /control/api/v1/corpus/remove`: a preview, or what was removed. */
export const removalReply = z.discriminatedUnion('dry_run', [
  z.strictObject({
    ok: z.literal(true),
    dry_run: z.literal(true),
    paper_id: text,
    public_id: text,
    reason: text,
    would_pass: z.boolean(),
    problems: z.array(text),
  }),
  z.strictObject({
    ok: z.literal(true),
    dry_run: z.literal(false),
    result: z.literal('removed'),
    paper_id: text,
    public_id: text,
    removed_by: text,
    removed_at: z.iso.datetime(),
    reason: text,
    index: text,
    event_id: eventId,
  }),
]);

const part = <const States extends readonly [string, ...string[]]>(states: States) =>
  z.strictObject({ state: z.enum(states), detail: text });
const ledgerCount = z.int().nonnegative();
const indexCount = ledgerCount
  .nullable()
  .meta({ description: 'From the index of the corpus; null while the index is not known.' });

/** `GET /control/api/v1/corpus`. */
export const corpusReply = listReplySchema(
  corpusEntryRowSchema.extend({ links: z.strictObject({ paper: text }) }).meta({
    id: 'CorpusLedgerRow',
    description: 'A paper in the corpus-import ledger, in a list.',
  }),
).extend({
  counts: z.strictObject({
    indexed_artifacts: indexCount,
    lint_passes: indexCount,
    strict_audit_passes: indexCount,
    imported: ledgerCount,
    importing: ledgerCount,
    failed: ledgerCount,
    removed: ledgerCount,
  }),
  state: z.strictObject({
    explicit: z.boolean().meta({
      description: 'True when import, index, lint and audit are all known and none is against it.',
    }),
    index_built_at: z.iso.datetime().nullable(),
    import: part(corpusImportStates),
    index: part(corpusIndexStates),
    lint: part(corpusCheckStates),
    audit: part(corpusCheckStates),
  }),
});

const fileState = z
  .enum(['same', 'changed', 'missing'])
  .describe('The file now, held against what it was when the claim was made.');
const positions = z.array(z.int().min(0)).describe('Positions in `sentences`.');

/** Reply: a paper taken apart. */
export const traceReply = z.strictObject({
  ok: z.literal(true),
  paper_id: z.string(),
  state: z
    .enum(['sound', 'drifted'])
    .describe('drifted: a file changed or is gone, so that no gate lets the paper through.'),
  run: z
    .strictObject({
      run_id: z.string(),
      worker_target: z.string().nullable(),
      started_at: z.iso.datetime().nullable(),
      ended_at: z.iso.datetime().nullable(),
      registration_sha256: z
        .string()
        .nullable()
        .describe('Of what the run is judged by, registered before it began; null: nothing was.'),
      telemetry: z.string().describe('Where its telemetry is read.'),
    })
    .nullable()
    .describe('Null where the run is not known here.'),
  sentences: z.array(
    z.strictObject({
      position: z.int().min(0),
      section: z.string(),
      line: z.int().min(1).describe('Of paper.md.'),
      text: z.string(),
      claims: z.array(z.string()),
    }),
  ),
  claims: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.string(),
      text: z.string(),
      printed: z.string().describe('As the paper prints it; empty for a claim of words.'),
      unit: z.string().nullable(),
      label: z.string().nullable(),
      subject: z.string().nullable(),
      quantity: z.string().nullable(),
      formula: z.string().nullable().describe('Over the sources in order; null where it is read.'),
      sources: z.array(
        z.strictObject({
          file: z.string().describe('Relative to the paper folder.'),
          pointer: z.string().describe('RFC 6901; a segment * means every element.'),
          sha256: z.string(),
          printed: z.string(),
          value_now: z.union([z.number(), z.string(), z.boolean()]).nullable(),
          state: fileState,
        }),
      ),
      sources_left_out: z.int().min(0),
      sentences: positions,
    }),
  ),
  files: z.array(
    z.strictObject({
      file: z.string(),
      sha256: z.string(),
      state: fileState,
      claims: z.array(z.string()),
      sentences: positions,
    }),
  ),
  left_out: z.strictObject({ claims: z.int().min(0), sentences: z.int().min(0) }),
  generated_at: z.iso.datetime(),
});
