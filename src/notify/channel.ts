/**
 * What a channel is. Each service has a file that says, purely, what is sent and what its reply means;
 * `http-channel.ts` and `smtp.ts` carry it there. The difference that matters is the third one:
 *
 * | Verdict | Meaning |
 * |---------|---------|
 * | `delivered` | the service said that it took the message, and gave a receipt |
 * | `refused` | it said no, and would say so again |
 * | `retry` | anything else: it may have taken it or not, so it is sent again under the same id |
 */
import type { NotificationMessage } from '../domain/notification.ts';
import type { ChannelName } from '../domain/notification-channels.ts';

/** One message under the id that all attempts at it share. */
export interface Outgoing {
  readonly id: string;
  readonly message: NotificationMessage;
}

/** How an attempt ended, by the table above. */
export type Verdict =
  | { readonly kind: 'delivered'; readonly receipt: string }
  | {
      readonly kind: 'retry';
      readonly reason: string;
      /** What the service asked for; null: nothing. */
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** A request as bytes; it may hold secrets, so nothing of it is logged. */
export interface ChannelRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The beginning of a reply. */
export interface ChannelReply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** At most `limits.notifyReplyBytesMax`. */
  readonly text: string;
}

/** A service over HTTP as its file describes it. */
export interface HttpService {
  readonly name: ChannelName;
  /** Field of the configuration that an operator corrects when it does not work. */
  readonly field: string;
  /** Where it is; every request goes to its host. */
  readonly url: string;
  /** `nowMs` is the time of the attempt. Pure. */
  toRequest(outgoing: Outgoing, nowMs: number): ChannelRequest;
  /** What a 2xx reply says; other statuses mean the same for every service. Pure. */
  judgeAccepted(reply: ChannelReply): Verdict;
}

/** Carries messages; made once, from the configuration. */
export interface Channel {
  readonly name: ChannelName;
  /** One attempt. Rejects only when `signal` ended it. */
  send(outgoing: Outgoing, signal: AbortSignal): Promise<Verdict>;
  close(): Promise<void>;
}

/** Words of a verdict that is tried again. */
export const retry = (reason: string, retryAfterMs: number | null = null): Verdict => ({
  kind: 'retry',
  reason,
  retryAfterMs,
});
