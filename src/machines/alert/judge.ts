/** What an observation makes of an alert. Pure; the machine and dry runs ask it alike. */
import { type Alert, standingAlertStatuses } from '../../domain/records.ts';

/** What decides, beside the alert itself. */
interface AlertQuestion {
  readonly at: string;
  readonly since: string | null;
  readonly for_ms: number;
  readonly inhibited_by: string | null;
}

/** True for an alert that the last check found. */
export const isStanding = ({ status }: Pick<Alert, 'status'>): boolean =>
  (standingAlertStatuses as readonly string[]).includes(status);

/**
 * Whether it has stood for as long as its rule asks: since the trouble itself began where that is
 * known, else since a check first found it (`foundAt`).
 */
export function hasStood(foundAt: string, { at, since, for_ms }: AlertQuestion): boolean {
  const beganMs = Math.min(Date.parse(foundAt), since === null ? Infinity : Date.parse(since));
  return Date.parse(at) - beganMs >= for_ms;
}

/** The status that an alert has after it was observed. */
export function judgeAlert(
  alert: Pick<Alert, 'status' | 'raised_at'>,
  question: AlertQuestion,
): (typeof standingAlertStatuses)[number] {
  if (question.inhibited_by !== null) return 'suppressed';
  if (alert.status === 'firing') return 'firing';
  // Released just now: it fires if the next check finds it, too.
  if (alert.status === 'suppressed') return 'pending';
  const foundAt = isStanding(alert) ? (alert.raised_at ?? question.at) : question.at;
  return hasStood(foundAt, question) ? 'firing' : 'pending';
}
