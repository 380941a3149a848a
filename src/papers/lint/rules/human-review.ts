/** Instructions to a reviewer that were left in the text. People who review something else are no matter. */
import { beginsSentence, endsSentence, isAboutItself } from '../clauses.ts';
import type { WordingRule } from '../types.ts';

/** Against notes such as “pending human approval”. */
export const humanReviewRules: readonly WordingRule[] = [
  {
    id: 'human_review_wording',
    sentence: 'A note about a review of the paper by people was left in it.',
    shownBy: 'sentence',
    words: ['human', 'manual', 'operator', 'editor', 'must be', 'reviewer'],
    pattern:
      /\b(?:for|needs?|requires?|requiring|awaiting|pending|awaits|subject to)\s+(?:a\s+|further\s+|final\s+)?(?:human|manual|operator|editor(?:ial)?)\s+(?:review|approval|audit|check|edit(?:ing)?|sign-?off)\b|\bhuman (?:claim audit|review|approval|edit) (?:is )?(?:required|needed|pending)\b|\bmust be (?:checked|reviewed|verified|approved) (?:by (?:a |an )?\w{1,30} )?before (?:public )?(?:release|publication|submission)\b|\breviewer (?:notes?|todo)\s*:|\breviewer to (?:check|confirm)\b/iu,
    deniedIn: 'clause',
    isFine: isAboutSomethingElse,
    fix: 'delete the instruction; what is open belongs in the limitations',
    bad: [
      'This draft is for human review.',
      'It must be checked before public release.',
      'Human claim audit required.',
      'Pending human approval.',
      'Human review is required before publication.',
      'Reviewer note: check the second table.',
    ],
    good: [
      'Posts that the filter flags need human review.',
      'Human review is required for one item in ten.',
      'Binaries must be verified before release.',
      'No human review has been performed.',
      'The queue item was pending operator approval for two hours.',
    ],
  },
];

/** A note is about the paper, or a sentence of its own that says of nothing else what it is about. */
function isAboutSomethingElse({
  before,
  text,
  after,
}: {
  before: string;
  text: string;
  after: string;
}): boolean {
  if (/^reviewer/iu.test(text)) return !(text.endsWith(':') || beginsSentence(before));
  if (beginsSentence(before))
    return !(
      endsSentence(after) ||
      /^\s+before\s+(?:public\s+)?(?:release|publication|submission)\b/iu.test(after)
    );
  return (
    !isAboutItself(before) ||
    /^\s+(?:of|for|by)\s+(?:the|each|every|all)\s+(?!paper|draft|text|claim)/iu.test(after)
  );
}
