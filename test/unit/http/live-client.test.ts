/**
 * The live feed's client: what ends it, what it comes back from, and what its user sees.
 * Long because every case is one story over the same client and the same played feed.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLiveClient, tokenRefused } from '../../../src/http/live/client.ts';
import { bearerProtocol, openingMsMax } from '../../../src/http/live/client-connection.ts';
import type {
  DataFrame,
  LiveClient,
  LiveClientOptions,
  LiveGap,
  LiveStatus,
} from '../../../src/http/live/client-types.ts';
import { liveCloseCodes, liveLimits, liveProtocol } from '../../../src/http/live/protocol.ts';
import { createManualClock, type ManualClock } from '../../../src/lib/clock.ts';
import { createFakeFeed, type FakeFeed, seqsOf } from '../../support/live-fake.ts';

let clock: ManualClock;
let feed: FakeFeed;
let client: LiveClient;
let frames: DataFrame[];
let gaps: LiveGap[];
let statuses: LiveStatus[];

beforeEach(() => {
  clock = createManualClock();
  feed = createFakeFeed(clock);
  frames = [];
  gaps = [];
  statuses = [];
});
afterEach(() => client.close());

function start(more: Partial<LiveClientOptions> = {}): void {
  client = createLiveClient({
    url: 'ws://service.test/control/api/v1/live',
    token: 'tökén',
    topics: ['events', 'state'],
    WebSocket: feed.WebSocket,
    clock,
    random: () => 0,
    onFrame: (frame) => void frames.push(frame),
    onGap: (gap) => void gaps.push(gap),
    onStatus: (status) => void statuses.push(status),
    ...more,
  });
  clock.advance(1);
}
const states = () => statuses.map(({ state }) => state);
const offline = () => {
  const status = client.status();
  if (status.state !== 'offline') throw new Error(`it is ${status.state}`);
  return status;
};
/** Lets the next try happen. */
const nextTry = () => clock.advance((offline().nextTryMs ?? 0) - clock.now() + 1);

describe('what ends it for good', () => {
  it('is a token that was not accepted, told by the socket', () => {
    feed.opening = 401;
    start();
    expect(client.status()).toEqual({ state: 'stopped', reason: tokenRefused });
    clock.advance(3_600_000);
    expect(feed.sockets).toHaveLength(1);
  });

  it('is a token that was not accepted, told over HTTP where the socket says nothing', async () => {
    feed.opening = 'refused';
    start({ checkToken: () => Promise.resolve('refused') });
    expect(client.status().state).toBe('offline');
    await Promise.resolve();
    expect(client.status()).toEqual({ state: 'stopped', reason: tokenRefused });
    expect(clock.pendingCount).toBe(0);
  });

  it('is a close for a message the service could not take, with its words', () => {
    start();
    feed.current!.control('error', { code: 'bad_topic', detail: 'no topic is called so' });
    feed.current!.cut(1008, 'policy');
    expect(client.status()).toEqual({ state: 'stopped', reason: 'no topic is called so' });
  });

  it('is not a close for having subscribed too late: a machine that slept comes back', () => {
    start();
    feed.current!.cut(liveCloseCodes.subscribedTooLate, 'nothing was subscribed to within 30 s');
    expect(client.status()).toMatchObject({
      state: 'offline',
      reason: 'nothing was subscribed to within 30 s',
    });
    clock.advance(60_000);
    expect(client.status().state).toBe('live');
  });

  it('is close(), after which nothing is called and no timer is left', () => {
    start();
    client.close();
    const said = statuses.length;
    feed.append();
    clock.advance(3_600_000);
    expect([frames.length, statuses.length, feed.sockets.length]).toEqual([0, said, 1]);
    expect(client.status().state).toBe('stopped');
  });

  it('is close() from within a call of its own', () => {
    start({
      onFrame(frame) {
        frames.push(frame);
        client.close();
      },
    });
    feed.append();
    feed.append();
    expect(frames).toHaveLength(1);
  });

  it('is close() from within being told of a gap: what else followed from it is not said', () => {
    start({ since: 0, onGap: () => client.close() });
    feed.current!.cut();
    feed.mangle = (text) => (text.includes('"type":"hello"') ? [text] : []);
    nextTry();
    feed.mangle = null;
    const said = statuses.length;
    feed.current!.control('subscribed', { topics: ['events', 'state'], since: 0 }, 7);
    expect(client.status()).toEqual({ state: 'stopped', reason: 'closed' });
    expect(statuses).toHaveLength(said);
  });
});

describe('what it says on the wire', () => {
  it('keeps the token out of the address, as a subprotocol beside the feed’s own', () => {
    start();
    const [socket] = feed.sockets;
    expect(socket!.url).not.toContain('bearer');
    expect(socket!.protocols).toEqual([liveProtocol, bearerProtocol('tökén')]);
    const encoded = bearerProtocol('tökén~~?').slice('bearer.'.length);
    expect(encoded).toMatch(/^[\w-]+$/);
    expect(Buffer.from(encoded, 'base64url').toString('utf8')).toBe('tökén~~?');
  });

  it('subscribes once, from now on or from where it is told', () => {
    feed.append();
    start();
    expect(feed.current!.received).toEqual([
      { type: 'subscribe', topics: ['events', 'state'], since: null },
    ]);
    client.close();
    start({ since: 0 });
    expect(seqsOf(frames, 'events')).toEqual([1]);
  });
});

describe('what its user sees', () => {
  it('is connecting, then live, then every frame of every stream in order', () => {
    start();
    for (let count = 0; count < 3; count += 1) feed.append();
    expect(states()).toEqual(['live']);
    expect(seqsOf(frames, 'events')).toEqual([1, 2, 3]);
    expect(seqsOf(frames, 'state')).toEqual([1, 2, 3]);
  });

  it('is nothing missing and nothing twice after a loss', () => {
    start();
    feed.append();
    feed.current!.cut();
    feed.append();
    feed.append();
    nextTry();
    feed.append();
    expect(seqsOf(frames, 'events')).toEqual([1, 2, 3, 4]);
    expect(seqsOf(frames, 'state')).toEqual([1, 2, 3, 4]);
    expect(states()).toEqual(['live', 'offline', 'offline', 'catching_up', 'live']);
    expect(gaps).toEqual([]);
  });

  it('is each frame once when one stream was further along than the other', () => {
    start();
    feed.append();
    feed.mangle = (text) => (text.includes('"stream":"state"') ? [] : [text]);
    feed.append();
    feed.mangle = null;
    feed.current!.cut();
    nextTry();
    expect(feed.current!.received[0]).toMatchObject({ since: 1 });
    expect(seqsOf(frames, 'events')).toEqual([1, 2]);
    expect(seqsOf(frames, 'state')).toEqual([1, 2]);
  });

  it('heals a missing frame by asking again from the last one known', () => {
    start();
    feed.append();
    feed.mangle = (text) => (text.includes('"seq":2') ? [] : [text]);
    feed.append();
    feed.mangle = null;
    feed.append();
    expect(offline().reason).toContain('is missing');
    nextTry();
    expect(seqsOf(frames, 'events')).toEqual([1, 2, 3]);
    expect(gaps).toEqual([]);
  });

  it('comes back from where a quiet stream was, as the heartbeat said it', () => {
    start({ topics: ['events/paper'] });
    for (let count = 0; count < 5; count += 1) feed.append('run');
    clock.advance(liveLimits.heartbeatMs);
    feed.current!.cut();
    nextTry();
    expect(feed.current!.received[0]).toMatchObject({ since: 5 });
  });

  it('takes back what the service claimed when the chain shows that it was not so', () => {
    start({ topics: ['events'] });
    feed.append();
    feed.mangle = (text) => (text.includes('"seq":2,') ? [] : [text]);
    feed.append();
    feed.mangle = null;
    feed.current!.control('heartbeat', { server_time: '' }, 2);
    expect(client.since()).toBe(2);
    feed.append();
    nextTry();
    expect(feed.current!.received[0]).toMatchObject({ since: 1 });
    expect(seqsOf(frames, 'events')).toEqual([1, 2, 3]);
  });

  it('begins anew, with a gap, on a log that was put back to an earlier state', () => {
    start({ since: 900 });
    feed.append();
    expect(gaps).toMatchObject([{ afterSeq: 900, toSeq: 0 }]);
    expect(seqsOf(frames, 'events')).toEqual([1]);
  });

  it('begins anew on another log, even where that has grown past what was seen', () => {
    feed.epoch = 'one';
    start();
    feed.append();
    feed.append();
    expect(client.epoch()).toBe('one');
    feed.current!.cut();
    feed.epoch = 'two';
    for (let count = 0; count < 3; count += 1) feed.append();
    nextTry();
    expect(feed.current!.received[0]).toMatchObject({ since: 2, epoch: 'one' });
    expect(gaps).toMatchObject([{ afterSeq: 2, toSeq: 5, isAnew: true }]);
    expect(client.epoch()).toBe('two');
    feed.append();
    expect(seqsOf(frames, 'events')).toEqual([1, 2, 6]);
    feed.current!.cut();
    nextTry();
    expect(feed.current!.received[0]).toMatchObject({ since: 6, epoch: 'two' });
    expect(gaps).toHaveLength(1);
  });

  it('keeps the epoch of what it has seen until the service sends of another', () => {
    feed.epoch = 'one';
    start();
    feed.append();
    feed.current!.cut();
    feed.epoch = 'two';
    feed.mangle = (text) => (text.includes('"type":"hello"') ? [text] : []);
    nextTry();
    expect(client.epoch()).toBe('one');
    feed.mangle = null;
    feed.current!.cut();
    nextTry();
    expect(feed.current!.received[0]).toMatchObject({ since: 1, epoch: 'one' });
    expect(gaps).toMatchObject([{ isAnew: true }]);
  });

  it('names no epoch to a service that names none', () => {
    start({ since: 0 });
    feed.append();
    feed.current!.cut();
    nextTry();
    expect(feed.current!.received[0]).toEqual({
      type: 'subscribe',
      topics: ['events', 'state'],
      since: 1,
    });
  });

  it('is a gap where the service cannot go back so far, and what comes after it', () => {
    start();
    feed.append();
    feed.current!.cut();
    for (let count = 0; count < 4; count += 1) feed.append();
    feed.forget(3);
    nextTry();
    expect(gaps).toEqual([
      {
        topics: ['events', 'state'],
        afterSeq: 1,
        toSeq: 3,
        reason: 'too far back',
        isAnew: false,
      },
    ]);
    expect(seqsOf(frames, 'events')).toEqual([1, 4, 5]);
  });

  it('is a gap where the service goes on further along without saying so', () => {
    start({ since: 0 });
    feed.mangle = (text) => [text.replace('"type":"subscribed"', '"type":"heartbeat"')];
    feed.current!.cut();
    nextTry();
    feed.mangle = null;
    feed.current!.control('subscribed', { topics: ['events', 'state'], since: 0 }, 7);
    expect(gaps).toMatchObject([{ afterSeq: 0, toSeq: 7 }]);
    expect(client.since()).toBe(7);
  });

  it('is telemetry as it comes, and never twice', () => {
    start({ topics: ['telemetry'] });
    feed.sample('run-1', 4);
    feed.mangle = () => [];
    feed.sample('run-1', 5);
    feed.mangle = (text) => [text, text];
    feed.sample('run-1', null);
    expect(seqsOf(frames, 'telemetry')).toEqual([1, 3]);
    expect(client.status().state).toBe('live');
  });

  it('is nothing of streams it did not ask for', () => {
    start();
    feed.current!.raw(
      JSON.stringify({ stream: 'other', seq: 1, prev_seq: null, type: 'event', data: {} }),
    );
    expect(frames).toEqual([]);
    expect(client.status().state).toBe('live');
  });
});

describe('coming back', () => {
  it('waits longer after each failure, never longer than half a minute, and says until when', () => {
    feed.opening = 'refused';
    start();
    const pauses: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      pauses.push((offline().nextTryMs ?? 0) - clock.now());
      nextTry();
    }
    expect(pauses.slice(0, 4)).toEqual([249, 499, 999, 1999].map((ms) => ms + 1));
    expect(Math.max(...pauses)).toBe(15_000);
    expect(offline()).toMatchObject({
      reason: 'the service cannot be reached',
      neverOpened: true,
    });
  });

  it('begins with short pauses again after it was live for a while', () => {
    start();
    for (let count = 0; count < 5; count += 1) {
      feed.current!.cut();
      nextTry();
    }
    clock.advance(10_000);
    feed.current!.cut(1001);
    expect((offline().nextTryMs ?? 0) - clock.now()).toBe(250);
    expect(offline()).toMatchObject({
      reason: 'the service is shutting down',
      neverOpened: false,
    });
  });

  it('keeps away for longer from a service that is too busy', () => {
    start();
    feed.current!.cut(1013);
    expect((offline().nextTryMs ?? 0) - clock.now()).toBe(2_000);
    expect(offline().reason).toBe('the service has too much to do');
  });

  it('says since when it is offline, not since the last try', () => {
    start();
    const lostAtMs = clock.now();
    feed.current!.cut();
    feed.opening = 503;
    nextTry();
    nextTry();
    expect(offline()).toMatchObject({ sinceMs: lostAtMs, reason: 'the service answered 503' });
  });

  it('says silence after three heartbeats, and takes it back with the next frame', () => {
    start();
    clock.advance(60_000);
    expect(states()).toEqual(['live']);
    const heardAtMs = client.lastHeardMs();
    feed.silent = true;
    clock.advance(3_000);
    expect(client.status()).toEqual({
      state: 'silent',
      sinceMs: heardAtMs,
      neverOpened: false,
    });
    expect(clock.now() - (heardAtMs ?? 0)).toBeLessThanOrEqual(4_000);
    clock.advance(6_000);
    feed.silent = false;
    feed.append();
    expect(states()).toEqual(['live', 'silent', 'live']);
    expect(seqsOf(frames, 'events')).toEqual([1]);
    feed.silent = true;
    clock.advance(3_000);
    expect(states()).toEqual(['live', 'silent', 'live', 'silent']);
    expect(feed.sockets).toHaveLength(1);
  });

  it('leaves what is silent for longer and comes back', () => {
    start();
    const heardAtMs = client.lastHeardMs();
    feed.silent = true;
    clock.advance(15_000);
    expect(offline()).toMatchObject({
      reason: 'nothing was heard for 15 s',
      sinceMs: heardAtMs,
    });
    feed.silent = false;
    feed.append();
    nextTry();
    expect(seqsOf(frames, 'events')).toEqual([1]);
  });

  it('says silence of an opening, and opens anew at once when told to', () => {
    feed.openingMs = 3_600_000;
    start();
    clock.advance(3_000);
    expect(states()).toEqual(['silent']);
    feed.openingMs = 1;
    client.tryNow();
    clock.advance(1);
    expect(states().at(-1)).toBe('live');
    expect(feed.sockets).toHaveLength(2);
  });

  it('says since when, not since it was told to try anew', () => {
    start();
    const sinceMs = client.lastHeardMs();
    feed.silent = true;
    clock.advance(8_000);
    feed.openingMs = 3_600_000;
    client.tryNow();
    clock.advance(5_000);
    expect(client.status()).toEqual({ state: 'silent', sinceMs, neverOpened: false });
    clock.advance(10_000);
    expect(offline()).toMatchObject({ sinceMs, neverOpened: false });
  });

  it('does not take an opening for a service that was heard, but a close with a code', () => {
    feed.silent = true;
    start();
    clock.advance(3_000);
    expect(client.status()).toMatchObject({ state: 'silent', neverOpened: true });
    clock.advance(12_000);
    expect(offline().neverOpened).toBe(true);
    nextTry();
    feed.current!.cut(liveCloseCodes.tryAgainLater);
    expect(offline().neverOpened).toBe(false);
  });

  it('does not take its own sleep for silence, and hears what came meanwhile first', () => {
    let sleptMs = 0;
    const monotonic = () => clock.monotonic() + sleptMs;
    start({ clock: { now: clock.now, monotonic, setTimer: clock.setTimer } });
    sleptMs = 8_000;
    clock.advance(60_000);
    expect(states()).toEqual(['live']);
    feed.silent = true;
    sleptMs += 8_000;
    clock.advance(4_000);
    expect(states()).toEqual(['live', 'silent']);
  });

  it('takes no heartbeat before its subscription for what was missed', () => {
    start();
    feed.current!.cut();
    feed.append();
    const beat = JSON.stringify({
      stream: 'control',
      seq: 1,
      prev_seq: null,
      type: 'heartbeat',
      data: { server_time: '' },
    });
    feed.mangle = (text) => (text.includes('"type":"hello"') ? [text, beat] : []);
    nextTry();
    expect(client.since()).toBe(0);
    feed.mangle = null;
    feed.current!.cut();
    nextTry();
    expect(seqsOf(frames, 'events')).toEqual([1]);
    expect(gaps).toEqual([]);
  });

  it('gives up an opening that takes too long', () => {
    feed.openingMs = 3_600_000;
    start();
    clock.advance(openingMsMax);
    expect(offline().reason).toBe('the service cannot be reached');
  });

  it('leaves a service that sends what is no frame', () => {
    start();
    feed.current!.raw('{"stream":1}');
    expect(offline().reason).toContain('was not a frame');
    expect(feed.sockets[0]!.closedByClient).toBe(4_000);
  });

  it('tries at once when told to', () => {
    start();
    feed.opening = 'refused';
    feed.current!.cut();
    nextTry();
    feed.opening = 'open';
    client.tryNow();
    clock.advance(1);
    expect(client.status().state).toBe('live');
  });

  it('is gone while paused and goes on afterwards where it was', () => {
    start();
    feed.append();
    client.pause();
    expect(feed.current).toBeUndefined();
    feed.append();
    clock.advance(3_600_000);
    expect(feed.sockets).toHaveLength(1);
    client.resume();
    clock.advance(1);
    expect(seqsOf(frames, 'events')).toEqual([1, 2]);
    expect(states()).toEqual(['live', 'paused', 'connecting', 'catching_up', 'live']);
  });
});
