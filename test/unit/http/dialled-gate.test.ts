/** A gate that dials home over real sockets, on both transports of home: what is asked through it, and what breaks. */
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { BodyWanted, RequestHead } from '../../../src/http/transport/port.ts';
import { describeError } from '../../../src/lib/describe-error.ts';
import { provesNeverSent } from '../../../src/worker-wire/transport-error.ts';
import { tunnelLimits } from '../../../src/worker-wire/tunnel/frames.ts';
import { gateToken, startCutter, startDialler, startHome } from '../../support/dialled-gate.ts';
import { plain, transportNames } from '../../support/http.ts';

const mib = 1024 * 1024;
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const lettersOf = (seed: string, bytes: number): Buffer => Buffer.alloc(bytes, `${seed}.`);

/** Bytes that `/endless` has made so far, and whether its asker is known to have gone. */
const made = { bytes: 0 };
let gone: Promise<void>;
async function* endless(head: RequestHead) {
  gone = new Promise((resolve) => {
    head.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  for (;;) {
    made.bytes += 64 * 1024;
    yield new Uint8Array(64 * 1024);
    if (head.signal.aborted) return;
  }
}

/** `/long/SEED`: 3 MiB of the seed; `/endless`; `/echo`: what was sent; everything else: its own path. */
function answer(head: RequestHead): ReturnType<Parameters<typeof startDialler>[1]> {
  if (head.path === '/endless') return plain(200, endless(head));
  if (head.path.startsWith('/long/')) return plain(200, lettersOf(head.path, 3 * mib));
  if (head.path !== '/echo') return plain(200, head.path);
  const wanted: BodyWanted = {
    bodyBytesMax: 8 * mib,
    onBody: (body) => plain(200, hashOf(body)),
    onTooLarge: () => plain(413, null),
  };
  return wanted;
}

const cleanups: (() => Promise<unknown>)[] = [];
const later = <Thing extends { close(): Promise<unknown> }>(thing: Thing): Thing => {
  cleanups.unshift(() => thing.close());
  return thing;
};
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

describe.each(transportNames)('a gate that dials home, served there by %s', (transportName) => {
  it('answers many requests at once, long and short, each with its own reply', async () => {
    const home = later(await startHome(transportName));
    later(await startDialler(home.url, answer));
    const body = lettersOf('sent', 5 * mib);
    const longs = [1, 2, 3, 4].map(async (index) => {
      const reply = await home.ask(`/long/${index}`);
      const bytes = new Uint8Array(await reply.body.arrayBuffer());
      expect(hashOf(bytes)).toBe(hashOf(lettersOf(`/long/${index}`, 3 * mib)));
    });
    const shorts = Array.from({ length: 40 }, async (_, index) => {
      expect(await (await home.ask(`/short/${index}`)).body.text()).toBe(`/short/${index}`);
    });
    const echo = home.ask('/echo', body).then(({ body: reply }) => reply.text());
    expect(await echo).toBe(hashOf(body));
    await Promise.all([...longs, ...shorts]);
  });

  it('is not held back by a reply nobody reads, which waits within its window', async () => {
    const home = later(await startHome(transportName));
    later(await startDialler(home.url, answer));
    made.bytes = 0;
    const given = new AbortController();
    const unread = await home.ask('/endless', undefined, given.signal);
    for (let index = 0; index < 50; index += 1)
      expect(await (await home.ask(`/short/${index}`)).body.text()).toBe(`/short/${index}`);
    // The window, and what both ends' HTTP buffers beside it.
    expect(made.bytes).toBeLessThan(tunnelLimits.windowBytes + mib);
    // Giving up here is heard there.
    unread.body.on('error', () => undefined);
    given.abort();
    await gone;
  });

  it('brings a long reply whole to readers that are slower than it comes', async () => {
    const home = later(await startHome(transportName));
    later(await startDialler(home.url, answer));
    const slow = Array.from({ length: 12 }, async (_, index) => {
      const reply = await home.ask(`/long/${index}`);
      const hash = createHash('sha256');
      for await (const part of reply.body) {
        hash.update(part as Buffer);
        await new Promise((resolve) => void setImmediate(resolve));
      }
      expect(hash.digest('hex')).toBe(hashOf(lettersOf(`/long/${index}`, 3 * mib)));
    });
    await Promise.all(slow);
  });

  it('refuses a wrong token, and a name that is not configured in the same words', async () => {
    const home = later(await startHome(transportName));
    const wrong = { bearerToken: `${gateToken}x`, isTaken: false };
    const first = later(await startDialler(home.url, answer, wrong));
    const second = later(await startDialler(home.url, answer, { name: 'gpu-b', isTaken: false }));
    expect(first.news.all[0]!.detail).toContain('401');
    expect(second.news.all[0]!.detail).toBe(first.news.all[0]!.detail);
    const error: unknown = await home.ask('/').catch((caught: unknown) => caught);
    expect(provesNeverSent(error)).toBe(true);
    // People read it as it is, without a code of this program.
    expect(describeError(error)).toBe('no gate has dialled home as gpu-a');
  });

  it('gives way to a newer connection of its name; what was asked on the older one fails', async () => {
    const home = later(await startHome(transportName));
    const older = later(await startDialler(home.url, answer));
    const asked = await home.ask('/endless');
    const failed = asked.body.arrayBuffer().catch((error: unknown) => error);
    const lost = older.news.next(false);
    later(await startDialler(home.url, () => plain(200, 'the newer')));
    expect(await failed).toBeInstanceOf(Error);
    await lost;
    expect(older.news.all.at(-1)!.detail).toContain('newer connection');
    expect(await (await home.ask('/')).body.text()).toBe('the newer');
  });

  it('comes back after every cut, and no request is answered with half a reply', async () => {
    const home = later(await startHome(transportName));
    const cutter = later(await startCutter(home.port));
    const gate = later(await startDialler(`http://127.0.0.1:${cutter.port}`, answer));
    let whole = 0;
    for (const bytes of [1, 30, 400, 9_000, 70_000, 300_000, 2_000_000, 5_000_000]) {
      const back = gate.news.next(true);
      const ended = gate.news.next(false);
      cutter.cutAfter(bytes);
      const asks = Array.from({ length: 6 }, async (_, index) => {
        const path = index % 2 === 0 ? `/long/${index}` : `/short/${index}`;
        const reply = await home.ask(path).catch(() => null);
        const got = await reply?.body.arrayBuffer().catch(() => null);
        if (got == null) return;
        whole += 1;
        const expected = index % 2 === 0 ? lettersOf(path, 3 * mib) : Buffer.from(path);
        expect(hashOf(new Uint8Array(got))).toBe(hashOf(expected));
      });
      await Promise.all(asks);
      cutter.cut();
      await ended;
      await back;
    }
    expect(whole).toBeGreaterThan(0);
    expect(await (await home.ask('/after')).body.text()).toBe('/after');
  });

  it('is away while home is, and comes back to a home that started anew', async () => {
    const first = await startHome(transportName);
    const gate = later(await startDialler(first.url, answer));
    const lost = gate.news.next(false);
    await first.close();
    await lost;
    const back = gate.news.next(true);
    const second = later(await startHome(transportName, first.port));
    await back;
    expect(await (await second.ask('/again')).body.text()).toBe('/again');
  });
});
