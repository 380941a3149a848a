/**
 * Selecting transitions in one configuration: the innermost candidate whose guard passes, in every
 * region. What does not depend on guards is worked out once per configuration and event.
 */
import type { Configuration } from './configuration.ts';
import { ancestorsOf, isAtomic, type Node } from './nodes.ts';
import type { Plan } from './plan.ts';
import { candidatesOf, type Row, type Tables, type Transition } from './tables.ts';
import type { Turn } from './turn.ts';

/** Transitions taken together, with their plan once it is known not to change. */
export interface Selected {
  readonly transitions: readonly Transition[];
  plan: Plan | null;
}

/** Combinations of transitions kept for one configuration. */
const combinationsMax = 1000;
const noOptions: readonly Selected[] = [];

/**
 * Answers for one configuration which transitions an event takes, and which need none. What it has
 * worked out is kept, up to a bound.
 */
export class Selection {
  readonly #tables: Tables;
  readonly #configuration: Configuration;
  readonly #byEvent = new Map<string, readonly Selected[]>();
  readonly #combined = new Map<string, Selected>();
  readonly #singles = new Map<Transition, Selected>();
  /** Eventless transitions, innermost first, for every atomic node; null where there are none. */
  readonly #eventless: readonly (readonly Transition[])[] | null;
  readonly #isParallel: boolean;

  constructor(tables: Tables, configuration: Configuration) {
    this.#tables = tables;
    this.#configuration = configuration;
    this.#isParallel = configuration.nodes.some(({ type }) => type === 'parallel');
    const eventless = configuration.nodes
      .filter(isAtomic)
      .map((leaf) => [leaf, ...ancestorsOf(leaf)].flatMap((node) => this.#row(node).always));
    this.#eventless = eventless.some((each) => each.length > 0) ? eventless : null;
  }

  get hasEventless(): boolean {
    return this.#eventless !== null;
  }

  /** The transitions for the turn's present event. */
  forEvent(turn: Turn): Selected | null {
    const { type } = turn.event;
    if (this.#isParallel) {
      const found: Transition[] = [];
      this.#selectIn(this.#tables.chart.root, type, turn, found);
      return this.#together(found);
    }
    for (const option of this.#optionsFor(type)) {
      const guard = option.transitions[0]?.guard;
      if (guard === null || guard?.(turn) === true) return option;
    }
    return null;
  }

  /** The transitions that need no event. */
  eventless(turn: Turn): Selected | null {
    if (this.#eventless === null) return null;
    const found = new Set<Transition>();
    for (const candidates of this.#eventless) {
      const first = candidates.find(({ guard }) => guard === null || guard(turn));
      if (first !== undefined) found.add(first);
    }
    return this.#together([...found]);
  }

  #row(node: Node): Row {
    return this.#tables.rows[node.index]!;
  }

  /** Candidates from the only atomic node outwards. */
  #optionsFor(type: string): readonly Selected[] {
    const known = this.#byEvent.get(type);
    if (known !== undefined) return known;
    const isNamed = this.#tables.eventTypes.has(type);
    if (!isNamed && !this.#tables.hasWildcards) return noOptions;
    const leaf = this.#configuration.nodes.find(isAtomic);
    const path = leaf === undefined ? [] : [leaf, ...ancestorsOf(leaf)];
    const options = path
      .flatMap((node) => candidatesOf(this.#row(node), type))
      .map((transition) => this.#single(transition));
    // Other names come from outside, in any number.
    if (isNamed) this.#byEvent.set(type, options);
    return options;
  }

  /** Depth first, as SCXML: a state is asked only when none inside it has taken the event. */
  #selectIn(node: Node, type: string, turn: Turn, found: Transition[]): void {
    const before = found.length;
    // In the order in which the regions became active, as XState holds them.
    for (const child of this.#configuration.nodes) {
      if (child.parent === node) this.#selectIn(child, type, turn, found);
    }
    if (found.length > before) return;
    const first = candidatesOf(this.#row(node), type).find(
      ({ guard }) => guard === null || guard(turn),
    );
    if (first !== undefined) found.push(first);
  }

  #single(transition: Transition): Selected {
    let selected = this.#singles.get(transition);
    if (selected === undefined) {
      selected = { transitions: [transition], plan: null };
      this.#singles.set(transition, selected);
    }
    return selected;
  }

  #together(transitions: readonly Transition[]): Selected | null {
    const [first] = transitions;
    if (first === undefined) return null;
    if (transitions.length === 1) return this.#single(first);
    const key = transitions.map(({ index }) => index).join();
    let selected = this.#combined.get(key);
    if (selected === undefined) {
      selected = { transitions, plan: null };
      if (this.#combined.size < combinationsMax) this.#combined.set(key, selected);
    }
    return selected;
  }
}
