/** A keyed command as the rest of the program keeps it; the id is made of its name and key. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type Command, commandSchema } from '../../domain/records.ts';
import type { CommandEvent } from './events.ts';
import { commandMachine, initialCommand } from './machine.ts';

/** Refuses by the general words only: a repeat of the request is answered by its key, not by the machine. */
export const commandSpec: MachineSpec<Command, CommandEvent> = {
  kind: 'command',
  forgettable: true,
  stateVersion: 1,
  schema: commandSchema,
  machine: commandMachine,
  initialState: initialCommand,
  explainRefusal: (state, event) =>
    refuseGenerally(commandMachine, `command ${state.command}`, state.status, event.type),
};
