/** The alert watch as the rest of the program keeps it. The only id is `main`. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import { createSpec } from '../../actors/machine/spec.ts';
import {
  type AlertWatch,
  alertWatchLift,
  alertWatchSchema,
  type StoredMembers,
} from '../../domain/records.ts';
import type { AlertWatchEvent } from './events.ts';
import { alertWatchMachine, initialAlertWatch } from './machine.ts';

/** Refuses by the general words only, such as a word that something changed before the first start. */
export const alertWatchSpec = createSpec<AlertWatch, AlertWatchEvent>()({
  kind: 'alert_watch',
  stateVersion: alertWatchLift.to,
  migrate: (stored) => alertWatchLift.from(stored as StoredMembers),
  schema: alertWatchSchema,
  machine: alertWatchMachine,
  initialState: initialAlertWatch,
  explainRefusal: (state, event) =>
    refuseGenerally(alertWatchMachine, 'The alert watch', state.status, event.type),
});
