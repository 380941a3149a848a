/** How long a notification waits after a failed attempt, and how many attempts it has. Pure. */
import { limits } from '../../domain/limits.ts';
import type { NotificationMessage } from '../../domain/notification.ts';
import { backOffDelayMs } from '../../lib/back-off.ts';

const policy = {
  baseMs: limits.notificationPauseMsMin,
  maxMs: limits.notificationPauseMsMax,
  factor: 2,
};

/**
 * In ms, after the attempt with this number, from 1; longer where the service asked for it. The first time it is taken
 * at its word for a while only: most are well again by then, and somebody may have to get up.
 */
export function pauseMs(
  attempt: number,
  { jitter, retry_after_ms }: { readonly jitter: number; readonly retry_after_ms: number | null },
): number {
  const most = attempt === 1 ? limits.notificationFirstPauseMsMax : limits.notificationPauseMsMax;
  const askedMs = Math.min(retry_after_ms ?? 0, most);
  return Math.max(backOffDelayMs(policy, attempt, jitter), askedMs);
}

/** Attempts before it is given up. */
export function attemptsMax(news: NotificationMessage['news']): number {
  return news === 'test' ? limits.notificationTestAttemptsMax : limits.notificationAttemptsMax;
}
