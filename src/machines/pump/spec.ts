/** The pump as the rest of the program keeps it. The only id is `main`. */
import { refuseGenerally } from '../../actors/machine/refusal.ts';
import { createSpec } from '../../actors/machine/spec.ts';
import { type Pump, pumpSchema } from '../../domain/records.ts';
import type { PumpEvent } from './events.ts';
import { initialPump, pumpMachine } from './machine.ts';

/** Refuses to switch off what is off (`already_off`), and what comes late or while it is off. */
export const pumpSpec = createSpec<Pump, PumpEvent>()({
  kind: 'pump',
  stateVersion: 1,
  schema: pumpSchema,
  machine: pumpMachine,
  initialState: initialPump,
  explainRefusal: (state, event) =>
    event.type === 'SWITCH_OFF'
      ? { code: 'already_off', message: 'The pump is off; there is nothing to switch off.' }
      : refuseGenerally(pumpMachine, 'the pump', state.status, event.type),
});
