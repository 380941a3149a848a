/**
 * Checking the queue for alerts: what is found is raised, what is no longer found is resolved, each
 * durably under its fingerprint. Nothing is sent from here.
 */
import { limits } from '../../domain/limits.ts';
import { type Alert, alertSchema, queueItemSchema } from '../../domain/records.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { initialAlert } from '../../machines/alert/machine.ts';
import { judgeNotification } from '../../machines/alert/notification.ts';
import { askAccepted, type ControlContext } from '../common/index.ts';

import { readWorkerHealth } from '../workers/index.ts';
import { type AlertFacts, alertIdOf, type FoundAlert, findAlerts } from './alert-rules.ts';
import { readReadiness } from './readiness.ts';

/** With `dry_run` nothing is raised or resolved; with `refresh_worker` workers are looked at first. */
export interface AlertCheckRequest {
  readonly dry_run: boolean;
  /** Counts as due whatever the cooldown says. */
  readonly force_notify: boolean;
  readonly refresh_worker: boolean;
  readonly requested_by: string;
}

/** Checks being made, one after another: an older look must not undo what a newer one found. */
const lastCheck = new WeakMap<object, Promise<unknown>>();

/** Evaluates every rule. A dry run says what would be raised and resolved, and changes nothing. */
export async function checkAlerts(context: ControlContext, request: AlertCheckRequest) {
  const before = lastCheck.get(context.actors) ?? Promise.resolve();
  const checked = before.then(() => check(context, request));
  lastCheck.set(
    context.actors,
    checked.catch(() => undefined),
  );
  return checked;
}

async function check(context: ControlContext, request: AlertCheckRequest) {
  const found = findAlerts(await gatherFacts(context, request.refresh_worker));
  const standing = await context.reads.raisedAlerts(limits.alertsRaisedMax);
  const fingerprints = new Set(found.map((alert) => alert.fingerprint));
  const gone = standing
    .map((row) => alertSchema.parse(row))
    .filter((alert) => !fingerprints.has(alert.fingerprint));
  const alerts = [];
  for (const alert of found) alerts.push(await observe(context, request, alert));
  const resolved = [];
  for (const alert of gone) resolved.push(await clear(context, request, alert));
  const due = alerts.filter((alert) => alert.notification.due).length;
  return {
    ok: true as const,
    dry_run: request.dry_run,
    alerts,
    resolved,
    counts: { alerts: alerts.length, resolved: resolved.length, notifications_due: due },
    notified: false as const,
    notification_reason: whyNotNotified(context, request, due),
    checked_at: toIsoTime(context.clock.now()),
  };
}

function whyNotNotified(context: ControlContext, request: AlertCheckRequest, due: number): string {
  if (request.dry_run) return 'a dry run sends nothing';
  if (!context.vitals.alerts.pushEnabled)
    return 'push_alerts_enabled is false: alerts are computed and shown, not sent';
  if (due === 0) return 'no message is due';
  return 'this version does not send to the push service yet; nothing was sent, so the messages stay due';
}

async function observe(context: ControlContext, request: AlertCheckRequest, alert: FoundAlert) {
  const id = alertIdOf(alert.fingerprint);
  const row = await context.reads.get('alert', id);
  const before = row === undefined ? initialAlert(id) : alertSchema.parse(row);
  const question = {
    cooldown_ms: context.vitals.alerts.cooldownMs,
    force_notify: request.force_notify,
  };
  const shown = {
    alert_id: id,
    ...alert,
    already_raised: before.status === 'raised',
    notified_at: before.notified_at,
  };
  if (request.dry_run) {
    const at = toIsoTime(context.clock.now());
    return {
      ...shown,
      raised_at: before.status === 'raised' ? before.raised_at : null,
      notification: judgeNotification(before, { at, ...question }),
    };
  }
  const { outcome } = await askAccepted(
    context.actors,
    { kind: 'alert', id },
    { type: 'OBSERVED', ...alert, ...question },
    { by: request.requested_by },
  );
  return {
    ...shown,
    raised_at: outcome.body?.['raised_at'] as string | null,
    notification: outcome.body?.['notification'] as ReturnType<typeof judgeNotification>,
  };
}

async function clear(context: ControlContext, request: AlertCheckRequest, alert: Alert) {
  const { fingerprint, alert_kind, subject, severity, message, raised_at } = alert;
  const shown = { fingerprint, alert_kind, subject, severity, message, raised_at };
  if (!request.dry_run) {
    await askAccepted(
      context.actors,
      { kind: 'alert', id: alertIdOf(fingerprint) },
      { type: 'CLEARED', reason: 'the last check no longer found it' },
      { by: request.requested_by },
    );
  }
  return shown;
}

async function gatherFacts(context: ControlContext, refreshWorker: boolean): Promise<AlertFacts> {
  const { reads, vitals } = context;
  // Asked before anything is read, so that everything below sees the fresh answers.
  const readiness = await readReadiness(context, { refreshWorker });
  const [page, health, dispatchFailures] = await Promise.all([
    reads.list('queue_item', {
      cursor: null,
      pageSize: limits.pageSizeMax,
      sort: null,
      filters: { status: activeQueueStatuses },
      search: '',
    }),
    readWorkerHealth(context),
    readDispatchFailures(context),
  ]);
  const workers = await Promise.all(
    health.map(async (entry) => ({
      ...entry,
      lostAt: entry.worker.since ?? (await lostAt(context, entry.worker.target)),
    })),
  );
  return {
    nowMs: context.clock.now(),
    settings: vitals.alerts,
    active: page.rows.map((row) => queueItemSchema.parse(row)),
    workers,
    dispatchFailures,
    readiness,
  };
}

const newest = (
  context: ControlContext,
  eventType: string,
  limit: number,
  entity: { readonly type: string; readonly id: string } = { type: '', id: '' },
) =>
  context.reads.events({
    before: null,
    limit,
    entityType: entity.type,
    entityId: entity.id,
    eventType,
    search: '',
  });

/** Time of the newest event that says that the worker was lost; for states without `since`. */
async function lostAt(context: ControlContext, target: string): Promise<string | null> {
  const entity = { type: 'worker_target', id: target };
  const [event] = await newest(context, 'worker_target.lost', 1, entity);
  return event?.created_at ?? null;
}

/** Failed dispatches newer than the last one that worked, newest first; as many as decide. */
async function readDispatchFailures(context: ControlContext) {
  const limit = context.vitals.alerts.dispatchErrorCount;
  const [worked, ...failed] = await Promise.all([
    newest(context, 'queue_item.dispatched', 1),
    newest(context, 'queue_item.dispatch_refused', limit),
    newest(context, 'queue_item.dispatch_failed', limit),
  ]);
  const since = worked[0]?.event_id ?? 0;
  return failed
    .flat()
    .filter((event) => event.event_id > since)
    .sort((one, other) => other.event_id - one.event_id)
    .slice(0, limit)
    .map((event) => ({ at: event.created_at, error: asText(event.payload['error']) }));
}
