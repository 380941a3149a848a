/**
 * Which configurations a machine's structure allows, and the proof that each has exactly one
 * status. A status counts where it is declared innermost: a state's own word stands before that of
 * the states around it, and regions of a parallel state must not contradict each other.
 *
 * Nothing is enumerated: a node is summed up by the sets of statuses that its insides can give.
 */
import type { StateValue } from 'xstate';
import { InvariantError } from '../../lib/assert.ts';
import { type Chart, isAtomic, type Node } from './nodes.ts';

/** What the configurations with one status have in common. */
export interface StatusFacts {
  /** Whether the status alone says which configuration it is. */
  readonly isUnique: boolean;
  /** One configuration with it; the only one where it is unique. */
  readonly example: StateValue;
  /** Nodes that are active in some configuration with it. */
  readonly nodes: ReadonlySet<Node>;
}

/** Configurations of one node's insides that give the same statuses. */
interface Variant {
  readonly statuses: readonly string[];
  readonly isUnique: boolean;
  readonly example: StateValue;
  readonly nodes: ReadonlySet<Node>;
}

/** Combinations of regions' statuses that are looked at for one parallel state. */
const combinationsMax = 10_000;

const shapes = new WeakMap<Chart, ReadonlyMap<string, StatusFacts>>();

/**
 * The statuses of a machine, in document order. Throws `InvariantError` naming a configuration that
 * has no status or several, or a parallel state with too many combinations to prove.
 */
export function statusesOf(chart: Chart): ReadonlyMap<string, StatusFacts> {
  const known = shapes.get(chart);
  if (known !== undefined) return known;
  const declares = declarationsOf(chart);
  const statuses = new Map<string, StatusFacts>();
  for (const variant of variantsOf(chart.root, declares).values()) {
    const [status, ...others] = variant.statuses;
    if (status === undefined || others.length > 0) {
      const what =
        status === undefined
          ? 'has no status; declare one with meta: { status }'
          : `has several: ${variant.statuses.join(', ')}`;
      throw new InvariantError(
        `${chart.name}: the configuration ${JSON.stringify(variant.example)} ${what}`,
      );
    }
    statuses.set(status, variant);
  }
  shapes.set(chart, statuses);
  return statuses;
}

/** The status that a node declares: by its meta, or by its key where no state has one in its meta. */
export function declarationsOf(chart: Chart): (node: Node) => string | null {
  if (chart.nodes.some((node) => node.status !== null)) return (node) => node.status;
  if (chart.root.type !== 'compound') {
    throw new InvariantError(
      `${chart.name}: the root has no single active child to take the status from; declare statuses with meta: { status }`,
    );
  }
  return (node) => (node.parent === chart.root ? node.key : null);
}

type Variants = Map<string, Variant>;

function variantsOf(node: Node, declares: (node: Node) => string | null): Variants {
  const own = declares(node);
  const inside = node.type === 'parallel' ? ofRegions(node, declares) : ofOne(node, declares);
  const variants: Variants = new Map();
  for (const variant of inside) {
    const statuses = variant.statuses.length === 0 && own !== null ? [own] : variant.statuses;
    merge(variants, { ...variant, statuses, nodes: new Set(variant.nodes).add(node) });
  }
  return variants;
}

function ofOne(node: Node, declares: (node: Node) => string | null): Variant[] {
  if (node.children.length === 0) {
    return [{ statuses: [], isUnique: true, example: {}, nodes: new Set() }];
  }
  return node.children.flatMap((child) =>
    [...variantsOf(child, declares).values()].map((variant) => ({
      ...variant,
      example: isAtomic(child) ? child.key : { [child.key]: variant.example },
    })),
  );
}

function ofRegions(node: Node, declares: (node: Node) => string | null): Variant[] {
  let combined: Variant[] = [{ statuses: [], isUnique: true, example: {}, nodes: new Set() }];
  for (const region of node.children) {
    const variants = [...variantsOf(region, declares).values()];
    if (combined.length * variants.length > combinationsMax) {
      throw new InvariantError(
        `${node.place}: its regions combine to more than ${combinationsMax} sets of statuses, so that one status each cannot be proved; declare fewer inside it`,
      );
    }
    combined = combined.flatMap((left) => variants.map((right) => join(left, region, right)));
  }
  return combined;
}

function join(left: Variant, region: Node, right: Variant): Variant {
  return {
    statuses: [...new Set([...left.statuses, ...right.statuses])].sort(),
    isUnique: left.isUnique && right.isUnique,
    example: { ...(left.example as object), [region.key]: right.example },
    nodes: new Set([...left.nodes, ...right.nodes]),
  };
}

function merge(variants: Variants, variant: Variant): void {
  const key = JSON.stringify(variant.statuses);
  const other = variants.get(key);
  variants.set(
    key,
    other === undefined
      ? variant
      : { ...other, isUnique: false, nodes: new Set([...other.nodes, ...variant.nodes]) },
  );
}
