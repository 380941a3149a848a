/** The actors of a control plane, as its host wants them. */
import type { ActorEvent } from '../../actors/machine/durable-actions.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import type { ActorState, AnyDefinition } from '../../actors/runtime/definition.ts';
import { createMachineActor } from '../../actors/runtime/machine-actor.ts';
import { controlPlaneMachines } from '../../machines/all.ts';

/** By kind; one for each machine. */
export function definitions(): Map<string, AnyDefinition> {
  // Each spec is of its own types; the host only ever gives it states and events of its kind.
  const specs: readonly unknown[] = Object.values(controlPlaneMachines);
  const actors = specs.map((spec) =>
    createMachineActor(spec as MachineSpec<ActorState, ActorEvent>),
  );
  return new Map(actors.map((definition) => [definition.kind, definition]));
}
