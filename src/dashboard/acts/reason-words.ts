/** How a reason why it must not be left alone is shown: shape, words and what ends it. Pure. */
import type { Reason } from '../service/wire.ts';
import { endSentence, localTimes, type Mark } from '../words/words.ts';

/** Shape and word for a glance, then what is wrong. */
export interface Shown {
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
} as const;

/** A reason as its row shows it. */
export function reasonWords(reason: Reason): Shown {
  const { known, severity, title = 'A reason without a name', detail } = reason;
  const says = detail !== undefined && !title.toLowerCase().includes(detail.toLowerCase());
  const grave = severity === 'critical' ? glances.critical : glances.other;
  return {
    ...(known === false ? glances.unknown : grave),
    title: localTimes(title),
    detail: says ? endSentence(detail) : null,
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
  const { label = '', button, consequence = '' } = reason.act;
  return {
    button: isReady(reason) ? (button ?? label) : null,
    // What the button does not say is to be done before it is pressed.
    words: button === label ? consequence : `${endSentence(label)} ${consequence}`,
  };
}
