/**
 * Thousands of generated requests, from the route schemas and against them, on a running service:
 * every one is answered, nothing is an unexpected failure, and memory stays where it was.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { propertyOptions } from '../../property-tests/options.ts';
import { errorRegistry } from '../../src/domain/errors.ts';
import type { Route } from '../../src/http/route.ts';
import { type AppContext, routesOf } from '../../src/http/routes/all.ts';
import { transportNames } from '../support/http.ts';
import {
  anyJson,
  fitting,
  type JsonSchema,
  type KnownIds,
  nastyTexts,
  nearlyFitting,
} from '../support/schema-arbitrary.ts';
import { startService, type TestService, token } from '../support/service.ts';

type AnyRoute = Route<AppContext>;

interface FuzzRequest {
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
}

/** Other requests each time, so that some runs make as many as one long one. */
const requestCounts = {
  uws: propertyOptions(6_000).numRuns,
  node: propertyOptions(3_000).numRuns,
} as const;
const atOnce = 24;
/** Only what hangs takes that long. */
const replyMsMax = 120_000;
/** Growth of the heap between the first third and the end that counts as steady. */
const heapGrowthMibMax = 48;

const seed = Number(process.env['ORRERY_SEED'] ?? '20260102');
const routes: readonly AnyRoute[] = routesOf({ control: true, worker: true });

/** 5xx that a route says of itself; `internal` is in none. */
function mayAnswer(route: string, status: number): boolean {
  if (status < 500) return true;
  const found = routes.find(({ id }) => id === route);
  return (found?.errors ?? []).some((code) => errorRegistry[code].status === status);
}

const schemaOf = (schema: z.ZodType | null): JsonSchema =>
  schema === null
    ? {}
    : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);

const segment = (known: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...(known.length === 0 ? ['p'] : known)) },
    fc.constantFrom(...nastyTexts.filter((text) => text.length < 500 && !/[\r\n]/.test(text))),
    fc.string({ maxLength: 20 }),
  );

function toPath(route: AnyRoute, known: KnownIds): fc.Arbitrary<string> {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
  return fc.tuple(...names.map((name) => segment(known[name] ?? []))).map((values) => {
    let path = route.path;
    for (const [index, name] of names.entries()) {
      path = path.replace(`{${name}}`, encode(values[index] ?? ''));
    }
    return path;
  });
}

/** Percent-encoded; what cannot be is sent as it stands, as far as HTTP allows. */
function encode(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ff%fe';
  }
}

function toQuery(route: AnyRoute, known: KnownIds): fc.Arbitrary<string> {
  const schema = schemaOf(route.query);
  const fits = fitting(schema, known);
  const breaks = nearlyFitting(schema, known);
  const junk = fc.constantFrom('', '&&&', '=', 'a=%zz', `x=${'y'.repeat(3000)}`, 'page_size=0');
  return fc.oneof({ weight: 3, arbitrary: fits.map(asQuery) }, breaks.map(asQuery), junk);
}

function asQuery(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, member]) => {
      const text = typeof member === 'string' ? member : (JSON.stringify(member) ?? '');
      return `${encode(name)}=${encode(text.slice(0, 2000))}`;
    })
    .join('&');
}

function toBody(route: AnyRoute, known: KnownIds): fc.Arbitrary<string | Buffer | null> {
  if (route.body === null) return fc.constantFrom(null, '{}', 'x');
  const schema = schemaOf(route.body);
  const json = (value: unknown): string => JSON.stringify(value) ?? 'null';
  return fc.oneof(
    { weight: 6, arbitrary: fitting(schema, known).map(json) },
    { weight: 4, arbitrary: nearlyFitting(schema, known).map(json) },
    anyJson.map(json),
    fc.constantFrom('', '{', '[]', '"', '{"a":1}{"b":2}', '{"a":1,"a":2}', '['.repeat(5000)),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  );
}

const headers = (hasBody: boolean): fc.Arbitrary<Readonly<Record<string, string>>> => {
  const authorization = fc.oneof(
    { weight: 40, arbitrary: fc.constant(`Bearer ${token}`) },
    fc.constantFrom('', 'Bearer', 'Bearer x', 'Basic Zm9v', `bearer ${token} x`),
  );
  const type = fc.oneof(
    { weight: 20, arbitrary: fc.constant('application/json') },
    fc.constantFrom('', 'text/plain', 'application/json; charset=latin1', 'x/y;;;'),
  );
  return fc.tuple(authorization, type).map(([auth, contentType]) => ({
    ...(auth === '' ? {} : { authorization: auth }),
    ...(hasBody && contentType !== '' ? { 'content-type': contentType } : {}),
  }));
};

function requestTo(route: AnyRoute, known: KnownIds): fc.Arbitrary<FuzzRequest> {
  const method = fc.oneof(
    { weight: 30, arbitrary: fc.constant(route.method as string) },
    fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'),
  );
  return fc
    .tuple(method, toPath(route, known), toQuery(route, known), toBody(route, known))
    .chain(([verb, path, query, body]) =>
      headers(body !== null).map((lines) => ({
        route: route.id,
        method: verb,
        path: query === '' ? path : `${path}?${query}`,
        headers: lines,
        body: verb === 'GET' || verb === 'HEAD' ? null : body,
      })),
    );
}

const ideas = ['fuzz-a', 'fuzz-b', 'fuzz-c'];

/** Things to aim at: projects, an event, and whatever ids follow from them. */
async function furnish(service: TestService): Promise<KnownIds> {
  await service.api.post('/control/api/intake/ideas', {
    idempotency_key: 'fuzz',
    source: 'fuzz',
    dry_run: false,
    ideas: ideas.map((id) => ({ idea_id: id, title: `Idea ${id}`, workload_class: 'cpu_only' })),
  });
  return {
    project_id: ideas,
    event_id: ['1', '2', '999999'],
    idempotency_key: ['k-1', 'k-2', 'k-3'],
    paper_id: ['fuzz-a-20260101T000000000--draft'],
    run_id: ['fuzz-a-20260101T000000000'],
    item_id: ['reproducibility', 'final_approval'],
    machine_target: ['default'],
  };
}

const collectGarbage: () => void = (() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
})();
const heapMib = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

describe.each(transportNames)(
  'the service on the %s transport under generated requests',
  (transport) => {
    let service: TestService;
    let pool: Pool;
    beforeAll(async () => {
      // What is asked of workers is refused before any process is started.
      service = await startService({ transport, config: () => ({ live_dispatch_enabled: false }) });
      pool = new Pool(service.app.baseUrl, { connections: atOnce, pipelining: 1 });
    });
    afterAll(async () => {
      await pool.destroy();
      await service.remove();
    });

    it('answers every one, never with an unexpected failure, and keeps its memory', async () => {
      const known = await furnish(service);
      const total = requestCounts[transport];
      const perRoute = Math.ceil(total / routes.length);
      const requests = routes.flatMap((route, index) =>
        fc.sample(requestTo(route, known), { numRuns: perRoute, seed: seed + index }),
      );
      // Routes in turn, so that they meet each other's leavings.
      const inTurn = Array.from({ length: perRoute }, (_, n) =>
        routes.map((_route, index) => requests[index * perRoute + n]),
      ).flat();
      expect(inTurn.length).toBeGreaterThanOrEqual(total);
      const statuses = new Map<number, number>();
      const wrong: string[] = [];
      let next = 0;
      let earlyHeapMib = 0;
      const work = async (): Promise<void> => {
        while (next < inTurn.length && wrong.length < 5) {
          const request = inTurn[next];
          next += 1;
          if (next === Math.floor(inTurn.length / 3)) earlyHeapMib = heapMib();
          if (request === undefined) continue;
          const status = await send(pool, request);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (!mayAnswer(request.route, status))
            wrong.push(`${status} ${describeRequest(request)}`);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      expect(wrong).toEqual([]);
      // The generator reaches behind the checks as well as into them.
      expect(statuses.get(200) ?? 0).toBeGreaterThan(total / 20);
      expect(statuses.get(422) ?? 0).toBeGreaterThan(total / 50);
      expect(heapMib() - earlyHeapMib).toBeLessThan(heapGrowthMibMax);
      // It still works, also for who comes anew: an older connection may just be closing for its age.
      const newcomer = new Pool(service.app.baseUrl);
      const overview = {
        route: 'overview',
        method: 'GET',
        path: '/control/api/v1/overview',
        headers: { authorization: `Bearer ${token}` },
        body: null,
      };
      expect(await send(newcomer, overview)).toBe(200);
      await newcomer.close();
      expect(service.log.filter((line) => line.includes('failed unexpectedly'))).toEqual([]);
    }, 300_000);
  },
);

/** Status of the reply, its body read to the end. Throws when none comes. */
async function send(pool: Pool, request: FuzzRequest): Promise<number> {
  try {
    const reply = await pool.request({
      method: request.method,
      path: request.path,
      headers: request.headers,
      ...(request.body === null ? {} : { body: request.body }),
      headersTimeout: replyMsMax,
      bodyTimeout: replyMsMax,
    });
    await reply.body.dump({ limit: 64 * 2 ** 20 });
    return reply.statusCode;
  } catch (error) {
    throw new Error(`no answer to ${describeRequest(request)}`, { cause: error });
  }
}

function describeRequest({ route, method, path, headers: lines, body }: FuzzRequest): string {
  const text = body === null ? '' : String(body).slice(0, 300);
  return `${route}: ${method} ${path.slice(0, 300)} ${lines['content-type'] ?? ''} ${text}`;
}
