/**
 * The writer that has a language model word parts of the paper. It asks nobody: it is given the answers
 * there are by the hash of their question, and says which question comes next. So it does the same
 * again after a crash, and what a model wrote is read where all foreign text is.
 */
import { ServiceError } from '../../../domain/errors.ts';
import type { Json } from '../../../lib/canonical-json.ts';
import { writeDeterministic } from '../deterministic.ts';
import type { PaperWriter, WriterInput, WriterResult } from '../port.ts';
import { type Checked, checkSentences } from './check.ts';
import { composeDocument } from './compose.ts';
import { type Finding, readAnswer } from './grammar.ts';
import { type Asked, firstQuestion, type Question, secondQuestion } from './prompt.ts';

/** What came of one question. */
export type ModelAnswer = { readonly sha256: string } & (
  | { readonly ok: true; readonly text: string; readonly isCut: boolean }
  | { readonly ok: false; readonly reason: string }
);

/** What a writer is made of; plain data, so that a thread can have it. */
export interface ExternalTask extends Asked {
  readonly answers: readonly ModelAnswer[];
}

/** The next question, or null when there is nothing more to ask. Reads what was answered so far. */
export function nextQuestion(input: WriterInput, task: ExternalTask): Question | null {
  const { question } = follow(input, task);
  return question ?? null;
}

/** Rejects with `writer_failed` where no sentence of the answers can stand. */
export function createExternalWriter(task: ExternalTask): PaperWriter {
  return {
    async write(input) {
      return writeFrom(input, task);
    },
  };
}

function writeFrom(input: WriterInput, task: ExternalTask): WriterResult {
  const { best, second, findings, failure } = follow(input, task);
  if (best === undefined && failure === undefined)
    throw new ServiceError(
      'writer_failed',
      'The evidence changed while the language model was asked, so that its answers are of other claims; ask again',
      { reason: 'outdated' },
    );
  if (best === undefined || best.checked.sentences.length === 0)
    throw new ServiceError(
      'writer_failed',
      failure ??
        `The language model answered, and no sentence of its ${second ? 'two answers' : 'answer'} can stand${firstWords(findings)}`,
      { reason: failure === undefined ? 'unusable' : 'not_answered', findings: shown(findings) },
    );
  const plain = writeDeterministic(input);
  const { sentences } = best.checked;
  return {
    document: composeDocument(plain.document, sentences, {
      model: task.model,
      ledger: input.ledger,
    }),
    facts: {
      ...plain.facts,
      provider: 'external_llm',
      model: task.model,
      promptSha256: best.question.sha256,
      details: {
        sentences: sentences.map(({ place, printed }) => ({ place, source: 'model', printed })),
        other_sentences: 'deterministic',
        dropped: countByRule(best.findings),
        sent_back: countByRule(best === second ? findings : []),
        second_answer: second === undefined ? (failure ?? null) : 'read',
      },
    },
  };
}

/** An answer as it was read: what of it can stand, and all that was found. */
interface Reading {
  readonly question: Question;
  readonly checked: Checked;
  readonly findings: readonly Finding[];
}

interface Course {
  /** What must be asked before anything is known. */
  readonly question?: Question;
  /** The answer that is used. */
  readonly best?: Reading;
  readonly second?: Reading;
  /** Of the first answer; they went back. */
  readonly findings: readonly Finding[];
  /** Why a question has no answer. */
  readonly failure?: string;
}

/** Plays the exchange with the answers there are: one question, and one more where something is wrong. */
function follow(input: WriterInput, task: ExternalTask): Course {
  const answerTo = (question: Question) =>
    task.answers.find(({ sha256 }) => sha256 === question.sha256);
  const question = firstQuestion(input, task);
  const answer = answerTo(question);
  if (answer === undefined) return { question, findings: [] };
  if (!answer.ok) return { findings: [], failure: answer.reason };
  const first = read(question, answer, input);
  const { findings } = first;
  if (findings.length === 0) return { best: first, findings };
  const again = secondQuestion(question, answer.text, findings, task);
  const corrected = answerTo(again);
  if (corrected === undefined) return { question: again, best: first, findings };
  if (!corrected.ok) return { best: first, findings, failure: corrected.reason };
  const second = read(again, corrected, input);
  // A second answer that is worse than the first costs no sentence that could stand.
  const best =
    second.checked.sentences.length < first.checked.sentences.length && second.findings.length > 0
      ? first
      : second;
  return { best, second, findings };
}

function read(
  question: Question,
  { text, isCut }: Extract<ModelAnswer, { ok: true }>,
  input: WriterInput,
): Reading {
  const form = readAnswer(text, isCut);
  const checked = checkSentences(form.sentences, input);
  const findings = [...form.findings, ...checked.findings].sort((a, b) => a.line - b.line);
  if (form.sentences.length > 0 || findings.length > 0) return { question, checked, findings };
  const empty = { rule: 'empty', line: 1, message: 'the answer holds no sentence' };
  return { question, checked, findings: [empty] };
}

/** Rules with how often each was broken: nothing of what was found wrong is kept in words. */
function countByRule(findings: readonly Finding[]): Readonly<Record<string, Json>> {
  const counts = new Map<string, number>();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return Object.fromEntries(counts);
}

const shown = (findings: readonly Finding[]) =>
  findings.slice(0, 10).map(({ rule, line, message }) => ({ rule, line, message }));

function firstWords([first]: readonly Finding[]): string {
  return first === undefined ? '' : `: line ${first.line} ${first.message}`;
}
