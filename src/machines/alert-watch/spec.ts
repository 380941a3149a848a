/** The alert watch as the rest of the program keeps it. The only id is `main`. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import { createSpec } from '../../actors/machine/spec.ts';
import { type AlertWatch, alertWatchSchema } from '../../domain/records.ts';
import type { AlertWatchEvent } from './events.ts';
import { alertWatchMachine, initialAlertWatch } from './machine.ts';

/** Refuses with `already_watching` a start that changes nothing, else by the general words. */
export const alertWatchSpec = createSpec<AlertWatch, AlertWatchEvent>()({
  kind: 'alert_watch',
  stateVersion: 1,
  schema: alertWatchSchema,
  machine: alertWatchMachine,
  initialState: initialAlertWatch,
  explainRefusal(state, event) {
    if (event.type === 'START') {
      return {
        code: 'already_watching',
        message: `Alerts are evaluated every ${state.interval_ms / 1000} s already.`,
      };
    }
    return refuseGenerally(alertWatchMachine, 'The alert watch', state.status, event.type);
  },
});
