/** The small parts of the HTTP layer, each by itself. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawFavicon } from '../../../src/http/favicon.ts';
import { parseJsonBody } from '../../../src/http/json-body.ts';
import { createPageCache } from '../../../src/http/page-cache.ts';
import { createPipeline } from '../../../src/http/pipeline.ts';
import { parseQueryString } from '../../../src/http/query-string.ts';
import { createRouter } from '../../../src/http/router.ts';
import { type DashboardContext, dashboardRoutes } from '../../../src/http/routes/dashboard.ts';
import {
  legacyListQuerySchema,
  listQuerySchema,
  toLegacyListReply,
  toListQuery,
  wordParam,
} from '../../../src/http/wire/lists.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { systemEntropy } from '../../../src/lib/ids.ts';
import { findJsonFault } from '../../../src/lib/json-fault.ts';
import { nearestName } from '../../../src/lib/nearest-name.ts';
import { silentLog } from '../../support/http.ts';
import { createTestPipeline, inject, testRoutes } from '../../support/http-pipeline.ts';

describe('the place where JSON breaks', () => {
  it.each([
    ['', 0],
    ['  ', 2],
    ['{"a":}', 5],
    ['[1,]', 3],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['[1 2]', 3],
    ['"abc', 4],
    ['"a\nb"', 2],
    ['"a\\x"', 2],
    ['01', 1],
    ['tru', 0],
    ['{}{}', 2],
    ["{'a':1}", 1],
  ])('finds it in %j at %i', (text, offset) => {
    expect(findJsonFault(text).offset).toBe(offset);
  });

  it('lies at the end for a valid text, whatever it holds', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(findJsonFault(text).offset).toBe(text.length);
      }),
      { numRuns: 200 },
    );
  });

  it('never lies before the first difference to a valid text', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.nat(), (text, at) => {
        const cut = text.slice(0, at % text.length);
        expect(findJsonFault(cut).offset).toBeLessThanOrEqual(cut.length);
        expect(findJsonFault(`${cut}\u0001`).offset).toBeLessThanOrEqual(cut.length);
      }),
      { numRuns: 200 },
    );
  });

  it('finds its way through a string of ten million characters', () => {
    expect(findJsonFault(`["${'a'.repeat(10_000_000)}",]`).offset).toBe(10_000_004);
  });
});

describe('a body with a member twice', () => {
  const parse = (text: string): unknown => parseJsonBody(Buffer.from(text));

  it.each([
    ['{"dry_run":true,"dry_run":false}', 'dry_run'],
    ['{"a":[{"b":{}},{"b":1,"c":":","b":2}]}', 'b'],
    ['{"a\\"":1,"\\u0061\\"" :2}', 'a"'],
    ['{"":1,"":2}', ''],
  ])('is refused and the member named: %s', (text, name) => {
    expect(() => parse(text)).toThrow(`member ${JSON.stringify(name)} twice`);
  });

  it('is told from one with the same member in two objects, and from colons in texts', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify({ a: [{ a: 1 }, { a: ':{"a":1,"a":2}' }], value });
        fc.pre(!text.includes('__proto__'));
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 200 },
    );
  });

  it('is found in a text of ten million characters', () => {
    const long = '\\"'.repeat(5_000_000);
    expect(() => parse(`{"x":"${long}","y":1,"y":2}`)).toThrow('member "y" twice');
  });
});

describe('the nearest name', () => {
  it.each([
    ['dryrun', 'dry_run'],
    ['pgae', 'page'],
    ['Cursor', 'cursor'],
    ['zebra', undefined],
    ['x'.repeat(10_000), undefined],
  ])('for %s is %s', (name, found) => {
    expect(nearestName(name, ['dry_run', 'page', 'cursor', 'page_size'])).toBe(found);
  });
});

describe('query strings', () => {
  it('decodes plus and escapes, keeps repeats and bare names', () => {
    expect(parseQueryString('a=x+y%26&b&c=1&c=2&&d==')).toEqual({
      a: 'x y&',
      b: '',
      c: ['1', '2'],
      d: '=',
    });
  });

  it('refuses more parameters than anyone needs', () => {
    expect(() => parseQueryString('a&'.repeat(101))).toThrow('100 parameters');
  });

  it('cannot reach a prototype', () => {
    const parsed = parseQueryString('__proto__=1&constructor=2');
    expect(Object.keys(parsed)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  });
});

describe('the page cache', () => {
  const bounds = { entriesMax: 3, bytesMax: 400, ageMsMax: 1_000 };
  const page = (length: number) => Buffer.alloc(length);

  it('drops what was used least recently when it holds too many', () => {
    const cache = createPageCache(createManualClock(), bounds);
    for (const key of ['a', 'b', 'c']) cache.set(key, 1, page(10));
    cache.get('a', 1);
    cache.set('d', 1, page(10));
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key, 1) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it('keeps to its bytes and counts them right through replacement', () => {
    const cache = createPageCache(createManualClock(), { ...bounds, entriesMax: 100 });
    for (let index = 0; index < 50; index += 1) cache.set(`k${index % 7}`, index, page(90));
    expect(cache.bytes).toBe(cache.entries * 90);
    expect(cache.bytes).toBeLessThanOrEqual(400);
    cache.set('huge', 1, page(101));
    expect(cache.get('huge', 1)).toBeUndefined();
  });

  it('forgets a page of another head or above its age', () => {
    const clock = createManualClock();
    const cache = createPageCache(clock, bounds);
    cache.set('a', 1, page(10));
    clock.advance(1_000);
    expect(cache.get('a', 1)).toBeDefined();
    clock.advance(1);
    expect(cache.get('a', 1)).toBeUndefined();
    cache.set('a', 1, page(10));
    expect(cache.get('a', 2)).toBeUndefined();
    expect([cache.entries, cache.bytes]).toEqual([0, 0]);
  });
});

describe('the router', () => {
  it('refuses two routes for one address, or with one id', () => {
    const [first] = testRoutes;
    expect(() => createRouter([first!, first!])).toThrow('used once');
    expect(() => createRouter([first!, { ...first!, id: 'other' }])).toThrow('defined once');
  });
});

describe('list parameters', () => {
  const schema = listQuerySchema({ status: wordParam(['queued', 'paused']) });

  it('has the defaults of the contract', () => {
    expect(schema.parse({})).toEqual({
      cursor: null,
      skip: 0,
      page_size: 50,
      sort: null,
      search: '',
      status: '',
    });
    expect(legacyListQuerySchema({}, { sortDefault: '-updated_at' }).parse({})).toEqual({
      page: 1,
      page_size: 50,
      sort: '-updated_at',
      search: '',
    });
  });

  it.each([
    { page_size: '0' },
    { page_size: '501' },
    { page_size: '-1' },
    { page_size: '1.5' },
    { page_size: '9'.repeat(30) },
    { status: 'unheard_of' },
    { cursor: '' },
    { search: 'x'.repeat(501) },
    { page: '1' },
  ])('refuses %j', (query) => {
    expect(schema.safeParse(query).success).toBe(false);
  });

  it('leaves empty filters out of the read query', () => {
    const query = schema.parse({ page_size: '500', sort: '-updated_at' });
    expect(toListQuery(query, { status: query.status, flagged: false })).toEqual({
      cursor: null,
      skip: 0,
      pageSize: 500,
      sort: '-updated_at',
      search: '',
      filters: { flagged: false },
    });
  });

  it('counts pages of an older list', () => {
    const pages = (total: number) =>
      toLegacyListReply({ found: { rows: [], total }, rows: [], page: 1, pageSize: 50 }).pages;
    expect([pages(0), pages(50), pages(51)]).toEqual([1, 1, 2]);
  });
});

describe('the dashboard shell', () => {
  const asset = {
    contentType: 'text/html; charset=utf-8',
    bytes: Buffer.from('<!doctype html>'),
    packed: new Map([['br', Buffer.from('small')]] as const),
    etag: '"abc"',
  };
  const serve = (dashboard: DashboardContext['dashboard']) =>
    createPipeline<DashboardContext>({
      routes: dashboardRoutes,
      context: { dashboard },
      tokens: { control: 'c', worker: 'w' },
      clock: createManualClock(),
      entropy: systemEntropy,
      log: silentLog,
    });
  const built = serve({ page: asset, worker: asset, assets: new Map([['app-1.js', asset]]) });
  const script = '/control/dashboard/assets/app-1.js';
  const get = (target: string, headers = {}) => inject(built, { target, token: null, headers });

  it('loads without a token under a policy that allows nothing inline', async () => {
    for (const target of ['/control/dashboard', '/control/dashboard/offline.js', script]) {
      const reply = await get(target);
      expect(reply.status).toBe(200);
      const policy = reply.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('answers 304 to a browser that has it', async () => {
    const reply = await get('/control/dashboard', { 'if-none-match': 'W/"x", "abc"' });
    expect([reply.status, reply.text]).toEqual([304, '']);
  });

  it('lets its service worker serve the page, and no other address, and makes one exception for it', async () => {
    const worker = await get('/control/dashboard/offline.js');
    expect(worker.headers.get('service-worker-allowed')).toBe('/control/dashboard');
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    const page = await get('/control/dashboard');
    expect(page.headers.get('service-worker-allowed')).toBeUndefined();
    expect(page.headers.get('content-security-policy')).toMatch(/; trusted-types orrery-worker$/);
  });

  it('lets browsers keep for ever what is named by what it holds, in the form they take', async () => {
    const plain = await get(script);
    expect(plain.headers.get('cache-control')).toContain('immutable');
    expect([plain.text, plain.headers.get('content-encoding')]).toEqual([
      '<!doctype html>',
      undefined,
    ]);
    const packed = await get(script, { 'accept-encoding': 'gzip, br;q=0.9' });
    expect([packed.text, packed.headers.get('content-encoding')]).toEqual(['small', 'br']);
    const refused = await get(script, { 'accept-encoding': 'br;q=0' });
    expect(refused.headers.get('content-encoding')).toBeUndefined();
    expect((await get('/control/dashboard/assets/app-2.js')).status).toBe(404);
  });

  it('redirects the short address and has an icon', async () => {
    const redirect = await get('/dashboard');
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      302,
      '/control/dashboard',
    ]);
    const icon = await get('/favicon.ico');
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
    expect(drawFavicon().length).toBe(1150);
  });

  it('says what to do when it was not built', async () => {
    const reply = await inject(serve(null), { target: '/control/dashboard', token: null });
    expect([reply.status, reply.json.detail]).toEqual([
      501,
      expect.stringContaining('npm run build'),
    ]);
  });

  it('asks for a token for anything else under its path', async () => {
    expect((await get('/control/dashboard/other.js')).status).toBe(401);
    expect(
      (await inject(createTestPipeline().handlers, { target: '/control/dashboard' })).status,
    ).toBe(404);
  });
});
