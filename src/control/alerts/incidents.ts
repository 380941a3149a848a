/**
 * Incidents from alerts: each group is told which of its alerts stand, and says by itself what there is
 * to say. Only differences count, so that the same check twice, or one cut off and made again, adds
 * nothing.
 */
import { limits } from '../../domain/limits.ts';
import {
  type Alert,
  alertSeverities,
  type Incident,
  incidentSchema,
} from '../../domain/records.ts';
import { cutText } from '../../lib/cut-text.ts';
import { fingerprint } from '../../lib/hash.ts';
import type { MembersEvent, StandingMember } from '../../machines/incident/events.ts';
import { ask, type ControlContext } from '../common/index.ts';
import { ruleOf, testGroup } from './alert-kinds.ts';

/** What a check knows of an alert that stands. */
export type StandingAlert = StandingMember & Pick<Alert, 'status' | 'group_key'>;

type Context = Pick<ControlContext, 'actors'> & {
  readonly reads: Pick<ControlContext['reads'], 'incidentsGoingOn' | 'lastIncident'>;
  readonly vitals: Pick<ControlContext['vitals'], 'alerts'>;
};

/** With `force` every group with a standing alert says so now. */
interface FollowOptions {
  readonly force: boolean;
  readonly by: string;
}

/** Id of the incident with that number among those of its group. */
const incidentIdOf = (groupKey: string, generation: number): string =>
  `${fingerprint(['incident', groupKey]).slice(0, 16)}-${generation}`;

/** The incidents that are not over, by group. */
export async function readIncidents({
  reads,
}: Pick<Context, 'reads'>): Promise<ReadonlyMap<string, Incident>> {
  const rows = await reads.incidentsGoingOn(limits.incidentsOpenMax);
  const incidents = rows.map((row) => incidentSchema.parse(row));
  return new Map(incidents.map((incident) => [incident.group_key, incident]));
}

/** Tells every incident which alerts of its group stand, and begins one where none goes on. */
export async function followIncidents(
  context: Context,
  alerts: readonly StandingAlert[],
  options: FollowOptions,
): Promise<void> {
  const goingOn = await readIncidents(context);
  // Information is shown; nobody is told of it.
  const telling = alerts.filter(({ severity }) => severity !== 'info');
  const groups = new Set([...goingOn.keys(), ...telling.map(({ group_key }) => group_key)]);
  for (const groupKey of groups) {
    const incident = goingOn.get(groupKey);
    const ofGroup = telling.filter(({ group_key }) => group_key === groupKey);
    const members = ofGroup.filter((alert) => belongs(alert, incident));
    if (incident === undefined && members.length === 0) continue;
    await follow(context, { groupKey, incident, members, options });
  }
}

/** What was a member stays one while it stands, though it waits or is explained by another by now. */
function belongs({ status, fingerprint: of }: StandingAlert, incident?: Incident): boolean {
  return (
    status === 'firing' || incident?.members.some((member) => member.fingerprint === of) === true
  );
}

interface Following {
  readonly groupKey: string;
  readonly incident: Incident | undefined;
  readonly members: readonly StandingAlert[];
  readonly options: FollowOptions;
}

async function follow(context: Context, following: Following): Promise<void> {
  const { groupKey, incident, options } = following;
  const tell = async (generation: number, saidBefore: string | null) => {
    const id = incidentIdOf(groupKey, generation);
    const event = membersEvent(context, following, generation, saidBefore);
    return ask(context.actors, { kind: 'incident', id }, event, { by: options.by });
  };
  if (incident !== undefined) {
    const { outcome } = await tell(incident.generation, null);
    // Closed since it was read: what stands now is another incident.
    if (outcome.refusal?.code !== 'incident_closed' || following.members.length === 0) return;
  }
  const row = await context.reads.lastIncident(groupKey);
  const last = row === undefined ? undefined : incidentSchema.parse(row);
  await tell((last?.generation ?? 0) + 1, last?.said_at ?? last?.said_before ?? null);
}

function membersEvent(
  { vitals }: Context,
  { groupKey, members, options }: Following,
  generation: number,
  saidBefore: string | null,
): MembersEvent {
  const { cooldownMs, checkIntervalMs, channels } = vitals.alerts;
  const gravity = ({ severity }: StandingAlert): number => alertSeverities.indexOf(severity);
  const sorted = [...members].sort(
    (one, other) => gravity(other) - gravity(one) || (one.fingerprint < other.fingerprint ? -1 : 1),
  );
  const named = sorted.slice(0, limits.incidentMembersMax);
  const [gravest] = named;
  const isTest = groupKey === testGroup;
  return {
    type: 'MEMBERS',
    group_key: groupKey,
    generation,
    title: gravest === undefined ? '' : titleOf(gravest),
    members: named.map(toMember),
    left_out: sorted.length - named.length,
    channels: [...channels],
    cooldown_ms: isTest ? 0 : cooldownMs,
    said_before: saidBefore,
    wait_ms: limits.incidentWaitMs,
    // Between two looks nobody knows whether it came back: several of them have to find nothing.
    quiet_ms: isTest ? 0 : Math.max(limits.incidentQuietMs, 3 * checkIntervalMs),
    force: options.force,
  };
}

const titleOf = ({ alert_kind: kind, subject }: StandingAlert): string =>
  ruleOf(kind)?.title(subject) ?? `${kind}: ${subject}`;

const toMember = (alert: StandingAlert): StandingMember => ({
  fingerprint: alert.fingerprint,
  alert_kind: alert.alert_kind,
  subject: alert.subject,
  severity: alert.severity,
  message: cutText(alert.message, limits.incidentTextCharsMax),
  suggested_action: cutText(alert.suggested_action, limits.incidentTextCharsMax),
  since: alert.since,
});
