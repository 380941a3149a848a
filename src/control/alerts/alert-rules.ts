/** What counts as an alert: facts in, alerts out. Messages hold no number that grows by itself. */
import type { Paper, QueueItem } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import { withoutRemedies } from '../../lib/system-words.ts';
import type { Trouble } from '../../machines/alert/events.ts';
import type { AlertSettings } from '../common/index.ts';
import type { Readiness } from '../readiness/index.ts';
import { checksOf, type WorkerHealth, type WorkerNotice, workerNotices } from '../workers/index.ts';
import {
  type AlertKind,
  alertRules,
  explainedBy,
  fingerprintOf,
  graveChecks,
  wantedChecks,
} from './alert-kinds.ts';
import type { AlertTrial } from './alert-trial.ts';
import type { StrainedBudget } from './strained-budgets.ts';

/** Trouble as one check finds it. */
export interface FoundAlert extends Trouble {
  readonly alert_kind: AlertKind;
  /** Alerts with the same one are told of in one incident. */
  readonly group_key: string;
  /** How long it must stand before it fires. */
  readonly for_ms: number;
  /** Fingerprints of alerts that explain it where they stand. */
  readonly explained_by: readonly string[];
}

/** All that the rules look at, read at one moment. */
export interface AlertFacts {
  readonly nowMs: number;
  readonly settings: AlertSettings;
  /** Items in an active status, each with the name of the worker that its lane leads to. */
  readonly active: readonly { readonly item: QueueItem; readonly target: string | null }[];
  readonly workers: readonly (WorkerHealth & {
    /** When it was lost, as far as the log says; null when it is not lost. */
    readonly lostAt: string | null;
  })[];
  /** Failed dispatches since the last one that worked, newest first. */
  readonly dispatchFailures: readonly { readonly at: string; readonly error: string }[];
  /** Papers that need a person, the oldest first, and how many there are in all. */
  readonly papers: { readonly rows: readonly Paper[]; readonly count: number };
  readonly budgets: readonly StrainedBudget[];
  /** What is made up to prove the way to a phone. */
  readonly trials: readonly AlertTrial[];
  readonly readiness: Readiness;
}

/** Every alert the facts call for. Pure. */
export function findAlerts(facts: AlertFacts): FoundAlert[] {
  return [
    ...facts.active.flatMap((active) => itemAlert(facts, active)),
    ...facts.workers.flatMap((worker) => workerAlerts(facts, worker)),
    ...dispatchAlert(facts),
    ...papersAlert(facts),
    ...facts.budgets.map((one) => budgetAlert(facts, one)),
    ...facts.trials.map((one) => trialAlert(facts, one)),
    ...readinessAlerts(facts),
  ];
}

/** What a finding says of itself; the rest is in the table of its kind. */
type Described = Pick<FoundAlert, 'severity' | 'message' | 'suggested_action' | 'since'>;

/** A finding with what its rule adds. `target`: the worker it is about; null: none. */
export function toFound(
  kind: AlertKind,
  { subject, target }: { readonly subject: string; readonly target: string | null },
  settings: AlertSettings,
  described: Described,
): FoundAlert {
  const rule = alertRules[kind];
  return {
    fingerprint: fingerprintOf(kind, subject),
    alert_kind: kind,
    subject,
    ...described,
    group_key: rule.groupOf(target, subject),
    for_ms: rule.forMs(settings, subject),
    explained_by: explainedBy(kind, subject, target),
  };
}

function itemAlert(
  { nowMs, settings }: AlertFacts,
  { item, target }: AlertFacts['active'][number],
): FoundAlert[] {
  // A job that waits is asked about, so its run is not silent.
  const heard = item.last_callback_at ?? item.job?.seen_at ?? item.last_dispatch_at;
  const subject = `${item.project_id}/${item.current_run_id ?? 'no-run'}`;
  const place = { subject, target };
  if (heard !== null && nowMs - Date.parse(heard) >= settings.hangAfterMs) {
    return [
      toFound('hanging_item', place, settings, {
        severity: 'critical',
        message: `nothing was heard of the run of ${item.project_id} since ${heard}, which is ${stateWord(item.status)}`,
        suggested_action: 'look at the run on its worker; cancel the item if it is dead',
        since: heard,
      }),
    ];
  }
  const stale = item.stale_after !== null && nowMs >= Date.parse(item.stale_after);
  if (!stale && item.status !== 'reconciling') return [];
  return [
    toFound('stale_item', place, settings, {
      severity: 'warn',
      message: `contact to the run of ${item.project_id} is lost${item.last_error === null ? '' : `: ${withoutRemedies(item.last_error)}`}`,
      suggested_action: 'wait: its worker is being asked; look at the worker if it stays so',
      since: stale ? item.stale_after : item.updated_at,
    }),
  ];
}

function workerAlerts(
  { settings }: AlertFacts,
  { worker, lostAt }: AlertFacts['workers'][number],
): FoundAlert[] {
  if (worker.status === 'unreachable') {
    const since = lostAt ?? worker.updated_at;
    return [
      toFound('worker_unreachable', placeOf(worker), settings, {
        severity: 'critical',
        message: `worker ${worker.target} does not answer since ${since}: ${withoutRemedies(worker.reason ?? 'no reason known')}`,
        suggested_action:
          'start the worker, correct its address, or mend the network between the two machines',
        since,
      }),
    ];
  }
  return [
    ...tokenAlert(worker, settings),
    ...workerNotices(worker).flatMap((one) => noticeAlert(worker, one, settings)),
  ];
}

const placeOf = ({ target }: WorkerHealth['worker'], subject = target) => ({ subject, target });

/** Worth waking somebody: a clock that is off is only told in findings. */
const alertOfNotice: Readonly<Record<WorkerNotice['code'], AlertKind | null>> = {
  callbacks_parked: 'callback_undeliverable',
  actors_out_of_service: 'worker_out_of_service',
  telemetry_stale: 'worker_telemetry_stale',
  clock_skew: null,
};

function noticeAlert(
  worker: WorkerHealth['worker'],
  notice: WorkerNotice,
  settings: AlertSettings,
): FoundAlert[] {
  const kind = alertOfNotice[notice.code];
  if (kind === null) return [];
  const { severity, message, action: suggested_action, since } = notice;
  // The worker itself stands for callbacks that would be refused before they are sent.
  const place =
    kind === 'callback_undeliverable'
      ? placeOf(worker, `${worker.target}/parked`)
      : placeOf(worker);
  return [toFound(kind, place, settings, { severity, message, suggested_action, since })];
}

function tokenAlert(worker: WorkerHealth['worker'], settings: AlertSettings): FoundAlert[] {
  if (!failsCheck(worker, 'worker_callback_token_compatible')) return [];
  return [
    toFound('callback_undeliverable', placeOf(worker), settings, {
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
    toFound('dispatch_errors', { subject: 'queue', target: null }, settings, {
      severity: 'critical',
      message: `at least ${settings.dispatchErrorCount} dispatches in a row failed; the last: ${dispatchFailures[0]?.error ?? 'no reason known'}`,
      suggested_action:
        'mend what the error names, dispatch one item by hand, then retry the others',
      since: dispatchFailures.at(-1)?.at ?? null,
    }),
  ];
}

function papersAlert({ settings, papers: { rows, count } }: AlertFacts): FoundAlert[] {
  if (count === 0) return [];
  const [oldest] = rows;
  const id = oldest?.paper_id ?? 'one that cannot be read';
  const why = oldest?.last_error ?? 'it is held for human review';
  return [
    toFound('papers_wait', { subject: 'papers', target: null }, settings, {
      severity: 'warn',
      message:
        count === 1
          ? `paper ${id} needs a person: ${why}`
          : `${count} papers need a person; the oldest is ${id}: ${why}`,
      suggested_action: `ask what would let it go on (orrery why paper ${oldest?.paper_id ?? 'ID'})`,
      since: oldest?.updated_at ?? null,
    }),
  ];
}

function budgetAlert({ settings }: AlertFacts, strain: StrainedBudget): FoundAlert {
  const { budget, limit, warnAt, isSpent, projectId: project } = strain;
  const name = `budget_${budget}`;
  const whose = project === null ? '' : ` of ${project}`;
  const starts =
    project === null
      ? 'nothing is started until less was spent within 24 hours'
      : `nothing more of ${project} is started`;
  const subject = project === null ? budget : `${project}/${budget}`;
  const place = { subject, target: null };
  return toFound(isSpent ? 'budget_spent' : 'budget_warned', place, settings, {
    severity: 'warn',
    message: isSpent
      ? `${name}${whose} (${limit}) is spent: ${starts}`
      : `at least ${warnAt} of ${limit} of ${name}${whose} are spent; once all is, ${starts}`,
    suggested_action:
      project === null
        ? `wait, or raise ${name} and restart`
        : `raise ${name} and restart, or cancel ${project}`,
    since: null,
  });
}

function trialAlert({ settings }: AlertFacts, { testId, by, at }: AlertTrial): FoundAlert {
  return toFound('test', { subject: testId, target: null }, settings, {
    severity: 'warn',
    message: `this test was asked for by ${by} at ${at}; nothing is wrong`,
    suggested_action: 'nothing: it is over by itself, which is told, too',
    since: at,
  });
}

/** Every check that fails; one that merely is not known yet raises nothing. */
function readinessAlerts(facts: AlertFacts): FoundAlert[] {
  const { readiness, workers, settings } = facts;
  const away = new Set(
    workers.flatMap(({ worker }) => (worker.status === 'unreachable' ? [worker.target] : [])),
  );
  return (
    readiness.checks
      // Whoever evaluates the alerts need not be told that nobody does.
      .filter(({ name, status }) => status === 'failing' && name !== 'alerts_evaluated')
      .map(({ name, detail, action, since, evidence }) =>
        toFound('readiness', { subject: name, target: lostWorker(evidence, away) }, settings, {
          severity: severityOf(name, evidence),
          message: `readiness fails at "${name.replaceAll('_', ' ')}": ${name === 'worker_preflight' ? preflightWords(facts, detail) : detail}`,
          suggested_action: action ?? 'the readiness of the service says more',
          since,
        }),
      )
  );
}

function severityOf(
  check: string,
  evidence: Readiness['checks'][number]['evidence'],
): Trouble['severity'] {
  // A disk where the next write may fail is as grave as a store that refused one.
  if (graveChecks.has(check) || evidence['nearly_full'] === true) return 'critical';
  return wantedChecks.has(check) ? 'info' : 'warn';
}

/** Of each worker in trouble the reason alone: the time of the last look would be news with every look. */
function preflightWords({ workers }: AlertFacts, detail: string): string {
  const reasons = workers.flatMap(({ worker, trouble }) =>
    trouble === null ? [] : [`${worker.target}: ${worker.reason ?? 'no reason known'}`],
  );
  return reasons.length === 0 ? detail : reasons.join('; ');
}

/** The worker that explains the check: where every one that fails does not answer, the first of them. */
function lostWorker(
  { workers }: Readiness['checks'][number]['evidence'],
  away: ReadonlySet<string>,
): string | null {
  if (!Array.isArray(workers)) return null;
  const failing = (workers as { readonly target: string; readonly state: string }[]).filter(
    ({ state }) => state === 'failing',
  );
  return failing.every(({ target }) => away.has(target)) ? (failing[0]?.target ?? null) : null;
}
