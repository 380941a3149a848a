/** What goes on by itself, and the switch for it. */
import { el } from '../dom.ts';
import type { PumpState } from '../model.ts';
import type { PumpCalls } from '../pump-calls.ts';
import { type PumpAct, pumpWords } from '../pump-words.ts';
import { empty, section } from './overview.ts';

interface PumpParts {
  readonly act: PumpAct | null;
  readonly calls: PumpCalls;
  /** Now, by the clock of the service. */
  readonly nowMs: number;
}

/** A sentence, when it looks next, and a button; what the service does not say is not guessed. */
export function pumpSection(pump: PumpState, { act, calls, nowMs }: PumpParts): HTMLElement {
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
    empty(pumpWords(pump, nowMs)),
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
