/**
 * Effect `callback.post`: delivers one callback to the control plane. A reply that trying again
 * cannot change parks the callback, unless the control plane has one of that key already; everything else is thrown, and the runtime tries again with
 * back-off, for as long as it takes. It bears the id of the request that dispatched the run. The token
 * is in no error and no log.
 */
import { type Dispatcher, request } from 'undici';
import type { EffectContext, EffectHandler } from '../../actors/runtime/effect-handler.ts';
import type { BackOffPolicy } from '../../lib/back-off.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { Clock } from '../../lib/clock.ts';
import { correlationHeaders } from '../../lib/correlation.ts';
import { describeError } from '../../lib/describe-error.ts';
import { proxyWords } from '../../lib/proxy-words.ts';
import type { PostCallbackInput } from '../../machines/callback-delivery/effects.ts';
import type { CallbackDeliveryEvent } from '../../machines/callback-delivery/events.ts';
import { withDeadline } from '../../worker-wire/deadline.ts';
import { createGuardedAgent } from '../../worker-wire/guarded-agent.ts';
import type { CallbackAnswer, CallbackWay } from '../ports.ts';

interface CallbackPostOptions {
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly way: CallbackWay;
}

interface HttpWayOptions {
  readonly url: string;
  readonly bearerToken: string;
  readonly timeoutMs: number;
  readonly dispatcher?: Dispatcher;
}

/** The control plane has a callback of that key with other contents, as after an older state of the gate was put back. */
const isKnownByKey = (status: number, text: string): boolean =>
  status === 409 && /"type":\s*"[^"]*:idempotency_conflict"/.test(text);
/** 4xx replies that a later try may change. */
const passingStatuses: readonly number[] = [408, 425, 429];
const replyBytesMax = 64 * 1024;
const errorCharsMax = 500;
const connectTimeoutMsMax = 10_000;

/** A callback that is still to be delivered; the runtime tries again. */
export class CallbackNotDelivered extends Error {
  override readonly name = 'CallbackNotDelivered';
}

/** Pauses between two attempts at one callback. */
export const postBackOff: BackOffPolicy = { baseMs: 1000, maxMs: 5 * 60_000, factor: 2 };

/** Handler of `callback.post`; answers `DELIVERED` or `REJECTED`, throws to be tried again. */
export function createCallbackPost(options: CallbackPostOptions): EffectHandler {
  return {
    backOff: postBackOff,
    run: (input, context) => postCallback(options, input, context),
  };
}

async function postCallback(
  options: CallbackPostOptions,
  input: JsonObject,
  context: Pick<EffectContext, 'signal' | 'attempt'>,
): Promise<CallbackDeliveryEvent> {
  const { callback } = input as unknown as PostCallbackInput;
  const { status, text, isPage } = await send(options, JSON.stringify(callback), context.signal);
  const reached = { idempotency_key: callback.idempotency_key, status_code: status };
  const isRedirect = status >= 300 && status < 400;
  if (isPage && status < 500 && !isRedirect) {
    // A proxy's own, as its login with 200 or its bound on bodies with 413: the control plane has not read the callback.
    throw new CallbackNotDelivered(
      `a web page answered ${status} instead of the control plane; correct completion_callback_url or the proxy before it`,
    );
  }
  if (status >= 200 && status < 300) return { type: 'DELIVERED', ...reached };
  // What it has is in effect, and trying again would hold up those behind it for good.
  if (isKnownByKey(status, text)) return { type: 'DELIVERED', ...reached, known_by_key: true };
  if (status >= 400 && status < 500 && !passingStatuses.includes(status)) {
    return {
      type: 'REJECTED',
      ...reached,
      error: `${status} ${text}`.trim().slice(0, errorCharsMax),
      attempts: context.attempt,
    };
  }
  const redirect = isRedirect
    ? '; redirects are not followed, correct completion_callback_url'
    : '';
  const ofProxy = text.startsWith('{') ? null : proxyWords(status, 'the control plane');
  throw new CallbackNotDelivered(ofProxy ?? `the control plane answered ${status}${redirect}`);
}

async function send(
  { clock, timeoutMs, way }: CallbackPostOptions,
  body: string,
  signal: AbortSignal,
): Promise<CallbackAnswer> {
  try {
    return await withDeadline(clock, timeoutMs, signal, (deadline) => way(body, deadline));
  } catch (error) {
    throw new CallbackNotDelivered(describeError(error));
  }
}

/** The way over HTTP, with the token of the control plane. */
export function createCallbackHttp(options: HttpWayOptions): CallbackWay {
  const dispatcher =
    options.dispatcher ??
    createGuardedAgent(options.url, {
      connectTimeoutMs: Math.min(connectTimeoutMsMax, options.timeoutMs),
    });
  return async (body, signal) => {
    const reply = await request(options.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${options.bearerToken}`,
        'content-type': 'application/json',
        ...correlationHeaders(),
      },
      body,
      signal,
      reset: true,
      headersTimeout: 0,
      bodyTimeout: 0,
      dispatcher,
    });
    return {
      status: reply.statusCode,
      text: await readStart(reply.body, options.bearerToken),
      isPage: String(reply.headers['content-type'] ?? '').startsWith('text/html'),
    };
  };
}

/** The beginning of a reply, for the operator. The status has decided already, so nothing throws. */
async function readStart(body: AsyncIterable<Uint8Array>, secret: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of body) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= replyBytesMax) break;
    }
  } catch {
    // A torn body changes nothing: the status line was complete.
  }
  const text = Buffer.concat(parts).toString('utf8').slice(0, errorCharsMax);
  return secret === '' ? text : text.replaceAll(secret, '[redacted]');
}
