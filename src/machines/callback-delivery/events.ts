/** The ordered deliveries of one run. */
import type { CallbackBody } from '../../domain/records.ts';

/**
 * `ENQUEUE` comes from the run in its own turn, the answers from the effect, `RETRY` from an
 * operator, `FORGET` from a sweep. An answer counts only for the first callback of the queue, which its key must name.
 */
export type CallbackDeliveryEvent =
  | { readonly type: 'ENQUEUE'; readonly callback: CallbackBody }
  | {
      readonly type: 'DELIVERED';
      readonly idempotency_key: string;
      readonly status_code: number;
      /** The control plane had one of that key with other contents, and kept that. */
      readonly known_by_key?: boolean;
    }
  /** A reply that trying again cannot change (4xx other than 408, 425, 429). */
  | {
      readonly type: 'REJECTED';
      readonly idempotency_key: string;
      readonly status_code: number;
      readonly error: string;
      /** How often it was posted since it became the first, or since the last refusal. */
      readonly attempts: number;
    }
  | { readonly type: 'RETRY' }
  /** The timer of a refusal that may have been mended meanwhile. */
  | { readonly type: 'RETRY_DUE' }
  /** Its run ended long ago, and everything was delivered. */
  | { readonly type: 'FORGET' };
