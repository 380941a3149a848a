/** How soon a phone rings of each cause: what docs/alerts.md prints, and what a test holds every kind of alert to. Data. */
import type { AlertKind } from '../../src/control/alerts/alert-kinds.ts';

/** Of the alerts `readiness:…` those that leave nothing to rely on come sooner than the others. */
export type PromisedAlert = Exclude<AlertKind, 'test'> | 'readiness_grave';

interface AlertPromise {
  /** What happens, and from when the time is counted. */
  readonly cause: string;
  /**
   * From there to the receipt of the message, seconds: in 95 of 100 cases, by the defaults of the configuration, where
   * the incident was not told of within `queue_alert_cooldown_sec`.
   */
  readonly withinSec: number;
}

/** By kind; a kind without a promise does not compile. */
export const alertPromises: Readonly<Record<PromisedAlert, AlertPromise>> = {
  stale_item: {
    cause: 'what became of a run is not known: its worker gives no answer',
    withinSec: 30,
  },
  dispatch_errors: { cause: 'the third dispatch in a row fails', withinSec: 30 },
  readiness_grave: {
    cause: 'the disk of the store is nearly full, or the event log is found broken',
    withinSec: 30,
  },
  budget_warned: { cause: 'a budget is spent up to `budget_warn_percent`', withinSec: 30 },
  budget_spent: {
    cause: 'a budget of the day, or of a project that waits, is spent',
    withinSec: 30,
  },
  hanging_item: {
    cause:
      'nothing was heard of a run for `queue_alert_hang_after_sec`; counted from the end of it',
    withinSec: 30,
  },
  worker_unreachable: { cause: 'a worker dies', withinSec: 60 },
  callback_undeliverable: { cause: 'callbacks of a worker are refused', withinSec: 60 },
  worker_telemetry_stale: {
    cause: 'the telemetry of a worker stands still; counted from its last sample',
    withinSec: 120,
  },
  worker_out_of_service: { cause: 'a worker has actors out of service', withinSec: 150 },
  papers_wait: { cause: 'a paper is held for a person', withinSec: 150 },
  readiness: { cause: 'another check of readiness fails that nobody wanted to', withinSec: 150 },
};
