/** Asking a chat-completions endpoint: what is sent, and what each way of answering badly means. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createModelEndpoint, type ModelEndpoint } from '../../../src/model-endpoint/endpoint.ts';
import { type Act, type FakeEndpoint, startModelEndpoint } from '../../support/model-endpoint.ts';
import { closedPortUrl } from '../../support/worker-server.ts';

const key = 'sk-test-Zx8Qp3vL0m7TnWc5dR2y';
const model = 'test-model-4';
const clock = createManualClock();
const open: ModelEndpoint[] = [];
let fake: FakeEndpoint;
beforeAll(async () => {
  fake = await startModelEndpoint(key, model);
});
afterAll(() => fake.close());
afterEach(async () => {
  await Promise.all(open.splice(0).map((endpoint) => endpoint.close()));
  expect(fake.faults).toEqual([]);
});

function endpointOf(streams = false, baseUrl = fake.baseUrl): ModelEndpoint {
  const endpoint = createModelEndpoint({
    baseUrl,
    key,
    timeoutMs: 60_000,
    streams,
    clock,
    redact: (text) => text.replaceAll(key, '[redacted]'),
  });
  open.push(endpoint);
  return endpoint;
}

const question = {
  model,
  temperature: 0.2,
  maxTokens: 500,
  messages: [
    { role: 'system', content: 'Say it.' },
    { role: 'user', content: 'What?' },
  ],
  idempotencyKey: 'paper/p--draft#1.0-abcdef',
};
const never = new AbortController().signal;
const ask = (endpoint: ModelEndpoint, act: Act, signal = never) => {
  fake.next.push(act);
  return endpoint.complete(question, signal);
};

describe('an answer', () => {
  it.each([false, true])('comes whole with its tokens, streamed: %s', async (streams) => {
    const said = 'Ünïcode in pieces, 三 and 😀.\nAnd more.';
    const completion = await ask(endpointOf(streams), () => said);
    expect(completion).toEqual({
      kind: 'answer',
      ok: true,
      text: said,
      isCut: false,
      model: streams ? model : `${model}-v2`,
      usage: { prompt: 1000, completion: 200 },
    });
  });

  it.each([
    [
      'cut',
      { finish_reason: 'length', message: { content: 'So' } },
      { kind: 'answer', isCut: true },
    ],
    ['refused', { message: { content: null, refusal: 'No.' } }, { kind: 'failed' }],
    ['a tool', { message: { content: null, tool_calls: [{ id: 'x' }] } }, { kind: 'failed' }],
    ['filtered', { finish_reason: 'content_filter', message: { content: '' } }, { kind: 'failed' }],
    ['no text', { message: { content: ['x'] } }, { kind: 'failed' }],
    ['no message', { index: 0 }, { kind: 'failed' }],
  ])('that is %s is said to be', async (_, choice, expected) => {
    expect(await ask(endpointOf(), { choice })).toMatchObject(expected);
  });

  it.each([{}, null, { prompt_tokens: -1, completion_tokens: 1 }, { prompt_tokens: 'many' }])(
    'with tokens told as %j has an unknown use, not none',
    async (usage) => {
      const act = { choice: { message: { content: 'So.' } }, usage };
      expect(await ask(endpointOf(), act)).toMatchObject({ kind: 'answer', usage: null });
    },
  );
});

describe('an endpoint', () => {
  it.each([
    ['429 with a pause', { status: 429, headers: { 'retry-after': '7' } }, 'busy', 7000],
    ['429 with a date', { status: 429, headers: { 'retry-after': 'Mon' } }, 'busy', null],
    ['500', { status: 500 }, 'busy', null],
    ['503', { status: 503, headers: { 'retry-after': '0' } }, 'busy', 0],
  ])('that answers %s may be asked again', async (_, act, kind, afterMs) => {
    expect(await ask(endpointOf(), act)).toMatchObject({ kind, afterMs });
  });

  it.each([
    ['400', { status: 400, body: '{"error":{"message":"bad\\nthing"}}' }, '400: bad thing', false],
    ['403', { status: 403 }, 'paper_writer_api_key', false],
    ['404', { status: 404 }, 'paper_writer_base_url', false],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      'redirects',
      false,
    ],
    ['garbage', 'garbage', 'no JSON object', true],
    ['without an end', 'flood', 'more than', true],
    ['half of a reply', 'break_off', 'what it did is not known', true],
  ] as const)('that answers %s is not asked again', async (_, act, word, mayHaveRun) => {
    const completion = await ask(endpointOf(), act);
    expect(completion).toMatchObject({ kind: 'failed', mayHaveRun, usage: null });
    expect('reason' in completion && completion.reason).toContain(word);
  });

  it('that breaks its stream off has said nothing', async () => {
    expect(await ask(endpointOf(true), 'break_off')).toMatchObject({
      kind: 'failed',
      mayHaveRun: true,
    });
  });

  it.each([
    [false, 'stall'],
    [true, 'stall_midway'],
    [false, 'stall_midway'],
  ] as const)('that stalls is left at the deadline (streamed: %s, %s)', async (streams, act) => {
    const before = fake.asked.length;
    const asking = ask(endpointOf(streams), act);
    while (fake.asked.length === before) await new Promise(setImmediate);
    clock.advance(60_000);
    expect(await asking).toEqual({
      kind: 'failed',
      reason: 'the endpoint gave no answer within 60 s; what it did is not known',
      usage: null,
      mayHaveRun: true,
    });
  });

  it('hears at once that its answer is not wanted any more', async () => {
    const own = await startModelEndpoint(key, model);
    const stop = new AbortController();
    own.next.push('stall');
    const asking = endpointOf(false, own.baseUrl).complete(question, stop.signal);
    while (own.asked.length === 0) await new Promise(setImmediate);
    stop.abort(new Error('the paper is not written any more'));
    await expect(asking).rejects.toThrow('not written any more');
    await own.hungUp;
    await own.close();
  });

  it('that is not there was asked nothing, and its address is not told', async () => {
    const url = await closedPortUrl();
    expect(await endpointOf(false, url).complete(question, never)).toEqual({
      kind: 'busy',
      reason: 'the endpoint cannot be reached (ECONNREFUSED)',
      afterMs: null,
    });
  });

  it('never sees the key in an error, and says so when it refuses it', async () => {
    const own = await startModelEndpoint('another', model);
    const endpoint = endpointOf(false, own.baseUrl);
    const completion = await endpoint.complete(question, never);
    expect(completion).toMatchObject({ kind: 'failed', mayHaveRun: false });
    expect(await endpoint.findTrouble(never)).toMatch(/^it refuses the key \(401/);
    expect(JSON.stringify(completion)).not.toContain(key);
    await own.close();
  });

  it('is well when it answers, without its model being asked', async () => {
    const before = fake.asked.length;
    expect(await endpointOf().findTrouble(never)).toBeNull();
    expect(fake.asked.length).toBe(before);
    expect(await endpointOf(false, await closedPortUrl()).findTrouble(never)).toContain(
      'cannot be reached',
    );
  });
});
