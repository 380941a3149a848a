/** An act of the operator as a pane shows it: a question first where it cannot be undone. */
import { type Child, el } from '../dom.ts';
import type { Act, VerbWords } from '../verbs.ts';
import { capital, endSentence } from '../words.ts';

interface ActCalls<Name extends string> {
  /** The question was answered with no. */
  keep(): void;
  sure(verb: Name): void;
}

/** What is shown of an act: the question before it, that it is under way, what came of it. */
export function actParts<Name extends string>(
  act: Act<Name> | null,
  wordsOf: (verb: Name) => Pick<VerbWords, 'label' | 'confirm'>,
  calls: ActCalls<Name>,
): Child[] {
  if (act === null) return [];
  if (act.phase === 'done')
    return [el('p', { class: 'told', role: 'status' }, `${capital(act.words)}.`)];
  if (act.phase === 'failed')
    return [el('p', { class: 'trouble', role: 'alert' }, endSentence(capital(act.words)))];
  const { label, confirm } = wordsOf(act.verb);
  if (act.phase === 'sending') {
    return [el('p', { class: 'told', role: 'status' }, `${label}: waiting for the service…`)];
  }
  if (confirm === null) return [];
  const button = { type: 'button' };
  return [
    el(
      'div',
      { class: 'confirm', role: 'alertdialog', 'aria-label': label, 'aria-describedby': 'confirm' },
      el('p', { id: 'confirm' }, confirm.question),
      el(
        'div',
        { class: 'choice' },
        el('button', { ...button, 'data-focus': 'keep', onclick: calls.keep }, confirm.keep),
        el(
          'button',
          {
            ...button,
            class: 'danger',
            'data-focus': 'sure',
            'data-needs-service': '',
            onclick: () => calls.sure(act.verb),
          },
          label,
        ),
        el('span', { class: 'why-not' }),
      ),
    ),
  ];
}

/** Into a question when it is asked, back to its button when it is taken back, never lost. */
export function placeFocus<Name extends string>(pane: HTMLElement, act: Act<Name> | null): void {
  const before = pane.dataset.asked;
  const asked = act?.phase === 'asked' ? act.verb : undefined;
  if (asked === undefined) delete pane.dataset.asked;
  else pane.dataset.asked = asked;
  const focus = (name: string): void =>
    pane.querySelector<HTMLElement>(`[data-focus="${name}"]`)?.focus();
  if (asked !== undefined && asked !== before) focus('keep');
  if (asked === undefined && before !== undefined && act === null) focus(`verb-${before}`);
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (act?.phase === 'sending' && isLost) pane.querySelector<HTMLElement>('h2')?.focus();
}
