/**
 * Effect `heartbeat.call`: tells the outsider that this service lives. It runs only after a turn was
 * committed, and not while the service knows of itself that it is not well.
 */
import type { EffectHandler } from '../actors/runtime/effect-handler.ts';
import { limits } from '../domain/limits.ts';
import { cutText } from '../lib/cut-text.ts';
import type { HeartbeatEvent } from '../machines/heartbeat/events.ts';
import type { ChannelReply } from './channel.ts';
import { createCaller, describeFailure, type ExchangeOptions, exchange } from './http-channel.ts';
import { excerptOf } from './judge.ts';

/** The way to the outsider. */
export interface HeartbeatWay {
  /** One call; rejects when no answer came. */
  call(signal: AbortSignal): Promise<Pick<ChannelReply, 'status' | 'text'>>;
  close(): Promise<void>;
}

interface HeartbeatCallOptions {
  /** Null: none is configured, and nothing is called. */
  readonly way: HeartbeatWay | null;
  /** Null while the service does its work; else why it does not, which keeps it silent. */
  readonly isWell: () => Promise<string | null>;
  readonly redact: (text: string) => string;
}

/** Answers `ANSWERED` or `MISSED`; rejects only when the service is being stopped. */
export function createHeartbeatCall(
  options: HeartbeatCallOptions,
): EffectHandler & { close(): Promise<void> } {
  const { way } = options;
  const missed = (reason: string): HeartbeatEvent => ({
    type: 'MISSED',
    reason: cutText(options.redact(reason), limits.notifyReasonCharsMax),
  });
  return {
    async run(_input, { signal }) {
      if (way === null) return missed('heartbeat_url is not configured any more');
      try {
        const trouble = await options.isWell();
        if (trouble !== null)
          return missed(`not called, since the service is not well: ${trouble}`);
        const { status, text } = await way.call(signal);
        return status >= 200 && status < 300
          ? ({ type: 'ANSWERED' } satisfies HeartbeatEvent)
          : missed(`it was answered with ${status}${excerptOf(text)}`);
      } catch (error) {
        if (signal.aborted) throw error;
        return missed(describeFailure(error));
      }
    },
    close: async () => way?.close(),
  };
}

/** Over HTTP. Throws `AddressRefused` for an address that no machine can have. */
export function createHeartbeatWay({
  url,
  method,
  ...options
}: ExchangeOptions & { readonly url: string; readonly method: 'GET' | 'POST' }): HeartbeatWay {
  const caller = createCaller(url, options);
  return {
    call: (signal) => exchange(caller, { method, url, headers: {}, body: null }, options, signal),
    close: () => caller.close(),
  };
}
