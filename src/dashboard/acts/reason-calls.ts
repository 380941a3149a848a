/** The act of a reason, as the operator asks for it: sent as the service proposes it, once at a time. */

import { type Answer, type Api, ask, undoneWords } from '../service/api.ts';
import { isLost, note, type Session, stateOf } from '../service/asking.ts';
import type { Reason } from '../service/wire.ts';
import type { PumpAct } from './pump-words.ts';
import { isReady } from './reason-words.ts';

/** One a cause, for as long as it stands; items that wait for a person differ by their cause alone. */
export const reasonKey = ({ code, subject, detail }: Reason): string =>
  `${code ?? ''}:${subject ?? (code === 'items_wait' ? detail : '')}`;

/** A request to a path of the service's own choosing, or of a table, which no type can know. */
export function postTo(api: Api, path: string, body: object) {
  const post = api.post as unknown as (
    path: string,
    init: { readonly body: object },
  ) => ReturnType<Api['post']>;
  return ask(post(path, { body }));
}

/** In the same way what a table of ours names; the reply may be anything. */
export function getFrom(api: Api, path: string): Promise<Answer<unknown>> {
  const get = api.get as unknown as (path: string, init: object) => ReturnType<Api['get']>;
  return ask<unknown>(get(path, {}));
}

/** Notes each step down beside the reason. */
export function createReasonCalls(session: Session): (reason: Reason) => void {
  const say = (key: string, act: PumpAct): void =>
    note(session, { reasonActs: new Map(stateOf(session).reasonActs).set(key, act) });
  const perform = async (reason: Reason): Promise<void> => {
    const key = reasonKey(reason);
    const request = reason.act?.request;
    if (request?.path === undefined || !isReady(reason)) return;
    if (stateOf(session).reasonActs.get(key)?.phase === 'sending') return;
    say(key, { phase: 'sending', words: 'Asking for it…' });
    const answer = await postTo(session.api, request.path, request.body ?? {});
    if (isLost(session, answer)) return;
    if (answer.kind === 'ok') {
      say(key, { phase: 'done', words: 'It was done; what is shown follows.' });
      session.done();
      return;
    }
    say(key, { phase: 'failed', words: undoneWords(answer) });
  };
  return (reason) => void perform(reason);
}
