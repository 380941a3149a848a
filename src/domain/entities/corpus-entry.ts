/** The corpus entry: one paper in the corpus-import ledger. */
import * as z from 'zod';
import { defineEntity, internal, shown } from '../entity.ts';
import { text, textOrNull, time, timeOrNull } from './parts.ts';

/** How a paper stands to the corpus, from its import on. */
export const corpusEntryStatuses = [
  'importing',
  'imported',
  'failed',
  'removing',
  'removed',
] as const;

/** Table of the ledger: one row a paper, made when its import is first asked for. */
export const corpusEntry = defineEntity({
  id: 'paper_id',
  defaultSort: '-imported_at',
  members: {
    status: shown(z.enum(['new', ...corpusEntryStatuses]), 'How far its import is.', {
      column: 'plain',
      filter: true,
    }),
    paper_id: shown(text, 'The paper.'),
    public_id: shown(textOrNull, 'What the corpus calls it.', { filter: true }),
    title: shown(textOrNull, 'Title of the paper.'),
    source_record_fingerprint: shown(
      textOrNull,
      'Fingerprint of its results, claims and idea: equal for papers that say the same.',
    ),
    duplicate_of: shown(
      textOrNull.optional(),
      'Paper of the corpus that said the same when this one was imported beside it; null: none.',
    ),
    manifest_sha256: shown(textOrNull, "SHA-256 of the package's manifest."),
    imported_at: shown(timeOrNull, 'When it was imported.', { column: 'text', sort: true }),
    lint: shown(textOrNull, 'What the lint said at the import.', { filter: true }),
    audit: shown(textOrNull, 'What the audit said at the import.', { filter: true }),
    index: shown(textOrNull, 'Whether the index of the corpus has it.'),
    looked_mark: internal(
      textOrNull.optional(),
      'Mark of the files of its folder when they were last read; others are read again.',
    ),
    drift: shown(
      textOrNull.optional(),
      'Files of its folder that are not as they were imported, in words; null or absent: none is known.',
    ),
    drift_since: shown(timeOrNull.optional(), 'When that was first seen; null where `drift` is.'),
    removed_at: shown(
      timeOrNull.optional(),
      'When it was taken out of the corpus; null: it was not.',
    ),
    removed_by: shown(textOrNull.optional(), 'Who took it out.'),
    removal_reason: shown(textOrNull.optional(), 'Why it was taken out.'),
    former_public_ids: shown(
      z.array(text).optional(),
      'What the corpus called it before it was removed; none of these is given again.',
    ),
    pending_request: internal(
      textOrNull,
      'Request key of the import or removal that is being done.',
    ),
    last_error: shown(textOrNull, 'Why the last import or removal failed; null when it did not.'),
    disk_failed_at: internal(
      timeOrNull.optional(),
      'When that was a disk without room or writes, which is tried again by itself; null or absent: it was not.',
    ),
    created_at: shown(time, 'When the import was first asked for.'),
    updated_at: shown(time, 'When it last changed.', { column: 'text' }),
  },
});
/** A row of the ledger as it is stored, with the members that no reply shows. */
export const corpusEntrySchema = corpusEntry.stored;
/** State of the actor that imports one paper; a failed import can be asked for again. */
export type CorpusEntry = z.infer<typeof corpusEntrySchema>;
