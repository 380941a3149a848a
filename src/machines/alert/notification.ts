/** Whether a message about an alert is due. Pure; nothing here sends. */
import type { Alert } from '../../domain/records.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { isoAfter } from '../kit.ts';

interface NotificationQuestion {
  readonly at: string;
  readonly cooldown_ms: number;
  readonly force_notify: boolean;
}

/**
 * The window slides: it begins anew with every message the push service took. `until` is null when
 * a message is due.
 */
export function judgeNotification(
  alert: Pick<Alert, 'notified_at'>,
  { at, cooldown_ms, force_notify }: NotificationQuestion,
): { readonly due: boolean; readonly reason: string; readonly until: string | null } & JsonObject {
  if (force_notify) return { due: true, reason: 'forced', until: null };
  if (alert.notified_at === null) return { due: true, reason: 'never_notified', until: null };
  const until = isoAfter(alert.notified_at, cooldown_ms);
  return Date.parse(at) >= Date.parse(until)
    ? { due: true, reason: 'cooldown_over', until: null }
    : { due: false, reason: 'cooling_down', until };
}
