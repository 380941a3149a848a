/**
 * Thousands of answers of a model, honest and not: whatever it says, a paper holds no number and no word of
 * result that its claims do not show, no comparison that it typed, no markup that the renderer did not write,
 * and each sentence that stands was judged. `npm run lies` has ten thousand of them.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { gatherInput } from '../src/papers/artifacts.ts';
import { lintPaper } from '../src/papers/lint/lint.ts';
import { verifyPaper } from '../src/papers/verifier.ts';
import { createAnswerJudge, createAnswers, writerOf } from '../test/lies/answers.ts';
import { createSandbox, sampleFiles } from '../test/unit/papers/support.ts';
import { propertyOptions } from './options.ts';

const sandbox = createSandbox({
  ...sampleFiles,
  'results/quality_summary.json': JSON.stringify({
    best_loss: { base: 0.51, 'gpt-2': 0.4375 },
    'three of them': { '12': 7, share: 0.25 },
    ratio: 2,
    'all [C1] $x$ `y`': 3,
  }),
});
afterAll(() => sandbox.dispose());
const { writerInput: input } = gatherInput(sandbox.input());
const answer = createAnswers(input);

const judgeAnswer = createAnswerJudge(input);

describe('a generated answer', () => {
  it('prints no number but those of its claims, each beside its citation', () => {
    let standing = 0;
    const options = propertyOptions(3_000);
    fc.assert(
      fc.property(answer, fc.boolean(), (text, isCut) => {
        const { sentences, stray } = judgeAnswer(text, isCut);
        expect(stray).toEqual([]);
        standing += sentences;
      }),
      options,
    );
    // Honest sentences do come through.
    expect(standing).toBeGreaterThan(options.numRuns / 4);
  });

  it('makes a paper that passes the verifier and lint, or the deterministic one', async () => {
    let worded = 0;
    const options = propertyOptions(30);
    await fc.assert(
      fc.asyncProperty(answer, answer, async (first, second) => {
        const written = await sandbox.write({ writer: writerOf(input, [first, second]) });
        expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
        expect(lintPaper(sandbox.paperDir)).toEqual([]);
        // What was judged sentence by sentence holds in the paper as well.
        expect(JSON.stringify(written.report['fallback_reason'])).not.toContain('The draft has');
        if (written.report['fallback_used'] === false) worded += 1;
      }),
      options,
    );
    expect(worded).toBeGreaterThan(options.numRuns / 6);
  });
});
