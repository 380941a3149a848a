/** A dry run as it is shown: what would be done, to what, and only then the question whether to do it. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { serviceTrials } from '../acts/service-trials.ts';
import { createTrialCalls, type TrialCalls } from '../acts/trial-calls.ts';
import { type Trial, type TrialName, trialKey } from '../acts/trials.ts';
import { capital, endSentence } from '../words/words.ts';
import { useDashboard, useValue } from './context.tsx';
import { Button, Section, WhyNot } from './parts.tsx';

interface TrialPanelProps {
  readonly name: TrialName;
  /** What it is done to; empty for the next item. */
  readonly target: string;
  /** On the button that tries it. */
  readonly look: string;
  /** On the button that does it; names the consequence. */
  readonly act: string;
  /** Why it cannot be tried now; absent: nothing is in the way. */
  readonly whyNot?: string | undefined;
}

/** What was tried is in the store, so that each part may ask by itself. */
export function useTrials(): TrialCalls {
  const dashboard = useDashboard();
  return useMemo(() => createTrialCalls(dashboard), [dashboard]);
}

interface ServiceTrialProps {
  readonly name: TrialName;
  /** What it is narrowed to; empty: nothing. */
  readonly target?: string;
  /** What narrows it. */
  readonly children?: ComponentChildren;
}

/** One of those of the service as a whole, as a part of a page. */
export function ServiceTrial({ name, target = '', children }: ServiceTrialProps) {
  const row = serviceTrials.find((each) => each.name === name);
  if (row === undefined) return null;
  const { title, about, look, act } = row;
  return (
    <Section title={title}>
      <p class="lede">{about}</p>
      {children}
      <TrialPanel key={target} {...{ name, target, look, act }} />
    </Section>
  );
}

/** Nothing is done before what it does stands there, and the question after it was answered. */
export function TrialPanel({ name, target, look, act, whyNot }: TrialPanelProps) {
  const trials = useTrials();
  const shown = useValue((state) => state.trials.get(trialKey(name, target)));
  const { phase, trial = null, words = null, differences = [] } = shown ?? {};
  const isBusy = phase === 'looking' || phase === 'doing';
  return (
    <div class="trial" data-trial={name} data-phase={phase}>
      <div class="choice">
        <Button
          needsService
          blocked={isBusy || whyNot !== undefined}
          onPress={() => trials.look(name, target)}
        >
          {look}
        </Button>
        <WhyNot />
        <span class="why-not">{whyNot}</span>
      </div>
      {phase === 'looking' && <p role="status">Asking what it would do…</p>}
      {trial !== null && phase !== 'done' && <Preview trial={trial} />}
      {words !== null && (
        <p
          class={phase === 'done' ? 'told' : 'trouble'}
          role={phase === 'done' ? 'status' : 'alert'}
        >
          {endSentence(capital(words))}
        </p>
      )}
      {differences.length > 0 && (
        <ul class="differences">
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
      {phase === 'looked' && trial?.planId != null && (
        <Button class="primary" needsService onPress={() => trials.confirm(name, target, true)}>
          {act}…
        </Button>
      )}
      {(phase === 'asked' || phase === 'doing') && trial !== null && (
        <Question {...{ name, target, act }} consequence={trial.consequence} busy={isBusy} />
      )}
    </div>
  );
}

function Preview({ trial: { sentence, facts, problems, checks, prompt } }: { trial: Trial }) {
  return (
    <div data-part="preview">
      <p>
        <b>{sentence}</b>
      </p>
      {facts.length > 0 && (
        <dl class="facts-list">
          {facts.map(([fact, value]) => (
            <div key={fact}>
              <dt>{fact}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {problems.length > 0 && (
        <ul class="differences">
          {problems.map((problem) => (
            <li key={problem}>{endSentence(capital(problem))}</li>
          ))}
        </ul>
      )}
      {checks.length > 0 && <p class="aside">Checked first: {checks.join(', ')}.</p>}
      {prompt !== null && (
        <>
          <h3>What the agent is told</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys. */}
          <section class="prompt-text" tabIndex={0} aria-label="What the agent is told">
            <bdi>{prompt}</bdi>
          </section>
        </>
      )}
    </div>
  );
}

interface QuestionProps extends Omit<TrialPanelProps, 'look'> {
  readonly consequence: string;
  readonly busy: boolean;
}

function Question({ name, target, act, consequence, busy }: QuestionProps) {
  const trials = useTrials();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.querySelector('button')?.focus(), []);
  return (
    <div class="confirm" role="alertdialog" aria-label={act} aria-describedby="trial-why" ref={box}>
      <p id="trial-why">{consequence}</p>
      <div class="choice">
        <Button onPress={() => trials.confirm(name, target, false)}>Not now</Button>
        <Button
          class="primary"
          needsService
          blocked={busy}
          onPress={() => trials.carryOut(name, target)}
        >
          Yes: {act.slice(0, 1).toLowerCase() + act.slice(1)}
        </Button>
      </div>
    </div>
  );
}
