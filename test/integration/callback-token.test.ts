/** A token for callbacks alone: runs end by it, and nothing else opens to it. */
import { afterEach, expect, it } from 'vitest';
import { runProject, takeInIdea } from '../support/main-job.ts';
import { startService, type TestService, token } from '../support/service.ts';

let service: TestService;
afterEach(() => service.remove());

const callbackToken = 'callback-token-of-sufficient-length';
const path = '/control/api/worker-callback';

async function statusOf(bearer: string, route: string, body?: string): Promise<number> {
  const reply = await fetch(`${service.app.baseUrl}${route}`, {
    ...(body === undefined ? {} : { method: 'POST', body }),
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  });
  await reply.arrayBuffer();
  return reply.status;
}

it('brings a run to its end and opens no other route', async () => {
  const config = () => ({ completion_callback_token: callbackToken });
  service = await startService({ config });
  await takeInIdea(service.api, 'p');
  await runProject(service.api, 'p');
  // Taken, and the body is none.
  expect(await statusOf(callbackToken, path, '{}')).toBe(422);
  for (const route of ['/control/health', '/control/api/v1/overview', '/runs', '/metrics'])
    expect([route, await statusOf(callbackToken, route)]).toEqual([route, 401]);
  expect(await statusOf(callbackToken, '/control/pause', '{}')).toBe(401);
  // Workers that still have the token of the API go on reporting.
  expect(await statusOf(token, path, '{}')).toBe(422);
  expect(await statusOf('another-token-of-sufficient-length', path, '{}')).toBe(401);
});
