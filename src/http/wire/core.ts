/** What the core sub-service is sent and answers. */
import * as z from 'zod';
import { limits } from '../../domain/limits.ts';
import {
  coreActiveRowSchema,
  coreComparisonSchema,
  coreDivergenceSchema,
} from '../../domain/records.ts';
import { coreModes } from '../../domain/statuses.ts';
import { idempotencyKey, line } from './fields.ts';
import { freshnessSchema } from './freshness.ts';
import { okReply } from './parts.ts';

const mode = z.enum(coreModes).describe('The mode that is configured.');

const rows = (what: string, id: string) =>
  z
    .array(z.looseObject({}))
    .max(limits.coreSnapshotRowsMax)
    .default([])
    .describe(
      `${what}, in any order. Read are \`${id}\`, the status and the members of the same names in our own lists; a row may hold anything else.`,
    );

/** May have 64 MiB, so the thread that parses it checks it, too. */
export const snapshotBodySchema = z.strictObject({
  idempotency_key: idempotencyKey,
  source: line(200).default('').describe('Who sends it, for people.'),
  mode: z
    .enum(coreModes)
    .optional()
    .describe('Mode the sender reckons with. The configured mode counts; a difference is said.'),
  queue_rows: rows('Rows of the queue', 'project_id'),
  paper_rows: rows('Rows of the papers', 'paper_id'),
  captured_at: z.iso
    .datetime({ offset: true })
    .max(40)
    .optional()
    .describe('When the rows were read. A snapshot older than the projected one is set aside.'),
});

const divergence = coreDivergenceSchema.strict();

/** A repeat under the same key is answered with the same but for `inserted`. */
export const snapshotReplySchema = okReply.extend({
  mode,
  inserted: z.boolean().describe('True when this request recorded it; false for a repeat.'),
  event_id: z
    .int()
    .nullable()
    .describe(
      'Of the event `core.snapshot_recorded`; of `core.snapshot_applied` where differences were applied.',
    ),
  snapshot_id: z.int().describe('Snapshots are numbered from 1.'),
  queue_rows: z.int(),
  paper_rows: z.int(),
  would_apply: z
    .boolean()
    .describe('Whether its legal differences are applied to the queue: in mode `enforce` alone.'),
  applied: z.int().describe('Differences that were applied.'),
  not_applied: z.int().describe('The others, listed or not; 0 but in mode `enforce`.'),
  differences: z
    .array(divergence)
    .max(limits.coreDivergencesMax)
    .describe('In mode `enforce`: each with what was done about it, or why nothing was.'),
  message: z.string(),
});

/** Answered in every mode. */
export const coreHealthReplySchema = okReply.extend({
  service: z.string(),
  mode,
  db_path: z.string(),
  timestamp: z.iso.datetime(),
});

const counts = z.record(z.string(), z.int());

/** Answered in every mode; numbers are zero while there is no snapshot, and a warning says so. */
export const projectionReplySchema = okReply.extend({
  mode,
  projection_version: z.string().describe('Label of the rules by which it is computed.'),
  total_queue_rows: z.int(),
  total_paper_rows: z.int(),
  status_counts: counts.describe('Queue rows by status; `unknown` for words not known here.'),
  paper_status_counts: counts,
  active_rows: z
    .array(coreActiveRowSchema.strict())
    .max(limits.coreActiveRowsMax)
    .describe('Rows in an active status; `null` where the source does not say.'),
  active_total: z.int().describe('Number of active rows, listed or not.'),
  draft_candidate_count: z
    .int()
    .describe('Completed rows with a positive decision and without a paper.'),
  polish_candidate_count: z.int().describe('Papers in `draft_review`.'),
  warnings: z.array(z.string()),
  snapshot: z
    .strictObject({
      snapshot_id: z.int(),
      latest_snapshot_id: z.int().describe('Larger when later arrivals were older and set aside.'),
      source: z.string(),
      captured_at: z.string().nullable(),
      content_sha256: z.string().nullable(),
      taken_in_mode: z.enum(coreModes).nullable(),
    })
    .nullable()
    .describe('The snapshot that is projected; null while there is none.'),
  freshness: freshnessSchema,
  comparison: coreComparisonSchema
    .strict()
    .nullable()
    .describe('The last comparison with the live queue, in mode `compare` or `enforce`.'),
  divergences: z
    .array(divergence)
    .max(limits.coreDivergencesMax)
    .describe(
      'What it found, each with the snapshot that showed it first; those that can be applied come first.',
    ),
});
