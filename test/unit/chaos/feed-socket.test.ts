/** The chaos's socket against a server of the package `ws`: what the client of the feed hears of it, and what it sends. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { toFrameText } from '../../../src/http/live/frames.ts';
import { createFeedLedger } from '../../chaos/planes/feed-ledger.ts';
import { FeedSocket } from '../../chaos/planes/feed-socket.ts';

let server: WebSocketServer;
beforeEach(async () => {
  server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    verifyClient: ({ req }: { req: IncomingMessage }) => req.url !== '/refused',
  });
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
});

function open(path = '/live') {
  const { port } = server.address() as AddressInfo;
  const ledger = createFeedLedger();
  const heard: unknown[] = [];
  const wrong: string[] = [];
  let heads = 0;
  const socket = new FeedSocket({
    url: `ws://127.0.0.1:${port}${path}`,
    protocols: ['one', 'two'],
    streams: ['events'],
    ledger,
    onHeads: (count) => {
      heads += count;
    },
    onWrong: (sentence) => wrong.push(sentence),
  });
  let opened = false;
  let error: unknown = null;
  socket.onopen = () => {
    opened = true;
  };
  socket.onerror = ({ message }: { message: unknown }) => {
    error = message;
  };
  socket.onmessage = ({ data }: { data: string }) => heard.push(JSON.parse(data));
  const closed = new Promise<unknown>((resolve) => {
    socket.onclose = resolve;
  });
  return {
    socket,
    heard,
    wrong,
    closed,
    ledger,
    told: () => ({ opened, error, heads }),
  };
}

const accepted = async (): Promise<WebSocket> => {
  const [socket] = (await once(server, 'connection')) as [WebSocket];
  return socket;
};
const event = (seq: number, data = '{}'): string =>
  toFrameText({ stream: 'events', seq, prevSeq: seq - 1 }, { type: 'event', data, topics: [] });

it('hears a run of frames as one, after the ledger heard each, and others as they are', async () => {
  const client = open();
  const there = await accepted();
  expect(there.protocol).toBe('one');
  there.send('{"stream":"control","type":"hello"}');
  for (let seq = 1; seq <= 300; seq += 1) there.send(event(seq, `{"a":"${'x'.repeat(seq * 10)}"}`));
  there.close(1013, 'come back with since=300');
  expect(await client.closed).toMatchObject({ code: 1013, reason: 'come back with since=300' });
  expect(client.told()).toEqual({ opened: true, error: null, heads: 300 });
  expect(client.wrong).toEqual([]);
  expect(client.ledger.heard.get('events')).toMatchObject({ count: 300, last: 300 });
  const [hello, ...runs] = client.heard as { seq: number; prev_seq: number }[];
  expect(hello).toEqual({ stream: 'control', type: 'hello' });
  expect(runs.length).toBeLessThan(300);
  let last = 0;
  for (const { seq, prev_seq: prev } of runs) {
    expect(prev).toBe(last);
    last = seq;
  }
  expect(last).toBe(300);
});

it('sends what it is given, masked, and answers pings', async () => {
  const client = open();
  const there = await accepted();
  const long = 'y'.repeat(1_000);
  client.socket.send(long);
  const [text] = (await once(there, 'message')) as [Buffer];
  expect(text.toString()).toBe(long);
  there.ping('are you there');
  const [pong] = (await once(there, 'pong')) as [Buffer];
  expect(pong.toString()).toBe('are you there');
  client.socket.close(1000, 'enough');
  const [code, reason] = (await once(there, 'close')) as [number, Buffer];
  expect([code, reason.toString()]).toEqual([1000, 'enough']);
  await client.closed;
});

it('says what the ledger says', async () => {
  const client = open();
  const there = await accepted();
  there.send(event(1));
  there.send(event(3));
  there.terminate();
  expect(await client.closed).toMatchObject({ code: 1006 });
  expect(client.wrong).toEqual(['sent events 3 as the one after 2, behind 1']);
});

it('tells the status of an opening that is refused', async () => {
  const client = open('/refused');
  expect(await client.closed).toMatchObject({ code: 1006 });
  expect(client.told()).toMatchObject({
    opened: false,
    error: 'Unexpected server response: 401',
  });
});
