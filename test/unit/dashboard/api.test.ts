/** What the dashboard asks the service for. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '../../../src/dashboard/service/api.ts';
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
