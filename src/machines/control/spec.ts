/** The control switches as the rest of the program keeps them. The only id is `main`. */

import { createSpec } from '../../actors/machine/spec.ts';
import { type Control, controlSchema } from '../../domain/records.ts';
import type { ControlEvent } from './events.ts';
import { controlMachine, initialControl } from './machine.ts';

/** Refuses one thing, with `not_paused`: to resume a queue that is open. */
export const controlSpec = createSpec<Control, ControlEvent>()({
  kind: 'control',
  stateVersion: 1,
  schema: controlSchema,
  machine: controlMachine,
  initialState: initialControl,
  explainRefusal: () => ({
    code: 'not_paused',
    message: 'The queue is open; there is nothing to resume.',
  }),
});
