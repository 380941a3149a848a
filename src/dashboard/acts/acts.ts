/** Acts of the operator: what answers make of them, and the keys that keep them from being done twice. */

import { type Answer, failureWords } from '../service/api.ts';
import { isLost, type Session } from '../service/asking.ts';
import type { Act } from './verbs.ts';

interface Performance<Name extends string> {
  readonly verb: Name;
  /** How far an earlier one has come; while it is under way a further one does nothing. */
  readonly before: Act<Name> | null;
  note(act: Act<Name>): void;
  send(key: string): Promise<Answer<{ readonly message?: string }>>;
  /** It was done; `words` are the service's. */
  onDone?(words: string): void;
}

/** Carries an act out and notes each step. */
export async function perform<Name extends string>(
  session: Session,
  { verb, before, note, send, onDone }: Performance<Name>,
): Promise<void> {
  if (before?.phase === 'sending') return;
  const key = keyFor(before, verb);
  note({ phase: 'sending', verb, key });
  const answer = await send(key);
  if (isLost(session, answer)) return;
  const after = afterwards(answer, verb, key);
  note(after);
  if (after.phase === 'done') onDone?.(after.words);
  session.done();
}

function afterwards<Name extends string>(
  answer: Exclude<Awaited<ReturnType<Performance<Name>['send']>>, { kind: 'unauthorized' }>,
  verb: Name,
  key: string,
): Act<Name> {
  if (answer.kind === 'ok') return { phase: 'done', words: answer.told.message ?? 'It is done.' };
  if (answer.status !== null) {
    return { phase: 'failed', verb, words: failureWords(answer), key: null };
  }
  const words = `Whether it was done is not known: ${answer.why}. Press again: it is not done twice.`;
  return { phase: 'failed', verb, words, key };
}

/** The key of an act that failed without an answer, else a new one. */
export function keyFor<Name extends string>(act: Act<Name> | null, verb: Name): string {
  return (act !== null && 'key' in act && act.verb === verb && act.key) || newKey();
}

/** `crypto.randomUUID` is missing where the page did not come over TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `dashboard-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
