/** The deliveries of one run as the rest of the program keeps them; the id is the run's. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type CallbackDelivery, callbackDeliverySchema } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import type { CallbackDeliveryEvent } from './events.ts';
import { callbackDeliveryMachine, initialCallbackDelivery } from './machine.ts';

/**
 * Refuses with `already_queued` a callback that waits, and with `not_parked` a retry of what is not
 * parked.
 */
export const callbackDeliverySpec: MachineSpec<CallbackDelivery, CallbackDeliveryEvent> = {
  kind: 'callback_delivery',
  forgettable: true,
  stateVersion: 1,
  schema: callbackDeliverySchema,
  machine: callbackDeliveryMachine,
  initialState: initialCallbackDelivery,
  explainRefusal(state, event) {
    if (event.type === 'ENQUEUE') {
      return {
        code: 'already_queued',
        message: `${event.callback.idempotency_key} waits for its delivery already.`,
      };
    }
    if (event.type === 'RETRY' || event.type === 'RETRY_DUE') {
      return {
        code: 'not_parked',
        message: `The deliveries of ${state.run_id} are ${stateWord(state.status)}; only parked ones are retried.`,
      };
    }
    return refuseGenerally(callbackDeliveryMachine, state.run_id, state.status, event.type);
  },
};
