/** Knows which requests are being answered, so that a stop can wait for those that began before it. */
import type { Reply, RequestAnswer, TransportHandlers } from '../http/transport/port.ts';

interface RequestTracker {
  readonly handlers: TransportHandlers;
  /** Resolves when every request that is being answered at the call has its reply. */
  settled(): Promise<void>;
}

/**
 * Wraps handlers; replies given at once are never waited for. Whatever may change something waits
 * until the service has `started`: before that nobody is there to do it.
 */
export function trackRequests(handlers: TransportHandlers, started: Promise<void>): RequestTracker {
  const open = new Set<Promise<unknown>>();
  let hasStarted = false;
  void started.then(() => {
    hasStarted = true;
  });
  const forget = async (reply: Promise<Reply>): Promise<void> => {
    await Promise.allSettled([reply]);
    open.delete(reply);
  };
  const watch = (reply: Reply | Promise<Reply>): Reply | Promise<Reply> => {
    if (!(reply instanceof Promise)) return reply;
    open.add(reply);
    void forget(reply);
    return reply;
  };
  const request: TransportHandlers['request'] = (head): RequestAnswer => {
    const answer = handlers.request(head);
    if (!('onBody' in answer)) return watch(answer);
    const { onBody } = answer;
    return {
      ...answer,
      onBody: (bytes) => watch(hasStarted ? onBody(bytes) : started.then(() => onBody(bytes))),
    };
  };
  return {
    handlers: { ...handlers, request },
    async settled() {
      await Promise.allSettled(open);
    },
  };
}
