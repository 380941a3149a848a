/**
 * Requests of which two readers could disagree where they end, and heads that are not allowed, on
 * every transport by raw sockets: whatever comes, what follows it is never taken for a request.
 */
import { describe, expect, it, type TestContext } from 'vitest';
import { ServiceError } from '../../src/domain/errors.ts';
import {
  plain,
  RawClient,
  type Running,
  startTransport,
  type TransportName,
  transportNames,
} from '../support/http.ts';
import { type FramingCase, framingCases, smuggled, unfinished } from '../support/http-framing.ts';
import { createScaledClock } from '../support/scaled-clock.ts';

const refusal = /^HTTP\/1\.1 (?:4\d\d|505) /;
const reply = /\r\n\r\n/;

interface World {
  readonly server: Running;
  /** Paths of the requests that it was shown. */
  readonly seen: readonly string[];
}

/** On a clock that runs fast: the rest of a body is waited for for half a minute of it, and never comes. */
async function start(
  name: TransportName,
  onTestFinished: TestContext['onTestFinished'],
): Promise<World> {
  const seen: string[] = [];
  const server = await startTransport(
    name,
    {
      failed: (error) => plain(error instanceof ServiceError ? error.status : 500, 'failed'),
      request(head) {
        seen.push(head.path);
        if (head.path !== '/body') return plain(200, 'ok');
        return {
          bodyBytesMax: 1_000,
          onBody: (body) => plain(200, `got ${Buffer.from(body).toString()}`),
          onTooLarge: () => plain(413, 'too large'),
        };
      },
    },
    { clock: createScaledClock({ originMs: 0, factor: 6 }) },
  );
  onTestFinished(() => server.stop());
  return { server, seen };
}

async function allAtOnce(server: Running, one: FramingCase): Promise<string> {
  const client = await RawClient.open(server.port);
  client.write(one.request + smuggled(`${one.name}, at once`));
  await client.until((text) => reply.test(text));
  client.socket.end();
  await client.closed;
  return client.text;
}
/** The rest comes when the answer has, on a connection that should be at its end. */
async function oneByOne(server: Running, one: FramingCase): Promise<string> {
  const client = await RawClient.open(server.port);
  client.write(one.request);
  await client.until((text) => reply.test(text));
  client.socket.end(smuggled(`${one.name}, apart`));
  await client.closed;
  return client.text;
}
async function expectClean({ server, seen }: World): Promise<void> {
  const response = await fetch(`${server.origin}/clean`);
  expect([response.status, await response.text()]).toEqual([200, 'ok']);
  expect(seen.at(-1)).toBe('/clean');
  expect(server.transport.inFlight).toBe(0);
}

// Side by side, since all of them wait for servers to give up on what is not complete.
describe.concurrent.each(transportNames)('the %s transport', (name) => {
  it('refuses what is in doubt and closes, and never serves what follows', async ({
    onTestFinished,
  }) => {
    const world = await start(name, onTestFinished);
    const { server, seen } = world;
    const texts = await Promise.all(
      framingCases.map(async (one) => {
        const [atOnce, apart] = await Promise.all([allAtOnce(server, one), oneByOne(server, one)]);
        return { one, atOnce, apart };
      }),
    );
    expect(seen.map(decodeURIComponent).filter((path) => path.includes('smuggled'))).toEqual([]);
    const wrong = texts.filter(({ one: { outcome }, atOnce, apart }) => {
      if (outcome === 'either') return false;
      if (outcome === 'serve')
        return !/^(?:HTTP\/1\.1 [24]00|$)/.test(atOnce) || !apart.startsWith('HTTP/1.1 200');
      if (atOnce !== '' && !refusal.test(atOnce)) return true;
      return outcome === 'drop' && name === 'uws' && apart === '' ? false : !refusal.test(apart);
    });
    expect(
      wrong.map(({ one, atOnce, apart }) => [one.name, atOnce.slice(0, 40), apart.slice(0, 40)]),
    ).toEqual([]);
    await expectClean(world);
  });

  it('forgets what breaks off in the middle', async ({ onTestFinished }) => {
    const world = await start(name, onTestFinished);
    await Promise.all(
      Object.values(unfinished).map(async (bytes) => {
        const client = await RawClient.open(world.server.port);
        client.socket.end(bytes, 'latin1');
        await client.closed;
      }),
    );
    expect(world.seen.filter((path) => path !== '/body')).toEqual([]);
    await expectClean(world);
  });

  it('serves a request that comes byte by byte', async ({ onTestFinished }) => {
    const { server } = await start(name, onTestFinished);
    const client = await RawClient.open(server.port);
    client.socket.setNoDelay(true);
    for (const byte of 'POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nabcd') {
      await new Promise<void>((resolve) => client.socket.write(byte, () => resolve()));
    }
    expect(await client.replies(1)).toMatch(/got abcd$/);
    client.socket.destroy();
  });
});
