/** Effects a notification asks for. */
import type { NotificationMessage } from '../../domain/notification.ts';

/**
 * One attempt to bring a message over its channel. Back: `ACKNOWLEDGED`, `FAILED` or `REFUSED`. After a
 * crash between the attempt and its answer it is made once more, with the same id.
 */
export interface SendNotificationInput {
  /** Goes along as the idempotency id, wherever the service takes one. */
  readonly notification_id: string;
  readonly channel: string;
  readonly message: NotificationMessage;
}
/** By effect name the input that its handler gets. */
export interface NotificationEffects {
  'notification.send': SendNotificationInput;
}
