/** Readiness: each check, whether it passes, else since when not, what would make it pass, and the act that does. */
import { type ComponentChildren, Fragment } from 'preact';
import { reasonKey } from '../acts/reason-calls.ts';
import { ask } from '../service/api.ts';
import type { Reason } from '../service/wire.ts';
import { useValue } from '../ui/context.tsx';
import { CopyLines } from '../ui/copy.tsx';
import { Unanswered } from '../ui/lists.tsx';
import { Age, Button, Mark, Section, Trouble, WhyNot } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import {
  capital,
  endSentence,
  type Mark as MarkName,
  plainWord,
  sentence,
} from '../words/words.ts';
import { type Check, checkWords, readinessWords, stepsOf } from './check-words.ts';
import { Ending } from './reasons.tsx';

export function ReadinessPage() {
  const change = useValue((state) => state.atMs);
  const { told, problem, again } = useTold(
    'readiness',
    (api) => ask(api.get('/control/api/v1/automation-readiness', {})),
    change,
  );
  if (told === null) return <Unanswered title="Readiness" problem={problem} />;
  const { checks = [], reasons = [], cautions = [] } = told;
  const open = checks.filter(({ ok }) => ok !== true);
  const closed = checks.filter(({ ok }) => ok === true);
  const unset = cautions.filter(({ check }) => closed.some(({ name }) => name === check));
  const passing = closed.filter(({ name }) => unset.every(({ check }) => check !== name));
  const { mark, words } = readinessWords(told, { open: open.length, unset: unset.length });
  return (
    <>
      <Section title="Readiness">
        <p class="now">
          <Mark kind={mark}>{words}</Mark>
          <Button needsService onPress={again}>
            Check again
          </Button>
          <WhyNot />
        </p>
        {problem !== null && <Trouble>This is what was so before: {endSentence(problem)}</Trouble>}
        <CopyLines
          lines={[
            { name: 'curl', method: 'GET', path: '/control/api/v1/automation-readiness' },
            { name: 'command', command: ['status'] },
          ]}
        />
      </Section>
      <Checks title="What does not pass" count={open.length}>
        {open.map((check) => (
          <OpenCheck key={check.name} check={check} reasons={reasons} />
        ))}
      </Checks>
      <Checks title="What is not set up" count={unset.length}>
        {unset.map(({ check, words: what, remedy }) => (
          <Row key={check} name={check} mark="paused" word="not set up" detail={what}>
            <Step>{endSentence(remedy ?? 'The service did not say what')}</Step>
          </Row>
        ))}
      </Checks>
      <Checks title="What passes" count={passing.length}>
        {passing.map(({ name, detail }) => (
          <Row key={name} name={name} mark="done" word="passes" detail={detail} />
        ))}
      </Checks>
    </>
  );
}

interface ChecksProps {
  readonly title: string;
  readonly count: number;
  readonly children: ComponentChildren;
}

function Checks({ title, count, children }: ChecksProps) {
  if (count === 0) return null;
  return (
    <Section title={title} count={count}>
      <ul class="rows checks">{children}</ul>
    </Section>
  );
}

const Step = ({ children }: { readonly children: ComponentChildren }) => (
  <span class="step">
    <b>Do: </b>
    {children}
  </span>
);

interface RowProps {
  readonly name: string | null | undefined;
  readonly mark: MarkName;
  readonly word: string;
  readonly detail: string | null | undefined;
  readonly since?: string | null | undefined;
  readonly children?: ComponentChildren;
}

function Row({ name, mark, word, detail, since, children }: RowProps) {
  return (
    <li class="row" data-check={name}>
      <div class="lead">
        <Mark kind={mark}>{word}</Mark>
      </div>
      <div class="what">
        <strong>{capital(plainWord(name))}</strong>
        <span>{sentence(detail ?? 'The service did not say how')}</span>
        {children}
      </div>
      <div class="when">{since == null ? null : <Age of={since} as="span" />}</div>
    </li>
  );
}

interface OpenCheckProps {
  readonly check: Check;
  /** All reasons why it must not be left alone: those that the check stands for have the acts. */
  readonly reasons: readonly Reason[];
}

function OpenCheck({ check, reasons }: OpenCheckProps) {
  const { name, since } = check;
  const { mark, word, detail } = checkWords(check);
  const { reasons: own, step, whyNone } = stepsOf(check, reasons);
  return (
    <Row name={name} mark={mark} word={word} detail={detail} since={since}>
      {own.map((reason) => (
        <Fragment key={reasonKey(reason)}>
          {reason.code !== name && <span class="step">{endSentence(reason.title ?? '')}</span>}
          <Ending of={reason} />
        </Fragment>
      ))}
      {step !== null && <Step>{step}</Step>}
      {whyNone !== null && <span class="step">{whyNone}</span>}
    </Row>
  );
}
