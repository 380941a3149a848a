/** An alert as the rest of the program keeps it; the id is made of its fingerprint. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import { createSpec } from '../../actors/machine/spec.ts';
import { type Alert, alertLift, alertSchema, type StoredMembers } from '../../domain/records.ts';
import type { AlertEvent } from './events.ts';
import { alertMachine, initialAlert } from './machine.ts';

/** Refuses by the general words only, such as an observation that says nothing new. */
export const alertSpec = createSpec<Alert, AlertEvent>()({
  kind: 'alert',
  forgettable: true,
  stateVersion: alertLift.to,
  migrate: (stored) => alertLift.from(stored as StoredMembers),
  schema: alertSchema,
  machine: alertMachine,
  initialState: initialAlert,
  explainRefusal: (state, event) =>
    refuseGenerally(alertMachine, `Alert ${state.fingerprint}`, state.status, event.type),
});
