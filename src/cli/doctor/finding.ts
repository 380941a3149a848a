/** What the doctor says about one thing. */
import { messageOfError } from '../../lib/describe-error.ts';

/** One line of the doctor's report; a problem makes the command fail, a warning does not. */
export interface Finding {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'problem';
  /** What was seen. */
  readonly detail: string;
  /** What to do; null when nothing needs doing. */
  readonly advice: string | null;
}

/** Nothing needs doing. */
export const fine = (name: string, detail: string): Finding => ({
  name,
  status: 'ok',
  detail,
  advice: null,
});

/** Something should be done, but the service works without it. */
export const warning = (name: string, detail: string, advice: string): Finding => ({
  name,
  status: 'warning',
  detail,
  advice,
});

/** Something must be done before the service works. */
export const problem = (name: string, detail: string, advice: string): Finding => ({
  name,
  status: 'problem',
  detail,
  advice,
});

/** The message of whatever was thrown, on one line. */
export function wordsOf(error: unknown): string {
  return messageOfError(error).split('\n')[0] ?? '';
}
