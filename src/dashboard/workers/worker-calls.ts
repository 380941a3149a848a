/** What an operator does to a worker: looks now, and has refused callbacks tried again. */
import { type Answer, ask, undoneWords } from '../service/api.ts';
import { isLost, note, type Session, stateOf } from '../service/asking.ts';
import { numberOf } from '../service/loose.ts';
import type { Reply, WorkerRow } from '../service/wire.ts';
import { plainWord } from '../words/words.ts';
import type { WorkerAct, WorkerVerb } from './worker-model.ts';

/** While one call to a worker is under way a further one does nothing. */
export type PerformOnWorker = (name: string, verb: WorkerVerb) => void;

const sending: Readonly<Record<WorkerVerb, string>> = {
  refresh: 'Asking it…',
  retry: 'Asking it to try again…',
};

/** Notes each step down beside the worker. */
export function createWorkerCalls(session: Session): PerformOnWorker {
  const { api } = session;
  const say = (name: string, act: WorkerAct): void =>
    note(session, { workerActs: new Map(stateOf(session).workerActs).set(name, act) });
  const take = (worker: WorkerRow | undefined): void => {
    const { workers } = stateOf(session);
    if (worker === undefined || !workers) return;
    note(session, { workers: workers.map((row) => (row.name === worker.name ? worker : row)) });
  };
  /** What is said of a good answer. */
  const send = async (name: string, verb: WorkerVerb): Promise<Answer<string>> => {
    const params = { path: { name } };
    if (verb === 'retry') {
      const path = '/control/api/v1/workers/{name}/callbacks/retry';
      const answer = await ask(api.post(path, { params, body: {} }));
      return answer.kind === 'ok' ? { ...answer, told: retriedWords(answer.told) } : answer;
    }
    const answer = await ask(api.post('/control/api/v1/workers/{name}/refresh', { params }));
    if (answer.kind !== 'ok') return answer;
    if (!session.signal.aborted) take(answer.told.worker);
    return { ...answer, told: lookedWords(answer.told.worker) };
  };
  const perform = async (name: string, verb: WorkerVerb): Promise<void> => {
    if (stateOf(session).workerActs.get(name)?.phase === 'sending') return;
    say(name, { verb, phase: 'sending', words: sending[verb] });
    const answer = await send(name, verb);
    if (isLost(session, answer)) return;
    if (answer.kind === 'failed') {
      say(name, { verb, phase: 'failed', words: undoneWords(answer) });
      return;
    }
    say(name, { verb, phase: 'done', words: answer.told });
    session.done();
  };
  return (name, verb) => void perform(name, verb);
}

function lookedWords(worker: WorkerRow | undefined): string {
  const status = worker?.health?.status;
  if (status === 'unreachable') return 'Looked just now: it does not answer.';
  return status === undefined ? 'Looked just now.' : `Looked just now: it is ${plainWord(status)}.`;
}

/** How many is the worker's own word. */
function retriedWords({ answer }: Reply<'workers.retry_callbacks'>): string {
  const many = (numberOf(answer?.retried) ?? 0) + (numberOf(answer?.hurried) ?? 0);
  if (many === 0) return 'There was nothing to try again.';
  return many === 1 ? 'One is being delivered again.' : `${many} are being delivered again.`;
}
