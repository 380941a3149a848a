/**
 * The service behind nginx and HAProxy as their shipped configurations have them: pages, large bodies, the live feed of
 * a browser, and a service that is gone for a while. @needs nginx haproxy
 */
import { afterEach, describe, expect, it } from 'vitest';
import { createApiClient } from '../../src/client/client.ts';
import { NoAnswerError } from '../../src/client/errors.ts';
import { limits } from '../../src/domain/limits.ts';
import { LiveTestClient } from '../support/live-server.ts';
import { startService, type TestService, token } from '../support/service.ts';
import { type ShippedProxy, startShippedProxy } from '../support/shipped-proxies.ts';

let service: TestService;
let proxy: ShippedProxy | undefined;
afterEach(async () => {
  await proxy?.close();
  proxy = undefined;
  await service.remove();
});

const create = { project_id: 'a', title: 'An idea', workload_class: 'cpu_only' } as const;

describe.each(['nginx', 'haproxy'] as const)('behind %s', (name) => {
  const start = async () => {
    service = await startService({ transport: 'uws' });
    proxy = await startShippedProxy(name, service.port);
    const { baseUrl, port } = proxy;
    return { api: createApiClient({ baseUrl, token }), baseUrl, port };
  };

  it('the pages and the feed of a browser are those of the service', async () => {
    const { api, baseUrl, port } = await start();
    expect((await api.GET('/control/api/v1/queue')).data).toMatchObject({ rows: [] });
    const page = await fetch(`${baseUrl}/control/dashboard`);
    expect(page.headers.get('content-type')).toContain('text/html');
    const list = await fetch(`${baseUrl}/control/api/v1/openapi.json`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
    });
    expect(list.headers.get('content-encoding')).toBe('gzip');
    expect(await list.json()).toHaveProperty('openapi');
    const feed = await LiveTestClient.open(port, token, baseUrl);
    feed.subscribe(['events']);
    await feed.control('subscribed');
    expect((await api.POST('/control/api/v1/projects', { body: create })).response.status).toBe(
      201,
    );
    await feed.until(() => feed.of('events').some(({ data }) => data.entity_id === 'a'));
    feed.ws.close();
  });

  it('bodies as large as the service takes come to it, and larger ones are refused in its own words', async () => {
    const { api } = await start();
    const intake = (chars: number) =>
      api.POST('/control/api/intake/ideas', {
        body: {
          idempotency_key: 'k',
          source: 'test',
          dry_run: true,
          ideas: [{ title: 'An idea', plan: 'x'.repeat(chars) }],
        },
      });
    const { error: tooLong } = await intake(limits.intakeBodyBytesMax - 1_000);
    expect(tooLong).toMatchObject({ code: 'invalid_request', errors: [{ path: 'ideas[0].plan' }] });
    const { error: tooLarge } = await intake(limits.intakeBodyBytesMax);
    expect(tooLarge).toMatchObject({ status: 413, code: 'payload_too_large' });
  });

  it('a service that is gone is told apart from one that refuses, and is found again', async () => {
    const { api } = await start();
    await service.stop();
    const { dir, port } = service;
    await expect(api.GET('/healthz')).rejects.toMatchObject({ kind: 'behind' });
    service = await startService({ transport: 'uws', dir, port });
    const answer = (): Promise<unknown> =>
      api.GET('/healthz').then(
        ({ response }) => response.status,
        (error: unknown) => (error instanceof NoAnswerError ? error.kind : error),
      );
    await expect.poll(answer).toBe(200);
  });
});
