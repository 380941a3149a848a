/** The bench: who is out of service and which messages were lost, why, and what can be done about each. */

import { machineAddress } from '../places/places.ts';
import { ask } from '../service/api.ts';
import type { Reply } from '../service/wire.ts';
import { useValue } from '../ui/context.tsx';
import { Unanswered } from '../ui/lists.tsx';
import { Age, Empty, Mark, Section, Trouble, WhyNot } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import { stateWord } from '../words/state-words.ts';
import { capital, endSentence, plainWord } from '../words/words.ts';
import { Mend, type Subject } from './mend.tsx';

type Bench = Reply<'bench.get'>;
type Actor = NonNullable<Bench['actors']>[number];
type Letter = NonNullable<Bench['dead_letters']>[number];

export function BenchPage() {
  const change = useValue((state) => state.atMs);
  const { told, problem, again } = useTold(
    'bench',
    (api) => ask(api.get('/control/api/v1/bench', {})),
    change,
  );
  if (told === null) return <Unanswered title="Bench" problem={problem} />;
  const { summary, totals, actors = [], dead_letters: letters = [], restore_check: check } = told;
  return (
    <>
      <Section title="Bench">
        <p>{summary ?? 'The service did not say how many there are.'}</p>
        {check !== undefined && <p class="aside">{checkWords(check)}</p>}
        {problem !== null && <Trouble>This is what was so before: {endSentence(problem)}</Trouble>}
        <p class="aside">
          A worker gate has a bench of its own: <code>orrery bench --worker NAME</code>.
        </p>
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
  if (state === 'done' && checked === 0) return 'When the service began nothing was stored.';
  const soFar = `What was stored when the service began ${state === 'done' ? 'was' : 'is being'} checked`;
  return `${soFar}: ${checked} looked at, ${failed === 0 ? 'each can be read' : `${failed} cannot be read`}.`;
}

function Rest({ shown, all }: { readonly shown: number; readonly all: number | undefined }) {
  if (all === undefined || all <= shown) return null;
  return (
    <p class="aside">The list is cut off at {shown}; the others come up when these are mended.</p>
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
        {status != null && <span>It is {stateWord(status)}.</span>}
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
