/** The corpus entry: one paper in the corpus-import ledger. */
import * as z from 'zod';
import { defineEntity, internal, shown } from '../entity.ts';
import { text, textOrNull, time, timeOrNull } from './parts.ts';

/** Table of the ledger: one row a paper, made when its import is first asked for. */
export const corpusEntry = defineEntity({
  id: 'paper_id',
  defaultSort: '-imported_at',
  members: {
    status: shown(z.enum(['new', 'importing', 'imported', 'failed']), 'How far its import is.', {
      column: 'plain',
      filter: true,
    }),
    paper_id: shown(text, 'The paper.'),
    public_id: shown(textOrNull, 'What the corpus calls it.', { filter: true }),
    title: shown(textOrNull, 'Title of the paper.'),
    source_record_fingerprint: shown(textOrNull, 'Hash of the record that was imported.'),
    manifest_sha256: shown(textOrNull, "SHA-256 of the package's manifest."),
    imported_at: shown(timeOrNull, 'When it was imported.', { column: 'text', sort: true }),
    lint: shown(textOrNull, 'What the lint said at the import.', { filter: true }),
    audit: shown(textOrNull, 'What the audit said at the import.', { filter: true }),
    index: shown(textOrNull, 'Whether the index of the corpus has it.'),
    pending_request: internal(textOrNull, 'Request key of the import that is being done.'),
    last_error: shown(textOrNull, 'Why the last import failed; null when it did not.'),
    created_at: shown(time, 'When the import was first asked for.'),
    updated_at: shown(time, 'When it last changed.', { column: 'text' }),
  },
});
/** A row of the ledger as it is stored, with the members that no reply shows. */
export const corpusEntrySchema = corpusEntry.stored;
/** State of the actor that imports one paper; a failed import can be asked for again. */
export type CorpusEntry = z.infer<typeof corpusEntrySchema>;
