/** Batches of an import: within the limits of the intake, and problems put back where they came from. */
import { describe, expect, it } from 'vitest';
import { placeProblems } from '../../../src/cli/commands/import.ts';
import { limits } from '../../../src/domain/limits.ts';
import { toBatches } from '../../../src/idea-files/batches.ts';
import type { SourceIdea } from '../../../src/idea-files/read-ideas.ts';

const idea = (line: number, more: object = {}): SourceIdea => ({
  idea: { title: `t${line}`, ...more },
  file: 'f.csv',
  line,
});

describe('batches', () => {
  it('never hold more ideas or bytes than one intake takes, and keep their order', () => {
    const many = Array.from({ length: limits.ideasPerIntakeMax * 2 + 1 }, (_, line) => idea(line));
    const batches = toBatches(many);
    expect(batches.map(({ length }) => length)).toEqual([500, 500, 1]);
    expect(batches.flat()).toEqual(many);
    const large = Array.from({ length: 30 }, (_, line) =>
      idea(line, { prompt: 'é'.repeat(500_000) }),
    );
    const split = toBatches(large);
    expect(split.flat()).toEqual(large);
    for (const batch of split)
      expect(
        Buffer.byteLength(JSON.stringify({ ideas: batch.map((one) => one.idea) })),
      ).toBeLessThan(limits.intakeBodyBytesMax);
  });

  it('are none without ideas', () => {
    expect(toBatches([])).toEqual([]);
  });
});

describe('problems that the service finds', () => {
  const batch = [idea(2), { ...idea(5), fieldLines: { tags: 7 } }];
  const reply = (path: string) => ({
    code: 'invalid_request',
    errors: [{ path, message: 'is wrong' }],
  });

  it('are placed at the line of their idea, or of the field where it has one', () => {
    expect(placeProblems(reply('ideas[0].title'), batch)).toEqual([
      { file: 'f.csv', line: 2, message: 'title: is wrong' },
    ]);
    expect(placeProblems(reply('ideas[1].tags[3]'), batch)).toEqual([
      { file: 'f.csv', line: 7, message: 'tags[3]: is wrong' },
    ]);
    expect(placeProblems(reply('ideas[1]'), batch)).toEqual([
      { file: 'f.csv', line: 5, message: 'is wrong' },
    ]);
  });

  it('that are about no idea are left to be printed as they are', () => {
    for (const path of ['source', 'ideas', 'ideas[9].title'])
      expect(placeProblems(reply(path), batch)).toEqual([]);
    expect(placeProblems('no problem document', batch)).toEqual([]);
  });
});
