/** The reference of a running service, its typed client, and the filters of the event list. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiClient, unwrap } from '../../src/client/client.ts';
import { transportNames } from '../support/http.ts';
import { startService, type TestService, token } from '../support/service.ts';

describe.each(transportNames)('over %s', (transport) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ transport });
  });
  afterAll(() => service.remove());
  const clientOf = () => createApiClient({ baseUrl: service.app.baseUrl, token });

  it('the reference is served to whoever has the token, the same each time', async () => {
    const address = `${service.app.baseUrl}/control/api/v1/openapi.json`;
    expect((await fetch(address)).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    const replies = await Promise.all([fetch(address, { headers }), fetch(address, { headers })]);
    const [first, second] = await Promise.all(replies.map((reply) => reply.text()));
    expect(first).toBe(second);
    const document = JSON.parse(first!) as { openapi: string; paths: Record<string, unknown> };
    expect(document.openapi).toBe('3.1.1');
    expect(Object.keys(document.paths)).toContain('/control/api/v1/queue');
    expect(first).not.toContain(token);
  });

  it('the typed client takes an idea in and finds it in lists, details and events', async () => {
    const api = clientOf();
    const reply = await unwrap(
      api.POST('/control/api/intake/ideas', {
        body: {
          idempotency_key: 'k',
          source: 'test',
          dry_run: false,
          ideas: [{ idea_id: 'a', title: 'Idea a' }],
        },
      }),
    );
    expect(reply.created).toBe(1);
    const list = await unwrap(
      api.GET('/control/api/v1/queue', { params: { query: { page_size: 1, status: 'queued' } } }),
    );
    expect(list.rows.map((row) => row.project_id)).toEqual(['a']);
    const events = await unwrap(
      api.GET('/control/api/v1/events', {
        params: { query: { payload: ['change.kind:queue_item', 'change.set.status:queued'] } },
      }),
    );
    expect(events.rows.map((row) => row.entity_id)).toEqual(['a']);
    const missing = unwrap(
      api.GET('/control/api/v1/projects/{project_id}', { params: { path: { project_id: 'x' } } }),
    );
    await expect(missing).rejects.toMatchObject({ code: 'project_not_found', status: 404 });
  });

  it.each([
    'payload=accepted',
    'payload=:accepted',
    'payload=a..b:c',
    `payload=a:${'x'.repeat(201)}`,
    `payload=${'x'.repeat(65)}:c`,
    Array.from({ length: 9 }, (_, index) => `payload=a:${index}`).join('&'),
  ])('a malformed payload filter is refused, never ignored: %s', async (query) => {
    const reply = await service.api.get(`/control/api/v1/events?${query}`);
    expect([reply.status, reply.body['code']]).toEqual([422, 'invalid_request']);
    expect(JSON.stringify(reply.body['errors'])).toContain('"path":"payload');
  });
});

describe('a control plane without a worker gate', () => {
  it('has no worker routes in its reference', async () => {
    const service = await startService({ config: () => ({ role: 'control' }) });
    try {
      const { body } = await service.api.get('/control/api/v1/openapi.json');
      expect(Object.keys(body['paths'] as object)).toContain('/control/pause');
      expect(Object.keys(body['paths'] as object)).not.toContain('/prepare-project');
    } finally {
      await service.remove();
    }
  });
});
