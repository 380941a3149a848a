/** The paper: what is written about one run. */
import * as z from 'zod';
import { defineEntity, internal, shown } from '../entity.ts';
import { paperStatuses } from '../statuses.ts';
import { projectDecisionSchema } from './decision.ts';
import { labels } from './labels.ts';
import { count, text, textOrNull, time, timeOrNull } from './parts.ts';

/** What a language model used for one writing of a paper. */
const writerUseSchema = z.object({
  /** Of the requests that said so. */
  tokens: count,
  /** Of the same; null where no price is configured. */
  cost_usd: z.number().nonnegative().nullable(),
  /** Requests of which nobody knows what they used; that is not nothing. */
  unknown_requests: count,
});
/** As `writerUseSchema`. */
export type WriterUse = z.infer<typeof writerUseSchema>;

/** Table of the papers: a row is made when the first draft is asked for, before there is a text. */
export const paper = defineEntity({
  id: 'paper_id',
  statusName: 'paper_status',
  defaultSort: '-updated_at',
  members: {
    status: shown(z.enum(['new', ...paperStatuses]), 'Where it stands.', {
      column: 'plain',
      filter: true,
    }),
    paper_id: shown(text, 'Its id.'),
    project_id: shown(text, 'The project it is about.', { column: 'plain', filter: true }),
    run_id: shown(text, 'The run whose evidence it is made of.', { filter: true }),
    ...labels,
    title: shown(textOrNull, 'Its title; null before the first draft.'),
    draft_markdown_path: shown(textOrNull, 'Below the artefact root, like the other paths.'),
    draft_latex_path: shown(textOrNull, 'The same text for LaTeX.'),
    evidence_bundle_path: shown(textOrNull, 'What it is made of.'),
    claim_ledger_path: shown(textOrNull, 'Which number comes from where.'),
    manifest_path: shown(textOrNull, 'Its files with their hashes.'),
    artifact_sha256: shown(
      z.record(text, text).optional(),
      'SHA-256 of each text as it was written, by file name; packaging and import refuse others. Absent in papers from before it was kept.',
    ),
    decision: shown(
      projectDecisionSchema.nullable(),
      'What the agent concluded, when it was drafted.',
    ),
    last_error: shown(textOrNull, 'Why the last draft or rewrite failed; null when it did not.'),
    disk_failed_at: internal(
      timeOrNull.optional(),
      'When that was a disk without room or writes, which is tried again by itself; null or absent: it was not.',
    ),
    pending_request: internal(
      textOrNull,
      'Request key of the draft or rewrite that is being worked on.',
    ),
    cancel_requested: shown(
      textOrNull.optional(),
      'Who wants it written no further, and why, while it is being written; null or absent: nobody.',
    ),
    writer_uses: internal(
      z.array(writerUseSchema.extend({ at: time })).optional(),
      'What a language model used for its writings, each with its end; absent: none was asked. The oldest are added up.',
    ),
    rewrite_count: shown(count, 'How often it was rewritten from its evidence.'),
    generated_at: shown(timeOrNull, 'When its present text was written.'),
    created_at: shown(time, 'When the first draft was asked for.'),
    updated_at: shown(time, 'When it last changed.', { column: 'text', sort: true }),
  },
});
/** A paper as it is stored, with the request key of a draft or rewrite under way. */
export const paperSchema = paper.stored;
/** State of the actor of one paper; its texts are files, of which it holds paths and hashes. */
export type Paper = z.infer<typeof paperSchema>;
