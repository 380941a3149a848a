/** What the writer gets of the sample project, and short ways to say what a model answers. */
import { gatherInput } from '../../../../src/papers/artifacts.ts';
import { checkSentences } from '../../../../src/papers/writers/external/check.ts';
import { readAnswer } from '../../../../src/papers/writers/external/grammar.ts';
import {
  firstQuestion,
  type Question,
  secondQuestion,
} from '../../../../src/papers/writers/external/prompt.ts';
import type { ModelAnswer } from '../../../../src/papers/writers/external/writer.ts';
import type { WriterInput } from '../../../../src/papers/writers/port.ts';
import { createSandbox, type Sandbox } from '../support.ts';

export const asked = { model: 'test-model-4', temperature: 0.2 };

/** The input of a writer for a sandbox, which stays until it is disposed of. */
export const inputOf = (sandbox: Sandbox): WriterInput => gatherInput(sandbox.input()).writerInput;

/** The same for a sandbox that is gone at once. */
export function sampleInput(files?: Readonly<Record<string, string>>): WriterInput {
  const sandbox = createSandbox(files);
  try {
    return inputOf(sandbox);
  } finally {
    sandbox.dispose();
  }
}

/** Id of the only claim of that kind at that pointer of a result file. */
export function idOf(input: WriterInput, pointer: string, kind = 'measurement'): string {
  const found = input.ledger.claims.filter(
    (claim) => claim.kind === kind && claim.evidence_refs[0]?.pointer === pointer,
  );
  const [claim] = found;
  if (claim === undefined || found.length > 1) throw new Error(`${found.length} claims fit`);
  return claim.id;
}

/** Id of the first claim of a kind. */
export function firstOf(input: WriterInput, kind: string): string {
  const claim = input.ledger.claims.find((one) => one.kind === kind);
  if (claim === undefined) throw new Error(`no ${kind}`);
  return claim.id;
}

/** What becomes of one sentence: as it is printed, or the rules that it breaks. */
export function judgeSentence(sentence: string, input: WriterInput): string | string[] {
  const form = readAnswer(`# results\n${sentence}`);
  const { sentences, findings } = checkSentences(form.sentences, input);
  const rules = [...form.findings, ...findings].map(({ rule }) => rule);
  return rules.length > 0 ? rules : (sentences[0]?.printed ?? []);
}

const answered = ({ sha256 }: Question, text: string): ModelAnswer => ({
  sha256,
  ok: true,
  text,
  isCut: false,
});

/** The answers to the first question and, where there is one, to what goes back. */
export function answersTo(
  input: WriterInput,
  first: string,
  back?: { readonly findings: Parameters<typeof secondQuestion>[2]; readonly second: string },
): ModelAnswer[] {
  const question = firstQuestion(input, asked);
  if (back === undefined) return [answered(question, first)];
  const again = secondQuestion(question, first, back.findings, asked);
  return [answered(question, first), answered(again, back.second)];
}
