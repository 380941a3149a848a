/** What goes on by itself, and the switch for it. */
import { el } from '../dom.ts';
import type { PumpState } from '../model.ts';
import type { PumpAct, PumpCalls } from '../pump-calls.ts';
import { capital, endSentence, momentText } from '../words.ts';
import { empty, section } from './overview.ts';

interface PumpParts {
  readonly act: PumpAct | null;
  readonly calls: PumpCalls;
  /** Now, by the clock of the service. */
  readonly nowMs: number;
}

/** A sentence, when it looks next, and a button; what the service does not say is not guessed. */
export function pumpSection(
  pump: PumpState,
  { act, calls, nowMs }: PumpParts,
): HTMLElement {
  const { enabled } = pump;
  if (enabled === null)
    return section('By itself', null, empty('Unknown: the service did not send this part.'));
  const attributes = {
    type: 'button',
    'data-focus': 'pump',
    ...(act?.phase === 'sending' ? { disabled: '' } : { 'data-needs-service': '' }),
  };
  return section(
    'By itself',
    null,
    el('p', {}, pumpWords(pump, nowMs)),
    el(
      'div',
      { class: 'choice' },
      el(
        'button',
        { ...attributes, onclick: () => calls.turn(!enabled) },
        enabled ? 'Switch the pump off' : 'Switch the pump on',
      ),
      el('span', { class: 'why-not' }),
    ),
    act === null
      ? null
      : act.phase === 'failed'
        ? el('p', { class: 'trouble', role: 'alert' }, act.words)
        : el('p', { class: 'told', role: 'status' }, act.words),
  );
}

/** Exported for its tests. */
export function pumpWords(pump: PumpState, nowMs: number): string {
  const { enabled, status, dispatches, whyNot, nextMs } = pump;
  if (enabled !== true) return 'The pump is off: nothing starts until somebody starts it.';
  const next = nextMs === null ? '' : ` It looks next at ${momentText(nextMs, nowMs)}.`;
  if (status === 'stepping') return 'The pump is on, and a step is under way.';
  if (dispatches !== false) return `The pump is on: what is queued starts by itself.${next}`;
  const why = endSentence(capital(whyNot ?? 'the service did not say why'));
  return `The pump is on, but nothing starts by itself. ${why}${next}`;
}
