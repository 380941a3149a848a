/** Whether people are told of an alert, and why not. Pure; the incident alone decides and says it. */
import type { Incident } from '../../domain/records.ts';
import type { StandingAlert } from './incidents.ts';

/** Why a message about an alert is due or not. */
export const tellingReasons = [
  'forced',
  'never_notified',
  'cooldown_over',
  'cooling_down',
  'told',
  'pending',
  'suppressed',
  'information',
  'no_channel',
] as const;
type Reason = (typeof tellingReasons)[number];

interface Telling {
  readonly channels: readonly string[];
  /** Would be said now whatever was said before. */
  readonly force: boolean;
}

/** `until` is when the next message may go; null when one is due, or nothing waits for time. */
export function judgeTelling(
  alert: Pick<StandingAlert, 'fingerprint' | 'status' | 'severity'>,
  incident: Incident | undefined,
  { channels, force }: Telling,
) {
  const judged = (due: boolean, reason: Reason, until: string | null = null) => ({
    notified_at: incident === undefined ? null : lastTaken(incident),
    notification: { due, reason, until },
  });
  if (alert.severity === 'info') return judged(false, 'information');
  if (alert.status === 'suppressed') return judged(false, 'suppressed');
  if (alert.status === 'pending') return judged(false, 'pending');
  if (channels.length === 0) return judged(false, 'no_channel');
  if (force) return judged(true, 'forced');
  const member = incident?.members.find(({ fingerprint: of }) => of === alert.fingerprint);
  if (member?.told === true) return judged(false, 'told');
  if (incident === undefined || incident.said_at === null) return judged(true, 'never_notified');
  return incident.due_at === null
    ? judged(true, 'cooldown_over')
    : judged(false, 'cooling_down', incident.due_at);
}

/** When a service last took the message that something is wrong; null: never. */
function lastTaken({ deliveries }: Incident): string | null {
  return (
    deliveries.findLast(({ news, state }) => news === 'firing' && state === 'delivered')
      ?.answered_at ?? null
  );
}

interface Told {
  readonly dryRun: boolean;
  readonly channels: readonly string[];
  /** Messages that are due. */
  readonly due: number;
}

/** A sentence about what is said, for the reply of a check. */
export function describeTelling(
  { dryRun, channels, due }: Told,
  incidents: readonly Incident[],
): string {
  if (dryRun) return 'a dry run sends nothing';
  if (channels.length === 0)
    return 'no channel is configured: alerts are evaluated and shown, and nobody is told';
  const deliveries = incidents.flatMap((incident) => incident.deliveries);
  const underWay = deliveries.filter(({ state }) => state === 'under_way').length;
  if (underWay > 0)
    return `messages are under way (${underWay}); the incidents show what became of each`;
  if (due > 0)
    return 'the incident waits for other alerts of the same cause, or for the cooldown; then it says so';
  return 'nothing is news: whoever is to be told was told';
}
