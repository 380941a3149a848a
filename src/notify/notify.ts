/** The ways out put together: the effects that tell people, and the heartbeat. */
import type { EffectHandlers } from '../actors/runtime/effect-handler.ts';
import type { OrreryConfig } from '../config/resolve.ts';
import type { Clock } from '../lib/clock.ts';
import type { Entropy } from '../lib/ids.ts';
import { createHeartbeatCall, createHeartbeatWay } from './call-heartbeat.ts';
import { createChannels } from './channels.ts';
import { createSendNotification } from './send-notification.ts';

interface NotifyOptions {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly redact: (text: string) => string;
  /** Null while the service does its work; else why it does not, which keeps the heartbeat silent. */
  readonly isWell: () => Promise<string | null>;
}

/** Effects by their names, and the connections behind them. */
export interface Notify {
  readonly effects: EffectHandlers;
  /** Once no effect runs any more. */
  close(): Promise<void>;
}

/** Nothing is connected to before the first message. */
export function createNotify(
  config: Pick<OrreryConfig, 'alerts' | 'notify' | 'heartbeat'>,
  { clock, entropy, redact, isWell }: NotifyOptions,
): Notify {
  const channels = createChannels(config, { clock });
  const { heartbeat } = config;
  const { url, timeoutMs } = heartbeat;
  const calling = createHeartbeatCall({
    way:
      url === null ? null : createHeartbeatWay({ url, method: heartbeat.method, timeoutMs, clock }),
    isWell,
    redact,
  });
  return {
    effects: {
      'notification.send': createSendNotification({ channels, entropy, redact }),
      'heartbeat.call': calling,
    },
    async close() {
      await Promise.all([calling.close(), ...[...channels.values()].map((one) => one.close())]);
    },
  };
}
