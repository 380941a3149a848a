/**
 * The item that the address names: asked for, kept current, and acted upon. Asked apart from the
 * rest of the page, because the reason may need an answer from a worker.
 */
import { afterwards, keyFor, newKey } from './acts.ts';
import { itemInAddress } from './address.ts';
import { type Answer, getJson, postJson } from './api.ts';
import { type ItemDetail, readItemFacts, readItemWhy } from './detail-model.ts';
import type { VerbName } from './verbs.ts';

interface DetailOptions {
  readonly token: string;
  readonly signal: AbortSignal;
  /** The detail changed; null: none is shown. */
  onChange(detail: ItemDetail | null): void;
  onUnauthorized(): void;
  /** Something was done: all that is shown may have changed. */
  onDone(): void;
}

/** What the page and its pane may ask of it. */
export interface DetailCalls {
  /** Follows the address, and asks again about the item it names. */
  follow(): void;
  /** Asks for a confirmation, or takes that back with null. */
  ask(verb: VerbName | null): void;
  act(verb: VerbName, text: string | null): void;
}

const itemPath = (id: string): string => `/control/api/v1/projects/${encodeURIComponent(id)}`;
const whyPath = (id: string): string =>
  `/control/api/v1/explain/queue_item/${encodeURIComponent(id)}`;
const verbPath = (id: string, verb: VerbName): string =>
  `/control/api/v1/queue/${encodeURIComponent(id)}/${verb}`;

/** Shows nothing until `follow`; answers that come after the signal are dropped. */
export function createDetail(options: DetailOptions): DetailCalls {
  const { token, signal } = options;
  let detail: ItemDetail | null = null;
  let asking = false;
  let again = false;

  const isGone = (shown: ItemDetail, answer: Answer): boolean => {
    if (signal.aborted) return true;
    if (answer.kind === 'unauthorized') options.onUnauthorized();
    return answer.kind === 'unauthorized' || shown !== detail;
  };
  const change = (): void => options.onChange(detail);

  const askFacts = async (shown: ItemDetail): Promise<void> => {
    const answer = await getJson(itemPath(shown.id), token);
    if (isGone(shown, answer)) return;
    if (answer.kind === 'ok') shown.facts = readItemFacts(answer.json);
    shown.factsProblem = answer.kind === 'failed' ? (answer.words ?? answer.why) : null;
    change();
  };
  const askWhy = async (shown: ItemDetail): Promise<void> => {
    const answer = await getJson(whyPath(shown.id), token);
    if (isGone(shown, answer)) return;
    if (answer.kind === 'ok') shown.why = readItemWhy(answer.json);
    shown.whyProblem = answer.kind === 'failed' ? (answer.words ?? answer.why) : null;
    change();
  };
  /** One question at a time; what changes meanwhile is asked about once more. */
  const askAll = async (): Promise<void> => {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    do {
      again = false;
      if (detail !== null) await Promise.all([askFacts(detail), askWhy(detail)]);
    } while (again && !signal.aborted);
    asking = false;
  };

  const send = async (shown: ItemDetail, verb: VerbName, text: string | null): Promise<void> => {
    if (shown.act?.phase === 'sending') return;
    const key = keyFor(shown.act, verb);
    shown.act = { phase: 'sending', verb, key };
    change();
    const answer = await postJson(verbPath(shown.id, verb), token, {
      idempotency_key: key,
      requested_by: 'dashboard',
      ...(text === null ? {} : wordsFor(verb, text)),
    });
    if (isGone(shown, answer)) return;
    shown.act = afterwards(answer, verb, key);
    change();
    options.onDone();
  };

  return {
    follow() {
      const id = itemInAddress();
      if (id !== (detail?.id ?? null)) {
        detail = id === null ? null : emptyDetail(id);
        change();
      }
      void askAll();
    },
    ask(verb) {
      if (detail === null || detail.act?.phase === 'sending') return;
      detail.act = verb === null ? null : { phase: 'asked', verb, key: newKey() };
      change();
    },
    act(verb, text) {
      if (detail !== null) void send(detail, verb, text);
    },
  };
}

/** What was typed, as the verb's route takes it. */
function wordsFor(verb: VerbName, text: string): object {
  if (verb !== 'edit') return { answer: text };
  const tags = text.split(',').map((tag) => tag.trim());
  return { fields: { tags: tags.filter((tag) => tag !== '') } };
}

function emptyDetail(id: string): ItemDetail {
  return { id, facts: null, factsProblem: null, why: null, whyProblem: null, act: null };
}
