/** Publication automation of one paper: its review, checklist, rank and package. */
import * as z from 'zod';
import { defineEntity, internal, shown } from '../entity.ts';
import {
  checklistItemIds,
  checklistStatuses,
  paperStatuses,
  reviewStatuses,
  strictVerdicts,
} from '../statuses.ts';
import { count, text, textOrNull, time, timeOrNull } from './parts.ts';

const checklistEntrySchema = z.object({
  item_id: z.enum(checklistItemIds),
  status: z.enum(checklistStatuses),
  required: z.boolean(),
  evaluated_by: textOrNull,
  finding: textOrNull,
  note: textOrNull,
  updated_at: timeOrNull,
});
/**
 * One item of the checklist, decided by the service or by a person.
 * `evaluated_by` and `updated_at` are null until it was decided.
 */
export type ChecklistEntry = z.infer<typeof checklistEntrySchema>;

const rankReasonSchema = z.object({ term: text, points: z.number(), reason: text });

/** Table of publication automation: one row a paper, made by the paper once it has a text. */
export const paperReview = defineEntity({
  id: 'paper_id',
  statusName: 'review_status',
  defaultSort: '-rank_score',
  members: {
    status: shown(z.enum(['new', ...reviewStatuses]), 'Where it stands.', {
      column: 'plain',
      filter: true,
    }),
    paper_id: shown(text, 'The paper.'),
    project_id: shown(text, 'The project it is about.', { column: 'plain', filter: true }),
    run_id: shown(text, 'The run whose evidence it is made of.', { filter: true }),
    title: shown(textOrNull, 'Title of the paper.'),
    paper_status: shown(z.enum(paperStatuses), 'Where the paper itself stands.', {
      column: 'plain',
      filter: true,
    }),
    rank_score: shown(z.number(), 'Sum of the points of rank_reasons; higher is finalized first.', {
      column: 'number',
      sort: true,
    }),
    rank_reasons: shown(z.array(rankReasonSchema), 'The terms of rank_score.'),
    checklist: shown(z.array(checklistEntrySchema), 'What was decided of each item, and by whom.'),
    lint_passes: shown(
      z.boolean().nullable(),
      'Null until it was evaluated: unknown is not a pass.',
      { filter: true },
    ),
    lint_finding_count: shown(count.nullable(), 'Findings of the last lint.'),
    audit_verdict: shown(
      z.enum(strictVerdicts).nullable(),
      'Verdict of the last strict audit; null until there was one.',
      { filter: true },
    ),
    gate_obstacle: shown(
      textOrNull.optional(),
      'The gate for which it was sent to a person by itself; null or absent: it was not, or passes now.',
    ),
    evaluated_at: shown(timeOrNull, 'When lint and audit last ran.'),
    evaluated_mark: internal(
      textOrNull.optional(),
      'Mark of the files, and of the rules, that they ran on; where there is another one now, they run again.',
    ),
    drift: shown(
      textOrNull.optional(),
      'Files that are not what they were when the paper was written, in words; null or absent: none is known.',
    ),
    drift_since: shown(timeOrNull.optional(), 'When that was first seen; null where `drift` is.'),
    ready_for_finalization: shown(z.boolean(), 'Whether somebody approved it.', { filter: true }),
    blocker: shown(textOrNull, 'Why it is blocked; null when it is not.'),
    note: shown(textOrNull, 'What a person noted.'),
    claimed_by: shown(textOrNull, 'Who works on it.', { filter: true }),
    package_dir: shown(textOrNull, 'Folder of the finalization package below the artefact root.'),
    package_archive: shown(textOrNull, 'The same as one file.'),
    package_sha256: shown(textOrNull, 'SHA-256 of that file.'),
    pending_request: internal(textOrNull, 'Request key of the package that is being made.'),
    last_error: shown(textOrNull, 'Why the last package failed; null when it did not.'),
    disk_failed_at: internal(
      timeOrNull.optional(),
      'When that was a disk without room or writes, which is tried again by itself; null or absent: it was not.',
    ),
    finalized_at: shown(timeOrNull, 'When its package was made.'),
    created_at: shown(time, 'When the paper entered publication automation.'),
    updated_at: shown(time, 'When it last changed.', { column: 'text', sort: true }),
  },
});
/** A review as it is stored, with the request key of a package under way. */
export const paperReviewSchema = paperReview.stored;
/** State of the actor that takes one paper from its draft to its finalization package. */
export type PaperReview = z.infer<typeof paperReviewSchema>;
