/** Why a paper is not in the corpus: the step it stands before, and what that step would refuse. */

import { paperSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import type { CommandContext } from '../common/index.ts';
import { requirePaper } from '../papers/index.ts';
import { type Finding, post } from './explanation.ts';

const stepPath = (paperId: string, step: string): string =>
  `/control/api/publication-automation/${paperId}/${step}`;

/** What stands before the next step of a paper. Throws `paper_not_found`. */
export async function explainPaper(
  { control, papers }: CommandContext,
  id: string,
): Promise<Finding> {
  const paper = paperSchema.parse(await requirePaper(control, id));
  const [review, entry] = await Promise.all([
    control.reads.get('paper_review', id),
    control.reads.get('corpus_entry', id),
  ]);
  const facts = {
    paper_status: paper.status,
    review_status: review?.['status'] ?? null,
    lint_passes: review?.['lint_passes'] ?? null,
    audit_verdict: review?.['audit_verdict'] ?? null,
    corpus_status: entry?.['status'] ?? null,
  };
  const common = { question: 'not publishable', since: paper.updated_at } as const;
  if (entry?.['status'] === 'imported') {
    const since = asText(entry['imported_at'], paper.updated_at);
    const reason = `${id} is in the corpus as ${String(entry['public_id'])}`;
    const unblock = { action: 'Nothing: it is published' };
    return {
      question: common.question,
      blocked: false,
      code: 'published',
      reason,
      evidence: facts,
      since,
      unblock,
    };
  }
  if (paper.status === 'draft_generating' || paper.status === 'publication_generating') {
    const reason = `${id} is being written (${paper.status})`;
    const unblock = { action: 'Wait until it is written' };
    return { ...common, blocked: false, code: 'generating', reason, evidence: facts, unblock };
  }
  if (paper.status !== 'publication_draft' && paper.status !== 'draft_review') {
    const error = paper.last_error === null ? '' : `; last error: ${paper.last_error}`;
    const reason = `${id} is ${paper.status}${error}`;
    const unblock = { action: 'Read why, then decide about it by hand' };
    return { ...common, blocked: true, code: paper.status, reason, evidence: facts, unblock };
  }
  if (review?.['status'] === 'finalized') {
    const failed = entry?.['status'] === 'failed' ? `: ${String(entry['last_error'])}` : '';
    const request = post('/control/api/v1/corpus/import', {
      paper_id: id,
      dry_run: false,
      idempotency_key: `import-${id}`,
    });
    const reason = `${id} is finalized and not imported${failed}`;
    const unblock = { action: 'Import it into the corpus', request };
    return {
      ...common,
      blocked: failed !== '',
      code: 'not_imported',
      reason,
      evidence: facts,
      unblock,
    };
  }
  const { problems } = await papers.previewPackage({
    paper_id: id,
    project_id: paper.project_id,
    run_id: paper.run_id,
    target_label: 'corpus',
  });
  const evidence = { ...facts, problems };
  if (problems.length > 0) {
    const request = post(stepPath(id, 'rewrite-draft'), {
      idempotency_key: `rewrite-${id}-${paper.rewrite_count}`,
    });
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    const reason = `its package would be refused: ${problems[0]}${more}`;
    const unblock = { action: 'Mend what the problems name, or rewrite the draft', request };
    return { ...common, blocked: true, code: 'gates_failed', reason, evidence, unblock };
  }
  const request = post(stepPath(id, 'prepare-finalization-package'), {
    idempotency_key: `package-${id}-${paper.rewrite_count}`,
    dry_run: false,
  });
  const reason = `${id} passes its gates and has no finalization package yet`;
  const unblock = { action: 'Prepare its finalization package', request };
  return { ...common, blocked: false, code: 'not_packaged', reason, evidence, unblock };
}
