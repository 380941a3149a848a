/** Reads states and transitions out of a running machine definition: the only source of drawings. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';

export interface StateFacts {
  readonly name: string;
  readonly description: string;
  readonly isInitial: boolean;
  /** Nothing is waited for any more; late words may still be recorded. */
  readonly isTerminal: boolean;
}

export interface TransitionFacts {
  /** Source state; null for a transition that every state has. */
  readonly from: string | null;
  /** Event name; empty for one that follows by itself. */
  readonly event: string;
  /** Name of the condition, with its parameters; null when there is none. */
  readonly guard: string | null;
  /** Target state; null when the state stays. */
  readonly to: string | null;
  /** Names of the actions, in order, each once. */
  readonly actions: readonly string[];
}

export interface StatechartFacts {
  readonly id: string;
  readonly states: readonly StateFacts[];
  readonly transitions: readonly TransitionFacts[];
}

/** What there is to draw of a machine with flat states. */
export function extractStatechart(machine: AnyStateMachine): StatechartFacts {
  const { root } = machine;
  const nodes: AnyStateNode[] = Object.values(root.states);
  const initial = root.initial.target[0]?.key;
  return {
    id: root.key,
    states: nodes.map((node) => ({
      name: node.key,
      description: node.description ?? '',
      isInitial: node.key === initial,
      isTerminal: node.type === 'final' || node.tags.includes('terminal'),
    })),
    transitions: [
      ...nodes.flatMap((node) => transitionsOf(node, node.key)),
      ...transitionsOf(root, null),
    ],
  };
}

type Transition = NonNullable<ReturnType<AnyStateNode['transitions']['get']>>[number];

function transitionsOf(node: AnyStateNode, from: string | null): TransitionFacts[] {
  const named = [...node.transitions.values()].flat();
  return [...named, ...(node.always ?? [])].map((transition) => toFacts(transition, from));
}

function toFacts(transition: Transition, from: string | null): TransitionFacts {
  const target = transition.target?.[0]?.key ?? null;
  return {
    from,
    event: transition.eventType,
    guard: describeGuard(transition.guard),
    to: target === from ? null : target,
    actions: [...new Set(transition.actions.map(describeAction))],
  };
}

/** `foundLive`, `setsTo(queued)`; a condition without a name says that it is one. */
function describeGuard(guard: unknown): string | null {
  if (guard === undefined || guard === null) return null;
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'function') return guard.name === '' ? 'a condition' : guard.name;
  const { type, params } = guard as { type?: string; params?: Record<string, unknown> };
  const values = Object.values(params ?? {}).map(String);
  return values.length === 0 ? String(type) : `${type}(${values.join(', ')})`;
}

/** Changing the context is called `change`, whatever XState calls it. */
function describeAction(action: unknown): string {
  const type =
    typeof action === 'string' ? action : ((action as { readonly type?: string }).type ?? 'action');
  return type === 'xstate.assign' ? 'change' : type;
}
