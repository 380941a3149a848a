/** What an observation makes of an alert, and when a pending one fires. Pure; the machine, dry runs and the watch ask it alike. */
import { limits } from '../../domain/limits.ts';
import { type Alert, standingAlertStatuses } from '../../domain/records.ts';

/** What decides, beside the alert itself. */
interface AlertQuestion {
  readonly at: string;
  readonly since: string | null;
  readonly for_ms: number;
  readonly inhibited_by: string | null;
}

type Beginnings = Pick<Alert, 'raised_at' | 'since' | 'released_at'>;

/** True for an alert that the last check found. */
export const isStanding = ({ status }: Pick<Alert, 'status'>): boolean =>
  (standingAlertStatuses as readonly string[]).includes(status);

/**
 * When an alert that stands has stood for as long as its rule asks, in ms since the epoch: since the
 * trouble itself began where that is known, else since a check first found it. One that another alert
 * explained until now has to stand without it for a while.
 */
export function firesAtMs({ raised_at, since, released_at }: Beginnings, forMs: number): number {
  const beganMs = Math.min(parsed(raised_at, Infinity), parsed(since, Infinity));
  return Math.max(
    beganMs + forMs,
    parsed(released_at ?? null, -Infinity) + limits.alertReleasedForMs,
  );
}

const parsed = (time: string | null, otherwise: number): number =>
  time === null ? otherwise : Date.parse(time);

/** What is later than `at` was written before the clock was set back, and says nothing. */
const notAfter = (at: string, time: string | null | undefined): string | null =>
  time === null || time === undefined || Date.parse(time) > Date.parse(at) ? null : time;

/** Whether it has stood for long enough at the time of an observation. */
export function hasStood(
  { raised_at, released_at }: Pick<Alert, 'raised_at' | 'released_at'>,
  { at, since, for_ms }: Pick<AlertQuestion, 'at' | 'since' | 'for_ms'>,
): boolean {
  const known = {
    raised_at: notAfter(at, raised_at) ?? at,
    since,
    released_at: notAfter(at, released_at),
  };
  return Date.parse(at) >= firesAtMs(known, for_ms);
}

/** The status that an alert has after it was observed. */
export function judgeAlert(
  alert: Pick<Alert, 'status' | 'raised_at' | 'released_at'>,
  question: AlertQuestion,
): (typeof standingAlertStatuses)[number] {
  if (question.inhibited_by !== null) return 'suppressed';
  if (alert.status === 'firing') return 'firing';
  if (alert.status === 'suppressed') return 'pending';
  const known = isStanding(alert) ? alert : { raised_at: null, released_at: null };
  return hasStood(known, question) ? 'firing' : 'pending';
}
