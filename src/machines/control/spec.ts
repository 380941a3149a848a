/** The control switches as the rest of the program keeps them. The only id is `main`. */
import { type Control, controlSchema } from '../../domain/records.ts';
import type { MachineSpec } from '../spec.ts';
import type { ControlEvent } from './events.ts';
import { controlMachine, initialControl } from './machine.ts';

export const controlSpec: MachineSpec<Control, ControlEvent> = {
  kind: 'control',
  stateVersion: 1,
  schema: controlSchema,
  machine: controlMachine,
  initialState: initialControl,
  explainRefusal: () => ({
    code: 'not_paused',
    message: 'The queue is open; there is nothing to resume.',
  }),
};
