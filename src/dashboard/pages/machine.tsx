/** One entity and its machine: where it is, how it came there, what may come next, and how it was at any event. */
import type { ComponentChildren } from 'preact';
import { ask } from '../api.ts';
import { timeOf } from '../loose.ts';
import {
  impossibleIn,
  movesOf,
  type Possible,
  possibleIn,
  type Statechart,
  type Stay,
  staysOf,
  visitsOf,
  wayWords,
} from '../machine-model.ts';
import { addressOf, eventsAddress } from '../places.ts';
import { useServiceMs, useValue } from '../ui/context.tsx';
import { CopyLines } from '../ui/copy.tsx';
import { Empty, Mark, Section, Waiting } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import type { Reply } from '../wire.ts';
import { capital, endSentence, markOf, plainWord, spanText } from '../words.ts';
import { History, useHistory } from './history.tsx';
import { StatechartDrawing } from './statechart.tsx';

type Actor = Reply<'actors.get'>;
type Kind = NonNullable<Actor['kind']>;

interface MachineProps {
  readonly kind: Kind;
  readonly id: string;
}

/** Pages on which an entity of a kind has more than its machine. */
const pageOfKind = {
  queue_item: 'queue',
  project: 'queue',
  run: 'runs',
  paper: 'papers',
  paper_review: 'papers',
  corpus_entry: 'papers',
  worker_target: 'workers',
} as const;

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
  if (actor.told === null && (history.window?.rows.length ?? 0) === 0) {
    return (
      <Section title="Machine">
        {problem === null ? <Waiting /> : <Empty>{endSentence(capital(problem))}</Empty>}
      </Section>
    );
  }
  const { then, window } = history;
  const status = then?.status ?? actor.told?.status ?? 'unknown';
  return (
    <>
      <Section title={`${capital(plainWord(kind))} ${id}`}>
        {actor.told !== null && <Now actor={actor.told} {...{ kind, id }} />}
        {problem !== null && <p class="trouble">{endSentence(capital(problem))}</p>}
      </Section>
      <History history={history} />
      {chart.told !== null && (
        <Machine
          chart={chart.told}
          status={status}
          steps={history.steps}
          untilMs={then === null ? null : timeOf(then.as_of?.at)}
          isWhole={window?.next === null}
          legal={then?.legal_events ?? actor.told?.legal_events}
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
      <CopyLines
        lines={[
          {
            name: 'curl',
            method: 'GET',
            path: `/control/api/v1/actors/${kind}/${encodeURIComponent(id)}`,
          },
        ]}
      />
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
  readonly legal: readonly string[] | undefined;
}

function Machine({ chart, status, steps, untilMs, isWhole, legal }: ChartPartProps) {
  const nowMs = useServiceMs();
  const visits = visitsOf(steps);
  const stays = staysOf(visits, untilMs ?? nowMs);
  const isPart = chart.part_of != null;
  const next = possibleIn(chart, status).filter(
    ({ event }) => isPart || legal === undefined || !isNamed(chart, event) || legal.includes(event),
  );
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

const isNamed = ({ states = [] }: Statechart, event: string): boolean =>
  states.some(({ answers = [] }) =>
    answers.some((answer) => answer.event === event && answer.named === true),
  );

interface StatesProps {
  readonly chart: Statechart;
  readonly status: string;
  readonly stays: ReadonlyMap<string, Stay>;
}

/** What the drawing says, for who reads. */
function States({ chart: { states = [] }, status, stays }: StatesProps) {
  const leaves = states.filter(
    ({ id }) => id !== '' && !states.some((other) => other.id?.startsWith(`${id}.`)),
  );
  return (
    <table aria-label="States">
      <thead>
        <tr>
          {['State', 'Meaning', 'Times', 'In all'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {leaves.map(({ id, name, status: of = '', about }) => {
          const stay = stays.get(of);
          return (
            <tr key={id} aria-current={of === status ? 'true' : undefined}>
              <td data-label="State">
                {of === status ? (
                  <Mark kind={markOf(of)}>{plainWord(name)}</Mark>
                ) : (
                  <span class={stay === undefined ? 'soft' : undefined}>{plainWord(name)}</span>
                )}
              </td>
              <td data-label="Meaning">{about}</td>
              <td data-label="Times" class="figure">
                {stay?.times ?? '–'}
              </td>
              <td data-label="In all" class="figure">
                {stay === undefined ? '–' : spanText(stay.ms)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Next({ possible, status }: { possible: readonly Possible[]; status: string }) {
  if (possible.length === 0) return <Empty>Nothing: this is an end.</Empty>;
  return (
    <ul class="ways">
      {possible.map(({ event, label, ways }) => (
        <li key={event}>
          <b>{capital(label)}</b>
          <span>{endSentence(ways.map((way) => wayWords(way, status)).join('; '))}</span>
        </li>
      ))}
    </ul>
  );
}

function NotNow({ chart, status }: { readonly chart: Statechart; readonly status: string }) {
  const others = impossibleIn(chart, status);
  if (others.length === 0) return null;
  const why = (during: readonly string[]): ComponentChildren =>
    during.length === 0 ? 'In no state.' : `Only while ${during.map(plainWord).join(', ')}.`;
  return (
    <details>
      <summary>What it would not take now, and why</summary>
      <ul class="ways soft">
        {others.map(({ label, during }) => (
          <li key={label}>
            <b>{capital(label)}</b>
            <span>{why(during)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
