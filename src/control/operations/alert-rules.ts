/** What counts as an alert: facts in, alerts out. Messages hold no number that grows by itself. */
import type { AlertSeverity, QueueItem } from '../../domain/records.ts';
import { fingerprint as fingerprintOf } from '../../lib/hash.ts';
import type { AlertSettings } from '../common/index.ts';
import { checksOf, type WorkerHealth, type WorkerNotice, workerNotices } from '../workers/index.ts';

import type { Readiness, ReadinessCheckName } from './readiness.ts';

/** What an alert can be about; the first part of its fingerprint. */
export const alertKinds = [
  'stale_item',
  'hanging_item',
  'worker_unreachable',
  'callback_undeliverable',
  'worker_telemetry_stale',
  'worker_out_of_service',
  'dispatch_errors',
  'readiness',
] as const;
type AlertKind = (typeof alertKinds)[number];

/** Trouble as one check finds it. `since` is null where nobody knows. */
export interface FoundAlert {
  /** Kind and subject: the same trouble has the same one whenever it comes. */
  readonly fingerprint: string;
  readonly alert_kind: AlertKind;
  readonly subject: string;
  readonly severity: AlertSeverity;
  readonly message: string;
  readonly suggested_action: string;
  readonly since: string | null;
}

/** All that the rules look at, read at one moment. */
export interface AlertFacts {
  readonly nowMs: number;
  readonly settings: AlertSettings;
  /** Items in an active status. */
  readonly active: readonly QueueItem[];
  readonly workers: readonly (WorkerHealth & {
    /** When it was lost, as far as the log says; null when it is not lost. */
    readonly lostAt: string | null;
  })[];
  /** Failed dispatches since the last one that worked, newest first. */
  readonly dispatchFailures: readonly { readonly at: string; readonly error: string }[];
  readonly readiness: Readiness;
}

/** Id of an alert's actor. */
export function alertIdOf(fingerprint: string): string {
  return fingerprintOf(['alert', fingerprint]).slice(0, 32);
}

/** Every alert the facts call for. Pure. */
export function findAlerts(facts: AlertFacts): FoundAlert[] {
  return [
    ...facts.active.flatMap((item) => itemAlert(facts, item)),
    ...facts.workers.flatMap((worker) => workerAlerts(facts, worker)),
    ...dispatchAlert(facts),
    ...readinessAlert(facts.readiness),
  ];
}

function found(
  kind: AlertKind,
  subject: string,
  rest: Omit<FoundAlert, 'alert_kind' | 'subject' | 'fingerprint'>,
): FoundAlert {
  return { fingerprint: `${kind}:${subject}`, alert_kind: kind, subject, ...rest };
}

function itemAlert({ nowMs, settings }: AlertFacts, item: QueueItem): FoundAlert[] {
  const heard = item.last_callback_at ?? item.last_dispatch_at;
  const subject = `${item.project_id}/${item.current_run_id ?? 'no-run'}`;
  if (heard !== null && nowMs - Date.parse(heard) >= settings.hangAfterMs) {
    return [
      found('hanging_item', subject, {
        severity: 'critical',
        message: `${item.project_id} is ${item.status} and nothing was heard of its run since ${heard}`,
        suggested_action:
          'look at the run on its worker; cancel the item if it is dead (POST /control/api/v1/queue/{project_id}/cancel)',
        since: heard,
      }),
    ];
  }
  const stale = item.stale_after !== null && nowMs >= Date.parse(item.stale_after);
  if (!stale && item.status !== 'reconciling') return [];
  return [
    found('stale_item', subject, {
      severity: 'warn',
      message: `contact to the run of ${item.project_id} is lost${item.last_error === null ? '' : `: ${item.last_error}`}`,
      suggested_action: 'wait: its worker is being asked; look at the worker if it stays so',
      since: stale ? item.stale_after : item.updated_at,
    }),
  ];
}

function workerAlerts(
  { nowMs, settings }: AlertFacts,
  { worker, lostAt }: AlertFacts['workers'][number],
): FoundAlert[] {
  if (worker.status === 'unreachable') {
    const since = lostAt ?? worker.updated_at;
    if (nowMs - Date.parse(since) < settings.unreachableAfterMs) return [];
    return [
      found('worker_unreachable', worker.target, {
        severity: 'critical',
        message: `worker ${worker.target} does not answer since ${since}: ${worker.reason ?? 'no reason known'}`,
        suggested_action: 'start the worker or mend the network between the two machines',
        since,
      }),
    ];
  }
  return [
    ...tokenAlert(worker),
    ...workerNotices(worker).flatMap((one) => noticeAlert(worker, one)),
  ];
}

/** Worth waking somebody: a clock that is off is only told in findings. */
const alertOfNotice: Readonly<Record<WorkerNotice['code'], AlertKind | null>> = {
  callbacks_parked: 'callback_undeliverable',
  actors_out_of_service: 'worker_out_of_service',
  telemetry_stale: 'worker_telemetry_stale',
  clock_skew: null,
};

function noticeAlert({ target }: WorkerHealth['worker'], notice: WorkerNotice): FoundAlert[] {
  const kind = alertOfNotice[notice.code];
  if (kind === null) return [];
  const { severity, message, action: suggested_action, since } = notice;
  // The worker itself stands for callbacks that would be refused before they are sent.
  const subject = kind === 'callback_undeliverable' ? `${target}/parked` : target;
  return [found(kind, subject, { severity, message, suggested_action, since })];
}

function tokenAlert(worker: WorkerHealth['worker']): FoundAlert[] {
  if (!failsCheck(worker, 'worker_callback_token_compatible')) return [];
  return [
    found('callback_undeliverable', worker.target, {
      severity: 'critical',
      message: `callbacks of worker ${worker.target} would be refused: its completion_callback_token is not this control plane's`,
      suggested_action:
        "set completion_callback_token on the worker to this control plane's completion_callback_token",
      since: worker.observed_at,
    }),
  ];
}

/** True only for a check that was made and failed: one that could not be made says nothing. */
function failsCheck(worker: WorkerHealth['worker'], name: string): boolean {
  const check = checksOf(worker).find((entry) => entry.name === name);
  return check !== undefined && !check.ok && !check.detail.startsWith('unknown');
}

function dispatchAlert({ settings, dispatchFailures }: AlertFacts): FoundAlert[] {
  if (dispatchFailures.length < settings.dispatchErrorCount) return [];
  return [
    found('dispatch_errors', 'queue', {
      severity: 'critical',
      message: `at least ${settings.dispatchErrorCount} dispatches in a row failed; the last: ${dispatchFailures[0]?.error ?? 'no reason known'}`,
      suggested_action:
        'mend what the error names, try one item (POST /control/dispatch-one), then retry the others',
      since: dispatchFailures.at(-1)?.at ?? null,
    }),
  ];
}

/** Checks that fail because somebody wanted it so: told, but nothing is broken. */
const wanted: ReadonlySet<ReadinessCheckName> = new Set([
  'queue_not_paused',
  'maintenance_off',
  'live_dispatch_enabled',
]);
const grave: ReadonlySet<ReadinessCheckName> = new Set(['store_writable', 'event_chain_verified']);

/** The first check that fails; one that merely is not known yet raises nothing. */
function readinessAlert({ checks }: Readiness): FoundAlert[] {
  const first = checks.find((check) => check.status === 'failing');
  if (first === undefined) return [];
  return [
    found('readiness', first.name, {
      severity: grave.has(first.name) ? 'critical' : wanted.has(first.name) ? 'info' : 'warn',
      message: `automation readiness is BLOCKED by ${first.name}: ${first.detail}`,
      suggested_action: first.action ?? 'GET /control/api/v1/automation-readiness says more',
      since: first.since,
    }),
  ];
}
