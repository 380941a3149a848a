/** Claims that somebody reviewed or accepted the paper. Speaking of others' reviewed work is fine. */
import { beginsSentence, ownNouns } from '../clauses.ts';
import type { WordingRule } from '../types.ts';

const fix = 'say that the paper has not been peer-reviewed';
const reviewed = '(?:peer[\\s-]?reviewed|refereed)';
const parts = `(?:${ownNouns}|text|document|conclusions?|claims?|analysis|experiments?|method(?:ology)?)`;

/** Against claims of peer review, of acceptance and of a venue. */
export const peerReviewRules: readonly WordingRule[] = [
  {
    id: 'peer_review_claim',
    sentence: 'The paper says of itself that it was peer-reviewed.',
    shownBy: 'sentence',
    words: ['peer', 'refereed'],
    pattern: new RegExp(
      [
        `\\b(?:is|was|are|were|been|being|be|got|fully|formally|rigorously|independently)\\s+(?:(?:\\w{1,20}ly|also|now)\\s+)?${reviewed}\\b`,
        `\\b(?:this|our|the present)\\s+(?:\\w{1,30}\\s+)?${reviewed}\\s+(?:\\w{1,30}\\s+)?${parts}\\b`,
        `\\b(?:this|it)\\s+is\\s+an?\\s+(?:\\w{1,30}\\s+)?${reviewed}\\s+(?:\\w{1,30}\\s+)?${parts}\\b`,
        `\\b(?:had|got)\\s+(?:this|the|our)\\s+(?:\\w{1,30}\\s+)?${ownNouns}\\s+(?:\\w{1,20}ly\\s+)?${reviewed}\\b`,
        '\\b(?:passed|underwent|undergone|completed|survived|cleared)\\s+(?:[\\w-]{1,30}\\s+){0,3}peer[\\s-]?review\\b',
        `\\bafter\\s+(?:\\w{1,30}\\s+){0,3}peer[\\s-]?review\\s*,\\s*(?:this|the|our)\\s+(?:\\w{1,30}\\s+)?${ownNouns}\\b`,
        `(?<![\\w-])(?:(?:the|all|two|three|four|anonymous)\\s+){0,2}peer[\\s-]?review(?:ers?)?\\s+(?:confirmed|approved|accepted|endorsed|validated)\\s+(?:this|the|our|these|its)\\s+(?:\\w{1,30}\\s+)?${parts}\\b`,
        `\\b(?:status|review)[\\s*_]{0,4}:[\\s*_]{0,4}${reviewed}\\b`,
        `^\\W{0,8}${reviewed}(?:\\s+(?:\\w{1,30}\\s+)?${ownNouns})?\\W{0,8}$`,
      ].join('|'),
      'iu',
    ),
    deniedIn: 'clause',
    ofItself: true,
    fix,
    bad: [
      'This paper has been peer-reviewed.',
      'This peer-reviewed article reports a speed-up.',
      'After successful peer review, the paper was extended.',
      'Peer reviewers approved the method.',
      'Status: peer-reviewed',
      'No human authorship is claimed and it has been peer-reviewed.',
    ],
    good: [
      'Messages travel over a peer-to-peer network.',
      'Earlier peer-reviewed work reports other values.',
      'All patches to the kernel are peer-reviewed.',
      'We study how peer review affects citation counts.',
      'This paper has not been peer-reviewed.',
      'Papers must not claim to be peer-reviewed.',
    ],
  },
  {
    id: 'acceptance_claim',
    sentence: 'The paper says of itself that a venue accepted or published it.',
    shownBy: 'sentence',
    words: ['accepted', 'published', 'appear', 'presented'],
    pattern:
      /\b(?:accepted|published|appears?|presented|to appear)\s+(?:for publication\s+)?(?:at|in|by)\s+(?:the\s+)?(?:(?:\w{1,30}\s+){0,2}(?:proceedings|journal)\b|transactions of\b|NeurIPS|ICML|ICLR|AAAI|ACL\b|EMNLP|CVPR|Nature\b|Science\b|IEEE|ACM\b)/iu,
    deniedIn: 'clause',
    ofItself: true,
    isFine: ({ before, text }) =>
      /^a/i.test(text) && /^appears?/i.test(text) && beginsSentence(before),
    fix: 'leave the venue out: nobody accepted the paper',
    bad: [
      'The paper was accepted at NeurIPS.',
      'Published in the Journal of Memory.',
      'This work appears in the Proceedings of the IEEE.',
    ],
    good: [
      'The data set presented at CVPR holds ten classes.',
      'Smith et al. published in Nature a larger study.',
      'The workload was accepted by the scheduler.',
    ],
  },
];
