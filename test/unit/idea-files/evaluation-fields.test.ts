/** The criterion of an idea in every format: whole in JSON, a field for each member where there are no objects. */
import { describe, expect, it } from 'vitest';
import { checkIdeas } from '../../../src/idea-files/batches.ts';
import { readCsvIdeas } from '../../../src/idea-files/csv.ts';
import { readJsonIdeas, readJsonLinesIdeas } from '../../../src/idea-files/json.ts';
import { readMarkdownIdea } from '../../../src/idea-files/markdown.ts';
import type { ReadResult } from '../../../src/idea-files/read-ideas.ts';

const evaluation = {
  metric: 'speedup',
  direction: 'at_least',
  threshold: 2.5,
  unit: 'x',
  source: 'results/a.json#/trials/*/speedup',
  statistic: 'median',
};
const names = Object.keys(evaluation).map((member) => `evaluation_${member}`);
const idea = { title: 'A', evaluation };

/** Problems of the file, or of the ideas where the file has none. */
const problemsOf = (read: ReadResult): string[] =>
  [...read.problems, ...checkIdeas(read.ideas).problems].map(
    ({ line, message }) => `${line}: ${message}`,
  );

describe('an evaluation', () => {
  it.each<[string, ReadResult]>([
    ['JSON', readJsonIdeas('f', JSON.stringify([idea]))],
    ['JSON Lines', readJsonLinesIdeas('f', `${JSON.stringify(idea)}\n`)],
    [
      'CSV',
      readCsvIdeas(
        'f',
        `title,${names.join(',')}\nA,${Object.values(evaluation).join(',')}\nB,,,,,,\n`,
      ),
    ],
    [
      'front matter',
      readMarkdownIdea(
        'f',
        `---\ntitle: A\n${Object.entries(evaluation)
          .map(([member, value]) => `evaluation_${member}: "${value}"\n`)
          .join('')}---\n`,
      ),
    ],
  ])('is read from %s', (format, read) => {
    expect(problemsOf(read)).toEqual([]);
    const { ideas } = checkIdeas(read.ideas);
    expect(ideas[0]).toEqual(idea);
    if (format === 'CSV') expect(ideas[1]).toEqual({ title: 'B' });
  });

  it('is refused with the member that is missing or senseless, and its line', () => {
    expect(problemsOf(readCsvIdeas('f', 'title,evaluation_metric\nA,speedup\n'))).toEqual([
      expect.stringMatching(/^2: evaluation\.direction: /),
      expect.stringMatching(/^2: evaluation\.threshold: must be a number/),
    ]);
    expect(
      problemsOf(
        readMarkdownIdea(
          'f',
          '---\ntitle: A\nevaluation_metric: m\nevaluation_direction: up\nevaluation_threshold: 1\n---\n',
        ),
      ),
    ).toEqual([expect.stringMatching(/^3: evaluation\.direction: /)]);
  });

  it.each(['2x', 'two', '', ' ', '1e999', '0x10', '2,5'])(
    'takes no threshold from “%s”',
    (threshold) => {
      const read = readMarkdownIdea(
        'f',
        `---\ntitle: A\nevaluation_threshold: "${threshold}"\n---\n`,
      );
      expect(problemsOf(read)).toEqual([
        '3: evaluation_threshold must be a number without a unit, such as 2 or 0.5',
      ]);
    },
  );

  it('names the fields where somebody writes an object that the format does not have', () => {
    expect(problemsOf(readCsvIdeas('f', 'title,evaluation\nA,x\n'))).toEqual([
      `1: "evaluation" has members; here each is a field of its own: ${['metric', 'source', 'statistic', 'direction', 'threshold', 'unit'].map((member) => `evaluation_${member}`).join(', ')}`,
    ]);
  });
});
