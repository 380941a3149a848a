/** A simulated worker: its gate starts a run once whatever happens, and calls no run idle on missing data. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Boundary } from '../../../src/actors/runtime/host-options.ts';
import type { CallbackBody } from '../../../src/domain/records.ts';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import { openSigningKey } from '../../../src/lib/signing-key.ts';
import { Agents, type RunPlan } from '../../../src/simulation/agents.ts';
import { type FaultSite, Faults } from '../../../src/simulation/faults.ts';
import { defaultSettings } from '../../../src/simulation/settings.ts';
import { SimulatedTime } from '../../../src/simulation/time.ts';
import { SimulatedWorker } from '../../../src/simulation/worker.ts';

const minute = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'simulated-worker-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const signingKey = openSigningKey(join(folder, 'key.pem'));
const stop = { reason: 'x', grace_sec: 1 };

async function world(plan: Partial<RunPlan> = {}, shares: Partial<Record<FaultSite, number>> = {}) {
  const time = new SimulatedTime(Date.UTC(2026, 0, 1));
  const faults = new Faults(createSeededEntropy(1), 1);
  faults.strikes = (site) => {
    const isHit = faults.draw() < (shares[site] ?? 0);
    if (isHit) faults.hit(site);
    return isHit;
  };
  const callbacks: CallbackBody[] = [];
  const taken: string[] = [];
  const broken: string[] = [];
  const cutShort: string[] = [];
  const agents = new Agents({
    time,
    planRun: () => ({
      lastsMs: 10 * minute,
      end: 'concludes',
      lingersMs: 0,
      decision: 'finalize_positive',
      ...plan,
    }),
    onStart: () => {},
  });
  const worker = new SimulatedWorker({
    name: 'w',
    lane: 'http://w:1',
    seed: 1,
    time,
    faults,
    agents,
    settings: defaultSettings(1),
    token: 'gate-token',
    callbackToken: 'callback-token',
    signingKey,
    deliver: async (body) => {
      callbacks.push(JSON.parse(body) as CallbackBody);
      return { status: 200, text: '{}', isPage: false };
    },
    onTaken: (key) => taken.push(key),
    onCutShort: ({ runId }) => cutShort.push(runId),
    onBroken: (sentence) => broken.push(sentence),
  });
  await worker.start();
  const soon = <Result>(work: Promise<Result>) => time.during(work, minute);
  const prepare = (run_id: string) =>
    soon(
      worker.client.prepare({
        run_id,
        project_id: run_id,
        project_name: run_id,
        project_dir: run_id,
        prompt_file: 'p.md',
        prompt_text: 'Measure it.',
      }),
    );
  const dispatch = (run_id: string) =>
    soon(
      worker.client.dispatch({
        run_id,
        project_id: run_id,
        project_dir: run_id,
        prompt_file: 'p.md',
        mode: 'exec',
        model: 'm',
        reasoning_effort: 'high',
        sandbox: 'workspace-write',
      }),
    );
  const begin = async (runId: string) => {
    await prepare(runId);
    return dispatch(runId);
  };
  const said = (): string[] => callbacks.map(({ event_type }) => event_type);
  return {
    time,
    agents,
    worker,
    faults,
    callbacks,
    taken,
    broken,
    cutShort,
    said,
    soon,
    prepare,
    dispatch,
    begin,
  };
}

const whole = ['session_started', 'agent_yielded', 'session_finished_ready'];

describe('a simulated worker', () => {
  it('starts a run once, and refuses another beside it', async () => {
    const { agents, begin, dispatch, broken } = await world();
    expect(await begin('r1')).toMatchObject({
      kind: 'ok',
      value: { dispatch: { replayed: false } },
    });
    expect(await dispatch('r1')).toMatchObject({ value: { dispatch: { replayed: true } } });
    expect(await begin('r2')).toMatchObject({ kind: 'refused', code: 'worker_busy' });
    expect(agents.get('r1')?.starts).toBe(1);
    expect(broken).toEqual([]);
  });

  it('says that the agent is gone, and after a quiet time that the run is over', async () => {
    const { time, callbacks, said, begin, agents, taken } = await world();
    await begin('r1');
    await time.goOn(30 * minute);
    expect(said()).toEqual(whole);
    expect(callbacks.at(-1)?.telemetry).toMatchObject({ verdict: 'idle' });
    expect(agents.get('r1')?.wasQuiet).toBe(true);
    expect(taken).toEqual(callbacks.map(({ idempotency_key: key }) => key));
  });

  it('waits for what the agent has left running', async () => {
    const { time, said, begin, agents } = await world({ lingersMs: 8 * minute });
    await begin('r1');
    await time.goOn(18 * minute);
    expect(said()).toEqual(whole.slice(0, 2));
    await time.goOn(30 * minute);
    expect(said()).toEqual(whole);
    expect(agents.get('r1')?.wasQuiet).toBe(true);
  });

  it('asks what the agent has left as a question', async () => {
    const { time, callbacks, begin } = await world({ end: 'asks' });
    await begin('r1');
    await time.goOn(30 * minute);
    expect(callbacks.at(-1)).toMatchObject({
      event_type: 'question_pending',
      reason: 'which of the two?',
    });
  });

  it('says that a run could not be started, and starts none', async () => {
    const { begin, agents } = await world({ end: 'not_started' });
    expect(await begin('r1')).toMatchObject({ kind: 'refused', code: 'dispatch_script_failed' });
    expect(agents.get('r1')).toBeUndefined();
  });

  it('waits until readings are back before it calls a run idle', async () => {
    const { time, said, begin, agents, faults } = await world({}, { reading_missing: 0.05 });
    await begin('r1');
    await time.goOn(170 * minute);
    expect(faults.hits.get('reading_missing')).toBeGreaterThan(0);
    expect(said().at(-1)).toBe('session_finished_ready');
    expect(agents.get('r1')?.wasQuiet).toBe(true);
  });

  it('never calls it idle when no reading comes', async () => {
    const { time, said, begin } = await world({}, { reading_missing: 1 });
    await begin('r1');
    await time.goOn(400 * minute);
    expect(said()).not.toContain('session_finished_ready');
  });

  it.each<[Boundary, number]>([
    ...(['before_commit', 'after_commit'] as const).flatMap((boundary) =>
      [1, 2, 3, 4, 5, 6].map((at): [Boundary, number] => [boundary, at]),
    ),
    ...(['before_effect', 'after_effect'] as const).flatMap((boundary) =>
      [1, 2, 3, 4].map((at): [Boundary, number] => [boundary, at]),
    ),
  ])(
    'loses nothing and starts nothing twice when its gate dies %s number %i',
    async (boundary, at) => {
      const { time, agents, worker, prepare, dispatch, said, broken, cutShort } = await world();
      let deaths = 0;
      await prepare('r1');
      worker.dieAt(boundary, at, () => {
        deaths += 1;
      });
      // The control plane asks again until it knows.
      for (let tries = 0; tries < 5 && agents.get('r1') === undefined; tries += 1) {
        await dispatch('r1');
        await time.goOn(time.elapsedMs + minute);
      }
      await time.goOn(60 * minute);
      expect([deaths, worker.gate.lives]).toEqual([1, 2]);
      expect(agents.get('r1')?.starts).toBe(1);
      expect([...new Set(said())]).toEqual(whole);
      expect(agents.get('r1')?.wasQuiet).toBe(true);
      expect([broken, cutShort]).toEqual([[], []]);
    },
  );

  it('goes on with its runs after a stop that cuts nothing off', async () => {
    const { time, agents, worker, begin, said } = await world();
    await begin('r1');
    expect(await time.during(worker.stop(), minute)).toBe(true);
    await time.goOn(60 * minute);
    expect(worker.gate.lives).toBe(2);
    expect(said()).toEqual(whole);
    expect(agents.get('r1')?.starts).toBe(1);
  });

  it('says that a run is over whose machine was started anew, and does not start it again', async () => {
    const { time, agents, worker, begin, dispatch, callbacks } = await world();
    await begin('r1');
    worker.reboot();
    await time.goOn(5 * minute);
    expect(callbacks.at(-1)).toMatchObject({ event_type: 'gate_error' });
    await dispatch('r1');
    expect(agents.get('r1')?.starts).toBe(1);
  });

  it('knows nothing with another state folder, and still starts nothing twice', async () => {
    const { agents, worker, begin, prepare, dispatch, soon, time, said } = await world();
    await begin('r1');
    await worker.swap();
    await time.goOn(time.elapsedMs + minute);
    expect(await soon(worker.client.findRun('r1'))).toMatchObject({ code: 'run_not_found' });
    expect(await prepare('r2')).toMatchObject({ code: 'worker_busy' });
    expect(await soon(worker.client.stopRun('r1', stop))).toMatchObject({ code: 'run_lost' });
    expect(await dispatch('r1')).toMatchObject({ kind: 'ok' });
    expect(agents.get('r1')?.starts).toBe(1);
    await time.goOn(40 * minute);
    expect(said().at(-1)).toBe('session_finished_ready');
  });

  it('ends the processes of a run that is stopped, and tells of each that nobody wanted ended', async () => {
    const { agents, worker, begin, soon, cutShort } = await world();
    await begin('r1');
    expect(await soon(worker.client.stopRun('r1', stop))).toMatchObject({ kind: 'ok' });
    expect(agents.get('r1')?.endedMs).not.toBeNull();
    expect(cutShort).toEqual([]);
  });

  it('answers nobody while it hangs, not before the deadline of the call', async () => {
    const { worker, time } = await world();
    worker.hang(10 * minute);
    const before = time.elapsedMs;
    expect(await time.during(worker.client.health(), minute)).toMatchObject({ kind: 'unknown' });
    expect(time.elapsedMs - before).toBe(35_000);
  });

  it('fences a run that it was told to stop before it came', async () => {
    const { worker, dispatch, soon } = await world();
    await soon(worker.client.stopRun('r1', stop));
    expect(await dispatch('r1')).toMatchObject({ code: 'run_fenced' });
  });
});
