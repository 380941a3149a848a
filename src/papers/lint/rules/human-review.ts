/** Instructions to a reviewer that were left in the text. */
import type { WordingRule } from '../types.ts';

/** Against notes such as “pending human approval”. A sentence that denies it is fine. */
export const humanReviewRules: readonly WordingRule[] = [
  {
    id: 'human_review_wording',
    pattern:
      /\b(?:for|needs?|requires?|requiring|awaiting|pending|awaits|subject to)\s+(?:a\s+|further\s+|final\s+)?(?:human|manual|operator|editor(?:ial)?)\s+(?:review|approval|audit|check|edit(?:ing)?|sign-?off)\b|\bhuman (?:claim audit|review|approval|edit) (?:is )?(?:required|needed|pending)\b|\bmust be (?:checked|reviewed|verified|approved) (?:by (?:a |an )?\w+ )?before (?:public )?(?:release|publication|submission)\b|\breviewer (?:note|todo|to (?:check|confirm))\b/iu,
    allowNegated: true,
    fix: 'delete the instruction; what is open belongs in the limitations',
  },
];
