/** How long the pump pauses. Pure. */
import { limits } from '../../domain/limits.ts';

/**
 * Pause in ms while nothing changes: as long as it has been so since `since`, which doubles it each
 * time without a count of its own; at least the interval, and at most `limits.pumpPauseMsMax` where
 * the interval is not longer.
 */
export function pauseMs(intervalMs: number, since: string | null, at: string): number {
  const lastedMs = since === null ? 0 : Date.parse(at) - Date.parse(since);
  return Math.max(intervalMs, Math.min(lastedMs, limits.pumpPauseMsMax));
}

/**
 * Pause in ms after a word that something changed: what is left of `intervalMs` since `lastTryAt`, as a
 * step changes something itself, which would start the next at once.
 */
export function wakePauseMs(intervalMs: number, lastTryAt: string | null, at: string): number {
  if (lastTryAt === null) return 0;
  const leftMs = Date.parse(lastTryAt) + intervalMs - Date.parse(at);
  return Math.min(intervalMs, Math.max(0, leftMs));
}
