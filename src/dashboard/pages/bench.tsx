/** The bench: who is out of service and which messages were lost, why, and what can be done about each. */
import { useState } from 'preact/hooks';
import { newKey } from '../acts.ts';
import { type Api, ask, failureWords } from '../api.ts';
import { isLost } from '../asking.ts';
import { machineAddress } from '../places.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { CopyLines } from '../ui/copy.tsx';
import { Age, Button, Empty, Mark, Section, Waiting, WhyNot } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import type { Reply } from '../wire.ts';
import { capital, endSentence, plainWord } from '../words.ts';

type Bench = Reply<'bench.get'>;
type Actor = NonNullable<Bench['actors']>[number];
type Letter = NonNullable<Bench['dead_letters']>[number];
type Plan = Reply<'bench.release'>;

/** What of the bench an act is about. */
type Subject =
  | { readonly act: 'release'; readonly kind: string; readonly id: string }
  | { readonly act: 'retry' | 'discard'; readonly sequence: number };

const labels = {
  release: 'Put it back into service',
  retry: 'Send the message again',
  discard: 'Discard the message',
} as const;

export function BenchPage() {
  const change = useValue((state) => state.atMs);
  const { told, problem, again } = useTold(
    'bench',
    (api) => ask(api.get('/control/api/v1/bench', {})),
    change,
  );
  if (told === null) {
    return (
      <Section title="Bench">
        {problem === null ? <Waiting /> : <p class="trouble">{endSentence(capital(problem))}</p>}
      </Section>
    );
  }
  const { summary, totals, actors = [], dead_letters: letters = [], restore_check: check } = told;
  return (
    <>
      <Section title="Bench">
        <p>{summary ?? 'The service did not say how many there are.'}</p>
        {check !== undefined && <p class="aside">{checkWords(check)}</p>}
        {problem !== null && (
          <p class="trouble" role="alert">
            This is what was so before: {endSentence(problem)}
          </p>
        )}
        <WhyNot />
      </Section>
      <Section title="Out of service" count={totals?.out_of_service ?? null}>
        {actors.length === 0 ? (
          <Empty>
            Every entity is in service. One comes here when it keeps failing at an event, or when
            what is stored of it cannot be read.
          </Empty>
        ) : (
          <ul class="rows bench">
            {actors.map((actor) => (
              <ActorRow key={`${actor.kind}/${actor.id}`} actor={actor} onDone={again} />
            ))}
          </ul>
        )}
        <Rest shown={actors.length} all={totals?.out_of_service} />
      </Section>
      <Section title="Messages nobody could handle" count={totals?.dead_letters ?? null}>
        {letters.length === 0 ? (
          <Empty>No message was lost.</Empty>
        ) : (
          <ul class="rows bench">
            {letters.map((letter) => (
              <LetterRow key={letter.sequence} letter={letter} onDone={again} />
            ))}
          </ul>
        )}
        <Rest shown={letters.length} all={totals?.dead_letters} />
      </Section>
    </>
  );
}

function checkWords({
  state,
  checked = 0,
  failed = 0,
  error,
}: NonNullable<Bench['restore_check']>) {
  if (error != null) return `The check of all that is stored stopped: ${endSentence(error)}`;
  const soFar = state === 'done' ? 'All that is stored was checked' : 'What is stored is checked';
  return `${soFar}: ${checked} looked at, ${failed === 0 ? 'each can be read' : `${failed} cannot be read`}.`;
}

function Rest({ shown, all }: { readonly shown: number; readonly all: number | undefined }) {
  if (all === undefined || all <= shown) return null;
  return (
    <p class="aside">The first {shown} are shown; the others come up when these are mended.</p>
  );
}

interface RowProps {
  readonly onDone: () => void;
}

function ActorRow({ actor, onDone }: RowProps & { readonly actor: Actor }) {
  const { kind = '', id = '', status, reason, since, event_type: event } = actor;
  const subject: Subject = { act: 'release', kind, id };
  return (
    <li class="row" data-bench={`${kind}/${id}`}>
      <div class="lead">
        <Mark kind="failed">out of service</Mark>
      </div>
      <div class="what">
        <strong>
          {capital(plainWord(kind))} <bdi>{id}</bdi>
        </strong>
        <span>Why: {endSentence(reason ?? 'the service did not say')}</span>
        {event != null && <span>It failed at: {plainWord(event.toLowerCase())}.</span>}
        {status != null && <span>It stands at {plainWord(status)}.</span>}
        <a href={machineAddress(kind, id)}>its machine and history</a>
        <Mend subjects={[subject]} onDone={onDone} name={`${kind}/${id}`} />
      </div>
      <div class="when">
        <Age of={since} as="span" />
      </div>
    </li>
  );
}

function LetterRow({ letter, onDone }: RowProps & { readonly letter: Letter }) {
  const { sequence = 0, kind = '', id = '', event_type: event, reason, at, by, source } = letter;
  return (
    <li class="row" data-letter={sequence}>
      <div class="lead">
        <Mark kind="failed">not handled</Mark>
      </div>
      <div class="what">
        <strong>
          {capital(plainWord(event?.toLowerCase()))} for {plainWord(kind)} <bdi>{id}</bdi>
        </strong>
        <span>Why: {endSentence(reason ?? 'the service did not say')}</span>
        <span>
          It came from {source ?? 'an unknown place'}, by {by ?? 'somebody unknown'}.
        </span>
        {letter.actor_in_service === false && <span>Whom it is for is out of service itself.</span>}
        <a href={machineAddress(kind, id)}>the machine and history of whom it is for</a>
        <Mend
          subjects={[
            { act: 'retry', sequence },
            { act: 'discard', sequence },
          ]}
          onDone={onDone}
          name={String(sequence)}
        />
      </div>
      <div class="when">
        <Age of={at} />
      </div>
    </li>
  );
}

/** How far an act has come: asked what would follow, that was shown, it is done or it was refused. */
type Phase =
  | { readonly is: 'idle' }
  | { readonly is: 'asking' }
  | { readonly is: 'planned'; readonly subject: Subject; readonly plan: Plan; readonly key: string }
  | { readonly is: 'said'; readonly words: string; readonly hasFailed: boolean };

interface MendProps extends RowProps {
  readonly subjects: readonly Subject[];
  /** As the command line calls it. */
  readonly name: string;
}

/** First what it would do, exactly; then, with a reason for the log, it is done to just that. */
function Mend({ subjects, name, onDone }: MendProps) {
  const session = useDashboard();
  const [phase, setPhase] = useState<Phase>({ is: 'idle' });
  const plan = async (subject: Subject): Promise<void> => {
    setPhase({ is: 'asking' });
    const answer = await send(session.api, subject, {});
    if (isLost(session, answer)) return;
    if (answer.kind === 'ok')
      setPhase({ is: 'planned', subject, plan: answer.told, key: newKey() });
    else setPhase({ is: 'said', words: capital(failureWords(answer)), hasFailed: true });
  };
  const carryOut = async (
    { subject, plan: shown, key }: Extract<Phase, { is: 'planned' }>,
    reason: string,
  ): Promise<void> => {
    setPhase({ is: 'asking' });
    const { mark } = shown;
    const more = { dry_run: false, reason, idempotency_key: key, ...(mark ? { mark } : {}) };
    const answer = await send(session.api, subject, more);
    if (isLost(session, answer)) return;
    const isUnsure = answer.kind === 'failed' && answer.status === null;
    const words =
      answer.kind === 'ok' ? (answer.told.message ?? 'It was done') : failureWords(answer);
    setPhase({
      is: 'said',
      words: isUnsure ? `Whether it was done is not known: ${words}` : capital(words),
      hasFailed: answer.kind !== 'ok',
    });
    onDone();
    session.done();
  };
  return (
    <div class="mend">
      {(phase.is === 'idle' || phase.is === 'said') && (
        <div class="choice">
          {subjects.map((subject) => (
            <Button key={subject.act} needsService onPress={() => void plan(subject)}>
              {labels[subject.act]}…
            </Button>
          ))}
        </div>
      )}
      {phase.is === 'asking' && <p role="status">Waiting for the service…</p>}
      {phase.is === 'said' && (
        <p class={phase.hasFailed ? 'trouble' : 'told'} role={phase.hasFailed ? 'alert' : 'status'}>
          {endSentence(phase.words)}
        </p>
      )}
      {phase.is === 'planned' && (
        <Planned
          planned={phase}
          onKeep={() => setPhase({ is: 'idle' })}
          onSure={(reason) => void carryOut(phase, reason)}
        />
      )}
      <CopyLines
        lines={subjects.map(({ act }) => ({ name: act, command: ['bench', act, name] }))}
      />
    </div>
  );
}

interface PlannedProps {
  readonly planned: Extract<Phase, { is: 'planned' }>;
  readonly onKeep: () => void;
  readonly onSure: (reason: string) => void;
}

function Planned({ planned: { subject, plan }, onKeep, onSure }: PlannedProps) {
  const { message, obstacle, trial, waiting } = plan;
  const label = labels[subject.act];
  return (
    <form
      class="confirm"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const reason = new FormData(event.currentTarget).get('reason');
        if (typeof reason === 'string' && reason.trim() !== '') onSure(reason.trim());
      }}
    >
      {message !== undefined && <p>{endSentence(message)}</p>}
      {trial != null && <p>{trialWords(trial)}</p>}
      {waiting != null && (
        <p>
          What waits for it and goes on then: {waiting.messages ?? 'unknown'} messages,{' '}
          {waiting.timers ?? 'unknown'} timers, {waiting.effects ?? 'unknown'} effects
          {waiting.at_least === true && ', or more'}.
        </p>
      )}
      {obstacle != null && <p class="trouble">{endSentence(capital(obstacle))}</p>}
      {obstacle == null && (
        <label class="answer-field">
          <span>Why, for the log</span>
          <input type="text" name="reason" required maxLength={1_000} autocomplete="off" />
        </label>
      )}
      <div class="choice">
        <Button onPress={onKeep}>Leave it as it is</Button>
        {obstacle == null && (
          <button type="submit" class={subject.act === 'discard' ? 'danger' : ''}>
            {label}
          </button>
        )}
      </div>
    </form>
  );
}

function trialWords({ result, to, refusal, error }: NonNullable<Plan['trial']>): string {
  if (result === 'accepted')
    return `The event it failed at would go through now, to ${plainWord(to)}.`;
  if (result === 'refused')
    return `The event would be refused: ${endSentence(refusal?.message ?? 'no reason was given')}`;
  return `It would fail again: ${endSentence(error ?? 'no reason was given')}`;
}

interface MendBody {
  readonly dry_run?: boolean;
  readonly mark?: string;
  readonly reason?: string;
  readonly idempotency_key?: string;
}

/** A dry run unless the body says otherwise. */
function send(api: Api, subject: Subject, more: MendBody) {
  const body = { requested_by: 'dashboard', dry_run: true, ...more };
  if (subject.act === 'release') {
    const path = { kind: subject.kind, id: subject.id };
    const call = api.post('/control/api/v1/bench/actors/{kind}/{id}/release', {
      params: { path },
      body,
    });
    return ask(call);
  }
  const params = { path: { sequence: subject.sequence } };
  return ask(
    subject.act === 'retry'
      ? api.post('/control/api/v1/bench/dead-letters/{sequence}/retry', { params, body })
      : api.post('/control/api/v1/bench/dead-letters/{sequence}/discard', { params, body }),
  );
}
