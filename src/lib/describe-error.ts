/** What was thrown, in one line for people: what a code of the system means is said with it. */
import { findSystemTrouble, systemFact, systemWords } from './system-words.ts';

/** Code and message of what was thrown; the code once, also where the message begins with it. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const trouble = findSystemTrouble(error);
  if (trouble !== null) return systemWords(trouble);
  const code = (error as { code?: unknown }).code;
  const isSaid = typeof code !== 'string' || error.message.includes(code);
  return isSaid ? error.message : `${code}: ${error.message}`;
}

/** The message alone of what was thrown. */
export function messageOfError(error: unknown): string {
  const trouble = findSystemTrouble(error);
  if (trouble !== null) return systemWords(trouble);
  return error instanceof Error ? error.message : String(error);
}

/** What happened alone, for a sentence that says itself what to do. */
export function factOfError(error: unknown, about?: 'it'): string {
  const trouble = findSystemTrouble(error, about);
  return trouble === null ? messageOfError(error) : systemFact(trouble);
}

/** Why what the sentence names already cannot be used; no path of this machine is in it. */
export function whyUnusable(error: unknown): string {
  const trouble = findSystemTrouble(error, 'it');
  if (trouble !== null) return systemWords(trouble);
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'unknown cause';
}
