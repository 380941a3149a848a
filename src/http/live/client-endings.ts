/** What the end of a connection means to the live feed's client, in words. */
import type { ConnectionEnd } from './client-connection.ts';
import { liveCloseCodes } from './protocol.ts';

/** `reason` of a client that has stopped because of its token; users compare it and ask for another. */
export const tokenRefused = 'the token was not accepted';

/** Why coming back would be of no use; null when it may help. `told`: the service's own last words. */
export function finalReason(end: ConnectionEnd, told: string): string | null {
  if (end.kind === 'not_opened' && end.status === 401) return tokenRefused;
  if (end.kind !== 'closed' || end.code !== liveCloseCodes.badMessage) return null;
  return told || end.reason || 'the service refused what was asked';
}

/** Why the connection was lost. */
export function lossReason(end: ConnectionEnd, told: string): string {
  switch (end.kind) {
    case 'not_opened':
      return end.status === null
        ? 'the service cannot be reached'
        : `the service answered ${end.status}`;
    case 'silent':
      return `nothing was heard for ${Math.round(end.silentMs / 1000)} s`;
    case 'faulty':
      return `${end.detail}; asking again from the last one known`;
    case 'closed':
      return told || end.reason || closeWords(end.code);
  }
}

function closeWords(code: number): string {
  if (code === liveCloseCodes.goingAway) return 'the service is shutting down';
  if (code === liveCloseCodes.tryAgainLater) return 'the service has too much to do';
  return 'the connection broke';
}
