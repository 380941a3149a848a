/** `orrery simulate-worker` as its users run it, with a control plane in a process of its own. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../src/soak/free-port.ts';
import {
  endedWithin,
  endPrograms,
  makeFolder,
  runProgram,
  secretsSaid,
  startProgram,
} from '../support/e2e-program.ts';
import { ask, configure, install, serve, stop, stopMsMax, until } from '../support/e2e-service.ts';

type Row = Readonly<Record<string, unknown>>;

describe('simulate-worker', () => {
  afterEach(() => expect(secretsSaid()).toEqual([]));
  afterAll(endPrograms);

  it('says what is missing and what would be right', async () => {
    const cwd = makeFolder();
    const alone = await runProgram(['simulate-worker'], { cwd });
    expect(alone).toMatchObject({ code: 3, stdout: '' });
    expect(alone.stderr).toContain('ORRERY_TOKEN');
    const misspelt = await runProgram(['simulate-worker', 'training-sucess'], { cwd });
    expect(misspelt.code).toBe(2);
    expect(misspelt.stderr).toContain('did you mean "training-success"?');
    const tooFast = await runProgram(['simulate-worker', '--speed', '5000'], { cwd });
    expect(tooFast).toMatchObject({ code: 2 });
    expect(tooFast.stderr).toContain('--speed must be a whole number from 1 to 1000');
    const both = await install();
    const asAll = await runProgram(['simulate-worker'], both.options);
    expect(asAll.code).toBe(3);
    expect(asAll.stderr).toContain('set "role" to "control"');
  });

  it('lists what is shipped', async () => {
    const listed = await runProgram(['simulate-worker', '--list', '--json'], { cwd: makeFolder() });
    const names = (JSON.parse(listed.stdout) as Row[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['flaky-worker', 'overnight', 'two-gpus']));
  });

  it('plays a run for a control plane and drains on Ctrl-C', async () => {
    const control = await install();
    const port = await freePort();
    configure(control, {
      role: 'control',
      live_dispatch_enabled: true,
      worker_wake_gate_url: `http://127.0.0.1:${port}`,
    });
    const service = await serve(control);
    const worker = startProgram(
      ['simulate-worker', 'training-success', '--speed', '200'],
      control.options,
    );
    await until(
      async () =>
        (await ask({ baseUrl: `http://127.0.0.1:${port}`, token: '' }, '/healthz')).status === 200,
      'the simulated worker answers',
    );
    const intake = await ask(control, '/control/api/intake/ideas', {
      idempotency_key: 'simulated',
      source: 'e2e',
      dry_run: false,
      ideas: [{ idea_id: 'train', title: 'Train', workload_class: 'training' }],
    });
    expect(intake.status, intake.text).toBe(200);
    const live = { dry_run: false, requested_by: 'e2e' };
    const dispatched = await until(async () => {
      const reply = await ask(control, '/control/dispatch-next', live);
      return reply.status === 200 && reply.body['live'] !== null ? reply : undefined;
    }, 'the run is dispatched');
    const runId = String((dispatched.body['live'] as Row)['run_id']);
    await until(async () => {
      const { body } = await ask(control, '/control/api/v1/projects/train');
      return (body['queue_item'] as Row | undefined)?.['status'] === 'completed';
    }, 'the project is completed');
    worker.signal('SIGINT');
    const end = await endedWithin(worker, stopMsMax, 'simulate-worker');
    expect(end, end.stderr).toMatchObject({ code: 0, stderr: '' });
    for (const words of [
      `${runId}  started, plays "training" as process`,
      'phase "write a checkpoint" for 40 s (the agent lives)',
      'phase "upload what is left" for 120 s (a left-over process lives)',
      'verdict: idle, quiet for',
      'held  no_live_process 0, margin 0',
      'session_finished_ready: delivered (answered 200',
    ])
      expect(end.stdout).toContain(words);
    await stop(service);
  });
});
