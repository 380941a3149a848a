/** One entity and its machine: where it is, how it came there, what may come next, and how it was at any event. */

import { pageOfKind } from '../places/entity-places.ts';
import { addressOf, eventsAddress } from '../places/places.ts';
import { ask } from '../service/api.ts';
import { timeOf } from '../service/loose.ts';
import type { Reply } from '../service/wire.ts';
import { useServiceMs, useValue } from '../ui/context.tsx';
import { Empty, Mark, Section, Waiting } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import { capital, endSentence, markOf, plainWord, sentence, spanText } from '../words/words.ts';
import { History } from './history.tsx';
import { movesOf, possibleIn, type Statechart, staysOf, visitsOf } from './machine-model.ts';
import { Next, NotNow, States } from './machine-ways.tsx';
import { StatechartDrawing } from './statechart.tsx';
import { useHistory } from './use-history.ts';

type Actor = Reply<'actors.get'>;
type Kind = NonNullable<Actor['kind']>;

interface MachineProps {
  readonly kind: Kind;
  readonly id: string;
}

export function MachinePage({ kind, id }: MachineProps) {
  /** The newest event about it that the feed told of. */
  const newest = useValue(
    ({ recent }) =>
      recent?.find((event) => event.entity_type === kind && event.entity_id === id)?.event_id ??
      null,
  );
  const path = { kind, id };
  const chart = useTold(`statechart ${kind}`, (api) =>
    ask(api.get('/control/api/v1/statecharts/{kind}', { params: { path: { kind } } })),
  );
  const actor = useTold(
    `actor ${kind}/${id}`,
    (api) => ask(api.get('/control/api/v1/actors/{kind}/{id}', { params: { path } })),
    newest,
  );
  const history = useHistory({ kind, id, newest });
  const problem = actor.problem ?? chart.problem;
  // Either would push what is pressed in the other.
  const isIn =
    (actor.told !== null || actor.problem !== null) &&
    (history.window !== null || history.problem !== null);
  if (!isIn || (actor.told === null && (history.window?.rows.length ?? 0) === 0)) {
    return (
      <Section title="Machine">
        {problem === null ? <Waiting /> : <Empty>{sentence(problem)}</Empty>}
      </Section>
    );
  }
  const { past, window } = history;
  const status = past?.status ?? actor.told?.status ?? 'unknown';
  return (
    <>
      <Section title={`${capital(plainWord(kind))} ${id}`}>
        {actor.told !== null && <Now actor={actor.told} {...{ kind, id }} />}
        {problem !== null && <p class="trouble">{sentence(problem)}</p>}
      </Section>
      <History history={history} />
      {chart.told !== null && (
        <Machine
          chart={chart.told}
          status={status}
          steps={history.steps}
          untilMs={past === null ? null : timeOf(past.as_of?.at)}
          isWhole={window?.next === null}
        />
      )}
    </>
  );
}

/** How it stands now, whatever moment is shown below. */
function Now({ actor, kind, id }: { readonly actor: Actor } & MachineProps) {
  const { status, quarantined, mailbox, timers = [], pending_effects: effects = [] } = actor;
  const waiting = Object.values(mailbox ?? {}).reduce(
    (sum: number, count) => sum + (count ?? 0),
    0,
  );
  const page = Object.hasOwn(pageOfKind, kind) ? pageOfKind[kind as keyof typeof pageOfKind] : null;
  return (
    <div class="facts">
      <p class="now">
        <Mark kind={quarantined === true ? 'failed' : markOf(status)}>
          Now {plainWord(status)}
          {quarantined === true && ', out of service'}
        </Mark>
        {quarantined === true && <a href={addressOf({ page: 'bench' })}>why, and what to do</a>}
        {page !== null && <a href={addressOf({ page, id })}>open it among the {page}</a>}
        <a href={eventsAddress({ entity_id: id, entity_type: kind })}>its events</a>
      </p>
      {waiting > 0 && (
        <p>{waiting === 1 ? 'One message waits' : `${waiting} messages wait`} for it.</p>
      )}
      {timers.map(({ timer, due_at: due }) => (
        <p key={timer}>
          A timer is set: {plainWord(timer)}, due <Due at={due} />.
        </p>
      ))}
      {effects.map(({ effect_id: effect, name, attempts = 0, last_error: error }) => (
        <p key={effect}>
          Under way: {plainWord(name)}
          {attempts > 1 && `, attempt ${attempts}`}
          {error != null && `; last: ${endSentence(error)}`}
        </p>
      ))}
    </div>
  );
}

/** When something comes: `in 20 s`, or that it should have come. */
function Due({ at }: { readonly at: string | undefined }) {
  const nowMs = useServiceMs();
  const dueMs = timeOf(at);
  if (dueMs === null) return <span class="unknown">at an unknown time</span>;
  return <>{dueMs > nowMs ? `in ${spanText(dueMs - nowMs)}` : 'now'}</>;
}

interface ChartPartProps {
  readonly chart: Statechart;
  readonly status: string;
  readonly steps: Parameters<typeof visitsOf>[0];
  /** The moment that is shown; null: now. */
  readonly untilMs: number | null;
  /** The events go back to the first. */
  readonly isWhole: boolean;
}

function Machine({ chart, status, steps, untilMs, isWhole }: ChartPartProps) {
  const nowMs = useServiceMs();
  const visits = visitsOf(steps);
  const stays = staysOf(visits, untilMs ?? nowMs);
  const isPart = chart.part_of != null;
  const next = possibleIn(chart, status);
  return (
    <>
      <Section title="Its machine">
        <StatechartDrawing {...{ chart, status, stays }} moves={movesOf(visits)} />
        {!isWhole && (
          <p class="aside">
            The way and the times are those of the events that are loaded; there are earlier ones.
          </p>
        )}
        <States {...{ chart, status, stays }} />
      </Section>
      <Section title="What may come next">
        {isPart && (
          <p class="aside">
            It is part of another: what happens to its {plainWord(chart.part_of)} moves it.
          </p>
        )}
        <Next possible={next} status={status} />
        <NotNow chart={chart} status={status} />
      </Section>
    </>
  );
}
