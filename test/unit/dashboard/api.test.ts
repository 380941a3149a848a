/** What the dashboard asks the service for. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ask, createApi } from '../../../src/dashboard/service/api.ts';
import { recordedReply } from '../../support/canned-reply.ts';
import { answered } from '../../support/client-answers.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a question of the dashboard', () => {
  it.each([
    [{ search: '', tag: [], machine_target: 'w1', sort: '' }, '?machine_target=w1&'],
    [{ search: 'a=b & c', machine_target: '' }, '?search=a%3Db%20%26%20c&'],
    [{ search: '' }, '?'],
  ])('leaves out what a form leaves empty: %j', async (query, sent) => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (request: Request) => {
      asked.push(new URL(request.url).href.replace(/^[^?]*/, ''));
      return Promise.resolve(
        answered('/control/api/v1/queue', recordedReply('queue.list')).response,
      );
    });
    const api = createApi('token', 'http://127.0.0.1:9');
    await api.get('/control/api/v1/queue', { params: { query } });
    expect(asked).toEqual([sent]);
  });

  it('leaves the request of an act as it is', async () => {
    const asked: Request[] = [];
    const built: unknown[] = [];
    vi.stubGlobal('fetch', (request: Request) => {
      asked.push(request);
      return Promise.resolve(
        answered('/control/pause', recordedReply('control.pause'), 'POST').response,
      );
    });
    const Whole = Request;
    vi.stubGlobal(
      'Request',
      class extends Whole {
        constructor(input: string | Request, init?: RequestInit) {
          super(input, init);
          built.push(init);
        }
      },
    );
    const api = createApi('token', 'http://127.0.0.1:9');
    await api.post('/control/pause', { body: { reason: 'lunch' } });
    // A body that is handed from one request to another is a stream, which not every browser sends.
    expect(built.filter((init) => init instanceof Whole)).toEqual([]);
    expect(await asked[0]!.json()).toMatchObject({ reason: 'lunch' });
  });
});

describe('a question that the service does not answer', () => {
  const whyAfter = async (fetched: () => Promise<Response>): Promise<unknown> => {
    vi.stubGlobal('fetch', fetched);
    const api = createApi('token', 'http://127.0.0.1:9');
    return ask(api.get('/control/api/v1/queue', { params: { query: {} } }));
  };
  const page = (status: number) => async (): Promise<Response> =>
    // allowed: not the service.
    new Response('<h1>No</h1>', { status, headers: { 'content-type': 'text/html' } });

  it.each([
    ['a proxy that does not reach it', page(502), 'the service cannot be reached'],
    ['a page of something else', page(200), 'something else answered in its place'],
    ['a refusal of something else', page(403), 'something else answered in its place'],
    [
      'no connection',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'the service cannot be reached',
    ],
  ])('is told as what it is: %s', async (_what, fetched, why) => {
    expect(await whyAfter(fetched)).toEqual({
      kind: 'failed',
      why,
      status: null,
      words: null,
      problem: null,
    });
  });
});
