/** What of a machine's structure and values durable execution cannot honour. */
import { ancestorsOf, type Chart, isBelow, type Node } from './nodes.ts';
import type { Report } from './problems.ts';

/** Reports what no table shows: hand-written internal events, routes, outputs, doubled ids. */
export function checkStructure(chart: Chart, report: Report): void {
  for (const node of chart.nodes) {
    checkDescriptors(node, report);
    const config = node.source.config as { readonly route?: unknown };
    if (config.route !== undefined) {
      report(`${node.place}.route`, 'routes are not carried out; write a transition for an event');
    }
  }
  if (chart.root.source.output !== undefined) {
    report(`${chart.name}.output`, 'nobody takes the output of a durable actor; tell or record it');
  }
  checkInvokeIds(chart, report);
  const { context } = chart.machine.config as { readonly context?: unknown };
  if (typeof context === 'object' && context !== null) {
    checkContext(context, `${chart.name}.context`, report);
  }
}

function checkDescriptors(node: Node, report: Report): void {
  const on = (node.source.config as { readonly on?: object }).on ?? {};
  for (const descriptor of Object.keys(on)) {
    const place = `${node.place}.on.${descriptor}`;
    if (descriptor.startsWith('xstate.')) {
      report(place, 'names beginning with xstate. belong to XState; use onDone, onError or after');
    }
    if (descriptor !== '*' && descriptor.replace(/\.\*$/, '').includes('*')) {
      report(place, 'a wildcard stands alone or at the end, after a dot');
    }
  }
}

/** Two invokes that may be under way together need different ids, or a result would fit both. */
function checkInvokeIds(chart: Chart, report: Report): void {
  const owners = new Map<string, Node[]>();
  for (const node of chart.nodes) {
    for (const { id } of node.source.invoke) {
      const others = owners.get(id) ?? [];
      const other = others.find((each) => canBeTogether(each, node));
      if (other !== undefined) {
        report(`${node.place}.invoke.${id}`, `${other.place} may be active too and has this id`);
      }
      owners.set(id, [...others, node]);
    }
  }
}

function canBeTogether(left: Node, right: Node): boolean {
  if (left === right || isBelow(left, right) || isBelow(right, left)) return true;
  return ancestorsOf(left).find((node) => isBelow(right, node))?.type === 'parallel';
}

/** Reports members that are not JSON, and names that the stored state needs itself. */
export function checkContext(context: object, place: string, report: Report): void {
  for (const [name, value] of Object.entries(context)) {
    if (name === 'status' || name === 'machine_state') {
      report(`${place}.${name}`, 'this name belongs to the stored state beside the context');
    }
    checkJson(value, `${place}.${name}`, report);
  }
}

function checkJson(value: unknown, place: string, report: Report): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (typeof value === 'object') {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (Array.isArray(value) || prototype === Object.prototype || prototype === null) {
      for (const [name, member] of Object.entries(value))
        checkJson(member, `${place}.${name}`, report);
      return;
    }
  }
  report(place, `${describe(value)} is not JSON and would not come back from the store`);
}

function describe(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return `an instance of ${value.constructor.name}`;
  return typeof value === 'number' ? String(value) : `a value of type ${typeof value}`;
}
