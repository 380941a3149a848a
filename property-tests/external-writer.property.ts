/**
 * Thousands of answers of a model, honest and not: whatever it says, a paper holds no number and no word of
 * result that its claims do not show, no markup that the renderer did not write, and each sentence that
 * stands was judged.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { gatherInput, writePaper } from '../src/papers/artifacts.ts';
import { claimPrint } from '../src/papers/claims/schema.ts';
import { lintPaper } from '../src/papers/lint/lint.ts';
import { verifyPaper } from '../src/papers/verifier.ts';
import { checkSentences } from '../src/papers/writers/external/check.ts';
import { claimFields, readAnswer } from '../src/papers/writers/external/grammar.ts';
import { createExternalWriter, nextQuestion } from '../src/papers/writers/external/writer.ts';
import { createSandbox, sampleFiles } from '../test/unit/papers/support.ts';
import { propertyOptions } from './seed.ts';

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
const ids = input.ledger.claims.map(({ id }) => id);

const reference = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...ids), fc.constantFrom(...claimFields))
      .map(([id, field]) => `{claim:${id}.${field}}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 3 })
      .map((list) => `{cite:${list.join(',')}}`),
  },
  fc.constantFrom('{claim:C9999.value}', '{claim:C1}', '{', '}', '{{', '{cite:Smith}'),
);
const word = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom(
      ...'the mean of routed baseline was came to with accuracy latency loss variants run and as it is not in this than compared about whether hypothesis threshold time ms'.split(
        ' ',
      ),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...'higher lower faster best all significant met confirmed fails twice half seven million percent double dozens increased worst every perfect'.split(
        ' ',
      ),
    ),
  },
  fc.constantFrom('7', '٣', '８.1', '½', 'Ⅻ', '²', '三', '12%', '-5', '1e5', '𝟗', 'v2'),
  fc.constantFrom(
    '*so*',
    '[C1]',
    '<b>',
    '\\input{x}',
    '`c`',
    '$x$',
    '“so”',
    '| a |',
    '#',
    '{x}',
    '\u200b',
    '\u202E',
    'асе',
    'TODO',
  ),
  fc.string({ maxLength: 6, unit: 'binary' }),
);
const sentence = fc
  .array(fc.oneof({ weight: 3, arbitrary: word }, reference), { minLength: 1, maxLength: 12 })
  .map((words) => `The ${words.join(' ')}.`);
/** One that is most likely right, so that papers have something to hold. */
const honest = fc.constantFrom(...ids).map((id) => {
  const claim = input.ledger.claims.find((one) => one.id === id);
  return claim?.kind === 'observation'
    ? `The record says {claim:${id}.words}.`
    : `The {claim:${id}.name} of {claim:${id}.case} is {claim:${id}.value}.`;
});
const plain = honest.map((said) => said.replace(/ of \{claim:C\d+\.case\}/, ''));
const line = fc.oneof(
  { weight: 4, arbitrary: sentence },
  { weight: 2, arbitrary: honest },
  { weight: 2, arbitrary: plain },
  fc.constantFrom('', '# method', '# abstract', '# nowhere', '```', '- a list', 'no end'),
);
const answer = fc
  .array(line, { minLength: 1, maxLength: 5 })
  .map((lines) => `# results\n${lines.join('\n')}`);

/** Every run of digits that a reader sees outside citations. */
const numbersIn = (text: string): string[] =>
  text.replace(/\[C\d[^\]]*\]/g, '').match(/[\p{N}][\p{N}.,e+-]*/gu) ?? [];
/** Digits that the claims may print: their values, and names of the files. */
const known = [
  ...input.ledger.claims.map((claim) => claimPrint(claim)),
  ...input.ledger.claims.flatMap(
    ({ label, subject, quantity, comparison, evidence_refs: refs }) => [
      label,
      subject,
      quantity,
      comparison?.subject,
      comparison?.baseline,
      ...refs.map(({ pointer }) => pointer),
    ],
  ),
].join('\n');

/** What Markdown, LaTeX or HTML would read, and what cannot be seen. */
const markup = /[\p{N}\p{C}<>\\`$|*_#{}[\]“”&~^%]/u;

describe('a generated answer', () => {
  it('prints no number but those of its claims, each beside its citation', () => {
    let standing = 0;
    const options = propertyOptions(3_000);
    fc.assert(
      fc.property(answer, fc.boolean(), (text, isCut) => {
        const form = readAnswer(text, isCut);
        const { sentences } = checkSentences(form.sentences, input);
        for (const { printed, inlines } of sentences) {
          standing += 1;
          for (const inline of inlines)
            if (inline.kind === 'text') expect(inline.text).not.toMatch(/\p{N}/u);
          for (const number of numbersIn(printed))
            expect(known).toContain(number.replace(/[.,]+$/, ''));
        }
        for (const { pieces } of form.sentences)
          for (const piece of pieces)
            if (piece.kind === 'words') expect(piece.text).not.toMatch(markup);
      }),
      options,
    );
    // Honest sentences do come through.
    expect(standing).toBeGreaterThan(options.numRuns / 4);
  });

  it('makes a paper that passes the verifier and lint, or the deterministic one', async () => {
    const asked = { model: 'm-1', temperature: 0 };
    let worded = 0;
    const options = propertyOptions(30);
    await fc.assert(
      fc.asyncProperty(answer, answer, async (first, second) => {
        const answers: { sha256: string; ok: true; text: string; isCut: boolean }[] = [];
        for (const text of [first, second]) {
          const question = nextQuestion(input, { ...asked, answers });
          if (question === null) break;
          answers.push({ sha256: question.sha256, ok: true, text, isCut: false });
        }
        const writer = createExternalWriter({ ...asked, answers });
        const written = await writePaper(sandbox.input({ writer }));
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
