/** Reads a running machine definition into plain facts, nested as it is: the only source of drawings and tables. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { describeGuard, describeInvoke, describeTrigger } from './words.ts';

/** One branch of an event of one state, in the words that drawings and tables use. */
export interface ChartTransition {
  /** The event's name, or in words what it follows (`at once`, `after 5 s`, `when done`). */
  readonly event: string;
  /** True where `event` is a name of the machine's vocabulary and not words about it. */
  readonly isNamed: boolean;
  /** The condition in words; null where there is none. */
  readonly guard: string | null;
  /** Without a condition, behind branches of the same event that have one. */
  readonly isElse: boolean;
  /** Ids of the target states; empty where the state stays. */
  readonly targets: readonly string[];
  /** Leaves and enters the state again although it stays in it. */
  readonly reenters: boolean;
  /** Names of the actions, in order, each once. */
  readonly actions: readonly string[];
}

/** A state with all that is in it, free of XState; members are empty or null where it has none. */
export interface ChartState {
  /** Keys from the root, joined by dots; the root's is empty. */
  readonly id: string;
  readonly name: string;
  readonly type: AnyStateNode['type'];
  /** A history state that brings back nested states too. */
  readonly isDeep: boolean;
  /** Entered with its parent, unless another one is aimed at. */
  readonly isInitial: boolean;
  /** Nothing is waited for any more; late words may still be recorded. */
  readonly isTerminal: boolean;
  readonly description: string;
  /** `meta.status`, where it differs from the name. */
  readonly status: string | null;
  readonly tags: readonly string[];
  readonly invokes: readonly string[];
  /** Of the state itself, in the order of the definition; what its parents answer is theirs. */
  readonly transitions: readonly ChartTransition[];
  readonly children: readonly ChartState[];
}

type Transition = NonNullable<ReturnType<AnyStateNode['transitions']['get']>>[number];

/** The root state with everything in it. */
export function readChart(machine: AnyStateMachine): ChartState {
  return readState(machine.root, false);
}

/** A state and all below it, parents first, in the order of the definition. */
export function listStates(state: ChartState): ChartState[] {
  return [state, ...state.children.flatMap(listStates)];
}

/**
 * Transition objects of a definition: every branch of every state's events, delays, `onDone`,
 * `onError` and `always`, the root's included. Initial and history targets are not counted.
 */
export function countTransitions(machine: AnyStateMachine): number {
  const count = (node: AnyStateNode): number =>
    [...ownTransitions(node).values()].reduce((sum, branches) => sum + branches.length, 0) +
    Object.values(node.states).reduce((sum: number, child) => sum + count(child), 0);
  return count(machine.root);
}

const idOf = (node: AnyStateNode): string => node.path.join('.');

/** Branches by event, the ones that follow by themselves under the empty name. */
function ownTransitions(node: AnyStateNode): Map<string, readonly Transition[]> {
  const always = node.always ?? [];
  const named = [...node.transitions].map(([event, list]) => [event, list] as const);
  return new Map([...named, ...(always.length === 0 ? [] : [['', always] as const])]);
}

function readState(node: AnyStateNode, isInitial: boolean): ChartState {
  const children: AnyStateNode[] = Object.values(node.states);
  const first = node.type === 'compound' ? node.initial.target[0] : undefined;
  const { status } = (node.meta ?? {}) as { readonly status?: unknown };
  return {
    id: idOf(node),
    name: node.key,
    type: node.type,
    isDeep: node.history === 'deep',
    isInitial,
    isTerminal: node.type === 'final' || node.tags.includes('terminal'),
    description: node.description ?? '',
    status: typeof status === 'string' && status !== node.key ? status : null,
    tags: node.tags.filter((tag) => tag !== 'terminal'),
    invokes: node.invoke.map((invoke) => describeInvoke(invoke, node.id)),
    transitions: [
      ...[...ownTransitions(node)].flatMap(([event, list]) => readBranches(node, event, list)),
      ...readHistoryDefault(node),
    ],
    children: children.map((child) => readState(child, isWithin(first, child))),
  };
}

function isWithin(target: AnyStateNode | undefined, node: AnyStateNode): boolean {
  return target !== undefined && (target === node || isWithin(target.parent, node));
}

function readBranches(
  node: AnyStateNode,
  event: string,
  branches: readonly Transition[],
): ChartTransition[] {
  let guarded = false;
  return branches.map((transition) => {
    const guard = describeGuard(transition.guard);
    const isElse = guard === null && guarded;
    guarded ||= guard !== null;
    const targets = (transition.target ?? []).map(idOf);
    return {
      ...describeTrigger(event, node),
      guard,
      isElse,
      targets: targets.length === 1 && targets[0] === idOf(node) ? [] : targets,
      reenters: transition.reenter && targets.includes(idOf(node)),
      actions: [...new Set(transition.actions.map(describeAction))],
    };
  });
}

/** Where a history state leads before there is a history; nothing where it leads to the initial one. */
function readHistoryDefault(node: AnyStateNode): ChartTransition[] {
  const { target } = node.config as { readonly target?: string };
  if (node.type !== 'history' || typeof target !== 'string') return [];
  const parent = node.path.slice(0, -1);
  return [
    {
      event: 'at first',
      isNamed: false,
      guard: null,
      isElse: false,
      targets: [[...parent, ...target.replace(/^\./, '').split('.')].join('.')],
      reenters: false,
      actions: [],
    },
  ];
}

/** Changing the context is called `change`, whatever XState calls it. */
function describeAction(action: unknown): string {
  const type =
    typeof action === 'string' ? action : ((action as { readonly type?: string }).type ?? 'action');
  return type === 'xstate.assign' ? 'change' : type.replace(/^xstate\./, '');
}
