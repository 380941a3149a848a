/** History states of a machine: where one leads that remembers nothing, and where it must say so itself. */
import { type Chart, isBelow, type Node, nodeOf } from './nodes.ts';
import type { Report } from './problems.ts';

/** Where a history node leads that remembers nothing. */
export interface HistoryDefault {
  readonly targets: readonly Node[];
  /** They are the initial states of its parent, whose initial transition is taken. */
  readonly isInitial: boolean;
}

const none: HistoryDefault = { targets: [], isInitial: false };

/** The default of a history node; nowhere for any other node, and where a problem is reported. */
export function historyDefaultOf(node: Node, chart: Chart, report: Report): HistoryDefault {
  const { parent } = node;
  if (node.type !== 'history' || parent === null) return none;
  const target = (node.source.config as { readonly target?: string | readonly string[] }).target;
  if (target !== undefined) {
    const targets = [target].flat().map((path) => {
      const found = findTarget(parent, path, chart);
      if (found === undefined) report(node.place, `there is no state ${path}`);
      return found;
    });
    return { targets: targets.filter((found) => found !== undefined), isInitial: false };
  }
  if (parent.type === 'parallel') return { targets: [parent], isInitial: false };
  const targets = (parent.source.initial.target ?? []).map((each) => nodeOf(chart, each));
  if (!targets.includes(node)) return { targets, isInitial: true };
  report(node.place, 'it is the initial state of its parent and needs a target of its own');
  return none;
}

/** A history node's target: an id with `#`, or a path from the parent. */
function findTarget(parent: Node, path: string, chart: Chart): Node | undefined {
  const full = [...parent.source.path, path].join('.');
  return chart.nodes.find((node) =>
    path.startsWith('#') ? path === `#${node.id}` : node.source.path.join('.') === full,
  );
}

/** XState 5.33.3 leaves the parallel state and enters only its regions again. */
export function checkHistoryTarget(
  source: Node,
  target: Node,
  place: string,
  report: Report,
): void {
  const { parent } = target;
  const hasTarget = 'target' in target.source.config && target.source.config.target !== undefined;
  if (target.type !== 'history' || hasTarget || parent?.type !== 'parallel') return;
  if (!isBelow(source, parent)) return;
  report(place, `${target.place} needs a target to be entered from inside ${parent.place}`);
}
