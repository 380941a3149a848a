/** What a notification is told: what to bring where, and what came of each attempt. */
import type { NotificationMessage } from '../../domain/notification.ts';

/** `SEND` comes from an incident or a test, the answers from the effect, `RETRY_DUE` from the timer, `FORGET` from a sweep. */
export type NotificationEvent =
  | {
      readonly type: 'SEND';
      readonly channel: string;
      readonly message: NotificationMessage;
      /** The actor that is told `DELIVERED` or `UNDELIVERABLE`; null: nobody. */
      readonly answer_to: { readonly kind: string; readonly id: string } | null;
    }
  /** The service at the other end took it; the receipt is in its own words and never empty. */
  | { readonly type: 'ACKNOWLEDGED'; readonly receipt: string }
  /** Nobody knows whether it arrived, or it surely did not: it is sent again under the same id. */
  | {
      readonly type: 'FAILED';
      readonly reason: string;
      /** What the service asked for; null: nothing. */
      readonly retry_after_ms: number | null;
      /** From 0 to 1, drawn for this attempt: spreads the pauses of many. */
      readonly jitter: number;
    }
  /** An answer that another attempt cannot change. */
  | { readonly type: 'REFUSED'; readonly reason: string }
  | { readonly type: 'RETRY_DUE' }
  /** It arrived long ago. */
  | { readonly type: 'FORGET' };

/** What whoever asked for the notification is told when it has ended. */
export type NotificationAnswer =
  | {
      readonly type: 'DELIVERED';
      readonly channel: string;
      readonly news: NotificationMessage['news'];
      readonly incident_id: string;
      /** Id of the notification. */
      readonly sequence_id: string;
      readonly receipt: string;
      readonly delivered_at: string;
    }
  | {
      readonly type: 'UNDELIVERABLE';
      readonly channel: string;
      readonly news: NotificationMessage['news'];
      readonly incident_id: string;
      readonly sequence_id: string;
      readonly reason: string;
    };
