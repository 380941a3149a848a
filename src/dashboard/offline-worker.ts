/**
 * The service worker: keeps what the page is made of, so that a reload while the service is gone, or answers nobody,
 * opens it all the same. It keeps no answer of the service and knows no token.
 */

interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}
interface Installing extends Extendable {
  /** Where it exists, requests that are none of its business do not wake it. */
  addRoutes?(routes: readonly object[]): Promise<void>;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(reply: Promise<Response>): void;
}
interface WorkerScope {
  addEventListener(type: 'install', listener: (event: Installing) => void): void;
  addEventListener(type: 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
}

/** Put in by the build: every file of the page, and a name of exactly these. */
declare const assets: readonly string[];
declare const edition: string;
declare const self: WorkerScope;

// A module, so that these names are its own.
export {};

const shell = '/control/dashboard';
const prefix = 'orrery-page-';
const cacheName = `${prefix}${edition}`;
/** A service that takes longer is taken for gone. */
const patienceMs = 3_000;
/** What stands before the service answers so while there is none. */
const goneStatuses = [502, 503, 504];

self.addEventListener('install', (event) => {
  const keep = caches.open(cacheName).then((cache) => cache.addAll([shell, ...assets]));
  event.waitUntil(keep.then(() => self.skipWaiting()));
  const api = { condition: { urlPattern: { pathname: '/control/api/*' } }, source: 'network' };
  event.addRoutes?.([api]).catch(() => undefined);
});

self.addEventListener('activate', (event) => {
  const forget = async (): Promise<void> => {
    for (const name of await caches.keys()) {
      if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
    }
  };
  event.waitUntil(forget());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== 'GET') return;
  if (pathname === shell) event.respondWith(openPage());
  else if (pathname.startsWith(`${shell}/assets/`)) event.respondWith(openAsset(request));
});

/** As the service has it now; as it was where the service cannot be asked. */
async function openPage(): Promise<Response> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMs);
  // A redirect, as to where one signs in at a proxy, is for the browser to follow.
  const options = { cache: 'no-cache', redirect: 'manual', signal: patience.signal } as const;
  const reply = await fetch(shell, options).catch(() => null);
  // Who has begun to answer may take longer for the rest.
  clearTimeout(timer);
  if (reply !== null && !goneStatuses.includes(reply.status)) return reply;
  return (await caches.match(shell)) ?? reply ?? Response.error();
}

/** What it holds is in its name, so the one that is kept is the right one. */
async function openAsset(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request);
}
