/** The plain vocabulary: its lists are in order, the writer keeps to it, and sentences pass it or do not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeCitations } from '../../../src/papers/text/declared.ts';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { claimPhrases } from '../../../src/papers/verify/claim-phrases.ts';
import { closeGaps } from '../../../src/papers/verify/closed-text.ts';
import { findSubjectClaims } from '../../../src/papers/verify/named-subjects.ts';
import { oddMessages } from '../../../src/papers/verify/odd-messages.ts';
import {
  faultWords,
  meritWords,
  orderWords,
  plainGroups,
  plainPairs,
} from '../../../src/papers/verify/plain-words.ts';
import {
  findResultWords,
  isResultWord,
  resultWordsOf,
} from '../../../src/papers/verify/result-words.ts';
import { findOddWords, isPartOfName, oddWordsOf } from '../../../src/papers/verify/vocabulary.ts';
import { rulesBroken, subjects } from '../../lies/fresh.ts';
import { readLook } from '../../lies/looks.ts';
import { createSandbox, sampleDecision } from './support.ts';

const subject = subjects[0]!;
const oddIn = (sentence: string): string[] =>
  findOddWords(
    sentence,
    findResultWords(sentence).toSorted((a, b) => a.index - b.index),
  ).map(({ why, text }) => `${why} ${text}`);

describe('the lists', () => {
  const lists = [
    ...plainGroups.map(({ about, words }) => [about, words] as const),
    ['pairs', plainPairs] as const,
    ['merit', meritWords] as const,
    ['fault', faultWords] as const,
    ['orders', orderWords] as const,
  ];
  it.each(lists)('are in order, each word once: %s', (_, list) => {
    const words = list.trim().split(/\s+/);
    expect(words).toEqual([...new Set(words)].sort());
    for (const word of words) expect(word).toMatch(/^[a-zï]+(?:-[a-z]+)?$/);
  });

  it('have a word of merit or fault in no other group, and none that a rule on results decides', () => {
    const plain = new Set(plainGroups.flatMap(({ words }) => words.trim().split(/\s+/)));
    const judged = `${meritWords} ${faultWords}`.trim().split(/\s+/);
    expect(judged.filter((word) => plain.has(word))).toEqual([]);
    expect(new Set(judged).size).toBe(judged.length);
    for (const word of 'proves superb clearly best outperforms significant all'.split(' '))
      expect([word, plain.has(word), isResultWord(word)]).toEqual([word, false, true]);
  });
});

describe('the writer', () => {
  it('has no phrase that is not of plain words', () => {
    const phrases = ['sections', 'external'].flatMap((folder) => {
      const dir = join(import.meta.dirname, '../../../src/papers/writers', folder);
      const files = folder === 'sections' ? readdirSync(dir) : ['compose.ts'];
      return files.flatMap((file) => phrasesIn(readFileSync(join(dir, file), 'utf8')));
    });
    expect(phrases.length).toBeGreaterThan(120);
    const odd = phrases.flatMap((phrase) => oddIn(phrase).map((what) => `${what}: ${phrase}`));
    expect(odd).toEqual([]);
  });
});

describe('a result file', () => {
  const odd = 'zorkblat';
  it.each([
    `${odd}_qps`,
    `${odd}_pct`,
    `${odd}_tokens_per_sec`,
    'qps',
    odd.repeat(20),
    odd.repeat(100),
    'zorkéblat'.repeat(40),
    `${odd} `.repeat(100),
  ])('may call its members as it likes: %.30s', async (name) => {
    const rows = [3, 4].map((value) => ({ [name]: value, other: value }));
    const paper = await paperOf({ [name]: { '': [0, 0], [name]: rows } });
    expect(paper).toContain(name.slice(0, 8));
  });

  it.each(['', 'x', '1', 'a b', 'so. what'])(
    'may have raw values below a name that says nothing: “%s”',
    async (name) => {
      for (const trials of [[0], [1, 2, 3]])
        expect(await paperOf({ [name]: { trials } })).toContain('trials');
    },
  );
});

describe('what the writer says of names and of equals', () => {
  const cases = (name: string) => ({
    rows: [
      { variant: 'baseline', latency_ms: 4 },
      { variant: name, latency_ms: 3 },
    ],
  });
  it.each([
    [{ baseline_errors: 0, routed_errors: 0 }, 'are the same for routed'],
    [{ baseline_latency_ms: 5, routed_latency_ms: 5 }, 'is the same for routed'],
    [cases('good prompts'), 'for good prompts'],
    [cases('all languages'), 'for all languages'],
    [
      {
        rows: [
          { variant: 'no training baseline', latency_ms: 4, errors: 2 },
          { variant: 'routed', latency_ms: 3, errors: 1 },
        ],
      },
      'Compared with no training baseline',
    ],
  ])('passes: %j', async (result, said) => {
    expect(await paperOf(result)).toContain(said);
  });
});

/** The Markdown of a paper on one result file; without problems. */
async function paperOf(result: unknown): Promise<string> {
  const sandbox = createSandbox({
    'run_notes.md': '',
    '.orrery/project_decision.json': JSON.stringify(sampleDecision),
    'results/summary.json': JSON.stringify(result),
  });
  try {
    await sandbox.write({ decision: sampleDecision, projectName: 'trials', hypothesis: '' });
    expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
    return readFileSync(join(sandbox.paperDir, 'paper.md'), 'utf8');
  } finally {
    sandbox.dispose();
  }
}

/** Texts between quotation marks that hold several words; what is filled in counts as a name. */
function phrasesIn(source: string): string[] {
  const code = source
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import .*$|\/```.*?\/\./gm, '')
    .replace(/\/\^?(?:[^/\n\\]|\\.)+\/[iu]*\.(?:test|exec)/g, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)]
    .map(([, plain, template]) => (plain ?? template ?? '').replace(/\$\{[^}]*\}/g, ' C '))
    .filter((phrase) => /[a-z]{2,} [a-z]/.test(phrase) && !/[{}=]|;(?! [a-z])/.test(phrase));
}

describe('a sentence of plain words', () => {
  it.each([
    'The queue was emptied between the trials.',
    'Each sample was weighed, dried and weighed again.',
    'Whether the method is robust was not asked.',
    'The benefit for other machines was not tried.',
    'No reviewer has endorsed it.',
    'The cache was added to reduce the wait.',
    'The hypothesis states that routing improves stability.',
    'It may be typical.',
    'The results are reported as well.',
    'I/O errors of type I were left out.',
  ])('passes: %s', (sentence) => {
    expect(oddIn(sentence)).toEqual([]);
  });
});

describe('another one', () => {
  it.each([
    ['The evidence is rock solid.', 'merit solid'],
    ['It is a game changer.', 'claim game changer'],
    ['The method is not only robust.', 'merit robust'],
    ['The run had no drawbacks.', 'fault drawbacks'],
    ['Whether or not it rains, the method is safe.', 'merit safe'],
    ['The cache was found to reduce the wait.', 'merit reduce'],
    ['It is not slow, it is safe.', 'merit safe'],
    ['It was not measured, but it is safe.', 'merit safe'],
    ['Do not run the checks.', 'order do'],
    ['I wrote the text.', 'unlisted i'],
    ['Das Verfahren hilft.', 'unlisted verfahren'],
    ['The baseline is unreliable and the filter was used.', 'fault unreliable'],
    ['The old method is useless and was replaced.', 'fault useless'],
    [
      'Respondents could skip any question and the old policy should be retired.',
      'claim should be retired',
    ],
    ['結果は良い。', 'unlisted 結果は良い'],
    ['It is ｍａｓｓｉｖｅｌｙ robust.', 'merit robust'],
  ])('does not: %s (%s)', (sentence, what) => {
    expect(oddIn(sentence)).toContain(what);
  });

  it('is told once for each kind, with what to do', () => {
    const odd = findOddWords('It is a zorkblat for your eyes, and robust it is.', []);
    expect(oddMessages(odd, false)).toEqual([
      expect.stringMatching(/^“zorkblat”, “your”: not of the plain vocabulary.*quote the record$/),
      expect.stringMatching(/^“robust”: says how good/),
    ]);
  });

  it('is read in time that grows with its length alone', () => {
    for (const hostile of ['robust ', 'not and ', 'to robust ', 'whether, ', 'ａ ', '- '])
      expect(findOddWords(hostile.repeat(20_000), []).length).toBeGreaterThanOrEqual(0);
  });
});

describe('a clause', () => {
  it.each([
    ['All beds were watered.', 'All beds were healthy.'],
    ['None of the sensors had been moved.', 'None of the sensors failed.'],
    ['The highest leaf was measured.', 'The highest score was measured.'],
    ['Reports older than a day were left out.', 'The reports are calmer than most.'],
    ['Gardeners carried the pots.', 'Gardeners praised the pots.'],
    ['The lid was carefully closed.', 'The lid is careful in all it does.'],
    ['No filter was applied.', 'No rival came near it.'],
    ['Every morning the tank is filled.', 'Every tank is safe.'],
    ['The tank may be too small.', 'The tank is too big to fail.'],
    ['Missing is the share of all rows.', 'Missing is the talk of all farms.'],
    ['The trick that helped here may fail.', 'It cures leaves that may wither.'],
    ['It is possible that frost may return.', 'Mulch prevents frost that may return.'],
    ['Larger beds may differ.', 'The loss was lower than anyone would guess.'],
    ['When the water fell the tank was filled.', 'When mulch was used the losses fell.'],
    ['All errors were logged.', 'All earlier records were broken.'],
    ['The lowest shelf was cleaned.', 'The lowest memory was recorded.'],
    ['The outcome is not guaranteed.', 'Laboratories have confirmed the measurements.'],
    ['Rain fell on the roof.', 'The error fell on all machines.'],
    ['Days on which the water rose were left out.', 'The yield that we saw rose.'],
    ['Lower depths were not tried.', 'Lower losses were recorded.'],
    ['The best checkpoint was kept.', 'The best variant wins.'],
    ['The last weights were taken, not the best ones.', 'The last weights were the best ones.'],
    ['Every tank has its own pump.', 'Every tank has clear water.'],
    ['A beam has failed when it touches the table.', 'The beam failed.'],
    ['One pump failed and its day was left out.', 'One pump failed and the fish suffered.'],
    ['A hit is a lookup that finds all its bits set.', 'A lookup finds all bits.'],
    ['The bath scales show whole grams.', 'The method scales to farms.'],
    ['The menu is published each week.', 'The paper is published in a journal.'],
    ['The authors of the data set warn of gaps.', 'The authors warn of gaps.'],
    ['Delays caused by fog were kept.', 'Fog was caused by the method.'],
    ['It drains into a ditch.', 'It is a ditch.'],
    ['Nothing can be said about the taste.', 'Nothing can beat the taste.'],
    ['It read nothing.', 'Nothing beats it.'],
    ['Nobody tasted the bread.', 'Nobody complained.'],
    ['A store that never sleeps was not tried.', 'The store never sleeps.'],
    ['The point with the lowest error was taken.', 'The blocked version has the lowest error.'],
    ['A seed is found when one test fails.', 'One test fails.'],
    ['Students could skip any question.', 'Anyone could skip any question.'],
    ['The shipper sends a chunk.', 'Shippers agree.'],
    ['A bend would hide a tree.', 'Other trees would fare no differently.'],
    ['The mailbox belongs to one office.', 'The mailbox belongs in a museum.'],
    ['The client opens it and keeps it open.', 'The jam keeps for years.'],
    ['A client gives up after its last retry.', 'Mould gives up.'],
    ['The player reads a file.', 'The player adapts to tunnels.'],
    ['After all, the run is over.', 'After all, nothing went stale.'],
    [
      'The lid was shut, and the fan runs at night.',
      'The lid was shut, and the fan sings at night.',
    ],
    ['A larger key would take a longer path.', 'A city of roofs would beat the heat.'],
    ['A new pump would be set up.', 'Any town would take the pump.'],
    ['The teacher had been told of it.', 'The teacher has been retired.'],
    ['Plans are not read by a script.', 'Plans are not strained by it.'],
    ['Cards come out of one box.', 'Cards come out right.'],
    ['The index is empty.', 'The index is elegant.'],
    ['The model is linear in its inputs.', 'The model is blind to noise.'],
    ['Fish kept in the tank were fed.', 'Fish kept in the tank were livelier.'],
    ['It was read once, keeping the order.', 'It was read once, beating what we hoped for.'],
    ['Clients send a request each second.', 'Visitors wipe their feet before a door.'],
    ['Rows were read as soon as they came.', 'Rows are as crisp as paint.'],
    ['Frost came earlier in the year.', 'Frost came earlier than they hoped.'],
    ['The sorter merges a row with every row below it.', 'The sorter is liked by every row.'],
    ['Attendance was voluntary.', 'Attendance was splendid.'],
    ['A count was not possible from the images.', 'A count was wonderful from the images.'],
  ])('of a procedure may say what one that claims may not: %s / %s', (told, claimed) => {
    const broken = (sentence: string): boolean => rulesBroken(subject, sentence).length > 0;
    expect([broken(told), broken(claimed)]).toEqual([false, true]);
  });
});

describe('what a case or a quantity does', () => {
  it.each([
    ['The blocked version shrugs at frost.', true],
    ['Blocked sorting flies past.', true],
    ['The blocked version was compiled twice over.', false],
    ['The blocked version uses a copy.', false],
    ['The copies of the blocked version go to one folder.', false],
    ['Whether blocked sorting shrugs at frost was not tried.', false],
    ['blocked_runs.json (result, JSON)', false],
    ['This paper reports the project “Sorting is fast on some rows”, carried out as a run.', false],
    ['The result is inconclusive and is reported as such.', false],
    ['The way of sorting is robust and was run twice.', true],
  ])('is a claim where nothing is cited for it: %s %s', (sentence, isClaim) => {
    const isName = (word: string): boolean => ['blocked', 'miss', 'misses'].includes(word);
    expect(findSubjectClaims(sentence, isName).length > 0).toBe(isClaim);
  });
});

describe('a turn of phrase', () => {
  it('claims how a quantity came out, whatever is cited of it', () => {
    const odd = findOddWords('The accuracy is identical.', []);
    expect(odd.map((word) => isPartOfName(word, (index) => index === 4))).toEqual([false]);
  });

  it.each(claimPhrases.map(({ id, example }) => [id, example]))('claims %s: %s', (_, example) => {
    expect(oddIn(example)).toContainEqual(expect.stringMatching(/^claim /));
  });
});

describe('a citation in the midst of a turn of phrase', () => {
  it.each([
    ['The trick needs [C1] no tuning.', 'The trick needs no tuning.'],
    ['It carries [C1] over [C2] to other trees.', 'It carries over to other trees.'],
    ['It carries over to other trees [C1].', 'It carries over to other trees .'],
    ['It sorts.', 'It sorts.'],
  ])('does not hide it: %s', (line, closed) => {
    const { rest, cites } = takeCitations(line);
    const places = cites.map(({ index }) => ({ index: index + 3, ids: [] }));
    const { text, placeOf } = closeGaps(rest, 3, places);
    expect(text).toBe(closed);
    for (const { index, 0: word } of text.matchAll(/\w+/g))
      expect(rest.slice(placeOf(index), placeOf(index) + word.length)).toBe(word);
  });

  it('is found in a draft', () => {
    for (const said of ['The trick needs no tuning.', 'The trick needs [C1] no tuning.'])
      expect(rulesBroken(subject, said)).toContain('plain_words');
  });
});

describe('a cell of a table', () => {
  it('holds names and plain words, and nothing that praises, blames or claims', () => {
    expect(rulesBroken(subject, ['cache misses', 'blocked'])).toEqual([]);
    for (const lie of ['robust', 'free lunch', 'now in daily use', 'praised by users', 'harmful'])
      expect([lie, new Set(rulesBroken(subject, ['blocked', lie]))]).toEqual([
        lie,
        new Set(['plain_words']),
      ]);
  });
});

describe('a sentence that differs from another in its digits alone', () => {
  const sentences = readLook('ninth')
    .flatMap(({ falsehoods, honest }) => [...falsehoods, ...honest])
    .flatMap((sentence) => [sentence, sentence.replaceAll(' the ', ' 48 ')])
    .concat('It works on 16 cores.', 'It is 3 times faster than 4 others.', 'All 12 of 1990 did.');

  it('is looked at once with it, and each keeps its own', () => {
    for (const [one, other] of [
      ['1', '7'],
      ['9', '2'],
    ] as const)
      for (const sentence of sentences.map((text) => `${text} ${one}`.replaceAll('4', other))) {
        expect(resultWordsOf(sentence)).toEqual(findResultWords(sentence));
        const spans = findResultWords(sentence).toSorted((a, b) => a.index - b.index);
        expect(oddWordsOf(sentence)).toEqual(findOddWords(sentence, spans));
      }
    expect(oddWordsOf('It works on 16 cores.').map(({ text }) => text)).toContain('works on');
  });
});
