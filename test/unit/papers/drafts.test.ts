/** Earlier drafts of a paper are kept when it is written anew, and told apart sentence by sentence. */

import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareTexts, draftChangesMax } from '../../../src/papers/drafts/draft-changes.ts';
import { keepDraft, keptDraftsMax, readDrafts } from '../../../src/papers/drafts/drafts.ts';
import { createSandbox, type Sandbox } from './support.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.dispose());

describe('drafts of a paper', () => {
  it('are kept when another is written, and told apart', async () => {
    await sandbox.write();
    const first = readDrafts(sandbox.paperDir, null);
    expect(first).toMatchObject({ earlier: [], since: null });
    await sandbox.write({ projectName: 'Another name altogether' });
    const second = readDrafts(sandbox.paperDir, null);
    expect(second?.earlier).toEqual([first?.now]);
    expect(second?.since?.sha256).toBe(first?.now.sha256);
    expect(JSON.stringify(second?.since?.changes)).toContain('Another name altogether');
    expect(second?.since?.unchanged).toBeGreaterThan(10);
    expect(readDrafts(sandbox.paperDir, 'f'.repeat(64))?.since).toBeNull();
  });

  it('are kept up to a number, once each, beside whatever else lies there', async () => {
    await sandbox.write();
    for (let at = 0; at < keptDraftsMax + 5; at += 1) {
      const metadata = { generated_at: new Date(at * 1000).toISOString() };
      writeFileSync(join(sandbox.paperDir, 'metadata.json'), JSON.stringify(metadata));
      writeFileSync(join(sandbox.paperDir, 'paper.md'), `# Draft ${at}\n`);
      keepDraft(sandbox.paperDir);
      keepDraft(sandbox.paperDir);
    }
    const [name = ''] = readdirSync(dirname(sandbox.paperDir)).filter((each) =>
      each.startsWith('.drafts-'),
    );
    writeFileSync(join(dirname(sandbox.paperDir), name, 'odd.json'), '{');
    // The present one is no earlier one.
    const { earlier } = readDrafts(sandbox.paperDir, null)!;
    expect(earlier).toHaveLength(keptDraftsMax - 1);
    expect(earlier[0]?.written_at).toBe('1970-01-01T00:00:23.000Z');
    expect(readDrafts(join(sandbox.root, 'nowhere'), null)).toBeNull();
  });
});

const draft = (...sentences: readonly string[]): string =>
  `# T\n\n## Results\n\n${sentences.join(' ')}\n`;

describe('two drafts', () => {
  it('differ by their sentences, and not by the numbers of claims', () => {
    const told = compareTexts(
      draft('It fell [C1].', 'We saw two runs.', 'The end.'),
      draft('It fell [C9].', 'We saw three runs.', 'And more.', 'The end.'),
    );
    expect(told).toMatchObject({ unchanged: 4, left_out: 0 });
    expect(told.changes).toEqual([
      {
        section: 'Results',
        removed: ['We saw two runs.'],
        added: ['We saw three runs.', 'And more.'],
      },
    ]);
  });

  it('are told so that each can be made of the other, whatever they say', () => {
    const said = fc.array(fc.constantFrom('One.', 'Two.', 'Three.', 'Four.'), { maxLength: 12 });
    const check = fc.property(said, said, (before, after) => {
      const { unchanged, changes } = compareTexts(draft(...before), draft(...after));
      const count = (side: 'removed' | 'added'): string[] => changes.flatMap((each) => each[side]);
      expect(unchanged - 2 + count('removed').length).toBe(before.length);
      expect(unchanged - 2 + count('added').length).toBe(after.length);
      const left: string[] = [...before];
      for (const each of count('removed')) left.splice(left.indexOf(each), 1);
      expect([...left, ...count('added')].sort()).toEqual([...after].sort());
    });
    fc.assert(check);
  });

  it('are told up to a bound, and how much is left out', () => {
    const lines = (word: string): string =>
      Array.from({ length: draftChangesMax.sentences + 10 }, (_, at) => `- ${word} ${at}`).join(
        '\n',
      );
    const { changes, left_out } = compareTexts('', `## A\n\n${lines('new')}`);
    expect(changes).toHaveLength(1);
    expect(left_out).toBe(11);
  });
});
