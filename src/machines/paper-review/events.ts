/** What a paper's publication automation can be told. */

import type { ChecklistEntry, PaperReview } from '../../domain/records.ts';
import type {
  ChecklistItemId,
  ChecklistStatus,
  PaperStatus,
  StrictVerdict,
} from '../../domain/statuses.ts';
import type { EffectFailed } from '../effect-failed.ts';

/**
 * `PAPER_CHANGED` comes from the paper in its own turn, results from the effects, the rest from
 * operators and from automation in their place.
 */
export type PaperReviewEvent =
  | {
      /** From the paper, whenever it changed; creates the item when it is new. */
      readonly type: 'PAPER_CHANGED';
      readonly paper_id: string;
      readonly project_id: string;
      readonly run_id: string;
      readonly title: string | null;
      readonly paper_status: PaperStatus;
      /** True where only the status changed; absent where the text may have, too. */
      readonly same_text?: boolean;
    }
  | { readonly type: 'EVALUATE' }
  | {
      readonly type: 'EVALUATED';
      readonly lint_passes: boolean;
      readonly lint_finding_count: number;
      readonly audit_verdict: StrictVerdict;
      readonly rank_score: number;
      readonly rank_reasons: PaperReview['rank_reasons'];
      /** Only the items the service decides. */
      readonly checklist: readonly ChecklistEntry[];
      /** Of the files and rules that were looked at; null where there are too many. */
      readonly mark?: string | null;
      /** Files that are not what they were when the paper was written, in words; null: none; absent: nobody knows. */
      readonly drift?: string | null;
    }
  | { readonly type: 'CLAIM'; readonly claimed_by: string }
  | { readonly type: 'RELEASE' }
  | { readonly type: 'BLOCK'; readonly blocker: string }
  | { readonly type: 'DEFER'; readonly note: string | null }
  | { readonly type: 'REJECT'; readonly note: string }
  | { readonly type: 'REQUEUE'; readonly note: string | null }
  | {
      readonly type: 'SET_STATUS';
      readonly review_status: Exclude<PaperReview['status'], 'new'>;
      readonly note: string | null;
      readonly blocker: string | null;
    }
  | { readonly type: 'APPROVE'; readonly note: string | null }
  | {
      readonly type: 'SET_CHECKLIST';
      readonly item_id: ChecklistItemId;
      readonly status: ChecklistStatus;
      readonly note: string | null;
    }
  | { readonly type: 'PREPARE_PACKAGE'; readonly target_label: string }
  | {
      readonly type: 'PACKAGED';
      readonly package_dir: string;
      readonly package_archive: string;
      readonly package_sha256: string;
      readonly report: Readonly<Record<string, import('../../lib/canonical-json.ts').Json>>;
    }
  | { readonly type: 'PACKAGE_REFUSED'; readonly problems: readonly string[] }
  | EffectFailed;
