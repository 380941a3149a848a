/** What an alert is told: that its trouble is there, that it is gone, that somebody was told. */
import type { AlertSeverity } from '../../domain/records.ts';

interface ObservedEvent {
  readonly type: 'OBSERVED';
  readonly fingerprint: string;
  readonly alert_kind: string;
  readonly subject: string;
  readonly severity: AlertSeverity;
  readonly message: string;
  readonly suggested_action: string;
  readonly since: string | null;
  /** No second message within this time of the last one the push service took. */
  readonly cooldown_ms: number;
  /** A message is due whatever the cooldown says. */
  readonly force_notify: boolean;
}

/**
 * Sent by the alert check, for each trouble by its own fingerprint, and once the push service has
 * answered.
 */
export type AlertEvent =
  | ObservedEvent
  | { readonly type: 'CLEARED'; readonly reason: string }
  /** The push service took a message about it. */
  | { readonly type: 'NOTIFIED' } // allowed: for whoever sends push messages
  /** The push service took the message that it is over. */
  | { readonly type: 'RECOVERY_NOTIFIED' }; // allowed: for whoever sends push messages
