/** What the hub of the live feed, and a replay behind it, wait for, with the order of events forced by hand. */
import { expect, it } from 'vitest';
import { FeedHub } from '../../../src/http/live/hub.ts';
import { Replay } from '../../../src/http/live/replay.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createTestLog } from '../../support/live-server.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function createHub(delay?: () => Promise<void>) {
  const log = createTestLog(delay);
  const published: string[] = [];
  const hub = new FeedHub({
    reads: log.reads,
    clock: createManualClock(),
    publish: (topic) => void published.push(topic),
    afterSlice: () => undefined,
    onError: () => undefined,
  });
  log.onCommit((head) => hub.wake(head));
  return { log, hub, published };
}

it('waits for no event that cannot be read once nobody listens', async () => {
  let isBroken = false;
  const { log, hub } = createHub(async () => {
    if (isBroken) throw new Error('the log cannot be read');
  });
  await hub.acquire();
  isBroken = true;
  await log.commit({ kind: 'run', id: 'a' });
  for (let count = 0; count < 5; count += 1) await turn();
  let isSettled = false;
  void hub.settle().then(() => {
    isSettled = true;
  });
  hub.release();
  await turn();
  expect(isSettled).toBe(true);
});

it('follows the log for who comes while what was begun for others ends, at whatever step', async () => {
  for (let steps = 0; steps < 30; steps += 1) {
    const { log, hub, published } = createHub();
    void hub.acquire();
    hub.release();
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    await hub.acquire();
    hub.enter('events', null);
    await log.commit({ kind: 'run', id: 'a' });
    await turn();
    await turn();
    expect(published, `after ${steps} steps`).toEqual(['events']);
  }
});

it('lets others have their turn while a client that is being closed is not let in', async () => {
  const { hub } = createHub();
  let isGone = false;
  let tries = 0;
  const client = {
    get isGone() {
      return isGone;
    },
    send: () => true,
    roomFor: () => undefined,
    goLive() {
      tries += 1;
      if (tries > 1_000) throw new Error('nobody else had a turn');
      return false;
    },
  };
  const selection = { of: 'events', kind: null, id: null } as const;
  const replay = new Replay(
    { hub, client, stats: { replays: 0, replayedEvents: 0 } },
    {
      topics: new Map([['events', { name: 'events', family: 'lossless', selection }]]),
      start: 0,
      asked: false,
    },
  );
  setTimeout(() => {
    isGone = true;
  }, 0);
  await replay.run();
  expect(isGone).toBe(true);
});
