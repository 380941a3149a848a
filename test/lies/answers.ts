/** What a model might answer when it is asked to word a paper, honest and not, and what comes of it as whole papers. */
import fc from 'fast-check';
import { gatherInput } from '../../src/papers/artifacts.ts';
import { claimPrint } from '../../src/papers/claims/schema.ts';
import { lintPaper } from '../../src/papers/lint/lint.ts';
import { verifyFolder } from '../../src/papers/standalone/verify.mjs';
import { verifyPaper } from '../../src/papers/verifier.ts';
import { checkSentences } from '../../src/papers/writers/external/check.ts';
import { claimFields, readAnswer } from '../../src/papers/writers/external/grammar.ts';
import {
  createExternalWriter,
  type ModelAnswer,
  nextQuestion,
} from '../../src/papers/writers/external/writer.ts';
import type { PaperWriter, WriterInput } from '../../src/papers/writers/port.ts';
import { createSandbox } from '../unit/papers/support.ts';

/** Answers of the form that is asked for, with sentences of every kind about the claims of `input`. */
export function createAnswers(input: Pick<WriterInput, 'ledger'>): fc.Arbitrary<string> {
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
        ...'higher lower faster best all significant met confirmed fails twice half seven million percent double dozens increased worst better slower every perfect'.split(
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
  return fc
    .array(line, { minLength: 1, maxLength: 5 })
    .map((lines) => `# results\n${lines.join('\n')}`);
}

/** Every run of digits that a reader sees outside citations. */
const numbersIn = (text: string): string[] =>
  text.replace(/\[C\d[^\]]*\]/g, '').match(/[\p{N}][\p{N}.,e+-]*/gu) ?? [];
/** What Markdown, LaTeX or HTML would read, and what cannot be seen. */
const markup = /[\p{N}\p{C}<>\\`$|*_#{}[\]“”&~^%]/u;
/** What compares, by a list apart from that of the program. */
const comparison = /\b(?:higher|lower|faster|slower|better|best|worst|increased)\b/i;

/** How many sentences of an answer stand, and what stands in them that is neither value nor name of a claim. */
interface Judged {
  readonly sentences: number;
  readonly stray: readonly string[];
}

/** Reads an answer as the writer does; `isCut`: it ended in the middle. */
export function createAnswerJudge(input: WriterInput): (text: string, isCut: boolean) => Judged {
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
  return (text, isCut) => {
    const form = readAnswer(text, isCut);
    const { sentences } = checkSentences(form.sentences, input);
    const texts = sentences.flatMap(({ inlines }) => inlines.filter(({ kind }) => kind === 'text'));
    const numbers = sentences.flatMap(({ printed }) => numbersIn(printed));
    const words = form.sentences.flatMap(({ pieces }) => pieces);
    return {
      sentences: sentences.length,
      stray: [
        ...texts.flatMap((inline) => ('text' in inline ? [inline.text] : [])).filter(hasDigit),
        ...numbers.filter((number) => !known.includes(number.replace(/[.,]+$/, ''))),
        ...words.flatMap((piece) =>
          piece.kind === 'words' && (markup.test(piece.text) || comparison.test(piece.text))
            ? [piece.text]
            : [],
        ),
      ],
    };
  };
}

const hasDigit = (text: string): boolean => /\p{N}/u.test(text);

/** The writer of a model that was asked and answered so. */
export function writerOf(input: WriterInput, texts: readonly string[]): PaperWriter {
  const asked = { model: 'm-1', temperature: 0 };
  const answers: ModelAnswer[] = [];
  for (const text of texts) {
    const question = nextQuestion(input, { ...asked, answers });
    if (question === null) break;
    answers.push({ sha256: question.sha256, ok: true, text, isCut: false });
  }
  return createExternalWriter({ ...asked, answers });
}

/** What came of answers and of whole papers. `unverified`: what stands in one of them and should not, in words. */
export interface Answered {
  readonly answers: number;
  /** Sentences of these that stand. */
  readonly sentences: number;
  readonly papers: number;
  /** By the model; the others are those of the deterministic writer. */
  readonly worded: number;
  readonly unverified: readonly string[];
}

/** Reads generated answers, has papers written of others, and says what stands there, by verifier, lint and `verify.mjs`. */
export async function measureAnswers(
  seed: number,
  { answers, papers }: Pick<Answered, 'answers' | 'papers'>,
): Promise<Answered> {
  const sandbox = createSandbox();
  try {
    const { writerInput: input } = gatherInput(sandbox.input());
    const given = fc.sample(fc.tuple(createAnswers(input), createAnswers(input)), {
      seed,
      numRuns: papers,
    });
    let [worded, sentences] = [0, 0];
    const unverified: string[] = [];
    const judgeAnswer = createAnswerJudge(input);
    const answer = fc.tuple(createAnswers(input), fc.boolean());
    for (const [text, isCut] of fc.sample(answer, { seed, numRuns: answers })) {
      const judged = judgeAnswer(text, isCut);
      sentences += judged.sentences;
      unverified.push(...judged.stray);
    }
    for (const texts of given) {
      const { report } = await sandbox.write({ writer: writerOf(input, texts) });
      if (report['fallback_used'] === false) worded += 1;
      unverified.push(
        ...verifyPaper(sandbox.paperDir).problems.map(({ message }) => message),
        ...lintPaper(sandbox.paperDir).map(({ excerpt }) => excerpt),
        ...verifyFolder(sandbox.paperDir).problems.map(({ message }) => `verify.mjs: ${message}`),
      );
    }
    return { answers, sentences, papers, worded, unverified };
  } finally {
    sandbox.dispose();
  }
}
