/** What answers make of acts of the operator, and the keys that keep them from being done twice. */
import type { Answer } from './api.ts';
import { fieldsOf, textOf } from './read.ts';
import type { Act } from './verbs.ts';

/** What an answer makes of an act; null where the session is over. */
export function afterwards<Name extends string>(
  answer: Answer,
  verb: Name,
  key: string,
): Act<Name> | null {
  if (answer.kind === 'unauthorized') return null;
  if (answer.kind === 'ok') {
    return { phase: 'done', words: textOf(fieldsOf(answer.json).message) ?? 'It is done.' };
  }
  if (answer.status !== null) {
    return { phase: 'failed', verb, words: answer.words ?? answer.why, key: null };
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
