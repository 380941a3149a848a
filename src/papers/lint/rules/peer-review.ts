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
    words: [
      'peer',
      'refereed',
      'review',
      'expert',
      'editor',
      'committee',
      'panel',
      'specialist',
      'referee',
      'academic',
      'scholar',
      'jury',
    ],
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
        '\\b(?:passed|underwent|undergone|cleared|survived)\\s+(?:an?\\s+|the\\s+)?(?:editorial|expert|external|independent|rigorous|scientific|anonymous|blind|double-blind)\\s+(?:[\\w-]{1,20}\\s+)?review\\b',
        '\\b(?:received|got|obtained|earned)\\s+(?:only\\s+|very\\s+)?(?:positive|favou?rable|good|excellent|enthusiastic|strong)\\s+reviews\\b',
        `\\b(?:(?:an?|the|two|three|several|some|many|independent|anonymous)\\s+){0,3}(?:experts?|editors?|editorial board|committee|panel|specialists?|referees?|academics?|scholars?|jury)\\b[^.;:]{0,50}?\\b(?:examined|approved|endorsed|accepted|recommended|confirmed|certified|praised|reviewed|checked|vetted)\\b(?:\\s+and\\s+\\w{1,20})?\\s+(?:(?:this|our|these)\\s+(?:\\w{1,30}\\s+)?${parts}|the\\s+(?:paper|manuscript|report|submission|conclusions))\\b`,
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
      'The manuscript passed editorial review.',
      'The paper received positive reviews.',
      'Experts in the field examined and approved this report.',
      'An editorial board endorsed the conclusions.',
      'No human authorship is claimed and it has been peer-reviewed.',
    ],
    good: [
      'Messages travel over a peer-to-peer network.',
      'Earlier peer-reviewed work reports other values.',
      'All patches to the kernel are peer-reviewed.',
      'We study how peer review affects citation counts.',
      'This paper has not been peer-reviewed.',
      'Papers must not claim to be peer-reviewed.',
      'The product received positive reviews from its users.',
      'The patch passed external review and was merged.',
      'An expert checked the labels of the images.',
      'No reviewer has seen this paper.',
    ],
  },
  {
    id: 'acceptance_claim',
    sentence: 'The paper says of itself that a venue accepted or published it.',
    shownBy: 'sentence',
    words: ['accepted', 'published', 'appear', 'presented'],
    pattern:
      /\b(?:accepted|published|appear(?:s|ed)?|presented|to appear)\s+(?:for publication\s+)?(?:at|in|by)\s+(?:an?\s+(?:\w{1,30}\s+)?(?:conference|journal|workshop|symposium)\b|(?:the\s+)?(?:(?:\w{1,30}\s+){0,2}(?:proceedings|journal)\b|transactions of\b|NeurIPS|ICML|ICLR|AAAI|ACL\b|EMNLP|CVPR|Nature\b|Science\b|IEEE|ACM\b))/iu,
    deniedIn: 'clause',
    ofItself: true,
    isFine: ({ before, text }) =>
      /^a/i.test(text) && /^appears?/i.test(text) && beginsSentence(before),
    fix: 'leave the venue out: nobody accepted the paper',
    bad: [
      'The paper was accepted at NeurIPS.',
      'Published in the Journal of Memory.',
      'This work appears in the Proceedings of the IEEE.',
      'It appeared in a conference with a review process.',
    ],
    good: [
      'The data set presented at CVPR holds ten classes.',
      'Smith et al. published in Nature a larger study.',
      'The workload was accepted by the scheduler.',
    ],
  },
];
