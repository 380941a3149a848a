/** Replies of the corpus routes. */
import * as z from 'zod';
import { corpusCheckStates, corpusImportStates, corpusIndexStates } from '../../domain/statuses.ts';
import { listReplySchema } from './lists.ts';
import { count, eventId, okReply, text, textOrNull, time } from './parts.ts';
import { planOfDryRun } from './plans.ts';
import { corpusEntryRowSchema } from './rows.ts';

/** `POST /control/api/v1/corpus/import`: a preview, or what was imported. */
export const importReply = z.discriminatedUnion('dry_run', [
  okReply.extend({
    dry_run: z.literal(true),
    paper_id: text,
    package_dir: text,
    already_imported: z.boolean(),
    would_pass: z.boolean(),
    problems: z.array(text),
    ...planOfDryRun,
  }),
  okReply.extend({
    dry_run: z.literal(false),
    result: z.literal('imported'),
    paper_id: text,
    public_id: text,
    manifest_sha256: text,
    source_record_fingerprint: text,
    duplicate_of: textOrNull.optional(),
    lint: text,
    audit: text,
    index: text,
    event_id: eventId,
  }),
]);

/** `POST /control/api/v1/corpus/remove`: a preview, or what was removed. */
export const removalReply = z.discriminatedUnion('dry_run', [
  okReply.extend({
    dry_run: z.literal(true),
    paper_id: text,
    public_id: text,
    reason: text,
    would_pass: z.boolean(),
    problems: z.array(text),
  }),
  okReply.extend({
    dry_run: z.literal(false),
    result: z.literal('removed'),
    paper_id: text,
    public_id: text,
    removed_by: text,
    removed_at: time,
    reason: text,
    index: text,
    event_id: eventId,
  }),
]);

const part = <const States extends readonly [string, ...string[]]>(states: States) =>
  z.strictObject({ state: z.enum(states), detail: text });
const indexCount = count
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
    imported: count,
    importing: count,
    failed: count,
    removed: count,
  }),
  state: z.strictObject({
    explicit: z.boolean().meta({
      description: 'True when import, index, lint and audit are all known and none is against it.',
    }),
    index_built_at: time.nullable(),
    import: part(corpusImportStates),
    index: part(corpusIndexStates),
    lint: part(corpusCheckStates),
    audit: part(corpusCheckStates),
  }),
});
