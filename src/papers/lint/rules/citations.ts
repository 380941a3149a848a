/** Citations that lead nowhere; `citations.ts` looks for them. */
import type { LintRule } from '../types.ts';

const references = '\n\n## References\n\n[12] Smith, J. and Lee, K. A title. 2020.\n';

/** A citation leads to a claim of the ledger, a reference of the paper, a bibliography or a link target. */
export const citationRules: readonly LintRule[] = [
  {
    id: 'unresolved_claim',
    sentence: 'A cited claim is not in the claim ledger.',
    fix: 'cite a claim of the ledger, or drop the citation',
    shownBy: 'draft',
    bad: ['The time fell [C9999].'],
    good: ['The compound C9 was stable.'],
  },
  {
    id: 'unresolved_citation',
    sentence: 'A citation leads to no reference.',
    fix: 'add the reference, or drop the citation',
    shownBy: 'draft',
    bad: [
      'As shown by others [12].',
      'As shown (Smith et al., 2020).',
      'As shown by Smith et al. (2020).',
      'As shown [@smith2020].',
      'As shown \\cite{smith2020}.',
    ],
    good: [
      `As shown [12] and by Smith et al. (2020).${references}`,
      `As shown [12].${references.replace('References', 'Referenced Literature')}`,
      'A network with hidden layers [16, 8, 16] was used.',
      'The sizes were [64, 128] and the interval [0, 1].',
      'The release (March 2026) was used; so was the older one (Ubuntu, 2024).',
    ],
  },
  {
    id: 'unresolved_footnote',
    sentence: 'A footnote has no text.',
    fix: 'write the footnote, or drop its mark',
    shownBy: 'draft',
    bad: ['As shown[^1].'],
    good: ['As shown[^1].\n\n[^1]: A note.', 'The class [^a-z] matches digits.'],
  },
  {
    id: 'unresolved_link',
    sentence: 'A link names a target that is not defined.',
    fix: 'define the target, or drop the link',
    shownBy: 'draft',
    bad: ['See [the paper][smith].'],
    good: [
      'See [the paper][smith].\n\n[smith]: https://example.org',
      'The cell grid[i][j] is read.',
    ],
  },
];
