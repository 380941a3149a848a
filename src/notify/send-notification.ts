/**
 * Effect `notification.send`: one attempt to bring a message over its channel. It always answers, except
 * when the service is being stopped: then the effect stays, and the next start makes the attempt again.
 */
import type { EffectHandler } from '../actors/runtime/effect-handler.ts';
import { limits } from '../domain/limits.ts';
import { cutText } from '../lib/cut-text.ts';
import { describeError } from '../lib/describe-error.ts';
import type { Entropy } from '../lib/ids.ts';
import type { SendNotificationInput } from '../machines/notification/effects.ts';
import type { NotificationEvent } from '../machines/notification/events.ts';
import { type Channel, retry, type Verdict } from './channel.ts';

interface SendOptions {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly entropy: Entropy;
  /** Takes every secret of the configuration out of what a service said. */
  readonly redact: (text: string) => string;
}

/** Answers `ACKNOWLEDGED`, `FAILED` or `REFUSED`. */
export function createSendNotification(options: SendOptions): EffectHandler {
  return {
    async run(input, { signal }) {
      const given = input as unknown as SendNotificationInput;
      return toEvent(await attempt(options, given, signal), options);
    },
  };
}

async function attempt(
  { channels }: SendOptions,
  { channel: name, notification_id: id, message }: SendNotificationInput,
  signal: AbortSignal,
): Promise<Verdict> {
  const channel = channels.get(name);
  if (channel === undefined) {
    const configured = [...channels.keys()].join(', ') || 'none';
    const reason = `${name} is not configured any more (configured: ${configured})`;
    return { kind: 'refused', reason };
  }
  try {
    return await channel.send({ id, message }, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return retry(describeError(error));
  }
}

function toEvent(verdict: Verdict, { entropy, redact }: SendOptions): NotificationEvent {
  const words = (text: string): string => cutText(redact(text), limits.notifyReasonCharsMax);
  switch (verdict.kind) {
    case 'delivered':
      return { type: 'ACKNOWLEDGED', receipt: words(verdict.receipt) };
    case 'refused':
      return { type: 'REFUSED', reason: words(verdict.reason) };
    case 'retry':
      return {
        type: 'FAILED',
        reason: words(verdict.reason),
        retry_after_ms: verdict.retryAfterMs,
        jitter: entropy.random(),
      };
  }
}
