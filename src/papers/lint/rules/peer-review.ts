/** Claims that somebody reviewed or accepted the paper. Speaking of others' reviewed work is fine. */
import type { WordingRule } from '../types.ts';

const fix = 'say that the paper has not been peer-reviewed';
const reviewed = '(?:peer[\\s-]?reviewed|refereed)';
const own =
  '(?:paper|article|artifact|study|manuscript|report|publication|draft|document|findings)';

/** Against claims of peer review, of acceptance and of a venue. A sentence that denies it is fine. */
export const peerReviewRules: readonly WordingRule[] = [
  {
    id: 'peer_review_claim',
    pattern: new RegExp(
      [
        `\\b(?:is|was|are|were|been|being|be|fully|formally|rigorously|independently)\\s+(?:\\w+ly\\s+)?${reviewed}\\b`,
        `\\b(?:this|our|the|a|an)\\s+(?:\\w+\\s+)?${reviewed}\\s+${own}\\b`,
        `\\b(?:passed|underwent|undergone|completed|survived|cleared|after)\\s+(?:\\w+\\s+){0,3}peer[\\s-]?review\\b`,
        `\\bpeer[\\s-]?review(?:ers)?\\s+(?:confirmed|approved|accepted|endorsed|validated)\\b`,
        `\\b(?:status|review)\\s*:\\s*${reviewed}\\b`,
        `^\\W*${reviewed}\\W*$`,
      ].join('|'),
      'iu',
    ),
    allowNegated: true,
    fix,
  },
  {
    id: 'acceptance_claim',
    pattern:
      /\b(?:accepted|published|appears?|presented|to appear)\s+(?:for publication\s+)?(?:at|in|by)\s+(?:the\s+)?(?:proceedings\b|journal\b|NeurIPS|ICML|ICLR|AAAI|ACL\b|EMNLP|CVPR|Nature\b|Science\b|IEEE|ACM\b)/iu,
    allowNegated: true,
    fix,
  },
];
