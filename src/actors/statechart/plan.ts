/**
 * Plans of microsteps: for a configuration and the transitions taken in it, all steps in order and
 * the configuration after. A plan that asks no history node is made once and kept.
 */
import { type Configuration, type Configurations, isFinal } from './configuration.ts';
import { EntrySet } from './entry-set.ts';
import { isAtomic, isBelow, type Node } from './nodes.ts';
import type { History } from './stored.ts';
import { type Row, resolveOutput, type Tables, type Transition } from './tables.ts';
import type { Step } from './turn.ts';

/** One microstep worked out beforehand. */
export interface Plan {
  readonly steps: readonly Step[];
  readonly next: Configuration;
  /** What history nodes remember from now on; null when none was left. */
  readonly remembered: History | null;
  /** Whether the machine ends with it. */
  readonly isDone: boolean;
  /** Whether it holds for this configuration whatever history nodes remember. */
  readonly isFixed: boolean;
}

/** Transitions as they are taken together. */
type Taken = Pick<Transition, 'source' | 'targets' | 'reenter' | 'steps'>;

/** Works out the microsteps of one machine. */
export class Planner {
  readonly #tables: Tables;
  readonly #configurations: Configurations;

  constructor(tables: Tables, configurations: Configurations) {
    this.#tables = tables;
    this.#configurations = configurations;
  }

  /** The microstep that takes these transitions together. */
  plan(configuration: Configuration, transitions: readonly Taken[], history: History): Plan {
    const exits = new EntrySet(this.#tables, history);
    const active = new Set(configuration.nodes);
    const taken = withoutConflicts(transitions, active, exits);
    const left = new Set(taken.flatMap((each) => [...exits.exitsOf(each, active)]));
    const steps: Step[] = [];
    const remembered = this.#leave(left, active, steps);
    for (const each of taken) steps.push(...each.steps);
    const entry = new EntrySet(
      this.#tables,
      remembered === null ? history : new Map([...history, ...remembered]),
    );
    entry.enter(taken);
    const isDone = this.#enter(entry, active, steps);
    const isSame = remembered === null && hasSameNodes(configuration, active);
    return {
      steps,
      next: isSame ? configuration : this.#configurations.ofNodes([...active]),
      remembered,
      isDone,
      isFixed: !exits.usesHistory && !entry.usesHistory,
    };
  }

  #row(node: Node): Row {
    return this.#tables.rows[node.index]!;
  }

  /** Steps of leaving, in reverse document order; answers what history nodes remember. */
  #leave(left: ReadonlySet<Node>, active: Set<Node>, steps: Step[]): Map<Node, Node[]> | null {
    let remembered: Map<Node, Node[]> | null = null;
    const ordered = [...left].sort((a, b) => b.index - a.index);
    for (const node of ordered) {
      for (const history of node.histories) {
        remembered ??= new Map();
        const isDeep = history.source.history === 'deep';
        const kept = [...active].filter((each) =>
          isDeep ? isAtomic(each) && isBelow(each, node) : each.parent === node,
        );
        remembered.set(
          history,
          kept.sort((a, b) => a.index - b.index),
        );
      }
    }
    for (const node of ordered) {
      const { exit, invokes } = this.#row(node);
      steps.push(...exit, ...invokes.stop);
      active.delete(node);
    }
    return remembered;
  }

  /** Steps of entering, in document order; answers whether the machine has ended. */
  #enter(entry: EntrySet, active: Set<Node>, steps: Step[]): boolean {
    const completed = new Set<Node>();
    let isDone = false;
    for (const node of [...entry.entered].sort((a, b) => a.index - b.index)) {
      active.add(node);
      const row = this.#row(node);
      steps.push(...row.entry, ...row.invokes.start);
      if (entry.byDefault.has(node)) steps.push(...row.initialSteps);
      if (node.type === 'final' && this.#complete(node, active, completed, steps)) isDone = true;
    }
    if (isDone) {
      for (const node of [...active].sort((a, b) => b.index - a.index)) {
        steps.push(...this.#row(node).exit);
      }
    }
    return isDone;
  }

  /** Raises what a final node completes; answers whether that is the machine. */
  #complete(node: Node, active: ReadonlySet<Node>, completed: Set<Node>, steps: Step[]): boolean {
    const { parent } = node;
    if (parent?.type === 'compound') steps.push(raiseDone(parent, this.#row(node).output));
    let around = parent?.type === 'parallel' ? parent : (parent?.parent ?? null);
    while (around?.type === 'parallel' && !completed.has(around) && isFinal(around, active)) {
      completed.add(around);
      steps.push(raiseDone(around, undefined));
      around = around.parent;
    }
    return around === null;
  }
}

function raiseDone({ id }: Node, output: unknown): Step {
  const type = `xstate.done.state.${id}`;
  if (output === undefined) return (turn) => turn.raise({ type });
  return (turn) => {
    const event: { type: string; output: unknown } = {
      type,
      output: resolveOutput(output, turn.args),
    };
    turn.raise(event);
  };
}

/** Of transitions that would leave the same nodes, the inner one, else the first. */
function withoutConflicts(
  transitions: readonly Taken[],
  active: ReadonlySet<Node>,
  sets: EntrySet,
): readonly Taken[] {
  if (transitions.length < 2) return transitions;
  const kept = new Map<Taken, Set<Node>>();
  for (const transition of transitions) {
    const exits = sets.exitsOf(transition, active);
    const rivals = [...kept].filter(([, others]) => hasCommon(exits, others));
    // XState stops at the first rival that stays, and then removes none.
    if (rivals.some(([rival]) => !isBelow(transition.source, rival.source))) continue;
    for (const [rival] of rivals) kept.delete(rival);
    kept.set(transition, exits);
  }
  return [...kept.keys()];
}

function hasCommon(left: ReadonlySet<Node>, right: ReadonlySet<Node>): boolean {
  for (const node of left) if (right.has(node)) return true;
  return false;
}

function hasSameNodes({ nodes }: Configuration, active: ReadonlySet<Node>): boolean {
  return nodes.length === active.size && nodes.every((node) => active.has(node));
}
