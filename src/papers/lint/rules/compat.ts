/** The older rules of the public corpus, by words alone: for comparison with it. */
import type { WordingRule } from '../types.ts';

/** A negation before the words excuses them; whose words they are is not asked. */
export const compatRules: readonly WordingRule[] = [
  {
    id: 'placeholder',
    sentence: 'A placeholder was left.',
    fix: 'write what belongs there, or delete it',
    shownBy: 'sentence',
    words: [
      'todo',
      'fixme',
      'tbd',
      'lorem ipsum',
      'citation needed',
      '[?',
      '[cit',
      '[ref',
      '[insert',
    ],
    pattern:
      /(?<![\p{L}\p{N}_])(?:TODO|FIXME|TBD)(?![\p{L}\p{N}_])|\blorem ipsum\b|[[(]citation needed[\])]|\[\?\]|\[(?:citation|cite|ref|insert [^\]]{0,40})\](?!\()/iu,
    deniedIn: 'nothing',
    bad: ['The value is TBD.', 'This is known [citation needed].'],
    good: ['The mastodon fixture.'],
  },
  {
    id: 'peer_review_claim',
    sentence: 'Peer review is claimed, without a negation before it.',
    fix: 'say that the paper has not been peer-reviewed',
    shownBy: 'sentence',
    words: ['peer', 'refereed'],
    pattern:
      /\b(?:is|was|been|are|were)\s+(?:\w{1,20}ly\s+)?peer[\s-]?reviewed\b|\bthis\s+peer[\s-]?reviewed\b|\bpassed\s+peer[\s-]?review\b/iu,
    deniedIn: 'sentence',
    bad: ['This paper has been peer-reviewed.'],
    good: ['This paper has not been peer-reviewed.'],
  },
  {
    id: 'human_authorship_claim',
    sentence: 'Words of human authorship stand without a negation before them.',
    fix: 'say that no human authorship is claimed',
    shownBy: 'sentence',
    words: ['authored', 'written', 'drafted', 'composed', 'penned', 'prepared', 'authorship'],
    pattern:
      /\bhuman[\s-]authored\b|\b(?:written|authored)\s+by\s+(?:a\s+)?humans?\b|\bhuman authorship is claimed\b/iu,
    deniedIn: 'sentence',
    bad: ['This human-authored report.', 'It was written by a human.'],
    good: ['It was not written by a human.'],
  },
];
