/** A worker that nothing can call: the whole of a run through the connection that its gate makes, on both transports. */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/command.ts';
import { runCli } from '../support/cli.ts';
import { startCutter } from '../support/dialled-gate.ts';
import { transportNames } from '../support/http.ts';
import { dispatchProject, doMainJob, takeInIdea } from '../support/main-job.ts';
import { startService, type TestService, token, until } from '../support/service.ts';

type Json = Record<string, unknown>;
const name = 'lab';
const gateToken = 'token-of-a-worker-that-dials-home';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** A control plane whose one worker dials home. */
async function startHome(
  transport: 'uws' | 'node',
  given: { readonly dir?: string; readonly port?: number } = {},
): Promise<TestService> {
  const home = await startService({
    ...given,
    transport,
    config: () => ({
      role: 'control',
      worker_wake_gate_url: undefined,
      worker_wake_gate_bearer_token: undefined,
      worker_targets: {
        [name]: { wake_gate_url: `home://${name}`, bearer_token: gateToken },
      },
    }),
  });
  cleanups.unshift(() => home.remove());
  return home;
}

/** Its gate, which has no port of its own; `url`: where it dials. */
async function startGate(home: TestService, url = home.app.baseUrl): Promise<TestService> {
  const gate = await startService({
    home: { url, name },
    config: () => ({
      role: 'worker',
      control_api_bearer_token: undefined,
      worker_wake_gate_url: undefined,
      worker_wake_gate_bearer_token: gateToken,
      completion_callback_url: `${home.app.baseUrl}/control/api/worker-callback`,
    }),
  });
  cleanups.unshift(() => gate.remove());
  return gate;
}

const untilCompleted = (home: TestService, projectId: string) =>
  until(async () => {
    const { body } = await home.api.get(`/control/api/v1/projects/${projectId}`);
    return (body['queue_item'] as Json | null)?.['status'] === 'completed';
  }, `${projectId} is completed`);
const starts = (gate: TestService) => gate.starts().filter((line) => line !== '');

describe.each(transportNames)('a worker that dials home, served there by %s', (transport) => {
  it('does the whole job: dispatch, verdict, evidence, paper', async () => {
    const home = await startHome(transport);
    const gate = await startGate(home);
    const { runId } = await doMainJob(home.api);
    expect(starts(gate)).toEqual([runId]);
    const log = await home.api.get(`/control/api/v1/runs/${runId}/log`);
    expect(log).toMatchObject({ status: 200, body: { source: 'worker', run_id: runId } });
    const telemetry = await home.api.get(`/control/api/v1/runs/${runId}/telemetry`);
    expect(telemetry).toMatchObject({ status: 200, body: { worker_target: name } });
  });
});

describe('a worker that dials home', () => {
  it('is unreachable while its gate is away, with words, and takes nothing then', async () => {
    const home = await startHome('node');
    await takeInIdea(home.api, 'waits');
    const refused = await home.api.post('/control/dispatch-one', {
      project_id: 'waits',
      dry_run: false,
    });
    expect(refused.body['code']).toBe('worker_unreachable');
    expect(JSON.stringify(refused.body)).toContain('no gate has dialled home as lab');
    const called = await runCli(['bench', '--worker', name], {
      cwd: home.dir,
      env: { ORRERY_CONFIG: join(home.dir, 'config.json') },
    });
    expect(called.code).toBe(exitCodes.usage);
    expect(called.err).toContain('the worker lab dials home (home://lab) and cannot be called');
    const gate = await startGate(home);
    await dispatchProject(home.api, 'waits');
    await untilCompleted(home, 'waits');
    expect(starts(gate)).toHaveLength(1);
  });

  it('refuses a gate with the token of another worker', async () => {
    const home = await startHome('node');
    const gate = await startService({
      home: { url: home.app.baseUrl, name },
      config: () => ({
        role: 'worker',
        worker_wake_gate_url: undefined,
        control_api_bearer_token: undefined,
        worker_wake_gate_bearer_token: token,
      }),
    });
    cleanups.unshift(() => gate.remove());
    await until(
      async () => gate.log.some((line) => line.includes('401')),
      'the gate says that it was refused',
    );
    const { body } = await home.api.post('/control/api/preflight', { machine_target: name });
    expect(JSON.stringify(body)).toContain('no gate has dialled home');
  });

  it('ends a run once, though its connection is cut again and again', async () => {
    const home = await startHome('node');
    const cutter = await startCutter(home.port);
    cleanups.push(() => cutter.close());
    const gate = await startGate(home, `http://127.0.0.1:${cutter.port}`);
    await takeInIdea(home.api, 'cut');
    await dispatchProject(home.api, 'cut');
    let cuts = 0;
    const completed = untilCompleted(home, 'cut');
    let isOver = false;
    void completed.finally(() => {
      isOver = true;
    });
    while (!isOver && cuts < 20) {
      cuts += 1;
      cutter.cutAfter(200 * cuts);
      await home.api.get('/control/api/v1/workers');
      await home.api.post('/control/api/preflight', { machine_target: name });
    }
    await completed;
    expect(cuts).toBeGreaterThan(1);
    expect(starts(gate)).toHaveLength(1);
  });

  it('goes on with its run while home is away, and tells the home that started anew', async () => {
    const first = await startHome('node');
    const gate = await startGate(first);
    await takeInIdea(first.api, 'outlives');
    await dispatchProject(first.api, 'outlives');
    await first.stop();
    const second = await startHome('node', { dir: first.dir, port: first.port });
    await untilCompleted(second, 'outlives');
    expect(starts(gate)).toHaveLength(1);
  });
});
