/** A simulated worker: starts a run once whatever happens to its state, and calls no run idle on missing data. */
import { describe, expect, it } from 'vitest';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import { Agents, type RunPlan } from '../../../src/simulation/agents.ts';
import { type FaultSite, Faults } from '../../../src/simulation/faults.ts';
import { SimulatedTime } from '../../../src/simulation/time.ts';
import { type Callback, SimulatedWorker } from '../../../src/simulation/worker.ts';
import type { DispatchRequest } from '../../../src/worker-wire/wire.ts';

const minute = 60_000;

function world(plan: Partial<RunPlan> = {}, shares: Partial<Record<FaultSite, number>> = {}) {
  const time = new SimulatedTime(Date.UTC(2026, 0, 1));
  const faults = new Faults(createSeededEntropy(1), 1);
  faults.strikes = (site) => {
    const isHit = faults.draw() < (shares[site] ?? 0);
    if (isHit) faults.hit(site);
    return isHit;
  };
  const callbacks: Callback[] = [];
  const agents = new Agents({
    time,
    planRun: () => ({
      lastsMs: 10 * minute,
      end: 'session_finished_ready',
      decision: 'finalize_positive',
      ...plan,
    }),
    onStart: () => {},
  });
  const worker = new SimulatedWorker({
    name: 'w',
    lane: 'http://w:1',
    time,
    faults,
    agents,
    callTimeoutMs: 35_000,
    sampleIntervalMs: 30_000,
    callbackTokenFingerprint: 'f',
    deliver: async (body) => {
      callbacks.push(body);
    },
    onTaken: () => {},
  });
  const soon = <Result>(work: Promise<Result>) => time.during(work, minute);
  const dispatch = (run_id: string) =>
    soon(
      worker.client.dispatch({
        run_id,
        project_id: run_id,
        project_dir: run_id,
        prompt_file: 'p.md',
        mode: 'exec',
      } as DispatchRequest),
    );
  const said = (): string[] => callbacks.map(({ event_type }) => event_type);
  return { time, agents, worker, callbacks, said, soon, dispatch, faults };
}

describe('a simulated worker', () => {
  it('starts a run once, and refuses another beside it', async () => {
    const { agents, dispatch } = world();
    expect(await dispatch('r1')).toMatchObject({
      kind: 'ok',
      value: { dispatch: { replayed: false } },
    });
    expect(await dispatch('r1')).toMatchObject({
      kind: 'ok',
      value: { dispatch: { replayed: true } },
    });
    expect(await dispatch('r2')).toMatchObject({ kind: 'refused', code: 'worker_busy' });
    expect(agents.get('r1')?.starts).toBe(1);
  });

  it('says that the agent is gone, and after a quiet time that the run is over', async () => {
    const { time, callbacks, said, dispatch, agents } = world();
    await dispatch('r1');
    await time.goOn(30 * minute);
    expect(said()).toEqual(['session_started', 'agent_yielded', 'session_finished_ready']);
    expect(callbacks.at(-1)?.telemetry).toMatchObject({ verdict: 'idle' });
    expect(agents.get('r1')?.wasQuiet).toBe(true);
  });

  it('waits until readings are back before it calls a run idle', async () => {
    const { time, said, dispatch, agents, faults } = world({}, { reading_missing: 0.2 });
    await dispatch('r1');
    await time.goOn(170 * minute);
    expect(faults.hits.get('reading_missing')).toBeGreaterThan(0);
    expect(said().at(-1)).toBe('session_finished_ready');
    expect(agents.get('r1')?.wasQuiet).toBe(true);
  });

  it('never calls it idle when no reading comes, and gives up in the end', async () => {
    const { time, said, dispatch } = world({}, { reading_missing: 1 });
    await dispatch('r1');
    await time.goOn(400 * minute);
    expect(said().at(-1)).toBe('gate_timeout');
  });

  it('knows nothing with another state folder, and still starts nothing twice', async () => {
    const { agents, worker, dispatch, soon, time, said } = world();
    await dispatch('r1');
    worker.swap();
    expect(await soon(worker.client.findRun('r1'))).toMatchObject({ code: 'run_not_found' });
    expect(await dispatch('r2')).toMatchObject({ code: 'worker_busy' });
    expect(await soon(worker.client.stopRun('r1', { reason: 'x', grace_sec: 1 }))).toMatchObject({
      code: 'run_lost',
    });
    expect(await dispatch('r1')).toMatchObject({ value: { dispatch: { replayed: true } } });
    expect(agents.get('r1')?.starts).toBe(1);
    await time.goOn(30 * minute);
    expect(said()).toContain('session_finished_ready');
  });

  it('answers nobody while it hangs, not before the deadline of the call', async () => {
    const { worker, time } = world();
    worker.hang(10 * minute);
    const before = time.elapsedMs;
    expect(await time.during(worker.client.health(), minute)).toMatchObject({ kind: 'unknown' });
    expect(time.elapsedMs - before).toBe(35_000);
  });

  it('fences a run that it was told to stop before it came', async () => {
    const { worker, dispatch, soon } = world();
    await soon(worker.client.stopRun('r1', { reason: 'x', grace_sec: 1 }));
    expect(await dispatch('r1')).toMatchObject({ code: 'run_fenced' });
  });
});
