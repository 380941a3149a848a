/**
 * A machine as tables: for every node its candidate transitions by event, its steps on entry and
 * exit, the effects it invokes. Made once; nothing of XState's config is read afterwards.
 */
import type { AnyStateNode } from 'xstate';
import { compileActions } from './actions.ts';
import { matchesDescriptor } from './events.ts';
import { compileGuard } from './guards.ts';
import { checkHistoryTarget, type HistoryDefault, historyDefaultOf } from './history.ts';
import { compileInvokes, type Invokes } from './invokes.ts';
import { type Chart, type Node, nodeOf } from './nodes.ts';
import type { Report } from './problems.ts';
import type { Site } from './site.ts';
import type { Args, Predicate, Step } from './turn.ts';

/** One transition with its guard and actions compiled. */
export interface Transition {
  /** Number within the machine. */
  readonly index: number;
  readonly source: Node;
  /** Null for one that stays where it is. */
  readonly targets: readonly Node[] | null;
  readonly reenter: boolean;
  readonly guard: Predicate | null;
  readonly steps: readonly Step[];
}

/** What is known of one node. Lists are empty where the machine says nothing. */
export interface Row {
  readonly node: Node;
  readonly entry: readonly Step[];
  readonly exit: readonly Step[];
  readonly invokes: Invokes;
  /** Steps of the transition to the initial child. */
  readonly initialSteps: readonly Step[];
  /** Where the initial transition leads; empty for atomic nodes. */
  readonly initialTargets: readonly Node[];
  /** Where a history node leads that remembers nothing. */
  readonly historyDefault: HistoryDefault;
  /** What a final node gives to `onDone`. */
  readonly output: unknown;
  readonly on: ReadonlyMap<string, readonly Transition[]>;
  readonly always: readonly Transition[];
}

/** A compiled machine. `rows` has one entry per node, at its index. */
export interface Tables {
  readonly chart: Chart;
  readonly rows: readonly Row[];
  /** Every event type that a descriptor names in full. */
  readonly eventTypes: ReadonlySet<string>;
  readonly hasWildcards: boolean;
}

/** Compiles a machine's nodes. What cannot be honoured is reported, and left out of the tables. */
export function compileTables(chart: Chart, report: Report): Tables {
  const timers = new Map<string, { readonly action: unknown; readonly place: string }>();
  const noteTimer: Site['noteTimer'] = (timer, action, place) => {
    const other = timers.get(timer);
    if (other === undefined) timers.set(timer, { action, place });
    else if (other.action !== action) {
      report(
        place,
        `timer ${timer} is also set at ${other.place}, and one would replace the other`,
      );
    }
  };
  const compiler = new RowCompiler(chart, report, noteTimer);
  const rows = chart.nodes.map((node) => compiler.row(node));
  const descriptors = rows.flatMap((row) => [...row.on.keys()]);
  return {
    chart,
    rows,
    eventTypes: new Set(descriptors.filter((name) => name !== '*' && !name.endsWith('.*'))),
    hasWildcards: descriptors.some((name) => name === '*' || name.endsWith('.*')),
  };
}

/** The transitions of a node for an event: exact ones first, then the longest wildcard. */
export function candidatesOf(row: Row, type: string): readonly Transition[] {
  const exact = row.on.get(type) ?? [];
  const wildcards = [...row.on.keys()]
    .filter((descriptor) => descriptor !== type && matchesDescriptor(type, descriptor))
    .sort((a, b) => b.length - a.length)
    .flatMap((descriptor) => row.on.get(descriptor) ?? []);
  return wildcards.length === 0 ? exact : [...exact, ...wildcards];
}

type Definition = NonNullable<AnyStateNode['always']>[number];

class RowCompiler {
  readonly #chart: Chart;
  readonly #report: Report;
  readonly #noteTimer: Site['noteTimer'];
  #transitions = 0;

  constructor(chart: Chart, report: Report, noteTimer: Site['noteTimer']) {
    this.#chart = chart;
    this.#report = report;
    this.#noteTimer = noteTimer;
  }

  row(node: Node): Row {
    const { source, place } = node;
    const site = this.#site(`${place}`);
    return {
      node,
      entry: compileActions(source.entry, this.#site(`${place}.entry`)),
      exit: compileActions(source.exit, this.#site(`${place}.exit`)),
      invokes: compileInvokes(node, site),
      ...this.#initial(node),
      historyDefault: historyDefaultOf(node, this.#chart, this.#report),
      output: source.output,
      on: new Map(
        [...source.transitions].map(([descriptor, transitions]) => [
          descriptor,
          transitions.map((each) => this.#transition(node, placeOf(node, descriptor), each)),
        ]),
      ),
      always: (source.always ?? []).map((each) => this.#transition(node, `${place}.always`, each)),
    };
  }

  #site(place: string): Site {
    return { chart: this.#chart, place, report: this.#report, noteTimer: this.#noteTimer };
  }

  #transition(source: Node, place: string, definition: Definition): Transition {
    this.#transitions += 1;
    const { target, reenter, guard, actions } = definition;
    const targets = target === undefined ? null : target.map((each) => nodeOf(this.#chart, each));
    for (const each of targets ?? []) checkHistoryTarget(source, each, place, this.#report);
    return {
      index: this.#transitions,
      source,
      targets,
      reenter,
      guard:
        guard === undefined
          ? null
          : compileGuard(guard, `${place}.guard`, this.#chart, this.#report),
      steps: compileActions(actions, this.#site(place)),
    };
  }

  #initial(node: Node): Pick<Row, 'initialSteps' | 'initialTargets'> {
    if (node.type !== 'compound') return { initialSteps: [], initialTargets: [] };
    const { actions, target } = node.source.initial;
    return {
      initialSteps: compileActions(actions, this.#site(`${node.place}.initial`)),
      initialTargets: (target ?? []).map((each) => nodeOf(this.#chart, each)),
    };
  }
}

/** A transition's place as its author wrote it: `order.paying.after.1000`, not XState's event name. */
function placeOf({ id, place }: Node, descriptor: string): string {
  if (descriptor === `xstate.done.state.${id}`) return `${place}.onDone`;
  const [, how, invokeId] = /^xstate\.(done|error)\.actor\.(.+)$/s.exec(descriptor) ?? [];
  if (how !== undefined) {
    return `${place}.invoke.${invokeId}.${how === 'done' ? 'onDone' : 'onError'}`;
  }
  const after = 'xstate.after.';
  if (!descriptor.startsWith(after)) return `${place}.on.${descriptor}`;
  return `${place}.after.${descriptor.slice(after.length, -(id.length + 1))}`;
}

/** The output of a final node, computed as XState does. */
export function resolveOutput(output: unknown, args: Args): unknown {
  return typeof output === 'function' ? (output as (args: Args) => unknown)(args) : output;
}
