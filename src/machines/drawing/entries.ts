/**
 * Decides how each transition is shown, so that a drawing is read from top to bottom:
 *
 * - to a state further down: an arrow, one for all transitions between the same two states;
 * - none, or back into the state itself: "stays on" in its box;
 * - to a state further up: "↑ state on" in its box instead of a line back;
 * - from a parent into one of its own: "→ state on" in the parent's box, once for all in it;
 * - one event to many states under one condition: "→ any of …" in the box instead of a fan of arrows;
 * - what nearly all states of a parent answer alike: once in the parent's box, with the exceptions.
 *
 * "Further down" follows the order of the definition.
 */
import { type ChartState, type ChartTransition, listStates } from './chart.ts';

/** One thing to be shown: `way` is one of the ways listed above, `again` being a state entered anew. */
export interface Entry {
  readonly way: 'arrow' | 'stay' | 'again' | 'up' | 'in' | 'fan';
  /** Ids of the targets; empty where the state stays. */
  readonly targets: readonly string[];
  readonly event: string;
  readonly isNamed: boolean;
  /** In words, in order; "else" for the branch that is left. */
  readonly guards: readonly string[];
}

/** How a whole machine is shown: what each state says by itself, and what a parent says for its states. */
export interface StateEntries {
  /** Entries by state id, the root's under the empty one. */
  readonly own: ReadonlyMap<string, readonly Entry[]>;
  /** By parent: what nearly all of its states answer, and which do not. */
  readonly shared: ReadonlyMap<string, readonly SharedEntry[]>;
  /** Ids of the states without others in them. */
  readonly everyState: readonly string[];
  /** By id: the name, with those of the states around it where another state has it too. */
  readonly names: ReadonlyMap<string, string>;
}
/** An entry told once by a parent for its states. */
export interface SharedEntry {
  readonly entry: Entry;
  /** Names of the children that do not answer it. */
  readonly except: readonly string[];
}

/** Targets from which on one event is a fan. */
const fanTargetsMin = 5;
/** A parent says for its children what at least so many answer alike, with so many exceptions. */
const sharedBy = { childrenMin: 4, exceptionsMax: 3 } as const;

/** The entries of a machine's states. */
export function readEntries(root: ChartState): StateEntries {
  const states = listStates(root);
  const order = new Map(states.map(({ id }, index) => [id, index]));
  const own = new Map<string, readonly Entry[]>(
    states.map((state) => [state.id, mergeEntries(state, order)]),
  );
  const shared = new Map<string, readonly SharedEntry[]>();
  for (const parent of states.filter(({ type }) => type === 'compound')) {
    const common = findShared(parent, own);
    shared.set(parent.id, common);
    const keys = new Set(common.map(({ entry }) => keyOf(entry)));
    for (const { id } of parent.children) {
      own.set(
        id,
        own.get(id)!.filter((entry) => !keys.has(keyOf(entry))),
      );
    }
  }
  const leaves = states.filter(({ type }) => type === 'atomic' || type === 'final');
  const names = nameStates(states.map(({ id }) => id));
  return { own, shared, everyState: leaves.map(({ id }) => id), names };
}

/** The shortest end of each id that no other id has. */
function nameStates(ids: readonly string[]): ReadonlyMap<string, string> {
  const nameOf = (id: string): string => {
    const parts = id.split('.');
    const ends = parts.map((_, index) => parts.slice(-index - 1).join('.'));
    const isOwn = (end: string): boolean =>
      ids.every((other) => other === id || !`.${other}`.endsWith(`.${end}`));
    return ends.find(isOwn) ?? id;
  };
  return new Map(ids.map((id) => [id, nameOf(id)]));
}

const keyOf = (entry: Entry): string => JSON.stringify(entry);

/** The transitions of a state; those of one event and one target are one entry, a fan is one too. */
function mergeEntries(state: ChartState, order: ReadonlyMap<string, number>): Entry[] {
  const fans = findFans(state);
  const merged = new Map<string, Entry>();
  for (const transition of state.transitions) {
    const { event, isNamed } = transition;
    const fanGuard = nameless(transition, state);
    const isFan = fans.has(event) && fans.get(event) === fanGuard;
    const targets = targetsOf(transition, state, isFan);
    const way = isFan ? 'fan' : wayOf(state, transition, order);
    const key = isFan ? `fan ${event}` : `${way} ${event} ${targets.join(' ')}`;
    const known = merged.get(key);
    const guards = isFan ? [fanGuard] : guardsOf(transition);
    merged.set(key, {
      way,
      event,
      isNamed,
      targets: [...new Set([...(known?.targets ?? []), ...targets])].sort(
        (left, right) => order.get(left)! - order.get(right)!,
      ),
      guards: [...new Set([...(known?.guards ?? []), ...guards])].filter((guard) => guard !== ''),
    });
  }
  return [...merged.values()];
}

/** A branch of a fan that leads back to its own state leads there like the others. */
function targetsOf({ targets }: ChartTransition, { id }: ChartState, isFan: boolean) {
  return isFan && targets.length === 0 ? [id] : targets;
}

function guardsOf({ guard, isElse }: ChartTransition): string[] {
  if (guard === null) return isElse ? ['else'] : [];
  return [guard];
}

/** The condition without the name of the state it leads to: "sets to queued" is "sets to it". */
function nameless({ guard, targets }: ChartTransition, { name }: ChartState): string {
  const target = targets[0]?.split('.').at(-1) ?? name;
  return guard?.split(target).join('it') ?? '';
}

function wayOf(
  { id, type }: ChartState,
  { targets, reenters }: ChartTransition,
  order: ReadonlyMap<string, number>,
): Entry['way'] {
  const [target] = targets;
  if (target === undefined) return reenters ? 'again' : 'stay';
  if (type === 'history') return 'arrow';
  if (id === '' || target.startsWith(`${id}.`)) return 'in';
  const isAbove = order.get(target)! < order.get(id)! || id.startsWith(`${target}.`);
  return isAbove ? 'up' : 'arrow';
}

/** Events of a state that lead to many others under one condition, which names where; with it. */
function findFans(state: ChartState): ReadonlyMap<string, string> {
  const branches = new Map<string, ChartTransition[]>();
  for (const transition of state.transitions.filter(({ targets }) => targets.length > 0)) {
    branches.set(transition.event, [...(branches.get(transition.event) ?? []), transition]);
  }
  const fans = [...branches].filter(
    ([, own]) =>
      new Set(own.flatMap(({ targets }) => targets)).size >= fanTargetsMin &&
      new Set(own.map((transition) => nameless(transition, state))).size === 1,
  );
  return new Map(fans.map(([event, [first]]) => [event, nameless(first!, state)]));
}

/** What nearly every child answers in the same way and without an arrow. */
function findShared(
  { children }: ChartState,
  own: ReadonlyMap<string, readonly Entry[]>,
): SharedEntry[] {
  const states = children.filter(({ type }) => type !== 'history');
  const holders = new Map<string, { entry: Entry; ids: Set<string> }>();
  for (const { id } of states) {
    for (const entry of own.get(id)!.filter(({ way }) => way !== 'arrow')) {
      const key = keyOf(entry);
      const known = holders.get(key) ?? { entry, ids: new Set() };
      known.ids.add(id);
      holders.set(key, known);
    }
  }
  return [...holders.values()]
    .filter(
      ({ ids }) =>
        ids.size >= sharedBy.childrenMin && states.length - ids.size <= sharedBy.exceptionsMax,
    )
    .map(({ entry, ids }) => ({
      entry,
      except: states.filter(({ id }) => !ids.has(id)).map(({ name }) => name),
    }));
}
