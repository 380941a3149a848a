/** A control plane that stands by and has other settings, or another token, than the one that writes says so. @needs postgres */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endPrograms, noteSecret, secretsSaid } from '../support/e2e-program.ts';
import { ask, configure, type Installation, serve, stop, until } from '../support/e2e-service.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { freshDatabase, installPlanes, untilActive } from '../support/two-planes.ts';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await endPrograms();
  await server.close();
});

interface Check {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
}
/** What it says once it has asked. */
const alike = (plane: Installation) =>
  until(async () => {
    const { body } = await ask(plane, '/control/api/v1/automation-readiness');
    const check = (body['checks'] as Check[]).find(({ name }) => name === 'planes_alike')!;
    return check.detail.includes('not been asked') ? undefined : [check.status, check.detail];
  }, 'it has asked the one that writes');

it('compares settings before it takes over, and tells no secret', async () => {
  const [one, two] = await installPlanes(await freshDatabase(server));
  const writer = `the control plane that writes (${one.baseUrl})`;
  configure(two, { worker_wake_gate_url: one.baseUrl });
  const active = await serve(one);
  await untilActive(one);
  expect(await alike(one)).toEqual(['ok', 'this control plane does not wait to take over']);
  const said = async (plane: Installation) => {
    const program = await serve(plane);
    const words = await alike(plane);
    await stop(program);
    return words;
  };
  expect(await said(two)).toEqual([
    'ok',
    `the settings are those of ${writer}; of secrets it is compared whether they are set`,
  ]);
  const b = { wake_gate_url: 'http://127.0.0.1:9', bearer_token: one.token };
  configure(two, { queue_alert_hang_after_sec: 7200, worker_targets: { b } });
  expect(await said(two)).toEqual([
    'failing',
    `settings are others than those of ${writer}: worker_targets.b, queue_alert_hang_after_sec`,
  ]);
  const token = 'another-token-of-the-same-length-7Qd2';
  noteSecret(token);
  configure(two, { control_api_bearer_token: token });
  expect(await said({ ...two, token })).toEqual([
    'failing',
    `${writer} does not take the token of this one`,
  ]);
  await stop(active);
  expect(secretsSaid()).toEqual([]);
});
