/**
 * Lies of all classes, a few of each, told to the checks of papers. The floors are what is found today: they may only
 * rise. `npm run lies` tells all of them and writes the table of docs/verifying-papers.md.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { rulesBroken, subjects } from '../../lies/fresh.ts';
import { blamed, measureHonest, plainSentences } from '../../lies/honest.ts';
import { isFound, lieClasses, type Measured, measure } from '../../lies/measure.ts';

const seed = 7;
/** Found of planted, hashes repaired or written by the writer, at least; of a class that is not named here, all. */
const floors: Readonly<Record<string, number>> = {
  // What was forged before the paper was made cannot be seen in the folder.
  forged_throughout: 0,
};

/** Of which `verify.mjs` finds all where hashes were made to fit: what a stranger sees who has nothing but the folder. */
const alone = [
  'digit',
  'sign',
  'unit',
  'rounding',
  'n_or_seed',
  'wrong_citation',
  'foreign_digits',
  'swapped_cells',
  'percent_base',
  'declared',
  'swapped_baseline',
  'direction',
  'number_words',
  'caption',
  'look_alike',
  'notice',
  'stale_hash',
  'deleted_evidence',
  'foreign_evidence',
  'ledger',
  'split_drafts',
  'markup',
  'figure',
] as const;

let measured: Measured;
beforeAll(async () => {
  measured = await measure({
    seed,
    placesMax: 1,
    isQuick: true,
    placesInAllMax: 2,
    // A class has six of the ten papers to be told in, others than the next class.
    uses: (id, project) =>
      (lieClasses.findIndex((entry) => entry.id === id) * 3 + project * 7) % 10 < 6,
  });
}, 300_000);

describe('lies told to the checks of papers', () => {
  it('are more than a hundred', () => {
    expect(measured.told.length).toBeGreaterThan(100);
  });

  it('are all found where files of a package were edited', () => {
    const missed = measured.told.filter((lie) => lie.grade === 'edited' && !isFound(lie));
    expect(missed).toEqual([]);
  });

  it('are all known with the key of the installation where files were changed, whatever fits', () => {
    const changed = measured.told.filter(({ grade }) => grade !== 'writer');
    expect(changed.length).toBeGreaterThan(100);
    expect(changed.filter(({ byKey }) => byKey !== true)).toEqual([]);
  });

  it.each(lieClasses.map(({ id }) => id))('are found in the class %s as often as ever', (id) => {
    const told = measured.told.filter(({ classId, grade }) => classId === id && grade !== 'edited');
    const missed = told.filter((lie) => !isFound(lie));
    expect(told.length).toBeGreaterThan(0);
    const share = 1 - missed.length / told.length;
    expect(share, JSON.stringify(missed[0])).toBeGreaterThanOrEqual(floors[id] ?? 1);
  });

  it.each(alone)('are found in the class %s by verify.mjs alone, too', (id) => {
    const told = measured.told.filter(
      ({ classId, grade }) => classId === id && grade === 'repaired',
    );
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter(({ standalone }) => standalone === null)).toEqual([]);
  });
});

describe('honest papers', () => {
  it('are not blamed, whatever order, rounding or further true sentences they have', async () => {
    const honest = await measureHonest(seed, 3);
    expect(honest.length).toBeGreaterThanOrEqual(30);
    expect(blamed(honest)).toEqual([]);
  }, 300_000);

  // Of these the papers above have a few at random.
  it.each(plainSentences)('may hold each sentence that is true of any: %s', (sentence) => {
    const [subject] = subjects;
    if (subject === undefined) throw new Error('no subject');
    expect(rulesBroken(subject, sentence)).toEqual([]);
  });

  it.each([
    'A reviewer will find the evidence in favour of it.',
    'A reader can see each value at a glance.',
  ])('may not hold one that says more: %s', (sentence) => {
    const [subject] = subjects;
    if (subject === undefined) throw new Error('no subject');
    expect(rulesBroken(subject, sentence)).not.toEqual([]);
  });
});
