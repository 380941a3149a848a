/** Knows which requests are being answered, so that a stop can wait for those that began before it. */
import type {
  Reply,
  RequestAnswer,
  RequestHead,
  TransportHandlers,
} from '../../http/transport/port.ts';
import { type Clock, within } from '../../lib/clock.ts';

/** A request that is being answered. */
interface OpenRequest {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly for_sec: number;
}

interface RequestTracker {
  readonly handlers: TransportHandlers;
  /**
   * Resolves when every request that is being answered at the call has its reply, or after `graceMs`: then with those
   * that have none, the longest first.
   */
  settle(graceMs: number): Promise<readonly OpenRequest[]>;
}

/**
 * Wraps handlers; replies given at once are never waited for. Whatever may change something waits
 * until the service has `started`: before that nobody is there to do it.
 */
export function trackRequests(
  handlers: TransportHandlers,
  started: Promise<void>,
  clock: Clock,
): RequestTracker {
  const open = new Map<
    Promise<unknown>,
    Pick<OpenRequest, 'method' | 'path'> & { sinceMs: number }
  >();
  let hasStarted = false;
  void started.then(() => {
    hasStarted = true;
  });
  const forget = async (reply: Promise<Reply>): Promise<void> => {
    await Promise.allSettled([reply]);
    open.delete(reply);
  };
  const watch = (
    { method, path }: RequestHead,
    reply: Reply | Promise<Reply>,
  ): Reply | Promise<Reply> => {
    if (!(reply instanceof Promise)) return reply;
    open.set(reply, { method, path, sinceMs: clock.monotonic() });
    void forget(reply);
    return reply;
  };
  const request: TransportHandlers['request'] = (head): RequestAnswer => {
    const answer = handlers.request(head);
    if (!('onBody' in answer)) return watch(head, answer);
    const { onBody } = answer;
    return {
      ...answer,
      onBody: (bytes) =>
        watch(head, hasStarted ? onBody(bytes) : started.then(() => onBody(bytes))),
    };
  };
  return {
    handlers: { ...handlers, request },
    async settle(graceMs) {
      const asked = [...open.keys()];
      await within(clock, graceMs, Promise.allSettled(asked));
      const nowMs = clock.monotonic();
      return asked.flatMap((reply) => {
        const request = open.get(reply);
        if (request === undefined) return [];
        const { method, path, sinceMs } = request;
        return [{ method, path, for_sec: Math.round((nowMs - sinceMs) / 100) / 10 }];
      });
    },
  };
}
