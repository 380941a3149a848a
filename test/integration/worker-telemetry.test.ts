/** The gate's watches on real telemetry: from a real agent's exit to a verdict. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { createSystemSampler } from '../../src/sensing/system-sampler.ts';
import { createTelemetry, type Telemetry } from '../../src/telemetry/telemetry-actor.ts';
import { createTelemetryWatcher } from '../../src/worker/telemetry/telemetry-watcher.ts';
import {
  createWorkerBench,
  eventually,
  processSource,
  type WorkerBench,
} from '../support/worker-bench.ts';

let made: WorkerBench | undefined;
let telemetry: Telemetry | undefined;
afterEach(async () => {
  await telemetry?.stop();
  await made?.close();
});

it('sees an agent exit while its workload lives, and calls the run over only after that', async () => {
  telemetry = createTelemetry({
    clock: systemClock,
    // A gap of two intervals restarts the window, so that a busy machine needs room here.
    sampleIntervalMs: 400,
    systemSampler: createSystemSampler({ clock: systemClock }),
    gpuSource: { read: async () => ({ gpus: [], present: false, problems: [] }) },
    processSource,
  });
  const { watcher, reader } = createTelemetryWatcher({
    telemetry,
    // Other work on the machine must not keep this test waiting.
    profileOf: () => ({
      idle_sustain_sec: 0.4,
      cpu_idle_threshold_pct: 101,
      gpu_idle_avg_threshold_pct: 10,
      gpu_idle_peak_threshold_pct: 20,
      vram_delta_threshold_mib: 1024,
    }),
    maxWaitMs: 60_000,
    clock: systemClock,
  });
  const folder = '.orrery/runs/r-1';
  const agent = `sh -c 'while [ ! -e release ]; do sleep 0.05; done' & echo '{"project_decision":"finalize_negative"}' >.orrery/project_decision.json; exit 5`;
  made = await createWorkerBench({
    environment: { ORRERY_AGENT_COMMAND: agent },
    watcher,
    telemetry: reader,
  });
  const { gate } = made;
  telemetry.start();
  await gate.prepare({
    run_id: 'r-1',
    project_id: 'r',
    project_name: 'R',
    project_dir: 'r',
    prompt_file: 'prompt.md',
    prompt_text: 'x',
    overwrite: false,
  });
  await gate.dispatch({
    run_id: 'r-1',
    project_id: 'r',
    project_dir: 'r',
    prompt_file: 'prompt.md',
    mode: 'exec',
    model: 'm',
    reasoning_effort: 'low',
    sandbox: 'none',
  });
  const inStatus = (status: string) =>
    eventually(async () => {
      const found = await gate.findRun('r-1');
      return found.run.status === status ? found : undefined;
    });

  const quieting = await inStatus('quieting');
  expect(quieting.run).toMatchObject({ exit_code: 5, live: true });
  // Its agent is gone, and what that started is not.
  await eventually(async () => {
    const { process_tree: tree } = await gate.findRun('r-1');
    return tree?.root_alive === false && Number(tree.alive) > 0 ? true : undefined;
  });
  await made.folder.write('projects/r/release', '');
  const ready = await inStatus('ready');
  expect(ready.receipt).toMatchObject({ verdict: 'idle' });
  expect(ready.idle_window).toBeNull();
  expect((await gate.telemetry()).sample).toMatchObject({ gpus: [] });
  expect(await readFile(join(made.folder.path, 'projects/r', folder, 'exit_code'), 'utf8')).toBe(
    '5\n',
  );
  const delivery = await made.host.ask(
    { kind: 'callback_delivery', id: 'r-1' },
    { type: 'NOTHING' },
  );
  expect(delivery.ok && delivery.outcome.status).toBe('delivering');
});
