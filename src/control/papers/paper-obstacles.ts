/**
 * What keeps a paper from being written anew, packaged or imported because another of these is under
 * way or done. A use case asks first, to refuse at once; the effect asks again after its own start
 * is on record, so that of two that meet at least one sees the other and gives way.
 */
import { asText } from '../../lib/as-text.ts';
import { isPackaging } from '../../machines/paper-review/stored.ts';
import type { ReadModels } from '../../store/ports/read-models.ts';

/** Why a paper cannot be touched now. */
export interface Obstacle {
  /** A word for programs. */
  readonly reason:
    | 'already_imported'
    | 'import_in_progress'
    | 'removal_in_progress'
    | 'package_in_progress'
    | 'already_finalized'
    | 'generation_in_progress'
    | 'human_review_required'
    | 'archived';
  /** Says what is in the way and what to do. */
  readonly message: string;
}

/** What stands against rewriting; `force` overrides only that the paper is finalized. */
export async function rewriteObstacle(
  reads: ReadModels,
  paperId: string,
  force: boolean,
): Promise<Obstacle | null> {
  const [review, entry] = await Promise.all([
    reads.get('paper_review', paperId),
    reads.get('corpus_entry', paperId),
  ]);
  if (entry?.['status'] === 'imported') {
    return {
      reason: 'already_imported',
      message: `${paperId} has been in the corpus as ${asText(entry['public_id'])} since ${asText(entry['imported_at'])}; what is published is not rewritten, not even with force. A follow-up project makes a new paper.`,
    };
  }
  if (entry?.['status'] === 'importing') {
    return {
      reason: 'import_in_progress',
      message: `${paperId} is being imported into the corpus; wait for its result.`,
    };
  }
  if (entry?.['status'] === 'removing') {
    return {
      reason: 'removal_in_progress',
      message: `${paperId} is being removed from the corpus; wait for its result.`,
    };
  }
  if (review === undefined) return null;
  if (isPackaging(review)) {
    return {
      reason: 'package_in_progress',
      message: `The package of ${paperId} is being prepared; wait for its result.`,
    };
  }
  if (review['status'] === 'finalized' && !force) {
    return {
      reason: 'already_finalized',
      message: `${paperId} is finalized; a rewrite would make it differ from its package. With force it is rewritten and put back into the queue, to be packaged again.`,
    };
  }
  return null;
}

/** What stands against packaging or importing a paper: that it is being written, held or put away. */
export async function publishingObstacle(
  reads: ReadModels,
  paperId: string,
): Promise<Obstacle | null> {
  const paper = await reads.get('paper', paperId);
  const status = paper?.['status'];
  if (status === 'human_review_required') {
    return {
      reason: status,
      message: `${paperId} is held for human review; end that review when somebody has looked, or archive the paper.`,
    };
  }
  if (status === 'archived') {
    return { reason: status, message: `${paperId} is archived; nothing more is done with it.` };
  }
  return writingObstacle(reads, paperId);
}

/** Why a paper that has no text yet is not drafted: it is held for a person, or was put away. */
export async function heldReason(
  reads: Pick<ReadModels, 'get'>,
  paperId: string,
): Promise<string | null> {
  const paper = await reads.get('paper', paperId);
  if (paper?.['status'] === 'archived') return `${paperId} is archived`;
  if (paper?.['status'] !== 'human_review_required') return null;
  return `${paperId} is held for human review: ${asText(paper['last_error'], 'an operator asked for it')}`;
}

/** That a paper is being written, which stands against anything else that is done with its text. */
export async function writingObstacle(
  reads: ReadModels,
  paperId: string,
): Promise<Obstacle | null> {
  const paper = await reads.get('paper', paperId);
  if (!String(paper?.['status']).endsWith('_generating')) return null;
  return {
    reason: 'generation_in_progress',
    message: `${paperId} is being written since ${asText(paper?.['updated_at'])}; wait for its result, then ask again.`,
  };
}
