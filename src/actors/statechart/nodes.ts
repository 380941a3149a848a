/**
 * The states of a machine as numbered nodes, in document order, read once from XState's own nodes.
 * Everything else in this folder works on them and on nothing of XState that changes at run time.
 */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { InvariantError } from '../../lib/assert.ts';

type NodeType = 'atomic' | 'compound' | 'parallel' | 'final' | 'history';

/** One state of the machine, history states included. */
export interface Node {
  /** Position in document order; the root is 0. */
  readonly index: number;
  readonly id: string;
  readonly key: string;
  /** Where it stands, for messages: `order.paying.card`. */
  readonly place: string;
  readonly type: NodeType;
  readonly parent: Node | null;
  /** Child states, without history. */
  readonly children: readonly Node[];
  readonly histories: readonly Node[];
  /** The status that its `meta` declares, or null. */
  readonly status: string | null;
  readonly source: AnyStateNode;
}

/** A machine as nodes. */
export interface Chart {
  readonly machine: AnyStateMachine;
  /** The id of the machine, for messages. */
  readonly name: string;
  readonly root: Node;
  /** In document order, history included. */
  readonly nodes: readonly Node[];
  readonly byId: ReadonlyMap<string, Node>;
}

const charts = new WeakMap<AnyStateMachine, Chart>();

/** The nodes of a machine, read once. Throws `InvariantError` when two states have the same id. */
export function chartOf(machine: AnyStateMachine): Chart {
  const known = charts.get(machine);
  if (known !== undefined) return known;
  const chart = readChart(machine);
  charts.set(machine, chart);
  return chart;
}

function readChart(machine: AnyStateMachine): Chart {
  const nodes: Node[] = [];
  const byId = new Map<string, Node>();
  const read = (source: AnyStateNode, parent: Node | null): Node => {
    const children: Node[] = [];
    const histories: Node[] = [];
    const node: Node = {
      index: nodes.length,
      id: source.id,
      key: source.key,
      place: [machine.id, ...source.path].join('.'),
      type: source.type,
      parent,
      children,
      histories,
      status: statusIn(source),
      source,
    };
    const other = byId.get(source.id);
    if (other !== undefined) {
      throw new InvariantError(`${node.place} and ${other.place} have the same id "${source.id}"`);
    }
    byId.set(source.id, node);
    nodes.push(node);
    for (const child of Object.values(source.states)) {
      (child.type === 'history' ? histories : children).push(read(child, node));
    }
    return node;
  };
  const root = read(machine.root, null);
  return { machine, name: machine.id, root, nodes, byId };
}

function statusIn(source: AnyStateNode): string | null {
  const { meta } = source as { readonly meta?: { readonly status?: unknown } };
  const status = meta?.status;
  if (status === undefined) return null;
  if (typeof status === 'string' && status !== '') return status;
  throw new InvariantError(`${source.id}: meta.status must be a non-empty string`);
}

/** The node of one of XState's own. */
export function nodeOf(chart: Chart, source: AnyStateNode): Node {
  const node = chart.byId.get(source.id);
  if (node === undefined) throw new Error(`${chart.name} has the state ${source.id}`);
  return node;
}

/** Whether no state can be active inside it. */
export function isAtomic(node: Node): boolean {
  return node.type === 'atomic' || node.type === 'final';
}

/** Whether `node` lies below `ancestor`. Everything lies below null, which stands above the root. */
export function isBelow(node: Node, ancestor: Node | null): boolean {
  if (ancestor === null) return true;
  for (let above = node.parent; above !== null; above = above.parent) {
    if (above === ancestor) return true;
  }
  return false;
}

/** The nodes above `node` up to and without `end`, innermost first. */
export function ancestorsOf(node: Node, end: Node | null = null): Node[] {
  const ancestors: Node[] = [];
  if (node === end) return ancestors;
  for (let above = node.parent; above !== null && above !== end; above = above.parent) {
    ancestors.push(above);
  }
  return ancestors;
}
