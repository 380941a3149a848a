/** What an operator does to a worker: looks now, and has refused callbacks tried again. */
import { type Answer, postJson } from './api.ts';
import { fieldsOf, numberOf } from './read.ts';
import { endSentence, plainWord } from './words.ts';
import { readWorker, type WorkerAct, type WorkerRow, type WorkerVerb } from './worker-model.ts';

/** What a card may ask for; while one call to a worker is under way a further one does nothing. */
export interface WorkerCalls {
  perform(name: string, verb: WorkerVerb): void;
}

interface WorkerCallsOptions {
  readonly token: string;
  readonly signal: AbortSignal;
  onAct(name: string, act: WorkerAct): void;
  /** The worker as it is now. */
  onWorker(worker: WorkerRow): void;
  onUnauthorized(): void;
  /** Something may have changed beyond what the answer says. */
  onDone(): void;
}

const paths: Readonly<Record<WorkerVerb, string>> = {
  refresh: 'refresh',
  retry: 'callbacks/retry',
};
const sending: Readonly<Record<WorkerVerb, string>> = {
  refresh: 'Asking it…',
  retry: 'Asking it to try again…',
};

/** Tells of each step by `onAct`; answers that come after the signal are dropped. */
export function createWorkerCalls(options: WorkerCallsOptions): WorkerCalls {
  const underWay = new Set<string>();
  const perform = async (name: string, verb: WorkerVerb): Promise<void> => {
    if (underWay.has(name)) return;
    underWay.add(name);
    options.onAct(name, { verb, phase: 'sending', words: sending[verb] });
    const path = `/control/api/v1/workers/${encodeURIComponent(name)}/${paths[verb]}`;
    const answer = await postJson(path, options.token, {});
    underWay.delete(name);
    if (options.signal.aborted) return;
    if (answer.kind === 'unauthorized') {
      options.onUnauthorized();
      return;
    }
    if (answer.kind === 'failed') {
      options.onAct(name, { verb, phase: 'failed', words: failedWords(answer) });
      return;
    }
    const worker = readWorker(answer.json);
    if (worker !== null) options.onWorker(worker);
    options.onAct(name, { verb, phase: 'done', words: doneWords(verb, worker, answer.json) });
    options.onDone();
  };
  return { perform: (name, verb) => void perform(name, verb) };
}

/** No answer is not a refusal: it may have been done. */
function failedWords({ status, words, why }: Extract<Answer, { kind: 'failed' }>): string {
  return status === null
    ? `Whether it was done is not known: ${endSentence(why)} It can be asked for again.`
    : `It was not done: ${endSentence(words ?? why)}`;
}

function doneWords(verb: WorkerVerb, worker: WorkerRow | null, json: unknown): string {
  if (verb === 'refresh') {
    if (worker?.status === 'unreachable') return 'Looked just now: it does not answer.';
    return worker === null
      ? 'Looked just now.'
      : `Looked just now: it is ${plainWord(worker.status)}.`;
  }
  const { retried, hurried } = fieldsOf(fieldsOf(json).answer);
  const many = (numberOf(retried) ?? 0) + (numberOf(hurried) ?? 0);
  if (many === 0) return 'There was nothing to try again.';
  return many === 1 ? 'One is being delivered again.' : `${many} are being delivered again.`;
}
