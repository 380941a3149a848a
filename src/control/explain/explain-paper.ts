/** Why a paper is not in the corpus: the step it stands before, and what that step would refuse. */

import { canceledWords } from '../../domain/paper-moves.ts';
import { type Paper, paperSchema, type Replication } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import { asText } from '../../lib/as-text.ts';
import { isPackaging } from '../../machines/paper-review/stored.ts';
import type { EntityRow } from '../../store/ports/read-models.ts';
import { because, type CommandContext, type ReplicationHold } from '../common/index.ts';
import { replicationOfPaper, requirePaper } from '../papers/index.ts';
import { type Finding, post } from './explanation.ts';

type Said = Pick<Finding, 'blocked' | 'code' | 'reason' | 'unblock'>;

const stepPath = (paperId: string, step: string): string =>
  `/control/api/publication-automation/${paperId}/${step}`;

/**
 * What stands before the next step of a paper. Its requests have no key: under one, advice that was
 * followed in vain would have the old refusal repeated for ever. Throws `paper_not_found`.
 */
export async function explainPaper(
  { control, papers }: CommandContext,
  id: string,
): Promise<Finding> {
  const paper = paperSchema.parse(await requirePaper(control, id));
  const [review, entry, replication] = await Promise.all([
    control.reads.get('paper_review', id),
    control.reads.get('corpus_entry', id),
    replicationOfPaper(control.reads, id),
  ]);
  const facts = {
    paper_status: paper.status,
    review_status: review?.['status'] ?? null,
    lint_passes: review?.['lint_passes'] ?? null,
    audit_verdict: review?.['audit_verdict'] ?? null,
    corpus_status: entry?.['status'] ?? null,
  };
  const common = {
    question: 'not publishable',
    evidence: facts,
    since: paper.updated_at,
  } as const;
  // One that is held all the same waits for a person, and is listed among those that do.
  const isHeld = paper.status === 'human_review_required';
  if (entry?.['status'] === 'imported' && !isHeld) {
    const drift = asText(entry['drift']);
    return {
      ...common,
      blocked: false,
      code: 'published',
      reason: `${id} is in the corpus as ${String(entry['public_id'])}${drift === '' ? '' : `, and not as it was imported: ${drift}`}`,
      since: asText(entry['imported_at'], paper.updated_at),
      unblock: {
        action:
          drift === ''
            ? 'Nothing: it is published'
            : 'Put its files back as they were imported, or remove it with a reason',
      },
    };
  }
  const next = await nextStep({ control, papers }, { paper, review, entry, replication });
  const said = { ...common, ...next, evidence: { ...facts, ...next.evidence } };
  return entry?.['status'] === 'removed' ? { ...said, ...whenRemoved(id, entry, next) } : said;
}

interface Stored {
  readonly paper: Paper;
  readonly review: EntityRow | undefined;
  readonly entry: EntityRow | undefined;
  readonly replication: Replication | null;
}

/** The step that a paper stands before on its way into the corpus, whether it was there before or not. */
async function nextStep(
  { papers }: CommandContext,
  { paper, review, entry, replication }: Stored,
): Promise<Said & Partial<Pick<Finding, 'evidence'>>> {
  const { paper_id: id } = paper;
  const obstacle = review?.['gate_obstacle'] ?? replicationWords(replication);
  const held =
    heldByPaper(paper, obstacle === null ? null : asText(obstacle)) ??
    heldByReview(id, review) ??
    readyToImport(id, review, entry);
  if (held !== null) return held;
  const waits = await papers.replicationHold(id);
  if (waits !== null) return heldByReplication(id, waits);
  const { problems } = await papers.previewPackage({
    paper_id: id,
    project_id: paper.project_id,
    run_id: paper.run_id,
    target_label: 'corpus',
  });
  const byHand = review?.['status'] === 'finalized';
  const evidence = { problems };
  if (problems.length > 0) {
    const request = post(stepPath(id, 'rewrite-draft'), byHand ? { force: true } : {});
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    const reason = `its package would be refused: ${problems[0]}${more}`;
    const unblock = { action: 'Mend what the problems name, or rewrite the draft', request };
    return { blocked: true, code: 'gates_failed', reason, evidence, unblock };
  }
  const request = post(stepPath(id, 'prepare-finalization-package'), { dry_run: false });
  const reason = byHand
    ? `${id} was set to finalized by hand and has no finalization package, without which it cannot be imported`
    : `${id} passes its gates and has no finalization package yet`;
  const unblock = { action: 'Prepare its finalization package', request };
  return { blocked: false, code: 'not_packaged', reason, evidence, unblock };
}

/** Somebody took it out; what it stands before counts only where it is wanted there again. */
function whenRemoved(id: string, entry: EntityRow, next: Said): Said & Pick<Finding, 'since'> {
  const { action, request } = next.unblock;
  const isReady = next.code === 'not_imported';
  const why = `${id} was removed from the corpus by ${asText(entry['removed_by'])}: ${asText(entry['removal_reason'])}`;
  return {
    blocked: true,
    code: 'removed',
    reason: isReady ? why : `${why}; ${next.reason}`,
    since: asText(entry['removed_at']),
    unblock:
      request === undefined
        ? next.unblock
        : {
            action: `Nothing, unless it is wanted there again: ${action.charAt(0).toLowerCase()}${action.slice(1)}`,
            request,
          },
  };
}

/** Why a replication holds its paper for a person; null where it does not. */
function replicationWords(replication: Replication | null): string | null {
  if (replication?.status === 'failed')
    return `the replication came to no result: ${replication.last_error}`;
  return replication?.status === 'disagreed'
    ? `the replication does not agree: ${replication.comparison?.text}`
    : null;
}

/** It is asked for again, or waited for, before anything else. */
function heldByReplication(id: string, held: ReplicationHold): Said {
  const { reason: code, message: reason, project_id: project } = held;
  const rewrite = post(stepPath(id, 'rewrite-draft'), {});
  const unblock =
    code === 'replication_missing'
      ? {
          action: 'Have it replicated',
          request: post(`/control/api/v1/papers/${id}/replicate`, {}),
        }
      : code === 'replication_not_in_paper'
        ? { action: 'Rewrite the draft, so that both results stand in it', request: rewrite }
        : { action: `Wait for its result${project === null ? '' : `: project ${project}`}` };
  return { blocked: code !== 'replication_comparing', code, reason, unblock };
}

/** What the status of the paper itself stands against. */
function heldByPaper(
  { paper_id: id, status, last_error, draft_markdown_path: text }: Paper,
  gateObstacle: string | null,
): Said | null {
  switch (status) {
    case 'draft_review':
    case 'publication_draft':
      return null;
    case 'draft_generating':
    case 'publication_generating':
      return {
        blocked: false,
        code: 'generating',
        reason: `${id} is ${stateWord(status)}`,
        unblock: { action: 'Wait until it is written' },
      };
    case 'human_review_required':
      return {
        blocked: true,
        code: status,
        reason: `${id} is held for human review${because(last_error ?? gateObstacle)}`,
        unblock:
          last_error === null || last_error.startsWith(canceledWords)
            ? {
                action: 'Look at it, then end its human review or archive it',
                request: post(`/control/api/v1/papers/${id}/move`, { move: 'end_human_review' }),
              }
            : {
                action: `Hold the decision record and what was registered against the result files. Where a file is missing or incomplete, bring it, end the human review and ${text === null ? 'draft' : 'rewrite'} it; where the record is wrong, or the run measured nothing, archive the paper and go on with a follow-up project`,
                request: post(`/control/api/v1/papers/${id}/move`, { move: 'archive' }),
              },
      };
    case 'archived':
      return {
        blocked: true,
        code: status,
        reason: `${id} is archived`,
        unblock: { action: 'Nothing: what is archived stays so' },
      };
    default:
      return {
        blocked: true,
        code: status,
        reason: `${id} is ${stateWord(status)}${last_error === null ? '' : `; last error: ${last_error}`}`,
        unblock: { action: 'Read why, then draft it again or archive it' },
      };
  }
}

/** What somebody decided about it, and how that is taken back. */
function heldByReview(id: string, review: EntityRow | undefined): Said | null {
  if (review === undefined) return null;
  if (isPackaging(review)) {
    return {
      blocked: false,
      code: 'packaging',
      reason: `the finalization package of ${id} is being prepared`,
      unblock: { action: 'Wait for its result' },
    };
  }
  const status = asText(review['status']);
  if (!['blocked', 'deferred', 'rejected'].includes(status)) return null;
  const why = asText(review['blocker'] ?? review['note']);
  const request =
    status === 'rejected'
      ? post(stepPath(id, 'status'), { review_status: 'unreviewed' })
      : post(stepPath(id, 'move'), { move: 'requeue' });
  return {
    blocked: true,
    code: status,
    reason: `${id} is ${stateWord(status)}${why === '' ? '' : `: ${why}`}`,
    unblock: { action: 'Take it up again once that is settled', request },
  };
}

function readyToImport(
  id: string,
  review: EntityRow | undefined,
  entry: EntityRow | undefined,
): Said | null {
  if (review?.['status'] !== 'finalized' || asText(review['package_dir']) === '') return null;
  if (entry?.['status'] === 'importing') {
    return {
      blocked: false,
      code: 'importing',
      reason: `${id} is being imported`,
      unblock: { action: 'Wait for its result' },
    };
  }
  const failed = entry?.['status'] === 'failed' ? `: ${String(entry['last_error'])}` : '';
  const wasThere = entry?.['status'] === 'removed';
  const request = post('/control/api/v1/corpus/import', {
    paper_id: id,
    ...(wasThere ? { accept_duplicate: true } : {}),
    dry_run: false,
  });
  return {
    blocked: failed !== '',
    code: 'not_imported',
    reason: `${id} is finalized and not imported${failed}`,
    unblock: {
      action: wasThere
        ? 'Import it, saying that it was removed'
        : failed === ''
          ? 'Import it into the corpus'
          : 'Mend what it names, then import it again',
      request,
    },
  };
}
