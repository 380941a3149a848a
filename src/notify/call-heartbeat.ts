/**
 * Effect `heartbeat.call`: tells the outsider that this service lives. It runs only after a turn was
 * committed, and not while the service knows of itself that it is not well.
 */
import type { EffectHandler } from '../actors/runtime/effect-handler.ts';
import { limits } from '../domain/limits.ts';
import type { Clock } from '../lib/clock.ts';
import { cutText } from '../lib/cut-text.ts';
import type { HeartbeatEvent } from '../machines/heartbeat/events.ts';
import { createCaller, describeFailure, exchange } from './http-channel.ts';
import { excerptOf } from './judge.ts';

interface HeartbeatCallOptions {
  /** Null: none is configured, and nothing is called. */
  readonly url: string | null;
  readonly method: 'GET' | 'POST';
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Null while the service does its work; else why it does not, which keeps it silent. */
  readonly isWell: () => Promise<string | null>;
  readonly redact: (text: string) => string;
}

/** Answers `ANSWERED` or `MISSED`; rejects only when the service is being stopped. */
export function createHeartbeatCall(
  options: HeartbeatCallOptions,
): EffectHandler & { close(): Promise<void> } {
  const { url } = options;
  const caller = url === null ? null : createCaller(url, options);
  const missed = (reason: string): HeartbeatEvent => ({
    type: 'MISSED',
    reason: cutText(options.redact(reason), limits.notifyReasonCharsMax),
  });
  return {
    async run(_input, { signal }) {
      if (url === null || caller === null)
        return missed('heartbeat_url is not configured any more');
      const call = { method: options.method, url, headers: {}, body: null };
      try {
        const trouble = await options.isWell();
        if (trouble !== null)
          return missed(`not called, since the service is not well: ${trouble}`);
        const { status, text } = await exchange(caller, call, options, signal);
        return status >= 200 && status < 300
          ? ({ type: 'ANSWERED' } satisfies HeartbeatEvent)
          : missed(`it was answered with ${status}${excerptOf(text)}`);
      } catch (error) {
        if (signal.aborted) throw error;
        return missed(describeFailure(error));
      }
    },
    close: async () => caller?.close(),
  };
}
