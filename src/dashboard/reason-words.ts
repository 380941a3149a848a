/**
 * How a reason why it must not be left alone, and a check that does not pass, are shown: shape, words and
 * what ends them. What was not told is never shown as well. Pure.
 */
import type { Reason, Reply } from './wire.ts';
import { capital, endSentence, type Mark, plainWord, sentence } from './words.ts';

/** A check of readiness, as it is told. */
export type Check = NonNullable<Reply<'automation_readiness'>['checks']>[number];
type Code = NonNullable<Reason['code']>;

/** Shape and word for a glance, then what is wrong. */
interface Shown {
  readonly mark: Mark;
  readonly word: string;
  readonly title: string;
  /** What the title leaves out, as a sentence; null: nothing. */
  readonly detail: string | null;
}

const glances = {
  unknown: { mark: 'unknown', word: 'not known' },
  critical: { mark: 'failed', word: 'critical' },
  other: { mark: 'person', word: 'needs somebody' },
  failing: { mark: 'failed', word: 'does not pass' },
} as const;

/** A reason as its row shows it. */
export function reasonWords(reason: Reason): Shown {
  const { known, severity, title = 'A reason without a name', detail } = reason;
  const says = detail !== undefined && !title.toLowerCase().includes(detail.toLowerCase());
  const grave = severity === 'critical' ? glances.critical : glances.other;
  return {
    ...(known === false ? glances.unknown : grave),
    title,
    detail: says ? endSentence(detail) : null,
  };
}

/** A check that does not pass, as its row shows it. */
export function checkWords({ name, status, detail }: Check): Shown & { readonly detail: string } {
  return {
    ...(status === 'unknown' ? glances.unknown : glances.failing),
    title: capital(plainWord(name)),
    detail: sentence(detail ?? 'The service did not say why'),
  };
}

/** What can be sent as it is; an answer needs words of a person first. */
export function isReady({ act }: Reason): boolean {
  if (act?.request == null) return false;
  return !Object.values(act.request.body ?? {}).some(
    (value) => typeof value === 'string' && value.startsWith('<'),
  );
}

/** What ends a reason: a button and what follows from it, or what is to be done elsewhere; null: nothing was named. */
export function actWords(
  reason: Reason,
): { readonly button: string | null; readonly words: string } | null {
  if (reason.act === undefined) return null;
  const { label = '', consequence = '' } = reason.act;
  if (isReady(reason)) return { button: label, words: consequence };
  return { button: null, words: `${endSentence(label)} ${consequence}` };
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

/** What only tells a program where to ask is not told to people. */
const isForPeople = (action: string): boolean => !action.includes('/control/');

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
