/**
 * The item that the address names: asked for, kept current, and acted upon. Asked apart from the
 * rest of the page, because the reason may need an answer from a worker.
 */
import { newKey, perform } from '../acts/acts.ts';
import type { Inverse } from '../acts/undo.ts';
import type { UndoCalls } from '../acts/undo-calls.ts';
import type { VerbName } from '../acts/verbs.ts';
import { type Answer, type Api, ask, failureWords } from '../service/api.ts';
import { isLost, note, oneAtATime, type Session, stateOf } from '../service/asking.ts';
import { capital, endSentence } from '../words/words.ts';
import { emptyItem, type ItemDetail } from './item-state.ts';

/** What the page and its pane may ask of it. */
export interface ItemCalls {
  /** Follows the address, and asks again about the item it names. */
  follow(): void;
  /** Asks for a confirmation, or takes that back with null. */
  ask(verb: VerbName | null): void;
  act(verb: VerbName, text: string | null): void;
}

/** Shows nothing until `follow`. */
export function createItemCalls(session: Session, undo: Pick<UndoCalls, 'offer'>): ItemCalls {
  const { api } = session;
  const shown = (): ItemDetail | null => stateOf(session).item;
  const change = (id: string, part: Partial<ItemDetail>): void => {
    const item = shown();
    if (item?.id === id) note(session, { item: { ...item, ...part } });
  };
  const askFacts = async (id: string): Promise<void> => {
    const at = shown()?.at ?? null;
    const params = { path: { project_id: id }, query: at === null ? {} : { at } };
    const answer = await ask(api.get('/control/api/v1/projects/{project_id}', { params }));
    if (isLost(session, answer) || shown()?.at !== at) return;
    if (answer.kind === 'ok') change(id, { facts: answer.told, factsProblem: null });
    else change(id, { factsProblem: failureWords(answer) });
  };
  const askWhy = async (id: string): Promise<void> => {
    const params = { path: { kind: 'queue_item' as const, id } };
    const answer = await ask(api.get('/control/api/v1/explain/{kind}/{id}', { params }));
    if (isLost(session, answer)) return;
    if (answer.kind === 'ok') change(id, { why: answer.told, whyProblem: null });
    else change(id, { whyProblem: failureWords(answer) });
  };
  const askAll = oneAtATime(session.signal, async () => {
    const id = shown()?.id;
    if (id === undefined) return;
    // Why, and what can be done, is known of now alone.
    await Promise.all([askFacts(id), ...(shown()?.at === null ? [askWhy(id)] : [])]);
  });

  return {
    follow() {
      const { place, item } = stateOf(session);
      const id = place.page === 'queue' ? place.id : null;
      const isOther = id !== (item?.id ?? null) || (item !== null && item.at !== place.at);
      if (isOther) note(session, { item: id === null ? null : emptyItem(id, place.at) });
      if (id !== null) askAll();
    },
    ask(verb) {
      const item = shown();
      if (item === null || item.act?.phase === 'sending') return;
      change(item.id, { act: verb === null ? null : { phase: 'asked', verb, key: newKey() } });
    },
    act(verb, text) {
      const item = shown();
      if (item === null) return;
      void perform(session, {
        verb,
        before: item.act,
        note: (act) => change(item.id, { act }),
        send: (key) => send(api, item.id, { verb, key, text }),
        onDone(words) {
          const inverse = inverseOf(verb, item);
          if (inverse !== null) undo.offer(endSentence(capital(words)), [inverse]);
        },
      });
    },
  };
}

/** What takes it back; null: nothing does. */
function inverseOf(verb: VerbName, { id, facts }: ItemDetail): Inverse | null {
  if (verb === 'pause') return { verb: 'resume', id };
  if (verb === 'resume') return { verb: 'pause', id };
  const tags = facts?.queue_item?.tags;
  return verb === 'edit' && tags !== undefined
    ? { verb: 'edit', id, fields: { tags: [...tags] } }
    : null;
}

/** Asks the service to do it; what was typed goes along as the verb's route takes it. */
function send(
  api: Api,
  id: string,
  { verb, key, text }: { verb: VerbName; key: string; text: string | null },
): Promise<Answer<{ readonly message?: string }>> {
  const params = { path: { project_id: id } };
  const body = { idempotency_key: key, requested_by: 'dashboard' };
  const call = { params, body };
  switch (verb) {
    case 'answer':
      return ask(
        api.post('/control/api/v1/queue/{project_id}/answer', {
          params,
          body: { ...body, answer: text ?? '' },
        }),
      );
    case 'edit':
      return ask(
        api.post('/control/api/v1/queue/{project_id}/edit', {
          params,
          body: { ...body, fields: { tags: tagsIn(text ?? '') } },
        }),
      );
    case 'pause':
      return ask(api.post('/control/api/v1/queue/{project_id}/pause', call));
    case 'resume':
      return ask(api.post('/control/api/v1/queue/{project_id}/resume', call));
    case 'retry':
      return ask(api.post('/control/api/v1/queue/{project_id}/retry', call));
    case 'cancel':
      return ask(api.post('/control/api/v1/queue/{project_id}/cancel', call));
  }
}

const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
