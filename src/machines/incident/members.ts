/** Members and deliveries of an incident as they come, go and are answered. Pure. */
import { limits } from '../../domain/limits.ts';
import { notificationIdOf } from '../../domain/notification.ts';
import {
  type AlertSeverity,
  alertSeverities,
  type Incident,
  type IncidentDelivery,
  type IncidentMember,
} from '../../domain/records.ts';
import type { MembersEvent } from './events.ts';

type At = { readonly at: string };
type State = Omit<Incident, 'status'>;

const gravity = (severity: AlertSeverity): number => alertSeverities.indexOf(severity);

/** True while its alert stands. */
export const stands = ({ left_at }: IncidentMember): boolean => left_at === null;

/** The members after a check: what no longer stands has left, what is graver than it was is news. */
function foldMembers(state: State, event: MembersEvent & At): IncidentMember[] {
  const known = new Map(state.members.map((member) => [member.fingerprint, member]));
  const standing = event.members.map((found): IncidentMember => {
    const before = known.get(found.fingerprint);
    known.delete(found.fingerprint);
    const told = before?.told === true && gravity(found.severity) <= gravity(before.severity);
    return { ...found, joined_at: before?.joined_at ?? event.at, left_at: null, told };
  });
  const gone = [...known.values()].map((member) => ({
    ...member,
    left_at: member.left_at ?? event.at,
  }));
  // The longest gone make room first.
  gone.sort((one, other) => Date.parse(other.left_at) - Date.parse(one.left_at));
  return [...standing, ...gone].slice(0, limits.incidentMembersMax);
}

/** What a check says of the incident. */
export function follow(state: State, event: MembersEvent & At): Partial<State> {
  const members = foldMembers(state, event);
  const [gravest] = event.members;
  return {
    group_key: event.group_key,
    generation: event.generation,
    members,
    left_out: event.left_out,
    channels: [...event.channels],
    cooldown_ms: event.cooldown_ms,
    quiet_ms: event.quiet_ms,
    ...(gravest === undefined
      ? {}
      : {
          title: event.title,
          alert_kind: gravest.alert_kind,
          severity:
            gravity(gravest.severity) > gravity(state.severity) ? gravest.severity : state.severity,
        }),
  };
}

/** Whether a check says anything that is not known. */
export function differs(state: State, event: MembersEvent & At): boolean {
  return Object.entries(follow(state, event)).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(state[name as keyof State]),
  );
}

/** Whether a member stands that no message named, and there is somebody to be told. */
export const hasNews = ({ members, channels }: Pick<State, 'members' | 'channels'>): boolean =>
  channels.length > 0 && members.some((member) => stands(member) && !member.told);

/**
 * Time until something may be said again, in ms; never more than the cooldown, whatever the clock
 * has done since.
 */
export function remainingMs(saidAt: string | null, at: string, cooldownMs: number): number {
  if (saidAt === null) return 0;
  const leftMs = Date.parse(saidAt) + cooldownMs - Date.parse(at);
  return Math.min(cooldownMs, Math.max(0, leftMs));
}

/** The deliveries with one more for each channel; the oldest make room, answered ones first. */
export function withDeliveries(
  deliveries: readonly IncidentDelivery[],
  channels: readonly string[],
  said: Pick<IncidentDelivery, 'sequence' | 'news' | 'said_at'>,
): IncidentDelivery[] {
  const all = [
    ...deliveries,
    ...channels.map((channel) => ({
      ...said,
      channel,
      state: 'under_way' as const,
      receipt: null,
      reason: null,
      answered_at: null,
    })),
  ];
  while (all.length > limits.incidentDeliveriesMax) {
    const answered = all.findIndex(({ state }) => state !== 'under_way');
    all.splice(Math.max(0, answered), 1);
  }
  return all;
}

/** The delivery that an answer is about; undefined where it is not, or no longer, waited for. */
export function awaited(state: State, sequenceId: string): IncidentDelivery | undefined {
  return state.deliveries.find(
    (each) =>
      each.state === 'under_way' &&
      notificationIdOf(state.incident_id, each.sequence, each.channel) === sequenceId,
  );
}

/** The deliveries with what became of one. */
export const answered = (
  state: State,
  sequenceId: string,
  answer: Partial<IncidentDelivery>,
): IncidentDelivery[] => {
  const one = awaited(state, sequenceId);
  return state.deliveries.map((each) => (each === one ? { ...each, ...answer } : each));
};
