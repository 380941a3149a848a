/** Readiness: each check, whether it passes, else since when not, what would make it pass, and the act that does. */
import { Fragment } from 'preact';
import { reasonKey } from '../acts/reason-calls.ts';
import { ask } from '../service/api.ts';
import type { Reason } from '../service/wire.ts';
import { useValue } from '../ui/context.tsx';
import { CopyLines } from '../ui/copy.tsx';
import { Unanswered } from '../ui/lists.tsx';
import { Age, Button, Mark, Section, Trouble, WhyNot } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import { capital, endSentence, plainWord, sentence } from '../words/words.ts';
import { type Check, checkWords, stepsOf } from './check-words.ts';
import { Ending } from './reasons.tsx';

export function ReadinessPage() {
  const change = useValue((state) => state.atMs);
  const { told, problem, again } = useTold(
    'readiness',
    (api) => ask(api.get('/control/api/v1/automation-readiness', {})),
    change,
  );
  if (told === null) return <Unanswered title="Readiness" problem={problem} />;
  const { checks = [], reasons = [], readiness } = told;
  const open = checks.filter(({ ok }) => ok !== true);
  const passing = checks.filter(({ ok }) => ok === true);
  return (
    <>
      <Section title="Readiness">
        <p class="now">
          <Mark kind={readiness === 'READY' ? 'done' : 'failed'}>
            {readiness === 'READY'
              ? 'Ready: every check passes'
              : `Blocked: ${open.length === 1 ? 'one check does' : `${open.length} checks do`} not pass`}
          </Mark>
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
      {open.length > 0 && (
        <Section title="What does not pass" count={open.length}>
          <ul class="rows checks">
            {open.map((check) => (
              <OpenCheck key={check.name} check={check} reasons={reasons} />
            ))}
          </ul>
        </Section>
      )}
      <Section title="What passes" count={passing.length}>
        <ul class="rows checks">
          {passing.map(({ name, detail }) => (
            <li key={name} class="row" data-check={name}>
              <div class="lead">
                <Mark kind="done">passes</Mark>
              </div>
              <div class="what">
                <strong>{capital(plainWord(name))}</strong>
                <span>{sentence(detail ?? 'The service did not say how')}</span>
              </div>
              <div class="when" />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

interface OpenCheckProps {
  readonly check: Check;
  /** All reasons why it must not be left alone: those that the check stands for have the acts. */
  readonly reasons: readonly Reason[];
}

function OpenCheck({ check, reasons }: OpenCheckProps) {
  const { name, since } = check;
  const { mark, word, title, detail } = checkWords(check);
  const { reasons: own, step, whyNone } = stepsOf(check, reasons);
  return (
    <li class="row" data-check={name}>
      <div class="lead">
        <Mark kind={mark}>{word}</Mark>
      </div>
      <div class="what">
        <strong>{title}</strong>
        <span>{detail}</span>
        {own.map((reason) => (
          <Fragment key={reasonKey(reason)}>
            {reason.code !== name && <span class="step">{endSentence(reason.title ?? '')}</span>}
            <Ending of={reason} />
          </Fragment>
        ))}
        {step !== null && (
          <span class="step">
            <b>Do: </b>
            {step}
          </span>
        )}
        {whyNone !== null && <span class="step">{whyNone}</span>}
      </div>
      <div class="when">{since == null ? null : <Age of={since} as="span" />}</div>
    </li>
  );
}
