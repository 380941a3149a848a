/** The feed in a browser: where it is, the browser's clock, and the token checked over HTTP. */
import { createLiveClient } from '../../http/live/client.ts';
import type { LiveClient, LiveClientOptions, LiveClock } from '../../http/live/client-types.ts';
import { liveFeedPath } from '../../http/live/protocol.ts';
import { type Api, ask } from './api.ts';

const browserClock: LiveClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimer(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

/** What the dashboard listens to: every event, and the telemetry of every live run. */
const topics = ['events', 'telemetry'] as const;

/** Connects; null where the browser has no WebSockets at all. */
export function connectLive(
  { token, api }: { readonly token: string; readonly api: Api },
  calls: Pick<LiveClientOptions, 'onFrame' | 'onGap' | 'onStatus'>,
): LiveClient | null {
  if (typeof WebSocket === 'undefined') return null;
  const url = new URL(liveFeedPath, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  return createLiveClient({
    ...calls,
    url: url.href,
    token,
    topics,
    WebSocket,
    clock: browserClock,
    random: Math.random,
    checkToken: async () => {
      const params = { query: { page_size: 1 } };
      const { kind } = await ask(api.get('/control/api/v1/events', { params }));
      if (kind === 'failed') return 'unknown';
      return kind === 'unauthorized' ? 'refused' : 'accepted';
    },
  });
}
