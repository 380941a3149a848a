/** The order of checks and the shape of every refusal, without sockets. */
import { describe, expect, it } from 'vitest';
import { authBackOff } from '../../../src/http/auth.ts';
import type { RequestRecord } from '../../../src/http/pipeline-options.ts';
import { createTestPipeline, inject, tokens } from '../../support/http-pipeline.ts';

const code = (reply: { json: Record<string, unknown> }) => reply.json.code;
const errorsOf = (reply: { json: Record<string, unknown> }) =>
  reply.json.errors as { path: string; message: string }[];

describe('authentication', () => {
  const { handlers, journal } = createTestPipeline();
  const attempts = {
    missing: { token: null },
    empty: { headers: { authorization: '' } },
    'another scheme': { headers: { authorization: `Basic ${tokens.control}` } },
    'no token': { headers: { authorization: 'Bearer' } },
    'two tokens': { headers: { authorization: `Bearer ${tokens.control} x` } },
    wrong: { token: 'wrong' },
    'a prefix': { token: tokens.control.slice(0, -1) },
    'the worker token': { token: tokens.worker },
  };

  it.each(Object.entries(attempts))('gives one and the same 401: %s', async (_, attempt) => {
    const reply = await inject(handlers, {
      target: '/items/a',
      headers: { 'x-request-id': 'same' },
      ...attempt,
      ...('headers' in attempt ? { headers: { 'x-request-id': 'same', ...attempt.headers } } : {}),
    });
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(reply.status).toBe(401);
    expect(reply.json).toEqual({
      type: 'urn:orrery:problem:unauthorized',
      title: 'A valid bearer token is required',
      status: 401,
      detail: 'send the header "Authorization: Bearer <token>" with a valid token',
      code: 'unauthorized',
      request_id: 'same',
    });
    expect(journal.calls).toEqual([]);
  });

  it.each([
    ['GET', '/unknown'],
    ['DELETE', '/items/a'],
    ['OPTIONS', '/items/a'],
    ['GET', '/items/%zz'],
    ['GET', '/items/a?limit=wrong'],
    ['POST', '/healthz'],
    ['GET', 'no-slash'],
  ])('comes before everything else: %s %s', async (method, target) => {
    expect((await inject(handlers, { method, target, token: null })).status).toBe(401);
  });

  it('comes before content type, size and syntax of a body', async () => {
    const sent = { method: 'POST', target: '/items', token: 'wrong' };
    const headers = { 'content-type': 'text/plain', 'content-length': '99999999' };
    expect((await inject(handlers, { ...sent, headers })).status).toBe(401);
    expect((await inject(handlers, { ...sent, body: '{' })).status).toBe(401);
  });

  it('lets open routes through with any token or none, and HEAD of them too', async () => {
    expect((await inject(handlers, { target: '/healthz', token: null })).status).toBe(200);
    expect((await inject(handlers, { target: '/healthz', token: 'wrong' })).status).toBe(200);
    const head = await inject(handlers, { method: 'HEAD', target: '/healthz', token: null });
    expect(head.status).toBe(200);
  });

  it('opens worker routes with the worker token only', async () => {
    const send = (token: string) => inject(handlers, { target: '/work', body: '{}', token });
    expect((await send(tokens.control)).status).toBe(401);
    expect((await send(tokens.worker)).status).toBe(200);
  });

  it('lets nobody in where no token is configured', async () => {
    const closed = createTestPipeline({ tokens: { control: '', worker: '' } }).handlers;
    for (const authorization of ['Bearer ', 'Bearer', '']) {
      const reply = await inject(closed, { target: '/items/a', headers: { authorization } });
      expect(reply.status).toBe(401);
    }
  });

  it('answers 429 to an address that keeps sending wrong tokens, and only to it', async () => {
    const own = createTestPipeline();
    const send = (token: string | null, address = '198.51.100.7') =>
      inject(own.handlers, { target: '/items/a', token, address });
    for (let index = 0; index < authBackOff.burst; index += 1) {
      expect((await send('wrong')).status).toBe(401);
    }
    const refused = await send('wrong');
    expect([refused.status, code(refused)]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send('wrong', '198.51.100.8')).status).toBe(401);
    expect((await send(null)).status).toBe(401);
    expect((await send(tokens.control)).status).toBe(200);
    own.clock.advance(1_000);
    expect((await send('wrong')).status).toBe(401);
  });
});

describe('addresses', () => {
  const { handlers, journal } = createTestPipeline();

  it('answers 404 to what it does not know, and says when only a slash is too many', async () => {
    const unknown = await inject(handlers, { target: '/unknown' });
    expect([unknown.status, code(unknown)]).toEqual([404, 'not_found']);
    const slash = await inject(handlers, { target: '/items/special/' });
    expect(slash.status).toBe(404);
    expect(slash.json.detail).toContain('without the trailing slash');
  });

  it('answers 405 with Allow, and OPTIONS with the same', async () => {
    const refused = await inject(handlers, { method: 'DELETE', target: '/items/a' });
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    const options = await inject(handlers, { method: 'OPTIONS', target: '/items' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
  });

  it('decodes parameters and refuses escapes that cannot be', async () => {
    const reply = await inject(handlers, { target: '/items/a%2Fb%20%C3%A9' });
    expect(reply.json.item_id).toBe('a/b é');
    for (const bad of ['%', '%zz', '%C3', '%ff']) {
      const refused = await inject(handlers, { target: `/items/${bad}` });
      expect([refused.status, code(refused)]).toEqual([400, 'bad_request']);
    }
    expect(journal.calls).toEqual(['a/b é']);
  });

  it('prefers the literal address to the parameter', async () => {
    expect((await inject(handlers, { target: '/items/special' })).json).toEqual({ special: true });
  });

  it('refuses an empty parameter', async () => {
    expect((await inject(handlers, { target: '/items/' })).status).toBe(404);
  });
});

describe('queries', () => {
  const { handlers } = createTestPipeline();
  it.each([
    ['limit=0', 'limit', 'at least 1'],
    ['limit=11', 'limit', 'at most 10'],
    ['limit=ten', 'limit', 'whole number'],
    ['limit=', 'limit', 'whole number'],
    ['limit=1&limit=2', 'limit', 'given more than once'],
    ['limt=1', 'limt', 'did you mean "limit"?'],
    ['wholly_other=1', 'wholly_other', 'unknown field'],
    ['__proto__=1', '__proto__', 'unknown field'],
  ])('refuses %s with 422 naming the field', async (query, path, words) => {
    const reply = await inject(handlers, { target: `/items/a?${query}` });
    expect([reply.status, code(reply)]).toEqual([422, 'invalid_request']);
    expect(errorsOf(reply)[0]!.path).toBe(path);
    expect(errorsOf(reply)[0]!.message).toContain(words);
  });

  it('refuses an escape that cannot be decoded with 400', async () => {
    expect((await inject(handlers, { target: '/items/a?limit=%zz' })).status).toBe(400);
  });
});

describe('bodies', () => {
  const { handlers, journal } = createTestPipeline();
  const post = (body: string | Uint8Array, headers = {}) =>
    inject(handlers, { target: '/items', body, headers });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonp',
    '',
  ])('refuses the content type "%s" with 415', async (type) => {
    const reply = await post('{"name":"a"}', { 'content-type': type });
    expect([reply.status, code(reply)]).toEqual([415, 'unsupported_media_type']);
  });

  it('refuses a compressed body with 415', async () => {
    expect((await post('{}', { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it.each(['application/json', 'Application/JSON; charset=UTF-8', 'application/merge-patch+json'])(
    'takes the content type "%s"',
    async (type) => {
      expect((await post('{"name":"a"}', { 'content-type': type })).status).toBe(200);
    },
  );

  it('refuses a body above the bound of the route with 413 and says the bound', async () => {
    const reply = await post(`{"name":"${'a'.repeat(1000)}"}`);
    expect([reply.status, code(reply), reply.json.body_bytes_max]).toEqual([
      413,
      'payload_too_large',
      1000,
    ]);
  });

  it('says where a body stops being JSON without quoting it', async () => {
    const reply = await post('{"name": "a",\n "token": s3cret}');
    expect([reply.status, code(reply)]).toEqual([400, 'bad_request']);
    expect(reply.json.position).toEqual({ offset: 24, line: 2, column: 11 });
    expect(reply.text).not.toContain('s3cret');
    expect((await post('{"name"')).json.detail).toContain('ends too early');
  });

  it('refuses bytes that are not UTF-8, and nesting beyond all reason', async () => {
    expect((await post(Buffer.from([0x7b, 0xff, 0x7d]))).status).toBe(400);
    expect((await post('['.repeat(400) + ']'.repeat(400))).json.detail).toContain('nested');
  });

  it('refuses __proto__ and leaves every prototype alone', async () => {
    const plain = await post('{"name":"a","__proto__":{"polluted":true}}');
    expect(plain.status).toBe(400);
    const escaped = await post('{"name":"a","tags":[{"label":"x","\\u005f_proto__":{"a":1}}]}');
    expect(escaped.status).toBe(400);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    const viaConstructor = await post('{"name":"a","constructor":{"prototype":{"polluted":true}}}');
    expect(viaConstructor.status).toBe(422);
  });

  it('refuses two equal members: which of them was meant cannot be known', async () => {
    const reply = await post('{"name":"first","name":"last"}');
    expect(reply.status).toBe(400);
    expect(reply.json.detail).toContain('"name" twice');
  });

  it('names every field at fault, with the nearest known name', async () => {
    const reply = await post('{"dryrun":false,"tags":[{"label":1},{"lable":"x"}]}');
    expect(reply.status).toBe(422);
    expect(errorsOf(reply)).toEqual(
      expect.arrayContaining([
        { path: 'name', message: 'is required (a text)' },
        { path: 'dryrun', message: 'unknown field; did you mean "dry_run"?' },
        { path: 'tags[0].label', message: 'must be a text (got a number)' },
        { path: 'tags[1].lable', message: 'unknown field; did you mean "label"?' },
      ]),
    );
    expect(reply.json.detail).toContain('more)');
  });

  it('names some of many unknown fields, and counts the others', async () => {
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`f${at}`, at]));
    const reply = await post(JSON.stringify({ name: 'a', ...many }));
    expect(reply.status).toBe(422);
    const { errors_omitted } = reply.json as { errors_omitted?: number };
    expect(errorsOf(reply).length + (errors_omitted ?? 0)).toBe(80);
    expect(errors_omitted).toBeGreaterThan(20);
  });

  it('refuses a body that is not an object, naming the body', async () => {
    expect(errorsOf(await post('[]'))[0]!.path).toBe('body');
    expect(errorsOf(await post('null'))[0]!.path).toBe('body');
  });

  it('takes no body at all for an object whose fields all have defaults', async () => {
    const sent = { method: 'POST', target: '/work', token: tokens.worker };
    expect((await inject(handlers, sent)).status).toBe(200);
    expect(
      (await inject(handlers, { ...sent, target: '/items', token: tokens.control })).status,
    ).toBe(422);
  });

  it('never called the handler for a refused body', () => {
    expect(new Set(journal.calls)).toEqual(new Set(['a']));
  });
});

describe('replies', () => {
  it('marks a replayed answer', async () => {
    const { handlers } = createTestPipeline();
    const first = await inject(handlers, { target: '/items', body: '{"name":"new"}' });
    const again = await inject(handlers, { target: '/items', body: '{"name":"again"}' });
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('carries headers that keep it from being stored, sniffed or framed', async () => {
    const { handlers } = createTestPipeline();
    const { headers } = await inject(handlers, { target: '/items/a' });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('echoes a sane request id and replaces any other', async () => {
    const { handlers } = createTestPipeline();
    const idFor = async (id: string) =>
      (await inject(handlers, { target: '/items/a', headers: { 'x-request-id': id } })).headers.get(
        'x-request-id',
      );
    expect(await idFor('job-1.2:3')).toBe('job-1.2:3');
    for (const bad of ['', 'a b', 'a\r\nb', '-x', 'x'.repeat(129), 'é']) {
      expect(await idFor(bad)).toMatch(/^id-/);
    }
  });

  it('turns a service error into its problem, whose standard members win', async () => {
    const { handlers } = createTestPipeline();
    const reply = await inject(handlers, { target: '/fail/known' });
    expect(reply.status).toBe(424);
    expect(reply.json).toMatchObject({
      code: 'evidence_missing',
      status: 424,
      detail: 'nothing came',
      evidence_sync: { http: 'tried' },
    });
  });

  it('says when to come back from 503', async () => {
    const { handlers } = createTestPipeline();
    const reply = await inject(handlers, { target: '/fail/busy' });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '7']);
  });

  it('turns a list query that the read models refuse into 422', async () => {
    const { handlers } = createTestPipeline();
    const reply = await inject(handlers, { target: '/fail/sort' });
    expect(reply.status).toBe(422);
    expect(errorsOf(reply)).toEqual([{ path: 'sort', message: 'cannot sort by "colour"' }]);
  });

  it.each(['sync', 'async', 'unwritable'])(
    'hides an unexpected failure (%s) and logs it under the request id',
    async (how) => {
      const logged: { request_id: string; err?: Error }[] = [];
      const log = {
        debug: () => undefined,
        info: () => undefined,
        error: (fields: object) => void logged.push(fields as { request_id: string }),
      };
      const { handlers } = createTestPipeline({ log });
      const reply = await inject(handlers, { target: `/fail/${how}` });
      expect([reply.status, code(reply)]).toEqual([500, 'internal']);
      expect(reply.text).not.toContain('secret');
      expect(logged.some(({ err }) => err instanceof Error)).toBe(true);
      expect(logged.every(({ request_id }) => request_id === reply.json.request_id)).toBe(true);
    },
  );

  it('reports each request once, with the route and without what the client sent', async () => {
    const records: RequestRecord[] = [];
    const { handlers } = createTestPipeline({ observe: (record) => void records.push(record) });
    await inject(handlers, { target: '/items/hidden?limit=3' });
    await inject(handlers, { target: '/items/hidden', token: 'hidden' });
    await inject(handlers, { target: '/items', body: '{"name":"hidden"}' });
    expect(records.map(({ routeId, status }) => [routeId, status])).toEqual([
      ['item.get', 200],
      [null, 401],
      ['item.create', 200],
    ]);
    expect(JSON.stringify(records)).not.toContain('hidden');
  });
});

describe('cached pages', () => {
  it('serves a page again while nothing is committed, for a second', async () => {
    let head = 1;
    const { handlers, journal, clock } = createTestPipeline({ head: () => head });
    const get = async (target: string) => (await inject(handlers, { target })).text;
    const first = await get('/list?page_size=5');
    expect(await get('/list?page_size=5')).toBe(first);
    expect(journal.calls).toHaveLength(1);
    head = 2;
    expect(await get('/list?page_size=5')).not.toBe(first);
    expect(journal.calls).toHaveLength(2);
    clock.advance(1_001);
    await get('/list?page_size=5');
    expect(journal.calls).toHaveLength(3);
    await get('/list?page_size=6');
    expect(journal.calls).toHaveLength(4);
  });

  it('asks for the token first, and stores no refusal', async () => {
    const { handlers, journal } = createTestPipeline({ head: () => Promise.resolve(1) });
    await inject(handlers, { target: '/list' });
    expect((await inject(handlers, { target: '/list', token: null })).status).toBe(401);
    for (let index = 0; index < 2; index += 1) {
      expect((await inject(handlers, { target: '/list?page_size=0' })).status).toBe(422);
    }
    expect(journal.calls).toEqual(['list 50']);
  });

  it('does not store a page under a head that moved while it was made', async () => {
    let head = 1;
    const { handlers, journal } = createTestPipeline({ head: () => head++ });
    await inject(handlers, { target: '/list' });
    await inject(handlers, { target: '/list' });
    expect(journal.calls).toHaveLength(2);
  });

  it('answers 500 when the head cannot be read', async () => {
    const { handlers } = createTestPipeline({
      head: () => Promise.reject(new Error('store down')),
    });
    expect((await inject(handlers, { target: '/list' })).status).toBe(500);
  });
});
