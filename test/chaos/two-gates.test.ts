/**
 * One control plane and two gates on loopback through everything a night can bring: a gate killed in
 * a run, the network cut in either direction, clocks that jump, callbacks that come again and again.
 * Every run ends once and correctly, the other lane goes on, and no agent is started twice.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IdleReceipt } from '../../src/machines/idle-gate/receipt.ts';
import { sendRaw } from '../support/fault-proxy.ts';
import { patienceMs } from '../support/patience.ts';
import { until } from '../support/service.ts';
import { createFaultPlayer, describeStep, drawPlan, type Step } from './support/fault-plan.ts';
import { type GateName, gateNames, TwoGates } from './support/two-gates.ts';

const hourMs = 3_600_000;
/** Statuses of an item that has a run, which may live. */
const begun = [
  'dispatching',
  'reconciling',
  'running',
  'awaiting_wake',
  'wake_received',
  'completed',
] as const;

// What waits has a limit of its own and says more than a test that is cut off.
describe('two gates and one control plane', { timeout: 3 * patienceMs }, () => {
  const world = new TwoGates();
  const expected = new Map<GateName, Set<string>>(gateNames.map((name) => [name, new Set()]));

  beforeAll(() => world.start(), patienceMs);
  // What an earlier test left spoilt when it failed is no failure of the next.
  beforeEach(() => world.mend(), patienceMs);
  afterAll(() => world.remove(), patienceMs);

  /** Takes in a project and dispatches it until its run may live; answers the run's id. */
  const begin = async (projectId: string, gate: GateName, prompt?: string): Promise<string> => {
    await world.takeIn(projectId, gate, prompt);
    // A worker whose last sample is old is rightly refused: on a fast clock and a busy machine it soon is.
    await world.pursues(projectId, begun);
    return claimed(projectId, gate);
  };
  /** The run that a project has, noted as one that must have been started once on its gate. */
  const claimed = async (projectId: string, gate: GateName): Promise<string> => {
    // The other lane may have killed the control plane just now.
    const item = await until(
      () => world.item(projectId).catch(() => undefined),
      `${projectId} can be read`,
      patienceMs,
    );
    const runId = item['current_run_id'];
    if (typeof runId !== 'string') throw new Error(`${projectId} has no run`);
    expected.get(gate)!.add(runId);
    return runId;
  };
  /** Waits for the good end of a run and checks that the gate and the control plane agree on it. */
  const completes = async (projectId: string, gate: GateName, runId: string): Promise<void> => {
    const item = await world.reaches(projectId, ['completed']);
    expect(item).toMatchObject({ current_run_id: runId, manual_review_required: false });
    expect(await world.runOn(gate, runId)).toMatchObject({ status: 'ready', idle_state: 'idle' });
  };

  it('run beside each other when nothing goes wrong', async () => {
    const [a, b] = [await begin('calm-a', 'a'), await begin('calm-b', 'b')];
    await Promise.all([completes('calm-a', 'a', a), completes('calm-b', 'b', b)]);
  });

  it('a gate killed while its agent works takes the run up again', async () => {
    const a = await begin('killed-a', 'a', 'WAIT');
    await world.end('a', 'SIGKILL');
    const b = await begin('killed-b', 'b');
    await world.serve('a');
    expect(await world.runOn('a', a)).toMatchObject({ status: 'running' });
    world.letGo('a', 'killed-a');
    await Promise.all([completes('killed-a', 'a', a), completes('killed-b', 'b', b)]);
  });

  it('a gate killed while it waits for quiet waits again, and sees a late worker of the run', async () => {
    const a = await begin('lingering', 'a', 'LINGER WAIT');
    await world.reaches('lingering', ['awaiting_wake']);
    await world.end('a', 'SIGKILL');
    await world.serve('a');
    world.letGo('a', 'lingering');
    await completes('lingering', 'a', a);
    expect(world.fetched('lingering', 'late_summary.json')).toBe(true);
  });

  it('a gate that cannot be reached when its run is over is waited for', async () => {
    const proxy = world.toGate.get('a')!;
    const a = await begin('far-away', 'a', 'WAIT');
    proxy.set('refuse');
    world.letGo('a', 'far-away');
    await world.reaches('far-away', ['wake_received']);
    await until(
      async () => (await world.attempts('evidence.collect')) >= 10,
      'the evidence is asked for again and again',
      patienceMs,
    );
    proxy.set('pass');
    await completes('far-away', 'a', a);
  });

  it('an answer to a dispatch that is cut off does not start the run again', async () => {
    const proxy = world.toGate.get('a')!;
    await world.takeIn('cut-off', 'a');
    // A callback that comes first would tell what the lost answer said.
    world.toControl.get('a')!.set('refuse');
    proxy.set('cut_replies', 'POST /dispatch ');
    const reply = await until(
      async () => {
        const answer = await world.dispatch('cut-off');
        return proxy.cutCount > 0 ? answer : undefined;
      },
      'a dispatch is sent',
      patienceMs,
    );
    // Whether it was started is for the worker to tell; until it has, the claim stays.
    expect(reply.body).toMatchObject({ code: 'worker_unreachable', result: 'unknown' });
    const runId = await claimed('cut-off', 'a');
    proxy.set('pass');
    world.toControl.get('a')!.set('pass');
    await completes('cut-off', 'a', runId);
    expect(world.starts('a').filter((started) => started === runId)).toHaveLength(1);
  });

  it('a lane whose network is dead holds up only itself, and gives the claim back untouched', async () => {
    const proxy = world.toGate.get('a')!;
    await world.takeIn('dead-lane', 'a');
    proxy.set('refuse');
    const refused = await world.dispatch('dead-lane');
    expect([409, 502], JSON.stringify(refused.body)).toContain(refused.status);
    const b = await begin('living-lane', 'b');
    await completes('living-lane', 'b', b);
    proxy.set('pass');
    const item = await world.item('dead-lane');
    expect(item['status']).toBe('queued');
    await world.pursues('dead-lane', begun);
    await completes('dead-lane', 'a', await claimed('dead-lane', 'a'));
  });

  it('callbacks wait for a control plane that is away for hours, and one that never answers', async () => {
    const callbacks = world.toControl.get('b')!;
    const b = await begin('held-back', 'b');
    callbacks.set('silent');
    await until(
      async () => (await world.runOn('b', b))['status'] === 'ready',
      'the run is over on its gate',
      patienceMs,
    );
    await world.end('control', 'SIGKILL');
    callbacks.set('refuse');
    await world.serve('control');
    // Whatever the control plane learned by asking, it did not hear it from the gate.
    callbacks.set('pass');
    await completes('held-back', 'b', b);
  });

  it('clocks that jump forth and back make no run idle and no run late', async () => {
    const a = await begin('jumping-a', 'a', 'LINGER WAIT');
    const b = await begin('jumping-b', 'b');
    await world.jump('a', 2 * hourMs);
    await world.jump('b', -hourMs);
    await world.jump('control', 5 * hourMs);
    world.letGo('a', 'jumping-a');
    await Promise.all([completes('jumping-a', 'a', a), completes('jumping-b', 'b', b)]);
    for (const [gate, runId] of [
      ['a', a],
      ['b', b],
    ] as const) {
      const receipt = (await world.detailOn(gate, runId))['receipt'] as IdleReceipt;
      expect(receipt.window.duration_ms).toBeGreaterThanOrEqual(receipt.window.required_ms);
    }
    await world.jump('a', -2 * hourMs);
    await world.jump('b', hourMs);
    await world.jump('control', -5 * hourMs);
  });

  it('a storm of old and repeated callbacks changes nothing', async () => {
    const a = await begin('stormy', 'a');
    const posts = gateNames.flatMap((name) => world.toControl.get(name)!.requests);
    expect(posts.length).toBeGreaterThan(10);
    const storm = [...posts, ...posts.toReversed(), ...posts];
    const replies = await inBatches(storm, 25, (bytes) => sendRaw(world.controlPort, bytes));
    for (const reply of replies) expect(reply.slice(0, 12)).toBe('HTTP/1.1 200');
    await completes('stormy', 'a', a);
  });

  it('any faults in any order leave every project done once', async () => {
    const seed = Number(process.env['ORRERY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
    process.stdout.write(`two gates: ORRERY_SEED=${seed}\n`);
    const plan = drawPlan(seed);
    const playFault = createFaultPlayer(world);
    const play = async (step: Step): Promise<void> => {
      const { gate, projectId, prompt, when, faults } = step;
      const isTakenIn = (): Promise<boolean> =>
        world.takeIn(projectId, gate, prompt).then(
          () => true,
          () => false,
        );
      await until(isTakenIn, `${projectId} is taken in`, patienceMs);
      const met = when === 'at once' ? begun : [when, 'wake_received', 'completed'];
      await world.pursues(projectId, met);
      for (const fault of faults) await playFault(gate, fault);
      await world.pursues(projectId, ['completed']);
      const runId = await claimed(projectId, gate);
      const starts = world.starts(gate).filter((each) => each.startsWith(`${projectId}-`));
      expect(starts, projectId).toEqual([runId]);
    };
    // Both lanes come to their end, so that nothing of one goes on when the other has failed.
    const lanes = await Promise.allSettled(
      plan.map(async (steps) => {
        for (const step of steps)
          await play(step).catch(async (error: unknown) => {
            // Its run counts all the same: what the stores say of it is another question.
            await claimed(step.projectId, step.gate).catch(() => null);
            throw new Error(`${describeStep(step)}\n${String(error)}`);
          });
      }),
    );
    const failures = lanes.flatMap((lane) => (lane.status === 'rejected' ? [lane.reason] : []));
    const told = [`ORRERY_SEED=${seed}`, ...plan.flat().map(describeStep), ...failures];
    expect(failures, `${told.join('\n')}\n${world.outputs()}`).toEqual([]);
  });

  it('leave stores that prove themselves, and every run once', async () => {
    const runs = [...expected.values()].flatMap((ids) => [...ids]);
    const rest = async (): Promise<boolean> => {
      const { body } = await world.api.get('/control/api/v1/runs?page_size=200');
      const rows = body['rows'] as readonly Readonly<Record<string, unknown>>[];
      const waiting = await Promise.all(gateNames.map((name) => world.undelivered(name)));
      return (
        rows.every((row) => row['ended_at'] !== null) &&
        waiting.every((count) => count === 0) &&
        (await world.undone()) === 0
      );
    };
    await until(rest, 'every run has ended and nothing is left to be done', patienceMs);
    for (const name of ['a', 'b', 'control'] as const)
      expect(await world.end(name, 'SIGTERM'), world.outputs()).toBe(0);
    for (const name of gateNames)
      expect(world.starts(name).toSorted(), `starts on ${name}`).toEqual(
        [...expected.get(name)!].toSorted(),
      );
    expect(await world.problemsInStores()).toEqual([]);
    const finished = await world.events('worker_callback.session_finished_ready');
    const byRun = finished.map(({ payload }) => (payload as { run_id: string }).run_id);
    expect(new Set(byRun)).toEqual(new Set(runs));
  });
});

/** Maps with at most `size` under way at a time. */
async function inBatches<From, To>(
  items: readonly From[],
  size: number,
  map: (item: From) => Promise<To>,
): Promise<To[]> {
  const results: To[] = [];
  for (let first = 0; first < items.length; first += size)
    results.push(...(await Promise.all(items.slice(first, first + size).map(map))));
  return results;
}
