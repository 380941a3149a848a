/** What the live feed promises its clients, on every transport. Long because it is one list of promises. */
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { followMsMax } from '../../src/http/live/ordered-messages.ts';
import { liveFeedPath, liveLimits, liveProtocol } from '../../src/http/live/protocol.ts';
import type { SampleSource } from '../../src/http/live/sample-streams.ts';
import { createManualClock, type ManualClock } from '../../src/lib/clock.ts';
import { transportNames } from '../support/http.ts';
import {
  createTestLog,
  type LiveServer,
  type LiveServerOptions,
  LiveTestClient,
  liveToken,
  protocolsFor,
  startLiveServer,
  type TestEvent,
  type TestLog,
} from '../support/live-server.ts';

const item = (id: string, more: Partial<TestEvent> = {}): TestEvent => ({
  kind: 'queue_item',
  id,
  ...more,
});
const tick = () => new Promise<void>((resolve) => setImmediate(resolve));
const upTo = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe.each(transportNames)('the live feed on %s', (transport) => {
  const servers: LiveServer[] = [];
  const clients: LiveTestClient[] = [];
  afterEach(async () => {
    for (const { ws } of clients.splice(0)) ws.terminate();
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });
  const start = async (
    options: Partial<LiveServerOptions> = {},
  ): Promise<{ server: LiveServer; log: TestLog; connect: () => Promise<LiveTestClient> }> => {
    const log = options.log ?? createTestLog();
    const server = await startLiveServer({ transport, log, ...options });
    servers.push(server);
    return {
      server,
      log,
      connect: async () => {
        const client = await LiveTestClient.open(server.port);
        clients.push(client);
        return client;
      },
    };
  };
  const startManual = async (): Promise<
    Awaited<ReturnType<typeof start>> & { clock: ManualClock }
  > => {
    const clock = createManualClock();
    return { ...(await start({ clock })), clock };
  };

  describe('opening', () => {
    interface Refusal {
      readonly status: number;
      readonly headers: Record<string, string | undefined>;
      readonly body: Record<string, unknown>;
    }
    const refused = (
      server: LiveServer,
      protocols: string[],
      headers: Record<string, string> = {},
      path = liveFeedPath,
    ): Promise<Refusal> =>
      new Promise((resolve, reject) => {
        const ws = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, protocols, { headers });
        ws.once('open', () => {
          ws.terminate();
          reject(new Error('it was let in'));
        });
        ws.on('error', () => undefined);
        ws.once('unexpected-response', (_request, response) => {
          let text = '';
          response.on('data', (data: Buffer) => {
            text += data.toString();
          });
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers as Record<string, string | undefined>,
              body: JSON.parse(text) as Record<string, unknown>,
            }),
          );
        });
      });

    it.each([
      ['no token', [liveProtocol]],
      ['nothing at all', []],
      ['an empty token', [liveProtocol, 'bearer.']],
      ['a wrong token', protocolsFor('wrong')],
      ['what is not base64url', [liveProtocol, 'bearer.!!!!']],
      ['the token of the worker gate', protocolsFor('the-token-of-the-worker-gate')],
    ])('answers %s with the one 401', async (_what, protocols) => {
      const { server } = await start();
      const { status, headers, body } = await refused(server, protocols);
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe('Bearer');
      expect(body).toMatchObject({ code: 'unauthorized', status: 401 });
    });

    it('judges the token before the origin, the address and the subprotocol', async () => {
      const { server } = await start();
      const evil = { origin: 'http://evil.example' };
      expect((await refused(server, protocolsFor('wrong'), evil)).status).toBe(401);
      expect((await refused(server, protocolsFor('wrong'), {}, '/elsewhere')).status).toBe(401);
      expect((await refused(server, ['chat'])).status).toBe(401);
    });

    it('counts wrong tokens like any other route', async () => {
      const { server } = await startManual();
      let last = 0;
      for (let attempt = 0; attempt <= 600 && last !== 429; attempt += 20) {
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => refused(server, protocolsFor(`wrong ${attempt}`))),
        );
        last = answers.at(-1)!.status;
      }
      expect(last).toBe(429);
    });

    it.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'not a url'])(
      'refuses a page of %s with 403',
      async (origin) => {
        const { server } = await start();
        const { status, body } = await refused(server, protocolsFor(liveToken), { origin });
        expect(status).toBe(403);
        expect(body).toMatchObject({ code: 'origin_not_allowed' });
      },
    );

    it.each(['http', 'https'])('lets a page of its own address in over %s', async (scheme) => {
      const { server } = await start();
      const host = `127.0.0.1:${server.port}`;
      const ws = new WebSocket(`ws://${host}${liveFeedPath}`, protocolsFor(liveToken), {
        headers: { origin: `${scheme}://${host}` },
      });
      await new Promise((resolve, reject) => {
        ws.once('open', resolve);
        ws.once('error', reject);
      });
      ws.terminate();
    });

    it('refuses subprotocols that it does not speak', async () => {
      const { server } = await start();
      const { status, body } = await refused(server, ['chat'], {
        authorization: `Bearer ${liveToken}`,
      });
      expect(status).toBe(400);
      expect(body['detail']).toContain(liveProtocol);
    });

    it('names only the first subprotocol, never the token', async () => {
      const { connect } = await start();
      expect((await connect()).ws.protocol).toBe(liveProtocol);
    });

    it('takes the token in a header from programs that can send one', async () => {
      const { server } = await start();
      const ws = new WebSocket(`ws://127.0.0.1:${server.port}${liveFeedPath}`, {
        headers: { authorization: `Bearer ${liveToken}` },
      });
      await new Promise((resolve) => ws.once('open', resolve));
      expect(ws.protocol).toBe('');
      ws.terminate();
    });

    it('answers a plain request 401, and 426 once it has a token', async () => {
      const { server } = await start();
      const url = `http://127.0.0.1:${server.port}${liveFeedPath}`;
      expect((await fetch(url)).status).toBe(401);
      const reply = await fetch(url, { headers: { authorization: `Bearer ${liveToken}` } });
      expect(reply.status).toBe(426);
      expect(reply.headers.get('upgrade')).toBe('websocket');
      expect(await reply.json()).toMatchObject({ code: 'upgrade_required' });
    });

    it('says hello with the newest event', async () => {
      const { log, connect } = await start();
      await log.commit(item('a'), item('b'));
      const client = await connect();
      expect(await client.control('hello')).toMatchObject({
        seq: 2,
        prev_seq: null,
        data: { heartbeat_ms: liveLimits.heartbeatMs },
      });
    });
  });

  describe('messages', () => {
    it.each([
      ['what is not JSON', '{"type":', 'not JSON'],
      ['an unknown type', { type: 'publish', topics: ['events'] }, 'type must be'],
      ['a missing type', {}, 'type must be'],
      ['no topics', { type: 'subscribe', topics: [] }, 'topics'],
      ['topics that are no list', { type: 'subscribe', topics: 'events' }, 'topics'],
      ['a negative since', { type: 'subscribe', topics: ['events'], since: -1 }, 'since'],
      [
        'a since that is no whole number',
        { type: 'subscribe', topics: ['events'], since: 1.5 },
        'since',
      ],
      ['a member that does not exist', { type: 'unsubscribe', topics: ['events'], x: 1 }, '"x"'],
      ['too long a message', `"${'x'.repeat(liveLimits.clientMessageBytesMax)}"`, 'at most'],
    ])('closes with 1008 and the reason for %s', async (_what, message, reason) => {
      const { connect, server } = await start();
      const client = await connect();
      client.send(message);
      const [code, said] = await client.closed;
      expect(code).toBe(1008);
      expect(said).toContain(reason);
      expect(server.feed.stats()).toMatchObject({ clients: 0, badMessages: 1 });
    });

    it('closes with 1008 for a binary message', async () => {
      const { connect } = await start();
      const client = await connect();
      client.ws.send(Buffer.from('{}'), { binary: true });
      expect((await client.closed)[0]).toBe(1008);
    });

    it.each([
      ['event', 'a topic is "events"'],
      ['events/', 'a topic is "events"'],
      ['events/a/b/c', 'a topic is "events"'],
      ['state/queue_items', '"state/queue_item"'],
      ['state/constellation', 'kinds are queue_item, run, project'],
    ])('names what would be right instead of %s and stays open', async (topic, words) => {
      const { connect, log } = await start();
      const client = await connect();
      client.subscribe([topic, 'events']);
      expect((await client.control('error')).data).toMatchObject({ code: 'unknown_topic' });
      expect((await client.control('error')).data.detail).toContain(words);
      expect((await client.control('subscribed')).data.topics).toEqual(['events']);
      await log.commit(item('a'));
      await client.until(() => client.of('events').length === 1);
    });

    it('refuses to hold a topic twice, and to let go of one it does not hold', async () => {
      const { connect, log } = await start();
      const client = await connect();
      client.subscribe(['events', 'events'], 0);
      client.subscribe(['events'], 0);
      expect((await client.control('error')).data.code).toBe('already_subscribed');
      client.send({ type: 'unsubscribe', topics: ['state'] });
      expect((await client.control('error', 1)).data.code).toBe('not_subscribed');
      await client.control('caught_up');
      await log.commit(item('a'));
      await log.commit(item('b'));
      await client.until(() => client.of('events').length >= 2);
      expect(client.seqs('events')).toEqual([1, 2]);
    });

    it('bounds the number of topics', async () => {
      const { connect } = await start();
      const client = await connect();
      const many = Array.from(
        { length: liveLimits.topicsPerClientMax },
        (_, n) => `events/run/r${n}`,
      );
      client.subscribe(many);
      client.subscribe(['events', 'telemetry']);
      expect((await client.control('error')).data.code).toBe('too_many_topics');
      client.send({ type: 'unsubscribe', topics: ['events/run/r0'] });
      await client.control('unsubscribed');
      client.subscribe(['telemetry']);
      expect((await client.control('subscribed', 1)).data.topics).toEqual(['telemetry']);
    });

    it('closes a client that subscribes to nothing in time, and keeps one that did', async () => {
      const { connect, clock } = await startManual();
      const silent = await connect();
      const busy = await connect();
      busy.subscribe(['events']);
      await busy.control('subscribed');
      clock.advance(liveLimits.firstMessageMs);
      const [code, reason] = await silent.closed;
      expect([code, reason]).toEqual([3008, 'nothing was subscribed to within 30 s']);
      expect(busy.ws.readyState).toBe(WebSocket.OPEN);
    });
  });

  describe('topics', () => {
    it('sends each topic what belongs to it, with the event before it in that topic', async () => {
      const { log, connect } = await start();
      await log.commit(item('a'), { kind: 'run', id: 'r' });
      const client = await connect();
      client.subscribe(['events', 'events/run', 'events/queue_item/a', 'state', 'state/run/r']);
      await client.control('subscribed');
      await log.commit(item('a', { set: null }), item('b'), {
        kind: 'run',
        id: 'r',
        set: { status: 'running' },
      });
      await log.commit(item('a'));
      await client.until(() => client.of('events').length === 4 && client.of('state').length === 3);
      const pairs = (stream: string) =>
        client.of(stream).map(({ seq, prev_seq }) => [prev_seq, seq]);
      expect(pairs('events')).toEqual([
        [2, 3],
        [3, 4],
        [4, 5],
        [5, 6],
      ]);
      expect(pairs('events/run')).toEqual([[2, 5]]);
      expect(pairs('events/queue_item/a')).toEqual([
        [1, 3],
        [3, 6],
      ]);
      expect(pairs('state')).toEqual([
        [2, 4],
        [4, 5],
        [5, 6],
      ]);
      expect(pairs('state/run/r')).toEqual([[2, 5]]);
      expect(client.of('state/run/r')[0]?.data).toEqual({
        kind: 'run',
        id: 'r',
        version: expect.any(Number),
        set: { state: 'running' },
      });
    });

    it('shows events as the lists do, without the change and internals', async () => {
      const { log, connect } = await start();
      const client = await connect();
      client.subscribe(['events', 'state']);
      await client.control('subscribed');
      await log.commit(
        item('a', {
          payload: { reason: 'x'.repeat(5_000) },
          set: { status: 'queued', pending_dispatch: 'internal', last_error: 'y'.repeat(5_000) },
        }),
      );
      await client.until(() => client.of('state').length === 1);
      const event = client.of('events')[0]!.data;
      expect(event).toMatchObject({ event_id: 1, entity_id: 'a', payload_truncated: true });
      expect(event.payload.reason).toHaveLength(2_001);
      expect(event).not.toHaveProperty('hash');
      expect(event.payload).not.toHaveProperty('change');
      const change = client.of('state')[0]!.data;
      expect(change).toMatchObject({ truncated: true, set: { status: 'queued' } });
      expect(change.set).not.toHaveProperty('pending_dispatch');
      expect(change.set.last_error).toHaveLength(2_001);
    });

    it('leaves out what would make a frame too large, and says so', async () => {
      const { log, connect } = await start();
      const client = await connect();
      client.subscribe(['events', 'state']);
      await client.control('subscribed');
      const many = Object.fromEntries(upTo(1, 1_000).map((n) => [`member_${n}`, 'z'.repeat(500)]));
      await log.commit(item('a', { payload: many, set: many }));
      await client.until(() => client.of('state').length === 1);
      expect(client.of('events')[0]!.data).toMatchObject({ payload: {}, payload_truncated: true });
      expect(client.of('state')[0]!.data).toMatchObject({ set: {}, truncated: true });
    });

    it('stops sending what was let go of, and nothing else', async () => {
      const { log, connect, server } = await start();
      const client = await connect();
      client.subscribe(['events', 'state']);
      await client.control('subscribed');
      await log.commit(item('a'));
      await client.until(() => client.of('state').length === 1);
      client.send({ type: 'unsubscribe', topics: ['events'] });
      await client.control('unsubscribed');
      await log.commit(item('b'));
      await client.until(() => client.of('state').length === 2);
      expect(client.seqs('events')).toEqual([1]);
      expect(server.feed.stats().topics).toBe(1);
      client.subscribe(['events'], 1);
      await client.until(() => client.of('events').length === 2);
      expect(client.of('events')[1]).toMatchObject({ seq: 2, prev_seq: 1 });
    });
  });

  describe('resuming', () => {
    it('sends everything after since, then says so, then goes on', async () => {
      const { log, connect } = await start();
      for (let index = 0; index < 10; index += 1)
        await log.commit(...Array.from({ length: 50 }, (_, n) => item(`i${n % 3}`)));
      const client = await connect();
      client.subscribe(['events', 'events/queue_item/i1'], 7);
      expect((await client.control('subscribed')).seq).toBe(7);
      expect((await client.control('caught_up')).seq).toBe(500);
      expect(client.seqs('events')).toEqual(upTo(8, 500));
      expect(client.of('events')[0]?.prev_seq).toBe(7);
      const before = client.of('events/queue_item/i1');
      await log.commit(item('i1'));
      await client.until(() => client.of('events').length === 494);
      expect(client.of('events').at(-1)).toMatchObject({ seq: 501, prev_seq: 500 });
      expect(client.of('events/queue_item/i1').at(-1)?.prev_seq).toBe(before.at(-1)?.seq);
    });

    it('goes on after an event whose frames are long, and which the network takes at once', async () => {
      const { log, connect } = await start();
      const texts = Array.from({ length: 50 }, () => 'z'.repeat(1_900));
      await log.commit(item('a', { payload: { texts } }), item('b'));
      const client = await connect();
      client.subscribe(['events', 'events/queue_item', 'events/queue_item/a'], 0);
      await client.control('caught_up');
      expect(client.seqs('events')).toEqual([1, 2]);
    });

    it('leaves nothing out and repeats nothing while events are being committed', async () => {
      const log = createTestLog(tick);
      const { connect } = await start({ log });
      await log.commit(...Array.from({ length: 300 }, () => item('a')));
      let busy = true;
      const writing = (async () => {
        while (busy) {
          await log.commit(item('a'), item('b'));
          await tick();
        }
      })();
      const many = await Promise.all(Array.from({ length: 10 }, () => connect()));
      for (const [index, client] of many.entries())
        client.subscribe(['events', 'state'], index * 30);
      await Promise.all(many.map((client) => client.control('caught_up')));
      busy = false;
      await writing;
      const head = log.events.length;
      for (const [index, client] of many.entries()) {
        await client.until(() => client.seqs('events').at(-1) === head);
        await client.until(() => client.seqs('state').at(-1) === head);
        expect(client.seqs('events')).toEqual(upTo(index * 30 + 1, head));
        expect(
          client.of('events').every(({ seq, prev_seq }) => prev_seq === seq! - 1 || seq === 1),
        ).toBe(true);
      }
    });

    it('repeats nothing to a client that knows events not published yet', async () => {
      let release = (): void => undefined;
      let held: Promise<void> | null = null;
      const log = createTestLog(() => held ?? Promise.resolve());
      const { connect } = await start({ log });
      const first = await connect();
      first.subscribe(['events'], 0);
      await first.control('caught_up');
      held = new Promise((resolve) => {
        release = resolve;
      });
      await log.commit(item('a'), item('b'));
      const client = await connect();
      client.subscribe(['events'], 2);
      expect((await client.control('subscribed')).seq).toBe(2);
      held = null;
      release();
      expect((await client.control('caught_up')).seq).toBe(2);
      await log.commit(item('c'));
      await client.until(() => client.of('events').length > 0);
      expect(client.seqs('events')).toEqual([3]);
      await first.until(() => first.of('events').length === 3);
      expect(first.seqs('events')).toEqual([1, 2, 3]);
    });

    it('says gap when the log ends before since, and goes on from its head', async () => {
      const { log, connect } = await start();
      await log.commit(item('a'), item('b'));
      const client = await connect();
      client.subscribe(['events'], 99);
      const gap = await client.control('gap');
      expect(gap).toMatchObject({ seq: 2, data: { topics: ['events'], since: 99 } });
      expect(gap.data.reason).toContain('the log ends at event 2');
      expect((await client.control('caught_up')).seq).toBe(2);
      await log.commit(item('c'));
      await client.until(() => client.of('events').length === 1);
      expect(client.seqs('events')).toEqual([3]);
    });

    it.each([
      ['follows', 0],
      ['writes', Number.POSITIVE_INFINITY],
    ])(
      'waits, where a plane %s, for what the client has seen at another, and does in order what is asked meanwhile',
      async (_, looks) => {
        const { log, connect } = await start({ wholeLooks: () => looks });
        await log.commit(item('a'));
        const client = await connect();
        client.subscribe(['events'], 3);
        client.send({ type: 'unsubscribe', topics: ['events'] });
        client.subscribe(['events'], 2);
        await client.heard();
        expect(client.of('control').map(({ type }) => type)).not.toContain('subscribed');
        await log.commit(item('b'));
        await log.commit(item('c'));
        await log.commit(item('d'));
        await client.until(() => client.of('events').length === 2);
        expect(client.seqs('events')).toEqual([3, 4]);
        const said = client.of('control').map(({ type }) => type);
        expect(said.filter((type) => /subscribed|gap/.test(type))).toEqual([
          'subscribed',
          'unsubscribed',
          'subscribed',
        ]);
      },
    );

    it('sends away, to come back, where a plane that follows cannot look whether it lacks it', async () => {
      const clock = createManualClock();
      // One look ended meanwhile, and had begun before the client asked.
      let looks = 7;
      const { log, connect } = await start({ wholeLooks: () => looks, clock });
      await log.commit(item('a'));
      const client = await connect();
      client.subscribe(['events'], 9);
      await client.heard();
      looks += 1;
      clock.advance(followMsMax);
      expect(await client.closed).toEqual([
        1013,
        expect.stringContaining('come back with since=9'),
      ]);
      expect(client.of('control').some(({ type }) => /gap|subscribed/.test(type))).toBe(false);
    });

    it.each([
      ['follows looks', 7],
      ['writes waits', Number.POSITIVE_INFINITY],
    ])('says gap where a plane that %s and never comes to know it', async (_, before) => {
      const clock = createManualClock();
      let looks = before;
      const { log, connect } = await start({ wholeLooks: () => looks, clock });
      await log.commit(item('a'));
      const client = await connect();
      client.subscribe(['events'], 9);
      client.subscribe(['state'], 0);
      await client.heard();
      looks += 2;
      clock.advance(followMsMax);
      expect((await client.control('gap')).data).toMatchObject({ topics: ['events'], since: 9 });
      expect((await client.control('caught_up')).data).toMatchObject({ topics: ['events'] });
    });

    it('names its epoch, and answers an id of a log that is no more by gap', async () => {
      const epochs = [
        { epoch: 'one', fromEventId: 0 },
        { epoch: 'two', fromEventId: 2 },
      ];
      const { log, connect } = await start({ epochs });
      await log.commit(item('a'), item('b'), item('c'), item('d'));
      const resume = async (since: number, epoch?: string | null) => {
        const client = await connect();
        client.send({ type: 'subscribe', topics: ['events'], since, epoch });
        await client.control('caught_up');
        expect((await client.control('hello')).data).toMatchObject({ epoch: 'two' });
        return client.of('control').some(({ type }) => type === 'gap')
          ? 'gap'
          : client.seqs('events');
      };
      expect(await resume(3, 'two')).toEqual([4]);
      // What both logs have, whoever learnt it.
      expect(await resume(2, 'one')).toEqual([3, 4]);
      expect(await resume(2)).toEqual([3, 4]);
      expect(await resume(3, 'one')).toBe('gap');
      expect(await resume(1, 'elsewhere')).toBe('gap');
      // A client of the first edition cannot say which log it means.
      expect(await resume(3)).toBe('gap');
      expect(await resume(3, null)).toBe('gap');
    });

    it('says gap when since lies too far back', async () => {
      const { log, connect, server } = await start();
      const most = liveLimits.replayEventsMax;
      await log.commit(...Array.from({ length: most + 5 }, () => item('a')));
      const client = await connect();
      client.subscribe(['events/run'], 4);
      const { seq, data } = await client.control('gap');
      expect(seq).toBe(most + 5);
      expect(data.reason).toContain(`at most ${most} are sent again`);
      expect(server.feed.stats().gaps).toBe(1);
    });

    it('replays to a reader that stops for a while without holding the log in memory', async () => {
      const { log, connect, server } = await start();
      const text = 'x'.repeat(1_900);
      const payload = Object.fromEntries(upTo(1, 20).map((n) => [`text_${n}`, text]));
      for (let index = 0; index < 40; index += 1)
        await log.commit(...Array.from({ length: 50 }, () => item('a', { payload, set: null })));
      const client = await connect();
      client.ws.pause();
      client.subscribe(['events'], 0);
      let steady = 0;
      for (let seen = -1; steady < 50; ) {
        await tick();
        const { replayedEvents } = server.feed.stats();
        steady = replayedEvents === seen ? steady + 1 : 0;
        seen = replayedEvents;
      }
      expect(server.feed.stats().replayedEvents).toBeLessThan(1_900);
      client.ws.resume();
      expect((await client.control('caught_up')).seq).toBe(2_000);
      expect(client.seqs('events')).toEqual(upTo(1, 2_000));
    });
  });

  describe('slow clients', () => {
    it('are closed with where to go on from, while others get everything', async () => {
      const { log, connect, server } = await start();
      const slow = await connect();
      const quick = await connect();
      for (const client of [slow, quick]) client.subscribe(['events']);
      await Promise.all([slow, quick].map((client) => client.control('subscribed')));
      slow.ws.pause();
      const payload = { text_1: 'x'.repeat(1_900), text_2: 'y'.repeat(1_900) };
      while (server.feed.stats().slowCloses === 0) {
        await log.commit(...Array.from({ length: 20 }, () => item('a', { payload })));
        await tick();
      }
      expect(server.feed.stats()).toMatchObject({ clients: 1, slowCloses: 1 });
      await log.commit(item('after'));
      const head = log.events.length;
      await quick.until(() => quick.seqs('events').at(-1) === head);
      expect(quick.seqs('events')).toEqual(upTo(1, head));
      slow.ws.resume();
      const [code, reason] = await slow.closed;
      expect(code).toBe(1013);
      const since = Number(/since=(\d+)$/.exec(reason)?.[1]);
      expect(slow.seqs('events')).toEqual(upTo(1, since));
      const again = await connect();
      again.subscribe(['events'], since);
      await again.until(() => again.seqs('events').at(-1) === head);
      expect(again.seqs('events')).toEqual(upTo(since + 1, head));
    });
  });

  describe('signs of life', () => {
    it('sends a heartbeat each second that can be resumed from, and a ping now and then', async () => {
      const { log, connect, clock, server } = await startManual();
      const client = await connect();
      client.subscribe(['events/run']);
      await client.control('subscribed');
      await log.commit(item('a'), item('b'));
      await tick();
      await tick();
      const framesBefore = server.feed.stats().frames;
      const beats = liveLimits.pingMs / 1_000;
      clock.advance(liveLimits.pingMs);
      expect(await client.control('heartbeat', beats - 1)).toMatchObject({
        seq: 2,
        prev_seq: null,
      });
      expect(server.feed.stats().frames - framesBefore).toBe(beats);
      await client.until(() => client.pings === 1);
    });

    it('sends a heartbeat behind the events that it speaks of, and to who only has telemetry', async () => {
      const { log, connect, clock } = await startManual();
      const [client, other] = [await connect(), await connect()];
      client.subscribe(['events']);
      other.subscribe(['telemetry']);
      await client.control('subscribed');
      await other.control('subscribed');
      for (let head = 1; head <= 5; head += 1) {
        await log.commit(item('a'));
        await client.until(() => client.seqs('events').at(-1) === head);
        clock.advance(liveLimits.heartbeatMs);
        await client.control('heartbeat', head - 1);
      }
      const told = client.frames.filter(({ type }) => type === 'event' || type === 'heartbeat');
      expect(told.map(({ seq }) => seq)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
      expect(await other.control('heartbeat', 4)).toMatchObject({ seq: 5 });
    });

    it('claims nothing of a topic that is still being sent from the log', async () => {
      const held = { until: Promise.resolve() };
      const log = createTestLog(() => held.until);
      const clock = createManualClock();
      const { connect } = await start({ log, clock });
      await log.commit(item('a'), item('b'));
      const client = await connect();
      client.subscribe(['events']);
      await client.control('subscribed');
      await log.commit(item('c'));
      await client.until(() => client.seqs('events').at(-1) === 3);
      // The second comes with what is published.
      clock.advance(2 * liveLimits.heartbeatMs);
      await client.control('heartbeat', 1);
      let go = (): void => undefined;
      held.until = new Promise((resolve) => {
        go = resolve;
      });
      client.subscribe(['state'], 0);
      await client.control('subscribed', 1);
      clock.advance(liveLimits.heartbeatMs);
      expect(await client.control('heartbeat', 2)).toMatchObject({ seq: 0 });
      go();
      await client.control('caught_up');
      clock.advance(2 * liveLimits.heartbeatMs);
      await client.control('heartbeat', 4);
      const beats = client.of('control').filter(({ type }) => type === 'heartbeat');
      expect(beats.map(({ seq }) => seq)).toEqual([3, 3, 0, 3, 3]);
      expect(client.seqs('state')).toEqual([1, 2, 3]);
    });

    it('ends a connection that has answered no ping for two intervals', async () => {
      const { connect, clock, server } = await startManual();
      const dead = await connect();
      const alive = await connect();
      for (const client of [dead, alive]) {
        client.subscribe(['events']);
        await client.control('subscribed');
      }
      dead.ws.pause();
      for (let round = 1; round <= 3; round += 1) {
        clock.advance(liveLimits.pingMs);
        await alive.until(() => alive.pings === round);
        // Its answer to the ping comes before this refusal is asked for.
        alive.subscribe(['events']);
        await alive.control('error', round - 1);
      }
      expect(server.feed.stats()).toMatchObject({ clients: 1, silentCloses: 1 });
      expect(alive.ws.readyState).toBe(WebSocket.OPEN);
      dead.ws.resume();
      expect((await dead.closed)[0]).toBe(1006);
    });
  });

  describe('shutting down', () => {
    it('sends what was committed, says goodbye and closes with 1001', async () => {
      const { log, connect, server } = await start();
      const client = await connect();
      client.subscribe(['events']);
      await client.control('subscribed');
      await log.commit(item('a'), item('b'), item('c'));
      await server.stop();
      const [code, reason] = await client.closed;
      expect([code, reason]).toEqual([
        1001,
        'the service is shutting down; come back with since=3',
      ]);
      expect(client.seqs('events')).toEqual([1, 2, 3]);
      expect(client.frames.at(-1)).toMatchObject({ stream: 'control', type: 'closing', seq: 3 });
      expect(server.sockets()).toBe(0);
    });
  });

  describe('telemetry', () => {
    const createSamples = () => {
      type Listener = Parameters<SampleSource['start']>[0];
      let listener: Listener | undefined;
      const source: SampleSource = {
        start(started) {
          listener = started;
          return () => {
            listener = undefined;
          };
        },
      };
      return {
        source,
        listener: () => listener,
        send: (runId: string, cpu: number | null) =>
          listener?.onSample({
            run_id: runId,
            project_id: 'p',
            worker_target: 'default',
            observed_at: '2026-01-01T00:00:00.000Z',
            sample: cpu === null ? null : { cpu_pct: cpu },
            idle: null,
            problem: cpu === null ? 'the worker cannot be reached: refused' : null,
          }),
      };
    };

    it('asks for samples only while somebody wants them, and only for the runs they want', async () => {
      const samples = createSamples();
      const { connect } = await start({ samples: samples.source });
      expect(samples.listener()).toBeUndefined();
      const client = await connect();
      client.subscribe(['telemetry/r1']);
      await client.control('subscribed');
      expect(samples.listener()?.wanted('r1')).toBe(true);
      expect(samples.listener()?.wanted('r2')).toBe(false);
      client.subscribe(['telemetry']);
      await client.control('subscribed', 1);
      expect(samples.listener()?.wanted('r2')).toBe(true);
      client.send({ type: 'unsubscribe', topics: ['telemetry', 'telemetry/r1'] });
      await client.control('unsubscribed');
      expect(samples.listener()).toBeUndefined();
    });

    it('numbers samples by topic, and shows a newcomer the latest of each run', async () => {
      const samples = createSamples();
      const { connect } = await start({ samples: samples.source });
      const client = await connect();
      client.subscribe(['telemetry', 'telemetry/r2']);
      await client.control('subscribed');
      samples.send('r1', 10);
      samples.send('r2', null);
      samples.send('r1', 11);
      await client.until(() => client.of('telemetry').length === 3);
      expect(client.of('telemetry').map(({ seq, prev_seq }) => [prev_seq, seq])).toEqual([
        [null, 1],
        [1, 2],
        [2, 3],
      ]);
      expect(client.of('telemetry/r2')[0]).toMatchObject({ seq: 1, type: 'sample' });
      expect(client.of('telemetry/r2')[0]?.data).toMatchObject({
        sample: null,
        problem: 'the worker cannot be reached: refused',
      });
      const late = await connect();
      late.subscribe(['telemetry']);
      await late.until(() => late.of('telemetry').length === 2);
      expect(late.of('telemetry').map(({ data }) => data.sample)).toEqual([null, { cpu_pct: 11 }]);
      samples.listener()?.onRuns(new Set(['r2']));
      const later = await connect();
      later.subscribe(['telemetry']);
      await later.until(() => later.of('telemetry').length === 1);
      expect(later.of('telemetry')[0]?.data.run_id).toBe('r2');
    });

    it('drops older samples for newer ones while a client is behind', async () => {
      const samples = createSamples();
      const { connect, log, server } = await start({ samples: samples.source });
      const client = await connect();
      client.subscribe(['telemetry', 'events']);
      await client.control('subscribed');
      client.ws.pause();
      const payload = { text: 'x'.repeat(1_900) };
      let cpu = 0;
      for (let before = -1; before !== server.feed.stats().frames; ) {
        for (let round = 0; round < 10; round += 1) {
          await log.commit(...Array.from({ length: 20 }, () => item('a', { payload })));
          await tick();
          await tick();
        }
        before = server.feed.stats().frames;
        cpu += 1;
        samples.send('r1', cpu);
      }
      for (let more = 0; more < 50; more += 1) samples.send('r1', cpu + more);
      client.ws.resume();
      await client.until(() => client.of('telemetry').at(-1)?.data.sample.cpu_pct === cpu + 49);
      const seqs = client.seqs('telemetry') as number[];
      expect(seqs.length).toBeLessThan(cpu + 10);
      expect(seqs).toEqual([...seqs].sort((left, right) => left - right));
      expect(client.of('telemetry').map(({ prev_seq }) => prev_seq)).toEqual([
        null,
        ...seqs.slice(0, -1),
      ]);
      expect(client.ws.readyState).toBe(WebSocket.OPEN);
    });
  });
});
