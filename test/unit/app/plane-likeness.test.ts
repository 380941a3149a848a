/** What a control plane that stands by hears of the clock of the one that writes. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { watchLikeness } from '../../../src/app/plane/plane-likeness.ts';
import { Secret } from '../../../src/config/secret.ts';
import { createManualClock, toIsoTime } from '../../../src/lib/clock.ts';

let server: Server | undefined;
afterEach(async () => {
  await new Promise((closed) => server?.close(closed));
});

/** Of one that writes, whose health says `health`. */
async function likenessOf(clock = createManualClock(), health: object = {}) {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    response.end(JSON.stringify(path === '/healthz' ? health : { sections: [] }));
  });
  await new Promise<void>((up) => server?.listen(0, '127.0.0.1', up));
  const { port } = server.address() as AddressInfo;
  const watch = watchLikeness({
    plane: {
      standing: () => ({
        role: 'standby',
        holder: { address: `http://127.0.0.1:${port}`, since: '2026-01-01T00:00:00.000Z' },
      }),
      whileHeld: () => new AbortController().signal,
    },
    shown: { sections: [] } as never,
    token: new Secret('t'),
    clock,
  });
  watch.start();
  const likeness = await vi.waitUntil(() => watch.current());
  await watch.stop();
  return likeness;
}

it.each([
  ['ahead', 3 * 3_600_000],
  ['behind', -90_000],
  ['right', 0],
])('hears that it is %s', async (_words, clockAheadMs) => {
  const clock = createManualClock();
  const timestamp = toIsoTime(clock.now() + clockAheadMs);
  const likeness = await likenessOf(clock, { timestamp });
  expect(likeness).toEqual({ kind: 'compared', differing: [], clockAheadMs });
});

it('does not know it of one that tells no time', async () => {
  expect(await likenessOf()).toEqual({ kind: 'compared', differing: [], clockAheadMs: null });
});
