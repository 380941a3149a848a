/** What is wrong with a worker that answers, apart from whether a run could start there. Pure. */
import type { AlertSeverity, WorkerTarget as StoredWorker } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import { checksOf, type KeptCheck } from './worker-state.ts';

/** Something a person should look at; the headline, the status and the alerts tell it. */
export interface WorkerNotice {
  readonly code: 'callbacks_parked' | 'actors_out_of_service' | 'telemetry_stale' | 'clock_skew';
  readonly severity: AlertSeverity;
  readonly message: string;
  readonly action: string;
  /** Since when, as far as the worker tells; null as well where its clock is off, by which it tells it. */
  readonly since: string | null;
}

/** Nothing of a worker that does not answer: what it said before may be over. */
export function workerNotices(worker: StoredWorker): WorkerNotice[] {
  if (worker.status === 'unreachable') return [];
  const checks = new Map(checksOf(worker).map((check) => [check.name, check]));
  const failed = (name: string): KeptCheck | undefined => {
    const check = checks.get(name);
    return check?.ok === false ? check : undefined;
  };
  const skew = failed('worker_clock_skew');
  const moment: MomentOf = (told) => (skew === undefined ? asText(told) || null : null);
  return [
    ...parkedNotice(worker.target, failed('worker_callbacks_delivered'), moment),
    ...benchNotice(worker.target, failed('worker_actors_in_service')),
    ...staleNotice(worker.target, failed('worker_gpu_idle'), moment),
    ...skewNotice(worker.target, skew),
  ];
}

type MomentOf = (told: unknown) => string | null;

function parkedNotice(
  target: string,
  check: KeptCheck | undefined,
  moment: MomentOf,
): WorkerNotice[] {
  if (check === undefined) return [];
  return [
    {
      code: 'callbacks_parked',
      severity: 'critical',
      message: `worker ${target} holds callbacks that were refused and are not tried again by themselves`,
      action: `look at why with orrery workers show ${target}, mend it, then retry its callbacks`,
      since: moment(check.data?.['oldest_at']),
    },
  ];
}

function benchNotice(target: string, check: KeptCheck | undefined): WorkerNotice[] {
  if (check === undefined) return [];
  return [
    {
      code: 'actors_out_of_service',
      severity: 'warn',
      message: `the gate of worker ${target} has actors out of service or dead letters, which wait for a person`,
      action: `look at why with orrery bench --worker ${target}, mend it, then release or retry what is there`,
      since: null,
    },
  ];
}

function staleNotice(
  target: string,
  check: KeptCheck | undefined,
  moment: MomentOf,
): WorkerNotice[] {
  if (check?.data?.['stale'] !== true) return [];
  const since = moment(check.data['sampled_at']);
  return [
    {
      code: 'telemetry_stale',
      severity: 'warn',
      message: `the telemetry of worker ${target} stands still${since === null ? '' : ` since ${since}`}: whether it is busy is not known, and its runs cannot be found idle`,
      action: `look at the log of the worker gate on ${target} (a sampler that hangs, a suspended machine) and restart it; its runs are picked up again`,
      since,
    },
  ];
}

function skewNotice(target: string, check: KeptCheck | undefined): WorkerNotice[] {
  if (typeof check?.data?.['skew_ms'] !== 'number') return [];
  return [
    {
      code: 'clock_skew',
      severity: 'info',
      message: `worker ${target}: ${check.detail}`,
      action: 'synchronise the clocks of both machines (NTP)',
      since: null,
    },
  ];
}
