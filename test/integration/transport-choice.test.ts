/** What the service says of its transport is what serves: in health, in the log and on the wire. */
import { afterEach, expect, it } from 'vitest';
import { transportNames } from '../support/http.ts';
import { startService, type TestService, token } from '../support/service.ts';

let service: TestService | undefined;
afterEach(async () => {
  await service?.remove();
  service = undefined;
});

/** Health of the service, and the library that wrote the answer: one of them names itself there. */
async function look({ app }: TestService): Promise<{ said: unknown; served: string }> {
  const reply = await fetch(`${app.baseUrl}/control/health`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { transport } = (await reply.json()) as { transport: unknown };
  return { said: transport, served: reply.headers.has('uwebsockets') ? 'uws' : 'node' };
}

it.each(transportNames)('names %s where that serves, with the reason of the log', async (name) => {
  service = await startService({ transport: name });
  const { said, served } = await look(service);
  expect(served).toBe(name);
  expect(said).toMatchObject({ name });
  const lines = service.log.filter((line) => line.includes('"serving"'));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ transport: name, reason: (said as { reason: string }).reason }),
  ]);
});

it('says that a build which the configuration names cannot serve, and what does instead', async () => {
  service = await startService({
    config: () => ({ uws_dir: 'nowhere', uws_sha256: '0'.repeat(64) }),
  });
  const { said, served } = await look(service);
  expect(served).toBe(transportNames[0]);
  expect(said).toEqual({
    name: served,
    reason: expect.stringMatching(/the build of uws_dir \(.*nowhere\) .*has no binary for Node/),
  });
});
