/** What the log says of a request that was not answered with success. */
import { expect, it } from 'vitest';
import { createTestPipeline, inject } from '../../support/http-pipeline.ts';

it.each([
  ['busy', [['error', 'request failed', { code: 'overloaded', detail: 'mailbox full' }]]],
  ['sync', [['error', 'request failed unexpectedly', { code: 'internal' }]]],
  ['sort', [['debug', 'request refused', { code: 'invalid_request' }]]],
  ['stopping', [['debug', 'request refused', { code: 'shutting_down' }]]],
])('logs a failure in one line, a refusal at a stop as no error: %s', async (how, expected) => {
  const logged: (readonly [string, string, object])[] = [];
  const level = (name: string) => (fields: object, message: string) =>
    void logged.push([name, message, fields]);
  const log = { debug: level('debug'), info: level('info'), error: level('error') };
  const { handlers } = createTestPipeline({ log });
  const reply = await inject(handlers, { target: `/fail/${how}` });
  const { status } = reply;
  expect(logged).toEqual(
    expected.map(([name, message, fields]) => [
      name,
      message,
      expect.objectContaining({ ...(fields as object), method: 'GET', route: 'fail', status }),
    ]),
  );
});
