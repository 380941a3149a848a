/** The rewrite batch: several papers that are rewritten one after the other, while nobody waits. */
import * as z from 'zod';
import { limits } from '../limits.ts';
import { count, text, textOrNull, time, timeOrNull } from './parts.ts';

/** What becomes of one paper of a batch; `left`: the batch was canceled before it came to it. */
const batchResults = ['waiting', 'rewritten', 'skipped', 'failed', 'left'] as const;

/** One paper of a batch. */
export const batchPaperSchema = z.object({
  paper_id: text,
  title: textOrNull,
  result: z.enum(batchResults),
  /** Why not: a word of the error registry or of a refusal. */
  code: textOrNull,
  detail: textOrNull,
  event_id: count.nullable(),
});
/** In the order in which they are rewritten, best ranked first. */
export type BatchPaper = z.infer<typeof batchPaperSchema>;

/** Statuses of a stored batch; the last two of them are final. */
export const rewriteBatchStatuses = ['running', 'canceling', 'done', 'canceled'] as const;

/** A batch as it is stored. */
export const rewriteBatchSchema = z.object({
  status: z.enum(['new', ...rewriteBatchStatuses]),
  batch_id: text,
  requested_by: text,
  /** Also papers that are finalized; their reviews are put back then. */
  force: z.boolean(),
  papers: z.array(batchPaperSchema).max(limits.rewriteBatchMax),
  canceled_by: textOrNull,
  note: textOrNull,
  ended_at: timeOrNull,
  created_at: time,
  updated_at: time,
});
/** State of the actor of one batch: its papers, and what has become of them so far. */
export type RewriteBatch = z.infer<typeof rewriteBatchSchema>;

/** How many papers of each result. */
interface BatchProgress {
  readonly total: number;
  readonly rewritten: number;
  readonly skipped: number;
  readonly failed: number;
  /** Not come to so far, or left alone by a cancel. */
  readonly left: number;
  /** The paper that is being rewritten; null when none is. */
  readonly current_paper_id: string | null;
}

/** How far a batch is. Pure. */
export function batchProgress({
  papers,
  status,
}: Pick<RewriteBatch, 'papers' | 'status'>): BatchProgress {
  const of = (result: BatchPaper['result']): number =>
    papers.filter((paper) => paper.result === result).length;
  const isGoingOn = status === 'running' || status === 'canceling';
  return {
    total: papers.length,
    rewritten: of('rewritten'),
    skipped: of('skipped'),
    failed: of('failed'),
    left: of('waiting') + of('left'),
    current_paper_id: isGoingOn ? (nextOf(papers)?.paper_id ?? null) : null,
  };
}

/** The first paper that the batch has not come to. */
export const nextOf = (papers: readonly BatchPaper[]): BatchPaper | undefined =>
  papers.find(({ result }) => result === 'waiting');
