/** An act upon the paper shown, as the operator asks for it: tried dry where it can be, asked once, then carried out. */
import { newKey } from '../acts/acts.ts';
import { postTo } from '../acts/reason-calls.ts';
import { failureWords } from '../service/api.ts';
import { isLost, note as noteDown, type Session, stateOf } from '../service/asking.ts';
import { endSentence } from '../words/words.ts';
import { type PaperActName, type PaperActShown, paperActRows } from './paper-acts.ts';
import { triedWords } from './paper-possible.ts';

/** What the pane may ask. */
export interface PaperActCalls {
  /** The button: done at once, or the question before it is asked. */
  press(name: PaperActName): void;
  /** The question was answered with yes; `note` says why, null: nothing was said. */
  carryOut(note: string | null): void;
  /** The question was answered with no. */
  keep(): void;
}

/** Each step is noted down with the paper, and dropped where another is shown meanwhile. */
export function createPaperActCalls(session: Session): PaperActCalls {
  const set = (id: string, act: PaperActShown | null): void => {
    const { paper } = stateOf(session);
    if (paper?.id === id) noteDown(session, { paper: { ...paper, act } });
  };
  const send = (id: string, name: PaperActName, note: string | null, more: object) => {
    const { path, body } = paperActRows[name].request(id, note);
    return postTo(session.api, path, { ...body, requested_by: 'dashboard', ...more });
  };
  const isBusy = (act: PaperActShown | null): boolean =>
    act?.phase === 'trying' || act?.phase === 'sending';

  const carryOut = async (id: string, before: PaperActShown, note: string | null) => {
    const { name, key } = before;
    const { how, label } = paperActRows[name];
    set(id, { ...before, phase: 'sending', words: `${label}: waiting for the service…` });
    const answer = await send(id, name, note, {
      idempotency_key: key,
      ...(how === 'tried' ? { dry_run: false } : {}),
    });
    if (isLost(session, answer)) return;
    if (answer.kind === 'ok') set(id, { ...before, phase: 'done', words: `${label}: it is done.` });
    else if (answer.status === null)
      set(id, {
        ...before,
        // Asked about once more, under the same key.
        phase: 'asked',
        words: `Whether it was done is not known: ${endSentence(answer.why)} Press again: it is not done twice.`,
      });
    else set(id, { ...before, phase: 'failed', words: endSentence(failureWords(answer)) });
    session.done();
  };
  const tryDry = async (id: string, act: PaperActShown): Promise<void> => {
    set(id, act);
    const answer = await send(id, act.name, null, { dry_run: true });
    if (isLost(session, answer) || stateOf(session).paper?.act?.key !== act.key) return;
    if (answer.kind !== 'ok') {
      set(id, { ...act, phase: 'failed', words: endSentence(failureWords(answer)) });
      return;
    }
    const { passes, words } = triedWords(act.name, answer.told);
    set(id, { ...act, phase: passes ? 'asked' : 'failed', words });
  };
  return {
    press(name) {
      const { paper } = stateOf(session);
      if (paper === null || isBusy(paper.act)) return;
      const { how, effect } = paperActRows[name];
      const act = { name, words: effect, key: newKey() };
      if (how === 'at once') void carryOut(paper.id, { ...act, phase: 'sending' }, null);
      else if (how === 'asked') set(paper.id, { ...act, phase: 'asked' });
      else void tryDry(paper.id, { ...act, phase: 'trying', words: 'Asking what it would do…' });
    },
    carryOut(note) {
      const { paper } = stateOf(session);
      if (paper?.act?.phase === 'asked') void carryOut(paper.id, paper.act, note);
    },
    keep() {
      const { paper } = stateOf(session);
      if (paper?.act?.phase === 'asked') set(paper.id, null);
    },
  };
}
