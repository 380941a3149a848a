/** What the doctor says of the paper writer: it asks whether the endpoint answers, and its model nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examineWriter } from '../../../src/cli/doctor/writer.ts';
import type { OrreryConfig } from '../../../src/config/resolve.ts';
import { Secret } from '../../../src/config/secret.ts';
import { type FakeEndpoint, startModelEndpoint } from '../../support/model-endpoint.ts';

const key = 'sk-test-Zx8Qp3vL0m7TnWc5dR2y';
let fake: FakeEndpoint;
beforeAll(async () => {
  fake = await startModelEndpoint(key, 'm');
});
afterAll(() => fake.close());

const config = (more: object = {}, role = 'all'): OrreryConfig =>
  ({
    service: { role },
    paperWriter: {
      provider: 'external_llm',
      baseUrl: fake.baseUrl,
      apiKey: new Secret(key),
      model: 'm',
      timeoutMs: 5000,
      streamEnabled: false,
      fallbackEnabled: true,
      ...more,
    },
  }) as unknown as OrreryConfig;

it('asks nobody where there is no model', async () => {
  const [finding] = await examineWriter(config({ provider: 'deterministic' }));
  expect(finding).toMatchObject({ status: 'ok', detail: 'deterministic, which needs nothing' });
  expect(await examineWriter(config({}, 'worker'))).toEqual([]);
  expect(fake.requests).toEqual([]);
});

it('finds an endpoint that answers and takes the key well', async () => {
  expect(await examineWriter(config())).toMatchObject([{ status: 'ok', name: 'paper writer' }]);
  expect(fake.asked).toEqual([]);
});

it.each([
  [true, 'warning'],
  [false, 'problem'],
])(
  'names a refused key (fallback: %s) as a %s, without telling it',
  async (fallbackEnabled, status) => {
    const apiKey = new Secret('another-key-of-nobody');
    const findings = await examineWriter(config({ apiKey, fallbackEnabled }));
    expect(findings).toMatchObject([
      { status, detail: expect.stringContaining('refuses the key (401') },
    ]);
    expect(JSON.stringify(findings)).not.toContain('another-key');
  },
);
