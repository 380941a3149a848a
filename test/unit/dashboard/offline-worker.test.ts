/** What the service worker answers in place of a service that is gone, slow, or stands behind somebody who redirects. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const shell = '/control/dashboard';
const kept = new Response('as it was kept');
const asked = vi.fn<(path: string, options: RequestInit) => Promise<Response>>();
let heard: (event: object) => void;

beforeEach(async () => {
  vi.useFakeTimers();
  asked.mockReset();
  vi.stubGlobal('self', {
    addEventListener(type: string, listener: (event: object) => void) {
      if (type === 'fetch') heard = listener;
    },
  });
  vi.stubGlobal('assets', []);
  vi.stubGlobal('edition', 'one');
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('caches', { match: () => Promise.resolve(kept) });
  vi.resetModules();
  // Of a browser, so it is typed with the dashboard and not with this test.
  const file = join(import.meta.dirname, '../../../src/dashboard/offline-worker.ts');
  await import(file);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What the browser is given for the page. */
function open(): Promise<Response> {
  const respondWith = vi.fn<(reply: Promise<Response>) => void>();
  heard({ request: new Request(`http://127.0.0.1${shell}`), respondWith });
  return respondWith.mock.calls[0]![0];
}

it('leaves a redirect, as to where one signs in at a proxy, to the browser', async () => {
  const redirect = new Response(null, { status: 302, headers: { location: '/sign-in' } });
  asked.mockImplementation((_, { redirect: how }) =>
    how === 'manual' ? Promise.resolve(redirect) : Promise.reject(new TypeError('followed')),
  );
  expect(await open()).toBe(redirect);
});

it('waits for the rest of what has begun, however long it takes', async () => {
  const reply = new Response('slowly');
  asked.mockResolvedValue(reply);
  expect(await open()).toBe(reply);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.mock.calls[0]![1].signal?.aborted).toBe(false);
});

it('gives what was kept after three seconds without an answer, and where a proxy says that nobody is there', async () => {
  asked.mockImplementationOnce(
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  const late = open();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await late).toBe(kept);
  asked.mockResolvedValueOnce(new Response(null, { status: 503 }));
  expect(await open()).toBe(kept);
});
