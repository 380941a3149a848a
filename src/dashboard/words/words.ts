/** The sentence at the top, and how numbers, ages and states are written. Pure. */
import { beginSentence, endSentence as endPlain } from '../../domain/sentence.ts';
import type { Overview, Reason } from '../service/wire.ts';

export { gateWord } from '../../domain/state-words.ts';

/** What a sentence means at a glance; the style sheet gives each its colour. */
export type Tone = 'calm' | 'person' | 'paused' | 'failed' | 'unknown';

/** The answer at the top of the overview. */
export interface Sentence {
  readonly tone: Tone;
  /** The answer to "can I leave it alone". */
  readonly verdict: string;
  /** Why, and what would change it. */
  readonly because: string;
}

/** Says whether a person is needed, from what is known; what is not known is never good news. */
export function sentenceFor(overview: Overview): Sentence {
  const { control, operator_counts: counts } = overview;
  const attention = counts?.attention ?? null;
  const { reasons = [] } = overview;
  const [first] = reasons;
  // The gravest reason leads, whatever else there is.
  const leads = (...codes: string[]): boolean =>
    first?.code === undefined || codes.includes(first.code);
  if (attention !== null && attention > 0 && leads('items_wait', 'no_blocked_items'))
    return needsPerson(overview, attention);
  const isClosed = control?.status === 'paused' || control?.status === 'maintenance';
  if (isClosed && leads('queue_not_paused', 'maintenance_off')) {
    const why =
      control.reason == null ? 'No reason was given.' : `Reason: ${endSentence(control.reason)}`;
    const what = control.status === 'paused' ? 'Dispatching is paused.' : 'Maintenance mode is on.';
    return {
      tone: 'paused',
      verdict: what,
      because: `${why} Nothing new starts until it is resumed.`,
    };
  }
  if (overview.leave_alone === false && reasons.length > 0 && reasons.every(isUnknown)) {
    return {
      tone: 'unknown',
      verdict: 'Whether you can leave it alone is not known yet.',
      because: `${endSentence(overview.trouble ?? '')} ${countsOf(counts)}`,
    };
  }
  if (overview.leave_alone === false) {
    const why = overview.trouble ?? 'The service did not say why.';
    return {
      tone: 'failed',
      verdict: 'It cannot be left alone.',
      because: `${endSentence(why)} ${countsOf(counts)}`,
    };
  }
  if (attention === null || overview.leave_alone === undefined) {
    return {
      tone: 'unknown',
      verdict: 'Unknown whether a person is needed.',
      because: `The service did not say. ${countsOf(counts)}`,
    };
  }
  const [but, ...cautions] = (overview.cautions ?? []).map(({ words = '' }) => words);
  const isIdle = counts?.running === 0 && counts.queued === 0;
  const what = isIdle
    ? 'Nothing runs and nothing is queued, so nothing will happen until an idea comes in.'
    : countsOf(counts);
  return {
    tone: 'calm',
    verdict: `You can leave it alone${but === undefined ? '' : `, but ${but}`}.`,
    because: [what, ...cautions.map(sentence)].join(' '),
  };
}

/** Before the name in the title of a tab: how much needs somebody, `(?)` where that is not known, as by null; empty: all clear. */
export function titleMark(overview: Overview | null): string {
  const { needs_somebody: count, leave_alone: isClear } = overview ?? {};
  if (count) return `(${count}) `;
  return isClear === true ? '' : '(?) ';
}

const isUnknown = ({ known }: Reason): boolean => known === false;

/** The sentence while the service cannot be asked: what was so is not said to be so. */
export function lastHeard({ verdict, because }: Sentence): Sentence {
  return {
    tone: 'unknown',
    verdict: `Not known now. Last heard: “${verdict}”`,
    because,
  };
}

function needsPerson({ top_items: items, reasons }: Overview, attention: number): Sentence {
  const verdict =
    attention === 1 ? 'One item needs a person.' : `${attention} items need a person.`;
  // That which stands first below, too: what waits longest.
  const first = items?.find(({ project_id: id }) => id === reasons?.[0]?.subject) ?? items?.[0];
  if (first === undefined) {
    return { tone: 'person', verdict, because: 'The service did not say which comes first.' };
  }
  const what = `${first.project_id ?? 'An item'}: ${first.reason ?? 'it needs a person'}`;
  const step = first.next_step === undefined ? '' : ` ${endSentence(capital(first.next_step))}`;
  return { tone: 'person', verdict, because: `First: ${endSentence(what)}${step}` };
}

function countsOf(counts: Overview['operator_counts']): string {
  const { running, queued } = counts ?? {};
  if (running === undefined && queued === undefined) {
    return 'How many run and how many wait is unknown too.';
  }
  return capital(`${countText(running)} running, ${countText(queued)} queued.`);
}

/** A count that is not known is not shown as a zero. */
export function countText(count: number | null | undefined): string {
  return count == null ? 'unknown' : String(count);
}

/** Moments that the service named in a text, by the clock of the reader. */
export const localTimes = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => momentText(Date.parse(at), 0));

/** With a full stop, unless it ends with a mark already; what the service says, as it is read. */
export function endSentence(text: string): string {
  return endPlain(localTimes(text));
}

/** With its first letter in upper case. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** As a sentence of its own: with a full stop, and a capital unless it begins with a name that has none. */
export const sentence = (text: string): string => endSentence(beginSentence(text));

/** `wake_received` as people say it. */
export function plainWord(word: string | null | undefined): string {
  return word == null ? 'unknown' : word.replaceAll('_', ' ');
}

/** A span of time with one unit, or two where the second matters: `42 s`, `3 min`, `2 h 5 min`. */
export function spanText(ms: number | null): string {
  if (ms === null) return 'unknown';
  const sec = Math.max(0, Math.round(ms / 1000));
  if (sec < 60) return `${sec} s`;
  const min = Math.floor(sec / 60);
  if (min < 60) return `${min} min`;
  const hours = Math.floor(min / 60);
  if (hours < 48) return min % 60 === 0 ? `${hours} h` : `${hours} h ${min % 60} min`;
  return `${Math.floor(hours / 24)} d`;
}

/** A moment by its distance: `just now`, `3 min ago`; `1 h ahead` for one that a clock wrote which was ahead. */
export function agoText(ms: number | null): string {
  if (ms === null) return 'unknown';
  if (ms < -60_000) return `${spanText(-ms)} ahead`;
  return ms < 1_500 ? 'just now' : `${spanText(ms)} ago`;
}

/** Minutes and seconds of a short window: `3:20`. */
export function clockText(ms: number | null): string {
  if (ms === null) return '?';
  const sec = Math.floor(Math.max(0, ms) / 1000);
  return `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, '0')}`;
}

/** Hours and minutes, in the reader's zone. */
export function clockTime(atMs: number): string {
  return new Date(atMs).toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** Time of day for today, with the date before that, in the reader's zone. */
export function momentText(atMs: number | null, nowMs: number): string {
  if (atMs === null) return 'unknown time';
  const at = new Date(atMs);
  const time = at.toLocaleTimeString(undefined, { hourCycle: 'h23' });
  if (at.toDateString() === new Date(nowMs).toDateString()) return time;
  return `${at.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })} ${time.slice(0, 5)}`;
}

/** A shape of the icons that stands for a state. */
export type Mark = 'running' | 'waiting' | 'person' | 'failed' | 'done' | 'paused' | 'unknown';

/** States of every machine that people meet; `open` and `closed` say different things of different ones. */
const states: Readonly<Record<Exclude<Mark, 'unknown'>, string>> = {
  waiting:
    'queued prepared eligible waiting backing_off pending watching keeping beating on drawn attached beginning undrafted known triage_ready unreviewed approved_for_finalization',
  running:
    'claimed starting stopping quieting dispatching running awaiting_wake wake_received reconciling draft_generating publication_generating importing removing delivering stepping sending comparing executing applying canceling opening backing_up',
  person:
    'needs_review question_pending human_review_required draft_review blocked degraded firing parked diverged late in_review changes_requested',
  failed:
    'dispatch_error gate_error gate_timeout failed unreachable undeliverable refused disagreed lost failing timed_out',
  paused: 'paused off removed canceled rejected suppressed expired outdated quiet deferred',
  done: 'completed session_finished_ready wake_ready reconciled publication_draft archived healthy recorded done imported finalized resolved drained executed agreed delivered launched clean whole over ready stopped fenced',
};
const marks = new Map(
  Object.entries(states).flatMap(([mark, names]) =>
    names.split(' ').map((name) => [name, mark as Mark] as const),
  ),
);

/** Which shape stands for a state. Every shape goes with its word. */
export function markOf(status: string | null | undefined): Mark {
  return (status != null && marks.get(status)) || 'unknown';
}

/** What only tells a program where to ask next is not told to people. */
export const isForPeople = (action: string): boolean => !action.includes('/control/');
