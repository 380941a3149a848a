/**
 * Has a language model asked for a paper until nothing more is to be asked: within bounds on requests and
 * tokens, with pauses where the endpoint wants them, every request noted before it is sent and every
 * answer before it is used.
 */
import { limits } from '../../domain/limits.ts';
import type { WriterUse } from '../../domain/records.ts';
import { backOffDelayMs } from '../../lib/back-off.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import type { Entropy } from '../../lib/ids.ts';
import { redactText } from '../../lib/redact.ts';
import type { Completion, ModelEndpoint } from '../../model-endpoint/endpoint.ts';
import type { Question } from '../../papers/writers/external/prompt.ts';
import type { ModelAnswer } from '../../papers/writers/external/writer.ts';
import type { WriterOutcome } from '../common/index.ts';
import { describeRequests, type Prices, useOf } from './asked-record.ts';
import type { Exchange, KeptAnswers, KeptRequest } from './kept-answers.ts';

/** What asking needs, with the bounds of one draft or rewrite. */
interface AskingOptions extends Prices {
  readonly callsMax: number;
  readonly tokensMax: number;
  /** Of one answer. */
  readonly maxTokens: number;
  readonly endpoint: ModelEndpoint;
  readonly model: string;
  readonly temperature: number;
  readonly kept: KeptAnswers;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Why nothing may be spent for a project now; null: something may. */
  readonly spendingTrouble: (projectId: string) => Promise<string | null>;
}

/** What was asked for a paper: the answers, and the record of it for manifest and reply. */
interface AskedPaper {
  readonly answers: readonly ModelAnswer[];
  readonly record: JsonObject;
}

/** Asks for papers, and knows how it went last. */
export interface PaperModel {
  readonly model: string;
  readonly temperature: number;
  /**
   * `next` says what is to be asked once the answers given are known; null: nothing more. Rejects when
   * `signal` is aborted, and with what `next` rejects with.
   */
  ask(
    paper: { readonly paperId: string; readonly projectId: string; readonly effectId: string },
    next: (answers: readonly ModelAnswer[]) => Promise<Question | null>,
    signal: AbortSignal,
  ): Promise<AskedPaper>;
  /** What the requests of one draft or rewrite have used so far, over restarts; null: there were none. */
  used(paper: { readonly paperId: string; readonly effectId: string }): WriterUse | null;
  /** Of the last request since this process began; null: there was none. */
  lastOutcome(): WriterOutcome | null;
  close(): Promise<void>;
}

const pauses = { baseMs: 1000, maxMs: limits.writerPauseMsMax, factor: 2 };

/** Asks nothing before it is wanted. */
export function createPaperModel(options: AskingOptions): PaperModel {
  let last: WriterOutcome | null = null;
  const note = (ok: boolean, detail: string): void => {
    last = { at: toIsoTime(options.clock.now()), ok, detail };
  };
  return {
    model: options.model,
    temperature: options.temperature,
    async ask(paper, next, signal) {
      const earlier = options.kept.read(paper.paperId, paper.effectId);
      const work = new Asking(options, paper, earlier, note);
      // Evidence that changes meanwhile makes other questions; they are not followed for ever.
      for (let count = 0; count <= options.callsMax; count += 1) {
        const question = await next(work.answers());
        if (question === null) break;
        await work.put(question, signal);
      }
      return { answers: work.answers(), record: work.record() };
    },
    used: ({ paperId, effectId }) => useOf(options.kept.read(paperId, effectId).requests, options),
    lastOutcome: () => last,
    close: () => options.endpoint.close(),
  };
}

/** The requests of one effect. */
class Asking {
  readonly #options: AskingOptions;
  readonly #paper: { readonly paperId: string; readonly projectId: string };
  readonly #effectId: string;
  readonly #note: (ok: boolean, detail: string) => void;
  readonly #answers: ModelAnswer[] = [];
  readonly #reasons: string[] = [];
  readonly #requests: KeptRequest[];
  /** Requests that an earlier process sent without noting what came of them. */
  readonly #lostCount: number;

  constructor(
    options: AskingOptions,
    paper: { readonly paperId: string; readonly projectId: string; readonly effectId: string },
    earlier: Exchange,
    note: (ok: boolean, detail: string) => void,
  ) {
    this.#options = options;
    this.#paper = paper;
    this.#effectId = paper.effectId;
    this.#note = note;
    this.#requests = [...earlier.requests];
    this.#lostCount = earlier.requests.filter(({ state }) => state === 'open').length;
  }

  answers(): readonly ModelAnswer[] {
    return [...this.#answers];
  }

  /** Gets the answer to a question: a kept one, or the endpoint's, or why there is none. */
  async put(question: Question, signal: AbortSignal): Promise<void> {
    const answer = this.#keptAnswer(question) ?? (await this.#answerOf(question, signal));
    if (!answer.ok) this.#reasons.push(answer.reason);
    this.#answers.push(answer);
  }

  #keptAnswer({ sha256 }: Question): ModelAnswer | undefined {
    const found = this.#requests.find(
      (request) => request.sha256 === sha256 && ['answered', 'failed'].includes(request.state),
    );
    if (found === undefined) return undefined;
    const { state, text = '', is_cut: isCut = false, reason = '' } = found;
    return state === 'answered' ? { sha256, ok: true, text, isCut } : { sha256, ok: false, reason };
  }

  async #answerOf(question: Question, signal: AbortSignal): Promise<ModelAnswer> {
    const { sha256 } = question;
    const no = (reason: string): ModelAnswer => ({ sha256, ok: false, reason });
    const { projectId } = this.#paper;
    const trouble = await this.#options.spendingTrouble(projectId);
    if (trouble !== null) return no(`The language model was not asked: ${trouble}`);
    for (let attempt = 1; ; attempt += 1) {
      const bound = this.#boundReached(question);
      if (bound !== null) return no(bound);
      const outcome = await this.#send(question, signal);
      if (outcome.kind === 'answer')
        return { sha256, ok: true, text: outcome.text, isCut: outcome.isCut };
      if (outcome.kind === 'failed') return no(`No answer: ${outcome.reason}`);
      const pauseMs =
        outcome.afterMs ?? backOffDelayMs(pauses, attempt, this.#options.entropy.random());
      if (pauseMs > limits.writerPauseMsMax)
        return no(
          `No answer: ${outcome.reason}, and wants ${pauseMs / 1000} s of patience, of which ${limits.writerPauseMsMax / 1000} are had`,
        );
      if (this.#requests.length < this.#options.callsMax)
        await pause(this.#options.clock, pauseMs, signal);
    }
  }

  /** Why no further request may be sent; the last trouble is told with it. */
  #boundReached(question: Question): string | null {
    const { callsMax, tokensMax } = this.#options;
    const before = this.#requests.at(-1)?.reason;
    const last = before === undefined ? '' : ` (last: ${before})`;
    if (this.#requests.length >= callsMax)
      return `No answer: paper_writer_calls_max (${callsMax}) is used up${last}`;
    const spent = this.#tokensSpentMax();
    return spent + promptTokensMax(question) < tokensMax
      ? null
      : `No answer: paper_writer_paper_tokens_max (${tokensMax}) does not suffice for a further request after ${spent}${last}`;
  }

  /** At the most: what is not reported counts as all that was allowed. */
  #tokensSpentMax(): number {
    const each = this.#requests.map(({ usage, usage_max: most }) =>
      usage === null ? most : usage.prompt + usage.completion,
    );
    return each.reduce((sum, tokens) => sum + tokens, 0);
  }

  async #send(question: Question, signal: AbortSignal): Promise<Completion> {
    const { endpoint, model, temperature, tokensMax } = this.#options;
    const promptMax = promptTokensMax(question);
    const left = tokensMax - this.#tokensSpentMax() - promptMax;
    const maxTokens = Math.max(1, Math.min(this.#options.maxTokens, left));
    const { sha256, messages } = question;
    const open: KeptRequest = {
      sha256,
      state: 'open',
      usage: null,
      usage_max: promptMax + maxTokens,
    };
    this.#requests.push(open);
    this.#keep();
    const replied = await endpoint.complete(
      {
        model,
        temperature,
        maxTokens,
        messages,
        idempotencyKey: `${this.#effectId}-${sha256.slice(0, 16)}`,
      },
      signal,
    );
    const outcome = withoutSecrets(replied);
    this.#requests[this.#requests.length - 1] = closed(open, outcome);
    this.#keep();
    if (outcome.kind === 'answer') this.#note(true, 'it answered');
    else this.#note(false, outcome.reason);
    return outcome;
  }

  record(): JsonObject {
    return describeRequests(this.#requests, {
      ...this.#options,
      lostCount: this.#lostCount,
      reasons: this.#reasons,
    });
  }

  #keep(): void {
    const exchange = { effectId: this.#effectId, requests: this.#requests };
    this.#options.kept.keep(this.#paper.paperId, exchange);
  }
}

/** A token for two bytes is more than text takes; and some for what an endpoint puts around the messages. */
const promptTokensMax = ({ messages }: Question): number =>
  messages.reduce((sum, { content }) => sum + Math.ceil(Buffer.byteLength(content) / 2) + 16, 0);

/** Reasons are told in manifests, which are published. */
function withoutSecrets(outcome: Completion): Completion {
  return outcome.kind === 'answer'
    ? outcome
    : { ...outcome, reason: redactText(outcome.reason).text };
}

function closed(open: KeptRequest, outcome: Completion): KeptRequest {
  switch (outcome.kind) {
    case 'answer':
      return {
        ...open,
        state: 'answered',
        usage: outcome.usage,
        text: outcome.text.slice(0, limits.writerAnswerCharsMax + 1),
        is_cut: outcome.isCut,
        model: outcome.model,
      };
    case 'busy':
      // It was turned away: nothing was used.
      return { ...open, state: 'busy', usage_max: 0, reason: outcome.reason };
    case 'failed':
      return {
        ...open,
        state: 'failed',
        usage: outcome.usage,
        usage_max: outcome.mayHaveRun ? open.usage_max : 0,
        reason: outcome.reason,
      };
  }
}

/** Resolves after `delayMs`; rejects when `signal` is aborted before. */
function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      timer.cancel();
      reject(signal.reason as Error);
    };
    const timer = clock.setTimer(delayMs, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
