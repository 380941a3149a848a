/** Sentences that cite nothing, of each look at the rules on words: as many are found and blamed as docs/verifying-papers.md says. */
import { describe, expect, it } from 'vitest';
import { rulesBroken, type Subject, subjects } from '../../lies/fresh.ts';
import { readLook } from '../../lies/looks.ts';
import { unseenSubjects } from '../../lies/unseen.ts';
import { lastSubjects, laterSubjects } from '../../lies/unseen-again.ts';

/** How many sentences there are, and how many of them break a rule. */
function judged(of: readonly Subject[], which: 'falsehoods' | 'honest'): number[] {
  const rules = of.flatMap((subject) =>
    subject[which].map((sentence) => rulesBroken(subject, sentence)),
  );
  return [rules.length, rules.filter(({ length }) => length > 0).length];
}

describe('sentences that were known when the rules were made', () => {
  it('are found and blamed as often as docs/verifying-papers.md says', () => {
    expect([judged(subjects, 'falsehoods'), judged(subjects, 'honest')]).toEqual([
      [60, 59],
      [60, 2],
    ]);
  });
});

/** Found and blamed at first; since the fifteenth, as the rules are since: docs/verifying-papers.md has the others. */
const looks = [
  { look: 'first', of: unseenSubjects, falsehoods: [60, 44], honest: [100, 13] },
  { look: 'second', of: laterSubjects, falsehoods: [30, 25], honest: [50, 4] },
  { look: 'third', of: lastSubjects, falsehoods: [30, 17], honest: [50, 4] },
  { look: 'fourth', of: readLook('fourth'), falsehoods: [60, 33], honest: [100, 18] },
  { look: 'fifth', of: readLook('fifth'), falsehoods: [60, 44], honest: [100, 11] },
  { look: 'sixth', of: readLook('sixth'), falsehoods: [60, 40], honest: [100, 6] },
  { look: 'seventh', of: readLook('seventh'), falsehoods: [60, 42], honest: [100, 12] },
  { look: 'eighth', of: readLook('eighth'), falsehoods: [60, 44], honest: [100, 15] },
  { look: 'ninth', of: readLook('ninth'), falsehoods: [60, 47], honest: [100, 15] },
  { look: 'tenth', of: readLook('tenth'), falsehoods: [60, 50], honest: [100, 17] },
  { look: 'fifteenth', of: readLook('fifteenth'), falsehoods: [30, 27], honest: [40, 12] },
  { look: 'seventeenth', of: readLook('seventeenth'), falsehoods: [10, 8], honest: [10, 1] },
  { look: 'nineteenth', of: readLook('nineteenth'), falsehoods: [20, 20], honest: [20, 4] },
  { look: 'twenty-first', of: readLook('twenty-first'), falsehoods: [15, 15], honest: [15, 2] },
] as const;

describe.each(looks)('sentences that nobody had seen at the $look look', (look) => {
  it('are judged no worse than they were then', () => {
    const [lies, found = 0] = judged(look.of, 'falsehoods');
    const [honest, blamed = 0] = judged(look.of, 'honest');
    expect([lies, honest]).toEqual([look.falsehoods[0], look.honest[0]]);
    expect(found).toBeGreaterThanOrEqual(look.falsehoods[1]);
    expect(blamed).toBeLessThanOrEqual(look.honest[1]);
  });
});
