/**
 * Evaluating the alerts: what is found is raised, what is no longer found is resolved, each durably
 * under its fingerprint; their incidents say what there is to say. Asked for by the alert watch, and
 * by people.
 */
import { limits } from '../../domain/limits.ts';
import { type Alert, alertIdOf, alertSchema, type Incident } from '../../domain/records.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { isStanding, judgeAlert } from '../../machines/alert/judge.ts';
import { initialAlert } from '../../machines/alert/machine.ts';
import { ask, type Needs } from '../common/index.ts';
import type { LookingAround } from '../readiness/index.ts';
import { gatherFacts } from './alert-facts.ts';
import { type AlertKind, ruleOf } from './alert-kinds.ts';
import { type AlertFacts, type FoundAlert, findAlerts, toFound } from './alert-rules.ts';
import { describeTelling, judgeTelling } from './alert-telling.ts';
import { followIncidents, readIncidents } from './incidents.ts';

/** With `dry_run` nothing is raised or resolved; with `refresh_worker` workers are looked at first. */
export interface AlertCheckRequest {
  readonly dry_run: boolean;
  /** Has every incident with a standing alert say so now, whatever was said before. */
  readonly force_notify: boolean;
  readonly refresh_worker: boolean;
  readonly requested_by: string;
}

type Status = Alert['status'];
/** What the check knows of every alert by its fingerprint, as it goes on. */
type Statuses = Map<string, Status>;

/** Checks being made, one after another: an older look must not undo what a newer one found. */
const lastCheck = new WeakMap<object, Promise<unknown>>();

/** Evaluates every rule. A dry run says what would be raised and resolved, and changes nothing. */
export async function checkAlerts(context: LookingAround, request: AlertCheckRequest) {
  const before = lastCheck.get(context.actors) ?? Promise.resolve();
  const checked = before.then(() => check(context, request));
  lastCheck.set(
    context.actors,
    checked.catch(() => undefined),
  );
  return checked;
}

async function check(context: LookingAround, request: AlertCheckRequest) {
  const facts = await gatherFacts(context, request.refresh_worker);
  const rows = await context.reads.standingAlerts(limits.alertsStandingMax);
  const standing = rows.map((row) => alertSchema.parse(row));
  const found = withUnknown(findAlerts(facts), standing, facts);
  const fingerprints = new Set(found.map((alert) => alert.fingerprint));
  const statuses: Statuses = new Map(standing.map((alert) => [alert.fingerprint, alert.status]));
  const resolved = [];
  for (const alert of standing) {
    if (fingerprints.has(alert.fingerprint)) continue;
    resolved.push(await clear(context, request, alert));
    statuses.set(alert.fingerprint, 'resolved');
  }
  const observed = [];
  // Whatever explains others has fewer explanations itself, and is judged before them.
  for (const alert of [...found].sort(byExplanations))
    observed.push(await observe(context, request, alert, statuses));
  if (!request.dry_run) {
    const following = { force: request.force_notify, by: request.requested_by };
    await followIncidents(context, observed, following);
  }
  const incidents = await readIncidents(context);
  const alerts = observed.map((alert) => withTelling(context, request, alert, incidents));
  const due = alerts.filter((alert) => alert.notification.due).length;
  const telling = { dryRun: request.dry_run, channels: context.vitals.alerts.channels, due };
  return {
    ok: true as const,
    dry_run: request.dry_run,
    alerts,
    resolved,
    counts: { alerts: alerts.length, resolved: resolved.length, notifications_due: due },
    notified: alerts.some(({ notified_at }) => notified_at !== null),
    notification_reason: describeTelling(telling, [...incidents.values()]),
    checked_at: toIsoTime(context.clock.now()),
  };
}

const byExplanations = (one: FoundAlert, other: FoundAlert): number =>
  one.explained_by.length - other.explained_by.length;

/**
 * What was found, with the alerts that nobody can know of now: a worker that does not answer cannot
 * say that what it said before is over.
 */
function withUnknown(
  found: readonly FoundAlert[],
  standing: readonly Alert[],
  { workers, settings }: AlertFacts,
): FoundAlert[] {
  const fingerprints = new Set(found.map(({ fingerprint }) => fingerprint));
  const away = workers.flatMap(({ worker }) =>
    worker.status === 'unreachable' ? [worker.target] : [],
  );
  return [
    ...found,
    ...standing.flatMap((alert): FoundAlert[] => {
      const rule = ruleOf(alert.alert_kind);
      if (fingerprints.has(alert.fingerprint) || rule?.isWorkersWord !== true) return [];
      const target = away.find((name) => rule.groupOf(name, alert.subject) === alert.group_key);
      if (target === undefined) return [];
      const { subject, severity, message, suggested_action, since } = alert;
      const described = { severity, message, suggested_action, since };
      return [toFound(alert.alert_kind as AlertKind, { subject, target }, settings, described)];
    }),
  ];
}

/** Raises it, unless it is a dry run; the row of the reply without what is told of it. */
async function observe(
  context: Needs<'actors' | 'clock' | 'reads'>,
  request: AlertCheckRequest,
  { for_ms, explained_by, ...alert }: FoundAlert,
  statuses: Statuses,
) {
  const id = alertIdOf(alert.fingerprint);
  const row = await context.reads.get('alert', id);
  const before = row === undefined ? initialAlert(id) : alertSchema.parse(row);
  const inhibited_by = explained_by.find((one) => standsNow(statuses, one)) ?? null;
  const question = { for_ms, inhibited_by };
  const at = toIsoTime(context.clock.now());
  const wasStanding = isStanding(before);
  const status = request.dry_run
    ? judgeAlert(before, { at, since: alert.since, ...question })
    : await raise(context, request, { ...alert, ...question });
  statuses.set(alert.fingerprint, status);
  const seen = wasStanding || request.dry_run ? before : await stored(context, id);
  return {
    alert_id: id,
    ...alert,
    status,
    suppressed_by: status === 'suppressed' ? inhibited_by : null,
    already_raised: wasStanding,
    raised_at: isStanding(seen) ? seen.raised_at : null,
  };
}

const standsNow = (statuses: Statuses, fingerprint: string): boolean => {
  const status = statuses.get(fingerprint);
  return status !== undefined && isStanding({ status });
};

async function stored({ reads }: Needs<'reads'>, id: string): Promise<Alert> {
  const row = await reads.get('alert', id);
  return row === undefined ? initialAlert(id) : alertSchema.parse(row);
}

/** The status after it; an observation that says nothing new is refused, which is no trouble. */
async function raise(
  context: Needs<'actors'>,
  { requested_by: by }: AlertCheckRequest,
  observation: Omit<FoundAlert, 'explained_by'> & { readonly inhibited_by: string | null },
): Promise<Status> {
  const address = { kind: 'alert', id: alertIdOf(observation.fingerprint) } as const;
  const event = { type: 'OBSERVED', ...observation } as const;
  const { outcome } = await ask(context.actors, address, event, { by });
  return outcome.status as Status;
}

function withTelling(
  context: Needs<'vitals'>,
  request: AlertCheckRequest,
  alert: Awaited<ReturnType<typeof observe>>,
  incidents: ReadonlyMap<string, Incident>,
) {
  const going = incidents.get(alert.group_key);
  const incident = going?.members.some((member) => member.fingerprint === alert.fingerprint)
    ? going
    : undefined;
  return {
    ...alert,
    incident_id: incident?.incident_id ?? null,
    ...judgeTelling(alert, incident, {
      channels: context.vitals.alerts.channels,
      force: request.dry_run && request.force_notify,
    }),
  };
}

async function clear(context: Needs<'actors'>, request: AlertCheckRequest, alert: Alert) {
  const { fingerprint, alert_kind, subject, severity, message, raised_at } = alert;
  const shown = { fingerprint, alert_kind, subject, severity, message, raised_at };
  if (!request.dry_run) {
    await ask(
      context.actors,
      { kind: 'alert', id: alertIdOf(fingerprint) },
      { type: 'CLEARED', reason: 'the last check no longer found it' },
      { by: request.requested_by },
    );
  }
  return shown;
}
