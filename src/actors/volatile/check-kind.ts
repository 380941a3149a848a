/** Refuses, by name and place, what a volatile machine asks for and nobody would carry out. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { InvariantError } from '../../lib/assert.ts';
import { answerNames, type EffectHandlers } from './kind.ts';

/** Names of the effects of a machine, each with the first state that asks for it. */
const effectsOf = new WeakMap<AnyStateMachine, ReadonlyMap<string, string>>();

/** Throws `InvariantError` with everything that is amiss. */
export function checkHandlers(
  kind: string,
  machine: AnyStateMachine,
  handlers: EffectHandlers,
): void {
  const effects = effectsOf.get(machine) ?? findEffects(machine);
  effectsOf.set(machine, effects);
  const missing = [...effects]
    .filter(([name]) => handlers[name] === undefined)
    .map(([name, place]) => `${name} (${place})`);
  if (missing.length > 0) {
    throw new InvariantError(`${kind}: nobody carries out ${missing.join(', ')}`);
  }
}

function findEffects(machine: AnyStateMachine): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, node: AnyStateNode): void => {
    if (!answerNames.has(name) && !found.has(name)) found.set(name, node.id);
  };
  for (const node of allNodes(machine.root)) {
    for (const invoked of node.invoke) add(invoked.src as string, node);
    for (const action of actionsOf(node)) {
      const name = effectName(machine, action);
      if (name !== null) add(name, node);
    }
  }
  return found;
}

function allNodes(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(allNodes)];
}

function actionsOf(node: AnyStateNode): readonly unknown[] {
  const transitions = [...node.transitions.values()].flat().concat(node.always ?? []);
  return [...node.entry, ...node.exit, ...transitions.flatMap((each) => each.actions)];
}

/** Null for what XState does by itself, such as `assign`. */
function effectName(machine: AnyStateMachine, action: unknown): string | null {
  if (typeof action === 'function') {
    if ('resolve' in action) return null;
    throw new InvariantError(`${machine.id}: an action without a name cannot be carried out`);
  }
  const name = typeof action === 'string' ? action : (action as { type: string }).type;
  const made = machine.implementations.actions[name];
  return made !== undefined && 'resolve' in made ? null : name;
}
