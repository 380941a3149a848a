/** An alert as the rest of the program keeps it; the id is made of its fingerprint. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type Alert, alertSchema } from '../../domain/records.ts';
import type { AlertEvent } from './events.ts';
import { alertMachine, initialAlert } from './machine.ts';

/** Refuses by the general words only, such as a notice about what was never raised. */
export const alertSpec: MachineSpec<Alert, AlertEvent> = {
  kind: 'alert',
  stateVersion: 1,
  schema: alertSchema,
  machine: alertMachine,
  initialState: initialAlert,
  explainRefusal: (state, event) =>
    refuseGenerally(alertMachine, `Alert ${state.fingerprint}`, state.status, event.type),
};
