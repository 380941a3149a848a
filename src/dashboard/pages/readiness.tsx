/** Readiness: each check, whether it passes, else since when not, what would make it pass, and the act that does. */
import { ask } from '../api.ts';
import { isReady } from '../reason-calls.ts';
import { useValue } from '../ui/context.tsx';
import { CopyLines } from '../ui/copy.tsx';
import { Unanswered } from '../ui/lists.tsx';
import { Age, Button, Mark, Section, Trouble, WhyNot } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import type { Reason, Reply } from '../wire.ts';
import {
  capital,
  endSentence,
  isForPeople,
  type Mark as MarkName,
  plainWord,
  sentence,
} from '../words.ts';
import { ActOutcome, ReasonAct } from './reasons.tsx';

type Check = NonNullable<Reply<'automation_readiness'>['checks']>[number];

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
              <OpenCheck
                key={check.name}
                check={check}
                reason={reasons.find(({ code }) => code === check.name)}
              />
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

const markOf = ({ status }: Check): MarkName => (status === 'unknown' ? 'unknown' : 'failed');

interface OpenCheckProps {
  readonly check: Check;
  /** The same as one of the reasons why it must not be left alone, with its act. */
  readonly reason: Reason | undefined;
}

function OpenCheck({ check, reason }: OpenCheckProps) {
  const { name, status, detail, since, action } = check;
  return (
    <li class="row" data-check={name}>
      <div class="lead">
        <Mark kind={markOf(check)}>{status === 'unknown' ? 'not known' : 'does not pass'}</Mark>
      </div>
      <div class="what">
        <strong>{capital(plainWord(name))}</strong>
        <span>{sentence(detail ?? 'The service did not say why')}</span>
        {reason?.act === undefined ? (
          action != null &&
          isForPeople(action) && (
            <span class="step">
              <b>Do: </b>
              {endSentence(action)}
            </span>
          )
        ) : (
          <>
            <ReasonAct reason={reason} />
            <RequestOf reason={reason} />
          </>
        )}
        {reason !== undefined && <ActOutcome reason={reason} />}
      </div>
      <div class="when">{since == null ? null : <Age of={since} as="span" />}</div>
    </li>
  );
}

/** The act as a request, where one does it. */
function RequestOf({ reason }: { readonly reason: Reason }) {
  const { path, body } = reason.act?.request ?? {};
  if (path === undefined || !isReady(reason)) return null;
  return <CopyLines lines={[{ name: 'curl', method: 'POST', path, body: { ...body } }]} />;
}
