/** The language in which a model answers: what is of it, and what is a finding. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../../../src/domain/limits.ts';
import { readAnswer } from '../../../../src/papers/writers/external/grammar.ts';

const rulesOf = (sentence: string): string[] =>
  readAnswer(`# results\n${sentence}`).findings.map(({ rule }) => rule);

describe('an answer', () => {
  it('is places, sentences, paragraphs and references, each with its line', () => {
    const read = readAnswer(
      '# method\r\nThe run compared {claim:C1.case} with {claim:C1.baseline}.\r\n\r\nIt ended {cite:C2,C3}.\n\n# conclusion\nIt is over.',
    );
    expect(read.findings).toEqual([]);
    expect(read.sentences.map(({ line, place, paragraph }) => [line, place, paragraph])).toEqual([
      [2, 'method', 1],
      [4, 'method', 2],
      [7, 'conclusion', 4],
    ]);
    expect(read.sentences[1]?.pieces).toEqual([
      { kind: 'words', text: 'It ended ' },
      { kind: 'cite', ids: ['C2', 'C3'] },
      { kind: 'words', text: '.' },
    ]);
  });

  it('leaves out what stands below no place of the paper', () => {
    const read = readAnswer('Hello.\n# results\nIt is so.\n# discussion\nIt is not.\n```');
    expect(read.sentences.map(({ source }) => source)).toEqual(['It is so.']);
    expect(read.findings.map(({ rule, line }) => [rule, line])).toEqual([
      ['place', 1],
      ['place', 4],
      ['place', 5],
      ['place', 6],
    ]);
  });

  it('loses its last line where its end is missing, and all beyond its bound', () => {
    expect(readAnswer('# results\nIt is.\nIt was.', true).sentences).toHaveLength(1);
    const long = `# results\nIt is.\n${'\n'.repeat(limits.writerAnswerCharsMax)}It was.`;
    const read = readAnswer(long);
    expect(read.sentences.map(({ source }) => source)).toEqual(['It is.']);
  });

  it('has a bound on the sentences of a place', () => {
    const read = readAnswer(`# results\n${'It is so.\n'.repeat(40)}`);
    expect(read.sentences).toHaveLength(limits.writerPlaceSentencesMax);
    expect(read.findings[0]?.rule).toBe('too_many');
  });
});

describe('a sentence', () => {
  it.each([
    ['It took 8 ms.', 'digit'],
    ['It took ٣ ms.', 'digit'],
    ['It took ８ ms.', 'digit'],
    ['It took ½ of that.', 'digit'],
    ['It took m² of room.', 'digit'],
    ['It ended in round Ⅳ.', 'digit'],
    ['It took twice as long.', 'number_word'],
    ['It took seven seconds.', 'number_word'],
    ['It saved two thirds of that.', 'number_word'],
    ['It took ｔｗｏ hours.', 'number_word'],
    ['It took 三 seconds.', 'character'],
    ['It was *fast*.', 'character'],
    ['It is [so].', 'character'],
    ['It is <b>so</b>.', 'character'],
    ['It is `so`.', 'character'],
    ['It is at https://example.org.', 'character'],
    ['It says “so”.', 'character'],
    ['It is \\input.', 'character'],
    ['It is $x$.', 'character'],
    ['It is a\u200Bb.', 'character'],
    ['It is \u202Eso.', 'character'],
    ['It is ¤.', 'character'],
    ['It is {claim:C1.value', 'reference'],
    ['It is {claim:C1}.', 'reference'],
    ['It is {claim:C1.price}.', 'reference'],
    ['It is {claim:C0.value}.', 'reference'],
    ['It is {cite:C1, C2}.', 'reference'],
    ['It is {cite:Smith}.', 'reference'],
    ['It is {{cite:C1}}.', 'reference'],
    ['It is -{claim:C1.value}.', 'reference'],
    ['It is x{claim:C1.value}.', 'reference'],
    ['It is {claim:C1.value}{claim:C2.value}.', 'reference'],
    ['It is {claim:C1.value}–{claim:C2.value}.', 'reference'],
    ['It is {claim:C1.value} million.', 'beside_value'],
    ['It is minus {claim:C1.value}.', 'beside_value'],
    ['It is {claim:C1.value} thirds of it.', 'beside_value'],
    ['It is faster.', 'comparison'],
    ['It is ｆａｓｔｅｒ.', 'comparison'],
    ['Whether it is faster is open.', 'comparison'],
    ['It is not slower.', 'comparison'],
    ['Of all cases it is the best.', 'comparison'],
    ['The value rose.', 'comparison'],
    ['It takes more than {claim:C1.value}.', 'comparison'],
    ['It is {claim:C1.direction} than that, which is more than {claim:C2.value}.', 'comparison'],
    ['it is so.', 'form'],
    ['{claim:C1.name} is so.', 'form'],
    ['It is so', 'form'],
    ['It is so. It was so.', 'form'],
    ['It is (so.', 'form'],
    ['- It is so.', 'form'],
    ['TODO write this.', 'wording'],
    ['We, the authors, wrote this paper.', 'wording'],
    ['This paper was peer-reviewed.', 'wording'],
    [`It is ${'so '.repeat(300)}.`, 'too_long'],
    [`It is ${'{cite:C1} '.repeat(20)}.`, 'too_many'],
  ])('such as %s breaks the rule %s', (sentence, rule) => {
    expect(rulesOf(sentence)).toEqual([rule]);
  });

  it.each([
    'It was the first of its kind, and one of the cases differs (as was hoped).',
    'The naïve variant, whose zero-shot use was planned, was left out - or so it seems!',
    'Is {claim:C1.name} ({claim:C1.value}) what was asked for?',
    'It is {claim:C1.direction} for {claim:C1.case} than for {claim:C1.baseline}, other than planned.',
  ])('such as %s is of the language', (sentence) => {
    expect(rulesOf(sentence)).toEqual([]);
  });

  it('is read in time that grows with its length alone', () => {
    for (const hostile of ['{', '}', '{claim:', '(', 'a. ', 'and ', '- ', '{cite:C1,C2,'])
      expect(readAnswer(`# results\n${hostile.repeat(200_000)}`).sentences).toEqual([]);
  });
});
