/** A small route table and ways to send it requests, with a socket or without. */

import { z } from 'zod';
import { ServiceError } from '../../src/domain/errors.ts';
import { createPipeline } from '../../src/http/pipeline.ts';
import type { PipelineOptions } from '../../src/http/pipeline-options.ts';
import { defineRoute, JsonText, ok, type Route } from '../../src/http/route.ts';
import type { Reply, RequestHead, TransportHandlers } from '../../src/http/transport/port.ts';
import { integerParam, listQuerySchema } from '../../src/http/wire/lists.ts';
import { createManualClock, type ManualClock } from '../../src/lib/clock.ts';
import { currentCorrelation } from '../../src/lib/correlation.ts';
import { createSeededEntropy } from '../../src/lib/ids.ts';
import { Sqlite } from '../../src/lib/sqlite.ts';
import { ListQueryError } from '../../src/store/ports/read-models.ts';
import { silentLog } from './http.ts';

export const tokens = { control: 'control-token-0123456789', worker: 'worker-token-0123456789' };

/** What the handlers below note down. */
export interface Journal {
  calls: string[];
}

const base = {
  auth: 'control',
  summary: 'A route of the tests.',
  params: null,
  query: null,
  body: null,
  replies: { 200: z.looseObject({}) },
  errors: [],
  idempotent: true,
} as const;

const itemBody = z.strictObject({
  name: z.string().min(1),
  dry_run: z.boolean().default(true),
  tags: z.array(z.strictObject({ label: z.string() })).optional(),
});

export const testRoutes: readonly Route<Journal>[] = [
  defineRoute({
    ...base,
    id: 'open',
    method: 'GET',
    path: '/healthz',
    auth: 'open',
    handler: () => ok({ ok: true }),
  }),
  defineRoute({
    ...base,
    id: 'item.get',
    method: 'GET',
    path: '/items/{item_id}',
    params: z.strictObject({ item_id: z.string().max(40) }),
    query: z.strictObject({ limit: integerParam(1, 10).default(5) }),
    handler: ({ params, query }, journal: Journal) => {
      journal.calls.push(params.item_id);
      return ok({ item_id: params.item_id, limit: query.limit });
    },
  }),
  defineRoute({
    ...base,
    id: 'whose',
    method: 'GET',
    path: '/whose',
    handler: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return ok({ correlation: currentCorrelation() });
    },
  }),
  defineRoute({
    ...base,
    id: 'item.special',
    method: 'GET',
    path: '/items/special',
    handler: () => ok({ special: true }),
  }),
  defineRoute({
    ...base,
    id: 'item.create',
    method: 'POST',
    path: '/items',
    body: itemBody,
    bodyBytesMax: 1000,
    handler: async ({ body }, journal: Journal) => {
      journal.calls.push(body.name);
      if (body.name === 'full')
        throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
      await Promise.resolve();
      return { status: 200, body, replayed: body.name === 'again' };
    },
  }),
  defineRoute({
    ...base,
    id: 'worker.do',
    method: 'POST',
    path: '/work',
    auth: 'worker',
    body: z.strictObject({}),
    handler: () => ok({ done: true }),
  }),
  defineRoute({
    ...base,
    id: 'fail',
    method: 'GET',
    path: '/fail/{how}',
    params: z.strictObject({ how: z.string() }),
    handler: ({ params }) => {
      if (params.how === 'sync') throw new Error('secret internals');
      if (params.how === 'sort') throw new ListQueryError('sort', 'cannot sort by "colour"');
      if (params.how === 'known') {
        throw new ServiceError('evidence_missing', 'nothing came', {
          evidence_sync: { http: 'tried' },
          status: 'must not win',
        });
      }
      if (params.how === 'busy') {
        throw new ServiceError('overloaded', 'mailbox full', { retry_after_sec: 7 });
      }
      if (params.how === 'stopping') throw new ServiceError('shutting_down', 'it stops');
      if (params.how === 'store')
        throw new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
      if (params.how === 'unwritable') return ok({ huge: 1n });
      return Promise.reject(new Error('secret internals'));
    },
  }),
  defineRoute({
    ...base,
    id: 'list',
    method: 'GET',
    path: '/list',
    query: listQuerySchema({}),
    pageCached: true,
    handler: ({ query }, journal: Journal) => {
      journal.calls.push(`list ${query.page_size}`);
      return ok(new JsonText(JSON.stringify({ made: journal.calls.length })));
    },
  }),
];

export interface TestPipeline {
  readonly handlers: TransportHandlers;
  readonly journal: Journal;
  readonly clock: ManualClock;
}

export function createTestPipeline(options: Partial<PipelineOptions<Journal>> = {}): TestPipeline {
  const journal: Journal = { calls: [] };
  const clock = createManualClock();
  const handlers = createPipeline<Journal>({
    routes: testRoutes,
    context: journal,
    tokens,
    clock,
    entropy: createSeededEntropy(7),
    log: silentLog,
    checkReplies: true,
    ...options,
  });
  return { handlers, journal, clock };
}

export interface SentRequest {
  readonly method?: string;
  readonly target: string;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly address?: string;
}

export interface SeenReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** The parsed body; null when there is none or it is not JSON. */
  readonly json: Record<string, unknown>;
}

/** Sends a request through the pipeline without a socket. `token` null sends none. */
export async function inject(handlers: TransportHandlers, sent: SentRequest): Promise<SeenReply> {
  const [path = '', query = ''] = sent.target.split(/\?(.*)/s);
  const { body, token = tokens.control } = sent;
  const headers = new Map<string, string>();
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) {
    headers.set('content-type', 'application/json');
    headers.set('content-length', String(Buffer.byteLength(body)));
  }
  for (const [name, value] of Object.entries(sent.headers ?? {})) headers.set(name, value);
  const head: RequestHead = {
    method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
    path,
    query,
    remoteAddress: sent.address ?? '192.0.2.1',
    header: (name) => headers.get(name) ?? '',
    has: (name) => headers.has(name),
    signal: new AbortController().signal,
  };
  const answer = handlers.request(head);
  if (!('onBody' in answer)) return see(await answer);
  const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array(0));
  if (bytes.byteLength > answer.bodyBytesMax) return see(answer.onTooLarge());
  return see(await answer.onBody(bytes));
}

function see({ status, headers, body }: Reply): SeenReply {
  const text = body === null ? '' : Buffer.from(body as string).toString();
  const map = new Map(headers);
  const isJson = /json/.test(map.get('content-type') ?? '') && text !== '';
  return { status, headers: map, text, json: isJson ? JSON.parse(text) : {} };
}
