/** What an alert is told: that its trouble is there, and that it is gone. */
import type { AlertSeverity } from '../../domain/records.ts';

/** What is wrong, where and since when; `since` is null where nobody knows. */
export interface Trouble {
  readonly fingerprint: string;
  readonly alert_kind: string;
  readonly subject: string;
  readonly severity: AlertSeverity;
  readonly message: string;
  readonly suggested_action: string;
  readonly since: string | null;
}

/**
 * Sent by the evaluation of the alerts, for each trouble by its own fingerprint: `OBSERVED` each time
 * it is found, `CLEARED` once it no longer is. `FORGET` comes from a sweep.
 */
export type AlertEvent =
  | (Trouble & {
      readonly type: 'OBSERVED';
      readonly group_key: string;
      /** How long it must stand before it fires. */
      readonly for_ms: number;
      /** Fingerprint of a standing alert that explains this one; null: none does. */
      readonly inhibited_by: string | null;
    })
  | { readonly type: 'CLEARED'; readonly reason: string }
  | { readonly type: 'FORGET' };
