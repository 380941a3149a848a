/** The ordered deliveries of one run. */
import type { CallbackBody } from '../../domain/records.ts';

export type CallbackDeliveryEvent =
  | { readonly type: 'ENQUEUE'; readonly callback: CallbackBody }
  | { readonly type: 'DELIVERED'; readonly idempotency_key: string; readonly status_code: number }
  /** A reply that trying again cannot change (4xx other than 408, 425, 429). */
  | {
      readonly type: 'REJECTED';
      readonly idempotency_key: string;
      readonly status_code: number;
      readonly error: string;
    }
  | { readonly type: 'RETRY' };
