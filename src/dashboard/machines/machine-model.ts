/** The way of an entity through its machine: which states it was in and for how long, and what may come next. Pure. */
import { timeOf } from '../service/loose.ts';
import type { Reply } from '../service/wire.ts';

/** One event about it. */
export type Step = NonNullable<Reply<'actors.history'>['rows']>[number];
export type Statechart = Reply<'statecharts.get'>;
export type ChartState = NonNullable<Statechart['states']>[number];

/** A stay in a state. */
export interface Visit {
  readonly status: string;
  readonly sinceMs: number | null;
  /** Null for the one that goes on. */
  readonly untilMs: number | null;
  /** The event that led there. */
  readonly step: Step;
}

/** The stays that the events tell of, oldest first; `steps` newest first, as they are told. */
export function visitsOf(steps: readonly Step[]): readonly Visit[] {
  const visits: Visit[] = [];
  for (const step of steps.toReversed()) {
    const { status } = step;
    const last = visits.at(-1);
    if (status == null || status === last?.status) continue;
    const atMs = timeOf(step.created_at);
    if (last !== undefined) visits[visits.length - 1] = { ...last, untilMs: atMs };
    visits.push({ status, sinceMs: atMs, untilMs: null, step });
  }
  return visits;
}

/** How often and how long in all it was in a state. */
export interface Stay {
  readonly times: number;
  /** Null where a time is not known. */
  readonly ms: number | null;
}

/** By status; the stay that goes on counts up to `nowMs`. */
export function staysOf(visits: readonly Visit[], nowMs: number): ReadonlyMap<string, Stay> {
  const stays = new Map<string, Stay>();
  for (const { status, sinceMs, untilMs } of visits) {
    const before = stays.get(status) ?? { times: 0, ms: 0 };
    const ms = sinceMs === null ? null : Math.max(0, (untilMs ?? nowMs) - sinceMs);
    stays.set(status, {
      times: before.times + 1,
      ms: before.ms === null || ms === null ? null : before.ms + ms,
    });
  }
  return stays;
}

/** Statuses that followed one another, as `from to`. */
export function movesOf(visits: readonly Visit[]): ReadonlySet<string> {
  return new Set(visits.slice(1).map(({ status }, index) => `${visits[index]?.status} ${status}`));
}

/** An event that a machine takes, and what comes of it. */
export interface Possible {
  readonly event: string;
  /** In words. */
  readonly label: string;
  /** Where it leads, each under its condition. */
  readonly ways: readonly { readonly to: string; readonly when: string | null }[];
}

/** `RETRY_NOW` as people say it; words stay as they are. */
export const eventLabel = (event: string): string =>
  /^[A-Z0-9_.]+$/.test(event) ? event.toLowerCase().replaceAll(/[_.]+/g, ' ') : event;

/** Ids from the state outwards: `a.b`, `a`, and the machine itself. */
const around = (id: string): readonly string[] => {
  const parts = id === '' ? [] : id.split('.');
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('.')), ''];
};

/** What a status takes and where that leads; what happens by itself comes last. */
export function possibleIn(chart: Statechart, status: string): readonly Possible[] {
  const { states = [] } = chart;
  const own = states.filter(({ id, status: of }) => of === status && !holdsOthers(states, id));
  const near = new Set(own.flatMap(({ id = '' }) => around(id)));
  const outermost = new Set(own.map(({ id = '' }) => id.split('.')[0]));
  // First the state itself and those around it; else one beside them, in another region.
  const answering = (event: string): readonly Answer[] => {
    const inside = [...near].map((id) => answersOf(states, [id], event));
    const beside = states.filter(({ id = '' }) => outermost.has(id.split('.')[0]));
    const all = answersOf(
      states,
      beside.map(({ id = '' }) => id),
      event,
    );
    return inside.find((found) => found.length > 0) ?? all;
  };
  const named = takenIn(chart, status);
  const unnamed = [...near].flatMap((id) =>
    (states.find((state) => state.id === id)?.answers ?? []).flatMap(({ event, named: isNamed }) =>
      isNamed === true || event === undefined ? [] : [event],
    ),
  );
  return [...new Set([...named, ...unnamed])].map((event) => ({
    event,
    label: eventLabel(event),
    ways: waysOf(chart, answering(event), status),
  }));
}

type Answer = NonNullable<ChartState['answers']>[number];

const answersOf = (
  states: readonly ChartState[],
  ids: readonly string[],
  event: string,
): readonly Answer[] =>
  states
    .filter(({ id = '' }) => ids.includes(id))
    .flatMap(({ answers = [] }) => answers.filter((answer) => answer.event === event));

/** Each target once, with the conditions that lead there. */
function waysOf(
  { states = [] }: Statechart,
  answers: readonly Answer[],
  status: string,
): Possible['ways'] {
  const names = new Map(states.map(({ id, status: of, name }) => [id, of ?? name ?? '']));
  const ways = new Map<string, (string | null)[]>();
  for (const { to = [], again, if: when = null } of answers) {
    const targets = to.map((each) => names.get(each) ?? each).join(' and ');
    const where = targets !== '' ? targets : again === true ? `${status}, anew` : status;
    ways.set(where, [...(ways.get(where) ?? []), when]);
  }
  return [...ways].map(([to, conditions]) => ({ to, when: joined(conditions, ways.size) }));
}

/** Whatever leads to the only target needs no condition, where one of them is none. */
function joined(conditions: readonly (string | null)[], targets: number): string | null {
  const isAlways = conditions.some((when) => when === null || when === 'else');
  if (isAlways) return targets === 1 || conditions.includes(null) ? null : 'else';
  return [...new Set(conditions)].join(' or ');
}

/** The events that a status takes, as the definition has it. */
const takenIn = ({ statuses = [] }: Statechart, status: string): readonly string[] =>
  (statuses.find((each) => each.status === status)?.takes ?? []).filter((event) => event !== '*');

const holdsOthers = (states: readonly ChartState[], id: string | undefined): boolean =>
  states.some((other) => other.id?.startsWith(`${id}.`));

/** Events of the machine that a status does not take, each with those that do. */
export function impossibleIn(
  chart: Statechart,
  status: string,
): readonly { readonly label: string; readonly during: readonly string[] }[] {
  const { statuses = [] } = chart;
  const taken = new Set(takenIn(chart, status));
  const events = new Set(statuses.flatMap(({ status: of = '' }) => takenIn(chart, of)));
  return [...events]
    .filter((event) => !taken.has(event))
    .map((event) => ({
      label: eventLabel(event),
      during: statuses.flatMap(({ status: of = '' }) =>
        takenIn(chart, of).includes(event) ? [of] : [],
      ),
    }));
}

/** Whether it may leave the status. */
export const isMove = ({ ways }: Possible, status: string): boolean =>
  ways.some(({ to }) => to !== status);

/** What a way says: where it leads, and when. */
export function wayWords({ to, when }: Possible['ways'][number], status: string): string {
  const where = to === status ? `it stays ${plain(to)}` : `leads to ${plain(to)}`;
  return when === null ? where : when === 'else' ? `else ${where}` : `${where} if ${when}`;
}

const plain = (status: string): string => status.replaceAll('_', ' ');
