/** An act of the operator as a pane shows it: a question first where it cannot be undone. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Act, VerbWords } from '../acts/verbs.ts';
import { capital, endSentence } from '../words/words.ts';
import { Button, Outcome, WhyNot } from './parts.tsx';

interface ActProps<Name extends string> {
  readonly act: Act<Name> | null;
  readonly wordsOf: (verb: Name) => Pick<VerbWords, 'label' | 'confirm'>;
  /** The question was answered with no. */
  readonly onKeep: () => void;
  readonly onSure: (verb: Name) => void;
}

const focus = (id: string): void => document.getElementById(id)?.focus();

/** The question before it, that it is under way, what came of it. The focus goes along. */
export function ActLine<Name extends string>({ act, wordsOf, onKeep, onSure }: ActProps<Name>) {
  const asked = act?.phase === 'asked' ? act.verb : null;
  const before = useRef<Name | null>(null);
  useLayoutEffect(() => {
    if (asked !== null) focus('keep');
    // Back to its button when the question is taken back; when it is answered, to the pane.
    else if (before.current !== null)
      focus(act === null ? `verb-${before.current}` : 'detail-title');
    before.current = asked;
  }, [asked, act === null]);

  if (act === null) return null;
  if (act.phase === 'done' || act.phase === 'failed')
    return <Outcome failed={act.phase === 'failed'}>{endSentence(capital(act.words))}</Outcome>;
  const { label, confirm } = wordsOf(act.verb);
  if (act.phase === 'sending') return <Outcome>{label}: waiting for the service…</Outcome>;
  if (confirm === null) return null;
  return (
    <div class="confirm" role="alertdialog" aria-label={label} aria-describedby="confirm">
      <p id="confirm">{confirm.question}</p>
      <div class="choice">
        <Button id="keep" onPress={onKeep}>
          {confirm.keep}
        </Button>
        <Button class="danger" needsService onPress={() => onSure(act.verb)}>
          {label}
        </Button>
        <WhyNot />
      </div>
    </div>
  );
}
