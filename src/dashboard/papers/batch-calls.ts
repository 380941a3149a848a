/** Canceling a rewrite batch, as the operator asks for it: once at a time. */

import type { PumpAct } from '../acts/pump-words.ts';
import { ask, failureWords } from '../service/api.ts';
import { isLost, note, type Session, stateOf } from '../service/asking.ts';
import { endSentence } from '../words/words.ts';

/** Notes each step down beside the batch. */
export function createBatchCalls(session: Session): (batchId: string) => void {
  const say = (id: string, act: PumpAct): void =>
    note(session, { batchActs: new Map(stateOf(session).batchActs).set(id, act) });
  const cancel = async (id: string): Promise<void> => {
    if (stateOf(session).batchActs.get(id)?.phase === 'sending') return;
    say(id, { phase: 'sending', words: 'Asking for it…' });
    const answer = await ask(
      session.api.post('/control/api/v1/rewrite-batches/{batch_id}/cancel', {
        params: { path: { batch_id: id } },
        body: { requested_by: 'dashboard' },
      }),
    );
    if (isLost(session, answer)) return;
    if (answer.kind === 'ok') {
      say(id, { phase: 'done', words: 'The paper under way ends first; the others stay.' });
      session.done();
      return;
    }
    const words =
      answer.status === null
        ? `Whether it was canceled is not known: ${endSentence(answer.why)} It can be asked for again.`
        : `It was not canceled: ${endSentence(failureWords(answer))}`;
    say(id, { phase: 'failed', words });
  };
  return (id) => void cancel(id);
}
