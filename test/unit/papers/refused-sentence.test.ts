/** What the writer of the service does about a sentence of its own that the verifier refuses, and what it need not refuse. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { lintPaper } from '../../../src/papers/lint/lint.ts';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { createSandbox, type Sandbox } from './support.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.dispose());

async function write(results: object): Promise<{ text: string; writer: object }> {
  sandbox = createSandbox({
    'results/summary.json': JSON.stringify(results),
    'run_notes.md': '# Notes\n\nBoth sides were timed in turn.\n',
  });
  await sandbox.write();
  const read = (name: string): string => readFileSync(join(sandbox.paperDir, name), 'utf8');
  expect([verifyPaper(sandbox.paperDir).problems, lintPaper(sandbox.paperDir)]).toEqual([[], []]);
  const { writer } = JSON.parse(read('paper_manifest.json')) as { writer: object };
  return { text: read('paper.md'), writer };
}

describe('a sweep whose rows have names of their own', () => {
  it('is told from its first value to its last', async () => {
    const sweep = [0.00002, 0.0001, 0.003, 0.01].map((rate, at) => ({
      name: `run ${at}`,
      lr: rate,
      loss: 1 / (1 + at),
    }));
    const { text, writer } = await write({ sweep });
    expect(text).toMatch(/Varied: lr, from 2\.000e-5 \[.*\] to 0\.01 \[/);
    expect(writer).toMatchObject({ details: {} });
  });

  it('is not told from a value to one within it', async () => {
    await write({ sweep: [1, 2, 8].map((lr, at) => ({ name: `run ${at}`, lr, loss: at / 3 })) });
    const file = join(sandbox.paperDir, 'paper.md');
    const text = readFileSync(file, 'utf8');
    const [, first = '', last = ''] =
      /Varied: lr, from (1 \[\[C\d+\]\(#c\d+\)\]) to (8 \[\[C\d+\]\(#c\d+\)\])/.exec(text) ?? [];
    const [, within = ''] = /\| run 1 \| 2 \|.*\[\[(C\d+)\]/.exec(text) ?? [];
    const id = within.toLowerCase();
    const forged = text.replace(
      `from ${first} to ${last}`,
      `from ${first} to 2 [[${within}](#${id})]`,
    );
    expect(forged).not.toBe(text);
    writeFileSync(file, forged);
    expect(
      verifyPaper(sandbox.paperDir)
        .problems.map(({ message }) => message)
        .join(),
    ).toContain('1 and 2 are not the ends of the');
  });
});

describe('a case that is called as its quantity', () => {
  it('has a paper of tables alone, which says why', async () => {
    const row = (accuracy: number, ms: number): object => ({ accuracy, latency_ms: ms, n: 9 });
    const { text, writer } = await write({
      ablation: {
        no_cache: row(0.9411, 3.25),
        accuracy: row(0.548, 0.9),
        momentum: row(0.8776, 2.125),
        baseline: row(0.9739, 9),
      },
    });
    expect(text).toContain('What was measured stands in the tables.');
    expect(text).toContain('| momentum | 0.8776 | 2.125 |');
    expect(text).toContain('a check could not confirm one of the sentences');
    expect(writer).toMatchObject({
      details: { plain_because: expect.stringContaining('stands as that of') },
    });
  });
});

describe('cases without anything to compare them with', () => {
  it('are not called unmeasured', async () => {
    const { text } = await write({
      ablation: { a: { accuracy: 0.5, n: 3 }, b: { accuracy: 0.6, n: 3 } },
    });
    expect(text).not.toContain('no measured value');
  });
});
