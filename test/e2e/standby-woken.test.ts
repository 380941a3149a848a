/**
 * A control plane that stood still in the middle of a dispatch, while another took over and dispatched: woken, it asks
 * the worker for nothing more. @needs postgres
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endPrograms } from '../support/e2e-program.ts';
import {
  ask,
  configure,
  type Installation,
  ideaBody,
  install,
  serve,
  until,
} from '../support/e2e-service.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { installPlanes, startPlanes, untilActive } from '../support/two-planes.ts';

let server: TestPostgres;
const proxies: FaultProxy[] = [];
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await endPrograms();
  for (const proxy of proxies) await proxy.close();
  await server.close();
});

async function proxyTo(port: number): Promise<FaultProxy> {
  const proxy = await startFaultProxy(port);
  proxies.push(proxy);
  return proxy;
}

/** A gate, and the network between it and the planes. */
async function startWorker(callbackToken: string) {
  const worker = await install();
  const agent = join(worker.dir, 'agent.sh');
  writeFileSync(agent, 'read -r never < "$PROJECT_DIR/never"\n');
  configure(worker, {
    role: 'worker',
    control_api_bearer_token: undefined,
    worker_wake_gate_url: undefined,
    worker_wake_gate_bearer_token: worker.token,
    completion_callback_token: callbackToken,
    agent_command: `sh '${agent}'`,
  });
  await serve(worker);
  return { worker, proxy: await proxyTo(worker.port) };
}

const sentTo = (proxy: FaultProxy, path: string): number =>
  proxy.requests.filter((bytes) => bytes.toString('latin1').startsWith(`POST ${path} `)).length;

it('begins nothing at a worker when it wakes after another has taken over', async () => {
  const planes = await installPlanes(server.url);
  const { worker, proxy } = await startWorker(planes[0].token);
  const toServer = new Map<Installation, FaultProxy>();
  for (const plane of planes) {
    const own = await proxyTo(server.port);
    toServer.set(plane, own);
    configure(plane, {
      role: 'control',
      hosted_database_url: server.url.replace(`${server.port}`, `${own.port}`),
      dispatch_script_path: undefined,
      live_dispatch_enabled: true,
      dispatch_timeout_sec: 100,
      worker_wake_gate_url: `http://127.0.0.1:${proxy.port}`,
      worker_wake_gate_bearer_token: worker.token,
      worker_wake_gate_min_memory_available_mib: 1,
    });
  }
  const { active, standby } = await startPlanes(planes);
  const taken = await ask(active.installation, '/control/api/intake/ideas', ideaBody('stopped'));
  expect(taken.status, taken.text).toBe(200);

  // It has asked the worker to prepare, and stands still before it hears that this was done.
  proxy.set('hold_replies', 'POST /prepare-project ');
  const body = { project_id: 'stopped', dry_run: false };
  const asked = ask(active.installation, '/control/dispatch-one', body);
  const refused = asked.then(({ text }) => Promise.reject(new Error(text)));
  await Promise.race([until(async () => proxy.heldCount === 1, 'it is prepared'), refused]);
  process.kill(active.program.pid, 'SIGSTOP');
  proxy.set('pass');
  await untilActive(standby.installation);
  await until(async () => sentTo(proxy, '/dispatch') === 1, 'the other one has dispatched');
  const since = await ask(standby.installation, '/control/api/intake/ideas', ideaBody('since'));
  expect(since.status, since.text).toBe(200);

  // Woken, it hears that the project is prepared, and of the server nothing.
  const network = toServer.get(active.installation)!;
  network.set('silent');
  process.kill(active.program.pid, 'SIGCONT');
  await until(async () => (await ask(active.installation, '/healthz')).status === 200, 'it woke');
  await until(async () => (await ask(active.installation, '/runs')).status === 404, 'it is awake');
  // Of what came meanwhile it knows nothing, and does not say so: nobody may take a callback for refused.
  const told = await ask(active.installation, '/control/api/worker-callback', {
    event_type: 'session_started',
    idempotency_key: 'since:session_started:1',
    run_id: 'since-1',
    project_id: 'since',
    session_id: 's-1',
    sequence: 1,
    seen_at: '2026-01-01T00:00:00.000Z',
    gate_state: 'running',
    reason: 'it began',
  });
  expect(told.status, told.text).toBe(503);
  expect(told.body).toMatchObject({ code: 'no_active_plane' });
  network.set('pass');
  expect((await active.program.ended).code).not.toBe(0);
  await expect(refused).rejects.toThrow();
  expect(sentTo(proxy, '/dispatch')).toBe(1);
  const runs = await ask(worker, '/runs');
  expect(runs.body['runs']).toHaveLength(1);
});
