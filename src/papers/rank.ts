/** The order in which operators see papers: a sum of named terms, each with its reason. */
import type { PaperReview } from '../domain/records.ts';
import type { PaperStatus, StrictVerdict } from '../domain/statuses.ts';

/**
 * What the rank depends on; `null` is a signal that is not known: lint and audit where they were cut off, the queue
 * where the project is in none, such as one whose paper was brought along.
 */
export interface RankInputs {
  readonly paperStatus: PaperStatus;
  readonly auditVerdict: StrictVerdict | null;
  readonly lintPasses: boolean | null;
  /** Every evidence path of the paper row is set and exists. */
  readonly evidencePathsComplete: boolean;
  /** Both `paper.md` and `paper.tex` exist. */
  readonly draftsPresent: boolean;
  /**
   * Queue row of the project: blocked or flagged for review. Only an item that is not completed can become so, such as
   * one whose paper comes from an earlier run; what completed is neither flagged nor led back.
   */
  readonly queueBlocked: boolean | null;
}

type RankReason = PaperReview['rank_reasons'][number];

interface Rank {
  readonly score: number;
  readonly reasons: readonly RankReason[];
}

/** Terms that apply, in a fixed order; a term that does not apply is not listed. */
export function rankPaper(inputs: RankInputs): Rank {
  const reasons: RankReason[] = [];
  const add = (applies: boolean, term: string, points: number, reason: string): void => {
    if (applies) reasons.push({ term, points, reason });
  };
  add(
    inputs.paperStatus === 'publication_draft',
    'publication_draft',
    100,
    'the paper was rewritten for publication',
  );
  add(inputs.paperStatus === 'draft_review', 'draft_review', 40, 'the paper is a draft in review');
  add(inputs.auditVerdict === 'strict_pass', 'strict_audit', 20, 'the strict audit passed');
  add(inputs.lintPasses === true, 'lint', 20, 'the packaging lint passed');
  add(inputs.evidencePathsComplete, 'evidence_paths', 10, 'all evidence files are present');
  add(inputs.draftsPresent, 'drafts', 5, 'both drafts are present');
  add(
    inputs.queueBlocked === true,
    'queue_blocked',
    -100,
    'the queue item is blocked or flagged for review',
  );
  const missing = missingSignals(inputs);
  add(missing.length > 0, 'missing_signal', -25, `not known: ${missing.join(', ')}`);
  return { score: reasons.reduce((sum, reason) => sum + reason.points, 0), reasons };
}

function missingSignals(inputs: RankInputs): string[] {
  const signals = {
    strict_audit: inputs.auditVerdict,
    lint: inputs.lintPasses,
    queue: inputs.queueBlocked,
  };
  return Object.entries(signals).flatMap(([name, value]) => (value === null ? [name] : []));
}
