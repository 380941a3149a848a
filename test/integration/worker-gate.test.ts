/** The gate with the real actor host, machines, scripts and the demo agent; only telemetry is played. */
import { readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../src/actors/journal/memory.ts';
import { sha256Hex } from '../../src/lib/hash.ts';
import type { DispatchRequest } from '../../src/worker-wire/wire.ts';
import {
  type BenchOptions,
  createThrowawayFolder,
  createWorkerBench,
  demoAgentPath,
  eventually,
  processSource,
  type WorkerBench,
} from '../support/worker-bench.ts';

const benches: WorkerBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.close();
});
async function bench(agent: string, options: BenchOptions = {}): Promise<WorkerBench> {
  const environment = { ORRERY_AGENT_COMMAND: agent, ORRERY_EXPERIMENT_SCALE: '0.02' };
  const made = await createWorkerBench({ environment, ...options });
  benches.push(made);
  return made;
}

const dispatchOf = (changes: Partial<DispatchRequest> = {}): DispatchRequest => ({
  run_id: 'sort-20260101T000000000',
  project_id: 'sort',
  project_dir: 'sort',
  prompt_file: 'prompt.md',
  mode: 'exec',
  model: 'none',
  reasoning_effort: 'low',
  sandbox: 'none',
  ...changes,
});
async function prepare(
  made: WorkerBench,
  dispatch: DispatchRequest,
  prompt = 'experiment: nearly-sorted-insertion',
) {
  const { run_id, project_id, project_dir, prompt_file } = dispatch;
  return made.gate.prepare({
    run_id,
    project_id,
    project_dir,
    prompt_file,
    project_name: 'Sort',
    prompt_text: prompt,
    overwrite: false,
  });
}
const tracking = { root_pid: 1 };

describe('a worker gate', () => {
  it('says which it is, the same wherever it does and another than any other', async () => {
    const [one, other] = [await bench('true'), await bench('true')];
    const { gate_id: id } = await one.gate.listRuns({ limit: 1 });
    expect(id).toMatch(/./);
    expect(await prepare(one, dispatchOf())).toMatchObject({ gate_id: id });
    expect((await other.gate.listRuns({ limit: 1 })).gate_id).not.toBe(id);
  });

  it('takes a run from prompt to evidence', async () => {
    const made = await bench(`"${process.execPath}" "${demoAgentPath}"`);
    const request = dispatchOf();
    await prepare(made, request);
    const { dispatch } = await made.gate.dispatch(request);
    expect(dispatch).toMatchObject({ run_id: request.run_id, replayed: false });
    expect(made.watcher.isWatching(request.run_id)).toBe(true);

    const folder = join(made.folder.path, 'projects/sort');
    await eventually(() =>
      readFile(join(folder, `.orrery/runs/${request.run_id}/exit_code`), 'utf8').catch(
        () => undefined,
      ),
    );
    made.watcher.see(request.run_id, { type: 'agent_exited', process_tracking: tracking });
    made.watcher.see(request.run_id, {
      type: 'idle_confirmed',
      receipt: { verdict: 'idle' },
      process_tracking: tracking,
    });
    const run = await eventually(async () => {
      const { run: row } = await made.gate.findRun(request.run_id);
      return row.status === 'ready' ? row : undefined;
    });
    expect(run).toMatchObject({ exit_code: 0, live: false, workload_class: 'cpu_only' });

    const manifest = await made.gate.evidenceManifest('sort', request.run_id);
    expect(manifest.files.map(({ path }) => path)).toEqual([
      'run_notes.md',
      '.orrery/project_decision.json',
      'results/summary.json',
      'results/trials.json',
    ]);
    expect(manifest.ended_at).toEqual(expect.any(String));
    const { files } = await made.gate.readEvidence('sort', {
      paths: manifest.files.map(({ path }) => path),
      max_bytes_per_file: 1024 * 1024,
    });
    expect(files.map(({ sha256 }) => sha256)).toEqual(manifest.files.map(({ sha256 }) => sha256));
    const decision =
      files.find(({ path }) => path.endsWith('project_decision.json'))?.content ?? '';
    expect(JSON.parse(decision)).toMatchObject({ project_decision: 'finalize_positive' });

    const log = await made.gate.readLog(request.run_id, { offset: 0, limit: 10 });
    expect(log).toMatchObject({ text: 'running ne', next_offset: 10, eof: false });
    const stored = await made.host.ask(
      { kind: 'callback_delivery', id: request.run_id },
      { type: 'NOTHING' },
    );
    expect(stored.ok && stored.outcome.status).toBe('delivering');
  });

  it('answers a repeated dispatch alike, refuses another body and another run', async () => {
    const made = await bench('sleep 60');
    const request = dispatchOf();
    await prepare(made, request);
    const [first, second] = await Promise.all([
      made.gate.dispatch(request),
      made.gate.dispatch(request),
    ]);
    const third = await made.gate.dispatch(request);
    expect(new Set([first, second, third].map(({ dispatch }) => dispatch.pid)).size).toBe(1);
    expect(third.dispatch.replayed).toBe(true);
    await expect(made.gate.dispatch({ ...request, model: 'other' })).rejects.toMatchObject({
      code: 'run_conflict',
    });
    const other = dispatchOf({ run_id: 'map-1', project_id: 'map', project_dir: 'map' });
    await prepare(made, other);
    await expect(made.gate.dispatch(other)).rejects.toMatchObject({
      code: 'worker_busy',
      details: { live_run_id: request.run_id },
    });
    expect((await made.gate.listRuns({ limit: 10 })).live_count).toBe(1);
  });

  it('touches no file of a project in which a run lives', async () => {
    const made = await bench('sleep 60');
    const request = dispatchOf();
    await prepare(made, request);
    await made.gate.dispatch(request);
    const decision = join(made.folder.path, 'projects/sort/.orrery/project_decision.json');
    await writeFile(decision, 'of the run that lives');
    const prepared = made.gate.prepare({
      run_id: 'sort-2',
      project_id: request.project_id,
      project_dir: 'sort/../sort',
      prompt_file: request.prompt_file,
      project_name: 'Sort',
      prompt_text: 'again',
      overwrite: true,
    });
    await expect(prepared).rejects.toMatchObject({
      code: 'worker_busy',
      details: { live_run_id: request.run_id },
    });
    expect(await readFile(decision, 'utf8')).toBe('of the run that lives');
  });

  it('lets in only one of two runs that arrive together', async () => {
    const made = await bench('sleep 60');
    const requests = ['a', 'b'].map((name) =>
      dispatchOf({ run_id: `${name}-1`, project_id: name, project_dir: name }),
    );
    for (const request of requests) await prepare(made, request);
    const results = await Promise.allSettled(
      requests.map((request) => made.gate.dispatch(request)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'worker_busy' },
    });
  });

  it('never starts a run that was called off before it arrived', async () => {
    const made = await bench('sleep 60');
    const request = dispatchOf();
    await prepare(made, request);
    const stop = await made.gate.stopRun(request.run_id, { reason: 'lost', grace_sec: 0 });
    expect(stop.run).toMatchObject({ status: 'stopped', pid: null, live: false });
    await expect(made.gate.dispatch(request)).rejects.toMatchObject({ code: 'run_fenced' });
    const unheard = await made.gate.stopRun('ghost-1', { reason: 'lost', grace_sec: 0 });
    expect(unheard.run.status).toBe('fenced');
    expect((await made.gate.findRun('ghost-1')).log_tail).toEqual({
      text: '',
      offset: 0,
      size_bytes: 0,
    });
  });

  it('refuses a claim that was superseded', async () => {
    const made = await bench('true');
    const newer = dispatchOf({ run_id: 'sort-2', fencing: 4 });
    await prepare(made, newer);
    await made.gate.dispatch(newer);
    await made.gate.stopRun('sort-2', { reason: 'end', grace_sec: 0 });
    await expect(
      made.gate.dispatch(dispatchOf({ run_id: 'sort-1', fencing: 3 })),
    ).rejects.toMatchObject({ code: 'run_fenced' });
  });

  it('refuses another run of a claim that was carried out, as of a store that was put back', async () => {
    const made = await bench('true');
    const first = dispatchOf({ run_id: 'sort-1', fencing: 1 });
    await prepare(made, first);
    await made.gate.dispatch(first);
    await made.gate.stopRun('sort-1', { reason: 'end', grace_sec: 0 });
    const again = made.gate.dispatch(dispatchOf({ run_id: 'sort-2', fencing: 1 }));
    await expect(again).rejects.toMatchObject({ code: 'run_fenced' });
    await expect(again).rejects.toThrow('run here as sort-1');
    expect((await made.gate.dispatch(first)).dispatch.replayed).toBe(true);
  });

  it('says the same about a failed start each time it is asked', async () => {
    const made = await bench('');
    const request = dispatchOf();
    await prepare(made, request);
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const refusal = made.gate.dispatch(request);
      await expect(refusal).rejects.toMatchObject({ code: 'dispatch_script_failed', status: 502 });
      await expect(refusal).rejects.toThrow('ORRERY_AGENT_COMMAND is not set');
    }
    expect((await made.gate.listRuns({ limit: 10 })).live_count).toBe(0);
  });

  it('refuses a dispatch without a prompt', async () => {
    const made = await bench('true');
    await expect(made.gate.dispatch(dispatchOf())).rejects.toMatchObject({
      code: 'invalid_request',
      details: { errors: [{ path: 'prompt_file' }] },
    });
  });

  it('stops a run with everything it started', async () => {
    const made = await bench('setsid sleep 60 & sleep 61');
    const request = dispatchOf();
    await prepare(made, request);
    await made.gate.dispatch(request);
    const living = async () =>
      (await processSource.list()).processes.filter(
        (each) => each.runId === request.run_id && each.state !== 'Z',
      );
    await eventually(async () =>
      (await living()).some(({ commandLine }) => commandLine === 'sleep 60') ? true : undefined,
    );
    const stopped = await made.gate.stopRun(request.run_id, { reason: 'enough', grace_sec: 60 });
    expect(stopped).toMatchObject({ replayed: false, run: { status: 'stopped', live: false } });
    expect(await living()).toEqual([]);
    expect(made.watches.watchedCount).toBe(0);
    const again = await made.gate.stopRun(request.run_id, { reason: 'enough', grace_sec: 2 });
    expect(again.replayed).toBe(true);
    const code = await readFile(
      join(made.folder.path, `projects/sort/.orrery/runs/${request.run_id}/exit_code`),
      'utf8',
    );
    expect(code).toBe('143\n');
  });

  it('takes up a start and a watch where a restart cut them off', async () => {
    const folder = await createThrowawayFolder();
    const journal = createMemoryJournal();
    const script = await folder.write(
      'dispatch.sh',
      '#!/bin/sh\nsleep 0.3\nsleep 60 >/dev/null 2>&1 &\necho "{\\"pid\\":$!}"\n',
      0o755,
    );
    const options = { folder, journal, dispatchScript: script };
    const before = await createWorkerBench(options);
    const request = dispatchOf();
    await prepare(before, request);
    const lost = before.gate.dispatch(request).catch(() => undefined);
    const token = join(folder.path, `projects/sort/.orrery/runs/${request.run_id}/start_token`);
    await eventually(() => readFile(token, 'utf8').catch(() => undefined));
    await before.host.drain(0);
    await lost;

    const after = await createWorkerBench(options);
    const run = await eventually(async () => {
      const found = await after.runs.get(request.run_id);
      return found?.status === 'running' ? found : undefined;
    });
    await after.watches.resume();
    expect(after.watcher.isWatching(request.run_id)).toBe(true);
    expect((await after.gate.dispatch(request)).dispatch).toMatchObject({
      pid: run.pid,
      replayed: true,
    });
    const { processes } = await processSource.list();
    expect(
      processes.filter((each) => each.runId === request.run_id && each.state !== 'Z'),
    ).toHaveLength(1);
    await after.close();
    await folder.remove();
  });

  it('ends what lives of a run that cannot be watched any more, before it says that it failed', async () => {
    const folder = await createThrowawayFolder();
    const journal = createMemoryJournal();
    const options = {
      folder,
      journal,
      environment: { ORRERY_AGENT_COMMAND: 'sleep 60' },
    };
    const before = await createWorkerBench(options);
    const request = dispatchOf();
    await prepare(before, request);
    await before.gate.dispatch(request);
    await before.watches.close();
    await before.host.drain(20);
    const runs = join(folder.path, 'projects/sort/.orrery/runs');
    await rename(join(runs, request.run_id), join(folder.path, 'elsewhere'));
    await symlink(join(folder.path, 'elsewhere'), join(runs, request.run_id));

    const after = await createWorkerBench(options);
    await after.watches.resume();
    const run = await eventually(async () => {
      const found = await after.runs.get(request.run_id);
      return found?.status === 'failed' ? found : undefined;
    });
    expect(run.last_error).toContain('the run cannot be watched');
    const { processes } = await processSource.list();
    expect(processes.filter((each) => each.runId === request.run_id && each.state !== 'Z')).toEqual(
      [],
    );
    await after.close();
    await folder.remove();
  });

  it('tells no token, only its mark', async () => {
    const made = await bench('true');
    const reply = await made.gate.listRuns({ limit: 1 });
    expect(reply.callback_token_fingerprint).not.toBe(sha256Hex('callback-token').slice(0, 16));
    expect(JSON.stringify(reply)).not.toContain('callback-token');
  });
});
