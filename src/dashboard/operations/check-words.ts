/** How readiness and its checks are shown: shape, words and what would make one pass. Pure. */

import type { Shown } from '../acts/reason-words.ts';
import type { Reason, Reply } from '../service/wire.ts';
import {
  capital,
  endSentence,
  isForPeople,
  type Mark,
  plainWord,
  sentence,
} from '../words/words.ts';

type Readiness = Reply<'automation_readiness'>;
/** A check of readiness, as it is told. */
export type Check = NonNullable<Readiness['checks']>[number];
type Code = NonNullable<Reason['code']>;

/** Readiness as a whole; that every check passes says more than it should where nothing is there to be checked. */
export function readinessWords(
  { readiness, leave_alone, reasons = [] }: Readiness,
  { open, unset }: { readonly open: number; readonly unset: number },
): { readonly mark: Mark; readonly words: string } {
  if (readiness !== 'READY') {
    const what = open === 1 ? 'one check does' : `${open} checks do`;
    return { mark: 'failed', words: `Blocked: ${what} not pass` };
  }
  const all = unset === 0 ? 'every check passes' : 'every check of what is set up passes';
  const [first] = reasons;
  if (leave_alone === true || first === undefined) return { mark: 'done', words: `Ready: ${all}` };
  return {
    mark: 'person',
    words: `${capital(all)}, yet it cannot be left alone: ${first.title ?? 'the service did not say why'}`,
  };
}

/** A check that does not pass, as its row shows it. */
export function checkWords({ name, status, detail }: Check): Shown & { readonly detail: string } {
  return {
    mark: status === 'unknown' ? 'unknown' : 'failed',
    word: status === 'unknown' ? 'not known' : 'does not pass',
    title: capital(plainWord(name)),
    detail: sentence(detail ?? 'The service did not say why'),
  };
}

/** Codes of the causes that a check stands for, where each of these is a reason by itself. */
const causesOf: Readonly<Partial<Record<Code, readonly Code[]>>> = {
  worker_preflight: ['worker_unreachable', 'worker_trouble', 'worker_unknown'],
  no_blocked_items: ['items_wait'],
};

/** What would make a check pass: acts of reasons, else a step in words, else why there is neither. */
interface Steps {
  readonly reasons: readonly Reason[];
  readonly step: string | null;
  readonly whyNone: string | null;
}

/** `reasons`: all that the service named. */
export function stepsOf({ name, action }: Check, reasons: readonly Reason[]): Steps {
  const causes: readonly Code[] = name === undefined ? [] : [name, ...(causesOf[name] ?? [])];
  const own = reasons.filter(({ code }) => code !== undefined && causes.includes(code));
  if (own.length > 0) return { reasons: own, step: null, whyNone: null };
  if (action != null && isForPeople(action))
    return { reasons: own, step: endSentence(action), whyNone: null };
  const whyNone =
    reasons.length > 0
      ? 'Another reason explains it; the overview has that with its act.'
      : 'The service named no act for it.';
  return { reasons: own, step: null, whyNone };
}
