/**
 * Configurations: the sets of nodes that are active together. Each is made once and kept with its
 * state value and its status, so that a turn finds everything known about it in one look-up.
 */
import type { StateValue } from 'xstate';
import { assert, InvariantError } from '../../lib/assert.ts';
import { ancestorsOf, type Chart, isAtomic, type Node } from './nodes.ts';
import { declarationsOf, statusesOf } from './shape.ts';

/** States that are active together, with what follows from that; made by `Configurations` alone. */
export interface Configuration {
  /** Active nodes, in the order in which XState would hold them. */
  readonly nodes: readonly Node[];
  readonly active: ReadonlySet<Node>;
  /** Keys in document order. Shared: never to be changed. */
  readonly value: StateValue;
  readonly status: string;
  /** Whether the status alone leads back to it. */
  readonly isUnique: boolean;
  /** Whether the machine has ended in it. */
  readonly isDone: boolean;
}

/** Configurations kept; beyond that all are forgotten and found anew. */
const keptMax = 10_000;

/** Finds configurations by nodes, by stored value and by status. One per machine. */
export class Configurations {
  readonly #chart: Chart;
  readonly #declares: (node: Node) => string | null;
  readonly #byNodes = new Map<string, Configuration>();
  readonly #byStatus = new Map<string, Configuration | null>();
  readonly #rested = new WeakMap<Configuration, Configuration>();
  #byValue = new WeakMap<object, Configuration>();

  constructor(chart: Chart) {
    this.#chart = chart;
    this.#declares = declarationsOf(chart);
    statusesOf(chart);
  }

  /** Throws `InvariantError` naming the place where a value is no configuration of this machine. */
  ofValue(value: unknown): Configuration {
    const known =
      typeof value === 'object' && value !== null ? this.#byValue.get(value) : undefined;
    if (known !== undefined) return known;
    const nodes = new Set<Node>();
    collect(this.#chart.root, value, nodes);
    const found = this.ofNodes([...nodes]);
    if (typeof found.value === 'object') this.#byValue.set(found.value, found);
    return found;
  }

  /** The same nodes in the order in which they come back from the store. */
  rested(configuration: Configuration): Configuration {
    let rested = this.#rested.get(configuration);
    if (rested === undefined) {
      rested = this.ofValue(configuration.value);
      this.#rested.set(configuration, rested);
    }
    return rested;
  }

  /** The configuration of nodes given in order; they must be complete. */
  ofNodes(nodes: readonly Node[]): Configuration {
    let key = '';
    for (const node of nodes) key += `${node.index},`;
    let found = this.#byNodes.get(key);
    if (found === undefined) {
      found = this.#make(nodes);
      if (this.#byNodes.size >= keptMax) {
        this.#byNodes.clear();
        this.#byValue = new WeakMap();
      }
      this.#byNodes.set(key, found);
    }
    return found;
  }

  /**
   * The configuration entered by default for a status: the only one with it, else the one that the
   * machine begins in, else that of the only state declaring it; undefined where none is meant.
   */
  ofStatus(status: string): Configuration | undefined {
    let found = this.#byStatus.get(status);
    if (found === undefined) {
      found = this.#defaultFor(status) ?? null;
      this.#byStatus.set(status, found);
    }
    return found ?? undefined;
  }

  #defaultFor(status: string): Configuration | undefined {
    const facts = statusesOf(this.#chart).get(status);
    if (facts === undefined) return undefined;
    if (facts.isUnique) return this.ofValue(facts.example);
    const first = this.#entering(this.#chart.root);
    if (first?.status === status) return first;
    const entered = this.#chart.nodes
      .filter((node) => this.#declares(node) === status)
      .map((node) => this.#entering(node))
      .filter((configuration) => configuration?.status === status);
    const [only, ...others] = new Set(entered);
    return others.length === 0 ? only : undefined;
  }

  /**
   * The configuration that a transition from outside to `target` leads to; undefined where that is
   * for a history node to say.
   */
  #entering(target: Node): Configuration | undefined {
    const path = new Set([target, ...ancestorsOf(target)]);
    const entered = new Set<Node>();
    const enter = (node: Node): boolean => {
      entered.add(node);
      if (node.type === 'parallel') return node.children.every(enter);
      if (node.type !== 'compound') return true;
      const child = node.children.find((each) => path.has(each)) ?? this.#initialOf(node);
      return child !== undefined && enter(child);
    };
    if (!enter(this.#chart.root)) return undefined;
    return this.ofValue(toValue(this.#chart.root, entered));
  }

  #initialOf(node: Node): Node | undefined {
    const id = node.source.initial.target?.[0]?.id;
    return node.children.find((child) => child.id === id);
  }

  #make(nodes: readonly Node[]): Configuration {
    const active = new Set(nodes);
    checkComplete(this.#chart, active);
    const statuses = new Set<string>();
    this.#statusesIn(this.#chart.root, active, statuses);
    const [status, ...others] = statuses;
    assert(
      status !== undefined && others.length === 0,
      `${this.#chart.name}: a configuration has exactly one status`,
    );
    return {
      nodes,
      active,
      value: toValue(this.#chart.root, active),
      status,
      isUnique: statusesOf(this.#chart).get(status)?.isUnique === true,
      isDone: isFinal(this.#chart.root, active),
    };
  }

  /** Adds the innermost statuses at and below a node; answers whether there are any. */
  #statusesIn(node: Node, active: ReadonlySet<Node>, statuses: Set<string>): boolean {
    let found = false;
    for (const child of node.children) {
      if (active.has(child) && this.#statusesIn(child, active, statuses)) found = true;
    }
    if (found) return true;
    const own = this.#declares(node);
    if (own === null) return false;
    statuses.add(own);
    return true;
  }
}

/** Throws `InvariantError` for nodes that are no configuration, as a faulty transition could leave. */
function checkComplete({ name, root }: Chart, active: ReadonlySet<Node>): void {
  const isComplete = [...active].every((node) => {
    const inside = node.children.filter((child) => active.has(child)).length;
    const expected = node.type === 'parallel' ? node.children.length : isAtomic(node) ? 0 : 1;
    return inside === expected && (node.parent === null || active.has(node.parent));
  });
  if (isComplete && active.has(root)) return;
  const places = [...active].map(({ place }) => place).join(', ');
  throw new InvariantError(`${name}: ${places || 'nothing'} active together is no configuration`);
}

/** Whether a node is done, as SCXML has it. */
export function isFinal(node: Node, active: ReadonlySet<Node>): boolean {
  if (node.type === 'compound') {
    return node.children.some((child) => child.type === 'final' && active.has(child));
  }
  if (node.type === 'parallel') return node.children.every((child) => isFinal(child, active));
  return node.type === 'final';
}

function toValue(node: Node, active: ReadonlySet<Node>): StateValue {
  const value: Record<string, StateValue> = {};
  for (const child of node.children) {
    if (!active.has(child)) continue;
    if (node.type === 'compound' && isAtomic(child)) return child.key;
    value[child.key] = toValue(child, active);
  }
  return value;
}

/** Collects the nodes of a value in the order in which XState restores them. */
function collect(node: Node, value: unknown, nodes: Set<Node>): void {
  const inner = childrenIn(node, value);
  nodes.add(node);
  for (const [child] of inner) nodes.add(child);
  for (const [child, childValue] of inner) collect(child, childValue, nodes);
}

function childrenIn(node: Node, value: unknown): [Node, unknown][] {
  if (node.type === 'compound' && typeof value === 'string') {
    const child = node.children.find(({ key }) => key === value);
    if (child === undefined || !isAtomic(child)) throw notAConfiguration(node, value);
    return [[child, {}]];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw notAConfiguration(node, value);
  }
  const given = Object.keys(value);
  const children = node.children.filter(({ key }) => Object.hasOwn(value, key));
  const expected = node.type === 'parallel' ? node.children.length : isAtomic(node) ? 0 : 1;
  if (given.length !== children.length || children.length !== expected) {
    throw notAConfiguration(node, value);
  }
  if (node.type === 'compound' && children.some(isAtomic)) throw notAConfiguration(node, value);
  return children.map((child) => [child, (value as Record<string, unknown>)[child.key]]);
}

function notAConfiguration(node: Node, value: unknown): InvariantError {
  const keys = node.children.map(({ key }) => key);
  const expected =
    node.type === 'parallel'
      ? `all of ${keys.join(', ')}`
      : keys.length === 0
        ? 'nothing inside it'
        : `one of ${keys.join(', ')}`;
  return new InvariantError(
    `machine_state.value at ${node.place} is ${JSON.stringify(value)}, expected ${expected}`,
  );
}
