/** Requests that come while the service starts, and those that a stop waits for. */
import { describe, expect, it } from 'vitest';
import { trackRequests } from '../../../src/app/process/request-tracker.ts';
import type {
  Reply,
  RequestAnswer,
  RequestHead,
  TransportHandlers,
} from '../../../src/http/transport/port.ts';
import { createManualClock } from '../../../src/lib/clock.ts';

const head = { method: 'POST', path: '/runs' } as RequestHead;
const reply = { status: 200 } as Reply;

function setUp(answer: () => RequestAnswer) {
  const clock = createManualClock();
  let start = (): void => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const handlers: TransportHandlers = {
    request: answer,
    failed: () => reply,
    closing: () => reply,
  };
  return { tracker: trackRequests(handlers, started, clock), clock, start };
}

/** A request with a body that notes when it was carried out. */
function command() {
  const done: Uint8Array[] = [];
  const answer = (): RequestAnswer => ({
    bodyBytesMax: 10,
    onTooLarge: () => reply,
    onBody(bytes) {
      done.push(bytes);
      return reply;
    },
  });
  return { done, answer };
}
const bodyOf = (answer: RequestAnswer) => {
  if (!('onBody' in answer)) throw new Error('no body is taken');
  return answer.onBody(new Uint8Array([1]));
};

describe('a request that may change something', () => {
  it('waits for a service that is starting, and is carried out once then', async () => {
    const { done, answer } = command();
    const { tracker, start } = setUp(answer);
    const early = bodyOf(tracker.handlers.request(head));
    await Promise.resolve();
    expect(done).toEqual([]);
    start();
    expect(await early).toBe(reply);
    expect(done).toEqual([new Uint8Array([1])]);
    expect(bodyOf(tracker.handlers.request(head))).toBe(reply);
    expect(done).toHaveLength(2);
  });

  it('that waits is one that a stop waits for', async () => {
    const { answer } = command();
    const { tracker, start } = setUp(answer);
    void bodyOf(tracker.handlers.request(head));
    let settled = false;
    const stop = tracker.settle(1_000).then(() => {
      settled = true;
    });
    await Promise.resolve();
    expect(settled).toBe(false);
    start();
    await stop;
  });
});

it('a read does not wait: the stores tell what they know', () => {
  const { tracker } = setUp(() => reply);
  expect(tracker.handlers.request(head)).toBe(reply);
});

it('names what a stop gives up after its time, of those that began before it alone', async () => {
  const { tracker, clock } = setUp(() => new Promise<Reply>(() => {}));
  void tracker.handlers.request(head);
  clock.advance(2_000);
  const stop = tracker.settle(500);
  void tracker.handlers.request({ ...head, path: '/late' });
  clock.advance(500);
  expect(await stop).toEqual([{ method: 'POST', path: '/runs', for_sec: 2.5 }]);
});
