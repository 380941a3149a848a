/** Makes an actor definition of a machine: decisions by the machine, checks by its schema. */

import { createDecide } from '../machine/decide.ts';
import type { ActorEvent } from '../machine/durable-actions.ts';
import { createRestoring } from '../machine/restore.ts';
import type { MachineSpec } from '../machine/spec.ts';
import type { ActorDefinition, ActorState, AnyDefinition } from './definition.ts';

/**
 * Wraps `spec` for the host. `restore` refuses states of a newer program (a downgrade), states the
 * schema does not accept, and states that are no configuration of the machine, so that a bad row is
 * quarantined instead of acted upon.
 */
export function createMachineActor<State extends ActorState, Event extends ActorEvent>(
  spec: MachineSpec<State, Event>,
): AnyDefinition {
  const { initialState, restore } = createRestoring(spec);
  const definition: ActorDefinition<State, Event> = {
    kind: spec.kind,
    ...(spec.partOf === undefined ? {} : { partOf: spec.partOf }),
    ...(spec.forgettable === undefined ? {} : { forgettable: spec.forgettable }),
    stateVersion: spec.stateVersion,
    initialState,
    restore,
    decide: createDecide(spec),
    explainRefusal: spec.explainRefusal,
    ...(spec.constraints === undefined ? {} : { constraints: spec.constraints }),
  };
  // The host only ever passes this definition states and events of its own kind.
  return definition;
}
