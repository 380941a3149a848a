/** Effects a delivery asks for. */
import type { CallbackBody } from '../../domain/records.ts';

/** Post one callback; retried with back-off until it is answered. Back: `DELIVERED` or `REJECTED`. */
export interface PostCallbackInput {
  readonly callback: CallbackBody;
}
/** By effect name the input that its handler gets. */
export interface CallbackDeliveryEffects {
  'callback.post': PostCallbackInput;
}
