/** Why a worker takes no runs, and why an alert stands: what was seen of them, and what would end it. */
import { ServiceError } from '../../domain/errors.ts';
import { alertSchema } from '../../domain/records.ts';
import type { Needs } from '../common/index.ts';
import {
  adviceFor,
  checksOf,
  failingChecks,
  preflightFreshness,
  readWorkerHealth,
  runOfLane,
  workerNotices,
} from '../workers/index.ts';
import { type Finding, post } from './explanation.ts';

/** 404 for a name that the configuration does not have. */
export async function explainWorker(
  context: Needs<'clock' | 'reads' | 'workers'>,
  name: string,
): Promise<Finding> {
  const target = context.workers.byName(name);
  if (target === undefined) {
    const known = context.workers.targets.map((each) => each.name).join(', ');
    throw new ServiceError(
      'worker_not_found',
      `no worker is called ${name}; configured are ${known}`,
    );
  }
  const [all, run] = await Promise.all([
    readWorkerHealth(context),
    runOfLane(context, target.lane),
  ]);
  const health = all.find(({ worker }) => worker.target === name);
  const notices = health === undefined ? [] : workerNotices(health.worker);
  const advice = adviceFor(target, health, notices);
  const request = post('/control/api/preflight', { machine_target: name, require_paused: false });
  const common = { question: 'not taking runs' } as const;
  if (health === undefined)
    return {
      ...common,
      blocked: false,
      code: 'never_seen',
      reason: `nobody has looked at ${name} yet`,
      evidence: { lane: target.lane },
      since: null,
      unblock: { action: 'Look at it', request },
    };
  const { worker, trouble } = health;
  const evidence = {
    lane: target.lane,
    status: worker.status,
    observed_at: worker.observed_at,
    freshness: preflightFreshness(context, name, health),
    last_success_at: worker.last_success_at ?? null,
    failing_checks: failingChecks(checksOf(worker)),
    notices: notices.map(({ message }) => message),
    run_id: run?.runId ?? null,
  };
  const since = worker.since ?? worker.observed_at;
  if (trouble !== null)
    return {
      ...common,
      blocked: true,
      code: worker.status === 'unreachable' ? 'unreachable' : 'preflight_failed',
      reason: trouble,
      evidence,
      since,
      unblock: { action: advice ?? 'Look at it again', request },
    };
  if (run !== null)
    return {
      ...common,
      blocked: false,
      code: 'busy',
      reason: `${name} runs ${run.runId ?? run.projectId}, one run at a time`,
      evidence,
      since,
      unblock: { action: 'Wait until that run is over' },
    };
  return {
    ...common,
    blocked: false,
    code: 'ready',
    reason: `nothing speaks against a run on ${name}`,
    evidence,
    since,
    unblock: { action: advice ?? 'Nothing: it takes the next run' },
  };
}

/** 404 for what was never raised. */
export async function explainAlert(context: Needs<'reads'>, id: string): Promise<Finding> {
  const row = await context.reads.get('alert', id);
  if (row === undefined)
    throw new ServiceError(
      'alert_not_found',
      `no alert has the id ${id}; GET /control/api/v1/alerts lists them`,
    );
  const alert = alertSchema.parse(row);
  const { status, fingerprint, alert_kind, subject, severity, resolved_at } = alert;
  const isOver = status === 'resolved' || status === 'new';
  return {
    question: 'not resolved',
    blocked: !isOver,
    code: isOver ? 'resolved' : status,
    reason: isOver ? `it is over: ${alert.message}` : alert.message,
    evidence: { fingerprint, alert_kind, subject, severity, suppressed_by: alert.suppressed_by },
    since: isOver ? resolved_at : (alert.since ?? alert.raised_at),
    unblock: { action: isOver ? 'Nothing: it is over' : alert.suggested_action },
  };
}
