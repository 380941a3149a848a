/**
 * Large bodies are read in a process of their own, one at a time, while everybody else is answered; what they say
 * and how they are refused is the same as for small ones. On both transports.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { limits } from '../../src/domain/limits.ts';
import { type BodyWork, createBodyWork } from '../../src/http/body-work/body-work.ts';
import { addPiece, takeApart } from '../../src/http/body-work/pieces.ts';
import { createPipeline } from '../../src/http/pipeline.ts';
import { defineRoute, ok } from '../../src/http/route.ts';
import type { Transport } from '../../src/http/transport/port.ts';
import { selectTransport } from '../../src/http/transport/select.ts';
import { snapshotBodySchema } from '../../src/http/wire/core.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createSeededEntropy } from '../../src/lib/ids.ts';
import { silentLog, transportNames } from '../support/http.ts';

interface Seen {
  readonly order: string[];
  /** Held back: the handler of a snapshot answers when this resolves. */
  gate: Promise<void>;
  rows: number;
}

const base = { auth: 'control', params: null, query: null, errors: [], idempotent: true } as const;
const routes = [
  defineRoute({
    ...base,
    id: 'snapshot',
    method: 'POST',
    path: '/snapshot',
    summary: 'Takes a snapshot.',
    body: snapshotBodySchema,
    bodyBytesMax: limits.snapshotBodyBytesMax,
    bodyWorkSchema: 'snapshot',
    replies: { 200: z.looseObject({}) },
    handler: async ({ body }, seen: Seen) => {
      seen.order.push(body.idempotency_key);
      seen.rows = body.queue_rows.length;
      await seen.gate;
      return ok({ source: body.source, last: body.queue_rows.at(-1) ?? null });
    },
  }),
  defineRoute({
    ...base,
    id: 'text',
    method: 'POST',
    path: '/text',
    summary: 'Takes a text.',
    body: z.strictObject({ name: z.string().max(5), note: z.string().max(1_000_000) }),
    bodyBytesMax: 2_000_000,
    replies: { 200: z.looseObject({}) },
    handler: ({ body }, seen: Seen) => {
      seen.order.push('text');
      return ok({ name: body.name, chars: body.note.length });
    },
  }),
  defineRoute({
    ...base,
    id: 'small',
    method: 'GET',
    path: '/small',
    summary: 'Answers.',
    body: null,
    replies: { 200: z.looseObject({}) },
    handler: (_request, seen: Seen) => {
      seen.order.push('small');
      return ok({ ok: true });
    },
  }),
];
const token = 'a-token-of-sufficient-length-for-tests';
const row = (index: number) => ({
  project_id: `p-${index}`,
  title: 'a title '.repeat(8),
  n: index,
});
const snapshot = (key: string, count: number): string =>
  JSON.stringify({
    idempotency_key: key,
    source: 'test',
    queue_rows: Array.from({ length: count }, (_, index) => row(index)),
  });

describe.each(transportNames)('on %s', (prefer) => {
  let bodies: BodyWork;
  let transport: Transport;
  let baseUrl: string;
  let seen: Seen;
  const serve = async (options: Parameters<typeof createBodyWork>[0] = {}): Promise<void> => {
    seen = { order: [], gate: Promise.resolve(), rows: 0 };
    bodies = createBodyWork(options);
    const handlers = createPipeline<Seen>({
      routes,
      context: seen,
      tokens: { control: token, worker: '', callback: '' },
      clock: systemClock,
      entropy: createSeededEntropy(3),
      log: silentLog,
      bodies,
    });
    const selected = await selectTransport({ httpTransport: prefer });
    transport = selected.create(handlers, { clock: systemClock });
    const { port } = await transport.listen({ host: '127.0.0.1', port: 0 });
    baseUrl = `http://127.0.0.1:${port}`;
  };
  const stop = async (): Promise<void> => {
    await transport.close({ deadlineMs: 0 });
    await bodies.close();
  };
  beforeEach(() => serve());
  afterEach(stop);
  const send = async (path: string, body?: string) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    const reply = (await response.json()) as Readonly<Record<string, unknown>>;
    return { status: response.status, reply };
  };

  it('reads a snapshot whole, and answers others before it is read', async () => {
    const sent = send('/snapshot', snapshot('one', 50_000));
    // It has come whole, and is being read.
    while (bodies.held === 0) await new Promise((resolve) => setImmediate(resolve));
    expect((await send('/small')).status).toBe(200);
    expect(await sent).toEqual({ status: 200, reply: { source: 'test', last: row(49_999) } });
    expect(seen).toMatchObject({ order: ['small', 'one'], rows: 50_000 });
  });

  it('reads the next one when the one before has been answered', async () => {
    let open = (): void => undefined;
    seen.gate = new Promise((resolve) => {
      open = resolve;
    });
    const sent = ['one', 'two', 'three'].map((key) => send('/snapshot', snapshot(key, 5_000)));
    while (bodies.held < 3 || seen.order.length === 0)
      await new Promise((resolve) => setImmediate(resolve));
    for (let turn = 0; turn < 20; turn += 1) expect((await send('/small')).status).toBe(200);
    expect(seen.order.filter((entry) => entry !== 'small')).toHaveLength(1);
    open();
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(bodies.held).toBe(0);
  });

  it('refuses a large body as it does a small one', async () => {
    const note = 'n'.repeat(400_000);
    const refusals = [
      `{"name":"a","note":"${note}"`,
      `{"name":"a","name":"b","note":"${note}"}`,
      `{"name":"too long","note":"${note}"}`,
      `{"name":"a","note":"${note}","noet":1}`,
    ];
    for (const body of refusals) {
      const large = await send('/text', body);
      const small = await send('/text', body.replace(note, 'n'));
      const { request_id: _, position: __, ...rest } = small.reply;
      if (small.status === 422) expect(large.reply).toMatchObject(rest);
      expect([large.status, large.reply['code']]).toEqual([small.status, small.reply['code']]);
    }
    const twice = snapshot('one', 20_000).replace('"source"', '"suorce"');
    expect(await send('/snapshot', twice)).toMatchObject({
      status: 422,
      reply: { errors: [{ path: 'suorce', message: 'unknown field; did you mean "source"?' }] },
    });
    expect(seen.order).toEqual([]);
  });

  it('takes the idempotency key of the header for a large body, too', async () => {
    const body = snapshot('one', 20_000);
    const response = await fetch(`${baseUrl}/snapshot`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': 'another',
      },
      body,
    });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('idempotency_key');
  });

  it('refuses a body that takes too much memory, and reads the next one', async () => {
    await stop();
    await serve({ memoryMib: 16 });
    // The second one meets the bound in native code, where a thread would take the whole program with it.
    const texts = Array.from({ length: 400_000 }, (_, index) => `text ${index}, of some length`);
    for (const body of [snapshot('one', 200_000), JSON.stringify({ queue_rows: texts })]) {
      const refused = await send('/snapshot', body);
      expect(refused).toMatchObject({ status: 413, reply: { code: 'payload_too_large' } });
      expect(refused.reply['detail']).toContain('16 MiB');
    }
    expect((await send('/text', `{"name":"a","note":"${'n'.repeat(300_000)}"}`)).status).toBe(200);
  });

  it('refuses more values than a body may hold', async () => {
    const body = `{"queue_rows":[${'0,'.repeat(limits.bodyValuesMax + 1)}0]}`;
    expect(await send('/snapshot', body)).toMatchObject({
      status: 413,
      reply: { code: 'payload_too_large' },
    });
  });
});

it('puts together what was taken apart', () => {
  const value = {
    a: Array.from({ length: 10_000 }, (_, index) => ({ text: 'x'.repeat(100), index })),
    b: [],
    c: ['short'],
    d: 'text',
    e: [['x'.repeat(300_000)], ['y'.repeat(300_000)]],
  };
  const { frame, pieces } = takeApart(structuredClone(value));
  expect(pieces.length).toBeGreaterThan(5);
  for (const piece of pieces) addPiece(frame, piece);
  expect(frame).toEqual(value);
  for (const other of [1, 'x', null, [1]])
    expect(takeApart(other)).toEqual({ frame: other, pieces: [] });
});
