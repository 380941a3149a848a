/** Makes an actor definition of a machine: decisions by the machine, checks by its schema. */

import { createDecide } from '../../machines/decide.ts';
import type { ActorEvent } from '../../machines/durable-actions.ts';
import type { MachineSpec } from '../../machines/spec.ts';
import type { ActorDefinition, ActorState, AnyDefinition } from './definition.ts';

/** Brings a state stored under an older version up to the current shape. */
export type Migrate = (stored: unknown, storedVersion: number) => unknown;

/**
 * Wraps `spec` for the host. `restore` refuses states of a newer program (a downgrade) and states
 * the schema does not accept, so that a bad row is quarantined instead of acted upon.
 */
export function createMachineActor<State extends ActorState, Event extends ActorEvent>(
  spec: MachineSpec<State, Event>,
  migrate: Migrate = (stored) => stored,
): AnyDefinition {
  const definition: ActorDefinition<State, Event> = {
    kind: spec.kind,
    stateVersion: spec.stateVersion,
    initialState: spec.initialState,
    decide: createDecide(spec),
    explainRefusal: spec.explainRefusal,
    restore(stored, storedVersion) {
      if (storedVersion > spec.stateVersion) {
        throw new Error(
          `state version ${storedVersion} is newer than this program's ${spec.stateVersion}`,
        );
      }
      return spec.schema.parse(migrate(stored, storedVersion));
    },
    ...(spec.constraints === undefined ? {} : { constraints: spec.constraints }),
  };
  // The host only ever passes this definition states and events of its own kind.
  return definition;
}
