/** What is said of the pump. Pure. */
import { timeOf } from '../service/loose.ts';
import type { PumpState } from '../service/wire.ts';
import { endSentence, momentText } from '../words/words.ts';

/** How far switching it has come. */
export interface PumpAct {
  readonly phase: 'sending' | 'done' | 'failed';
  readonly words: string;
}

/** Whether something starts by itself, why not, and when the pump looks next; `nowMs` is the service's. */
export function pumpWords(pump: PumpState, nowMs: number): string {
  const { enabled, status, dispatches, why_not: whyNot, next_look_at: nextAt } = pump;
  if (enabled !== true) return 'The pump is off: nothing starts until somebody starts it.';
  if (status === 'stepping') return 'The pump is on, and a step is under way.';
  const next = nextAt == null ? '' : ` It looks next at ${momentText(timeOf(nextAt), nowMs)}.`;
  if (dispatches !== false) return `The pump is on: what is queued starts by itself.${next}`;
  const why = endSentence(whyNot == null ? '; the service did not say why' : `, since ${whyNot}`);
  return `The pump is on, but nothing starts by itself${why}${next}`;
}
