/**
 * Which nodes transitions leave and enter: SCXML's exit and entry sets, as XState 5.33.3 computes
 * them, which differs from SCXML where a domain may be a parallel state.
 */
import { ancestorsOf, isBelow, type Node } from './nodes.ts';
import type { History } from './stored.ts';
import type { Row, Tables, Transition } from './tables.ts';

/** What of a transition decides where it leads. */
export type Move = Pick<Transition, 'source' | 'targets' | 'reenter'>;

/** The sets of one microstep; made for it and filled by `enter`. */
export class EntrySet {
  readonly entered = new Set<Node>();
  /** Nodes whose initial transition is taken. */
  readonly byDefault = new Set<Node>();
  /** Whether the answer depends on what a history node remembers. */
  usesHistory = false;
  readonly #rows: readonly Row[];
  readonly #history: History;

  constructor(tables: Tables, history: History) {
    this.#rows = tables.rows;
    this.#history = history;
  }

  /** Nodes that are left, in no order. */
  exitsOf(move: Move, active: ReadonlySet<Node>): Set<Node> {
    const exits = new Set<Node>();
    if (move.targets === null || move.targets.length === 0) return exits;
    const domain = this.domainOf(move);
    if (domain !== null && move.reenter && move.source === domain) exits.add(domain);
    for (const node of active) if (isBelow(node, domain)) exits.add(node);
    return exits;
  }

  /** The node within which a transition takes place; null above the root. */
  domainOf({ source, targets, reenter }: Move): Node | null {
    const effective = this.#effectiveTargets(targets);
    if (!reenter && effective.every((node) => node === source || isBelow(node, source))) {
      return source;
    }
    const [head, ...others] = [...effective, source];
    const common = ancestorsOf(head ?? source).find((ancestor) =>
      others.every((node) => isBelow(node, ancestor)),
    );
    if (common !== undefined) return common;
    return reenter ? null : (this.#rows[0]?.node ?? null);
  }

  /** Adds the nodes that transitions enter. */
  enter(moves: readonly Move[]): void {
    for (const move of moves) {
      const { source, targets, reenter } = move;
      const domain = this.domainOf(move);
      for (const target of targets ?? []) {
        if (target.type !== 'history' && (source !== target || source !== domain || reenter)) {
          this.entered.add(target);
          this.byDefault.add(target);
        }
        this.#enterBelow(target);
      }
      const end = source.parent === null && reenter ? null : domain;
      for (const target of this.#effectiveTargets(targets)) {
        const ancestors = ancestorsOf(target, domain);
        if (domain?.type === 'parallel') ancestors.push(domain);
        this.#enterAncestors(ancestors, end);
      }
    }
  }

  #effectiveTargets(targets: readonly Node[] | null): Node[] {
    const effective = new Set<Node>();
    for (const target of targets ?? []) {
      if (target.type !== 'history') effective.add(target);
      else for (const node of this.#remembered(target)) effective.add(node);
    }
    return [...effective];
  }

  /** Where a history node leads now, history nodes among its default targets followed. */
  #remembered(history: Node): readonly Node[] {
    this.usesHistory = true;
    return this.#history.get(history) ?? this.#effectiveTargets(this.#defaultOf(history).targets);
  }

  #defaultOf(history: Node): Row['historyDefault'] {
    return this.#row(history).historyDefault;
  }

  #row(node: Node): Row {
    return this.#rows[node.index]!;
  }

  #enterBelow(node: Node): void {
    if (node.type === 'history') this.#enterHistory(node);
    else if (node.type === 'compound') this.#enterInitial(node);
    else if (node.type === 'parallel') this.#enterRegions(node, true);
  }

  #enterHistory(history: Node): void {
    this.usesHistory = true;
    const known = this.#history.get(history);
    const { targets, isInitial } = this.#defaultOf(history);
    const nodes = known ?? targets;
    for (const node of nodes) {
      this.entered.add(node);
      if (known === undefined && isInitial && history.parent !== null) {
        this.byDefault.add(history.parent);
      }
      this.#enterBelow(node);
    }
    for (const node of nodes) this.#enterAncestors(ancestorsOf(node, history.parent), null);
  }

  #enterInitial(node: Node): void {
    const [initial] = this.#row(node).initialTargets;
    if (initial === undefined) return;
    if (initial.type !== 'history') {
      this.entered.add(initial);
      this.byDefault.add(initial);
    }
    this.#enterBelow(initial);
    this.#enterAncestors(ancestorsOf(initial, node), null);
  }

  /** Enters the regions of a parallel node into which nothing is entered yet. */
  #enterRegions(node: Node, isByDefault: boolean): void {
    for (const region of node.children) {
      let isEntered = false;
      for (const each of this.entered) isEntered ||= isBelow(each, region);
      if (isEntered) continue;
      this.entered.add(region);
      if (isByDefault) this.byDefault.add(region);
      this.#enterBelow(region);
    }
  }

  #enterAncestors(ancestors: readonly Node[], end: Node | null): void {
    for (const ancestor of ancestors) {
      if (end === null || isBelow(ancestor, end)) this.entered.add(ancestor);
      if (ancestor.type === 'parallel') this.#enterRegions(ancestor, false);
    }
  }
}
