/** What was asked under an idempotency key and is asked again of a control plane that was put back from a backup. */
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Reply } from '../../src/cli/demo/api.ts';
import { runCli } from '../support/cli.ts';
import { servicesOfEachTest } from '../support/each-test-service.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { freePort, packageRoot, type TestService, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;

let dir: string;
let proxy: FaultProxy | null = null;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'orrery-keys-'));
});
// Called first, so that it comes last: services are stopped while the proxy still stands.
afterEach(async () => {
  await proxy?.close();
  proxy = null;
  rmSync(dir, { recursive: true, force: true });
});
const { start } = servicesOfEachTest();

const takeIn = ({ api }: TestService, id: string): Promise<Reply> =>
  api.post('/control/api/intake/ideas', {
    idempotency_key: `ideas-${id}`,
    source: 'test',
    dry_run: false,
    ideas: [{ idea_id: id, title: `Idea ${id}`, workload_class: 'cpu_only' }],
  });
const dispatch = ({ api }: TestService, id: string): Promise<Reply> =>
  api.post('/control/dispatch-one', {
    project_id: id,
    dry_run: false,
    requested_by: 'test',
    idempotency_key: `dispatch-${id}`,
  });
const eventsOf = async ({ api }: TestService, type: string): Promise<readonly Row[]> =>
  (await api.get(`/control/api/v1/events?event_type=${type}`)).body['rows'] as Row[];
/**
 * But for the id of the request, which each asking has of its own, and the number of the event: what happened after the
 * backup is numbered anew, and a look at the worker may come before it or after.
 */
const saidIn = ({ status, body: { request_id: _, event_id: __, ...body } }: Reply) => ({
  status,
  body,
});

it('is answered as before and done once, also where the backup is of a moment in the middle of it', async () => {
  const config = () => ({
    agent_command: `sh '${join(packageRoot, 'test/support/waiting-agent.sh')}'`,
    run_stale_after_sec: 604_800,
  });
  const port = await freePort();
  // Nobody listens there: a callback would tell, before its answer does, that the run has begun.
  const unheard = `http://127.0.0.1:${await freePort()}/control/api/worker-callback`;
  const gate = await start({ config: () => ({ ...config(), completion_callback_url: unheard }) });
  const held = await startFaultProxy(gate.port);
  proxy = held;
  const ofControl = () => ({
    ...config(),
    role: 'control',
    worker_wake_gate_url: `http://127.0.0.1:${held.port}`,
  });
  const control = await start({ port, config: ofControl });
  const cli = (...words: string[]) =>
    runCli(words, { cwd: dir, env: { ORRERY_CONFIG: join(control.dir, 'config.json') } });
  const taken = await takeIn(control, 'p');
  expect(taken.status).toBe(200);

  // Accepted, and begun at the worker; its answer is on the way.
  held.set('hold_replies', 'POST /dispatch ');
  const asked = dispatch(control, 'p');
  await until(async () => held.heldCount === 1 && gate.starts().length === 1, 'it has begun');
  expect((await cli('backup', join(dir, 'backup'))).code).toBe(0);
  held.set('pass');
  const dispatched = await asked;
  expect(dispatched.status).toBe(200);
  await control.stop();

  const state = join(control.dir, 'state');
  renameSync(state, `${state}.old`);
  const restored = await cli('restore', join(dir, 'backup'), '--replaces', `${state}.old`);
  expect(restored.code, restored.err).toBe(0);
  expect(existsSync(join(state, 'control.db'))).toBe(true);
  const again = await start({ dir: control.dir, port, config: ofControl });
  expect(saidIn(await takeIn(again, 'p'))).toEqual(saidIn(taken));
  const repeated = await dispatch(again, 'p');
  expect(repeated.status).toBe(200);
  // Concluded from its claim, which knows no more of what was chosen.
  const candidate = { project_id: 'p', worker_target: 'default' };
  expect(dispatched.body['candidate']).toMatchObject(candidate);
  expect(saidIn(repeated).body).toEqual({ ...saidIn(dispatched).body, candidate });
  expect(gate.starts()).toEqual([(dispatched.body['live'] as Row)['run_id']]);
  expect(await eventsOf(again, 'queue_item.claimed')).toHaveLength(1);
  expect(await eventsOf(again, 'project.created')).toHaveLength(1);
});
