/**
 * One control plane and two gates on loopback through everything a night can bring: a gate killed in
 * a run, the network cut in either direction, clocks that jump, callbacks that come again and again.
 * Every run ends once and correctly, the other lane goes on, and no agent is started twice.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeededEntropy } from '../../src/lib/ids.ts';
import type { IdleReceipt } from '../../src/machines/idle-gate/receipt.ts';
import { sendRaw } from '../support/fault-proxy.ts';
import { until } from '../support/service.ts';
import {
  buildMember,
  type GateName,
  gateNames,
  removeMember,
  TwoGates,
} from './support/two-gates.ts';

const hourMs = 3_600_000;

describe('two gates and one control plane', () => {
  const world = new TwoGates();
  const expected = new Map<GateName, string[]>(gateNames.map((name) => [name, []]));

  beforeAll(async () => {
    await buildMember();
    await world.start();
  });
  afterAll(async () => {
    await world.remove();
    removeMember();
  });

  /** Takes in and dispatches a project; answers its run's id. */
  const begin = async (projectId: string, gate: GateName, prompt?: string): Promise<string> => {
    await world.takeIn(projectId, gate, prompt);
    const reply = await world.dispatch(projectId);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return claimed(projectId, gate);
  };
  /** The run that a project has, noted as one that must have been started once on its gate. */
  const claimed = async (projectId: string, gate: GateName): Promise<string> => {
    const runId = String((await world.item(projectId))['current_run_id']);
    expected.get(gate)!.push(runId);
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
    const a = await begin('killed-a', 'a');
    const b = await begin('killed-b', 'b');
    await world.end('a', 'SIGKILL');
    await completes('killed-b', 'b', b);
    await world.serve('a');
    await completes('killed-a', 'a', a);
  });

  it('a gate killed while it waits for quiet waits again, and sees a late worker of the run', async () => {
    const a = await begin('lingering', 'a', 'LINGER');
    await world.reaches('lingering', ['awaiting_wake']);
    await world.end('a', 'SIGKILL');
    await world.serve('a');
    await completes('lingering', 'a', a);
  });

  it('an answer to a dispatch that is cut off does not start the run again', async () => {
    const proxy = world.toGate.get('a')!;
    await world.takeIn('cut-off', 'a');
    // A callback that comes first would tell what the lost answer said.
    world.toControl.get('a')!.set('refuse');
    proxy.set('cut_replies', 'POST /dispatch ');
    const reply = await world.dispatch('cut-off');
    expect(proxy.cutCount).toBeGreaterThan(0);
    // Whether it was started is for the worker to tell; until it has, the claim stays.
    expect(reply.body).toMatchObject({ code: 'worker_unreachable', result: 'unknown' });
    const runId = await claimed('cut-off', 'a');
    expect(runId).not.toBe('null');
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
    const reply = await world.dispatch('dead-lane');
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    await completes('dead-lane', 'a', await claimed('dead-lane', 'a'));
  });

  it('callbacks wait for a control plane that is away for hours, and one that never answers', async () => {
    const callbacks = world.toControl.get('b')!;
    const b = await begin('held-back', 'b');
    callbacks.set('silent');
    await until(
      async () => (await world.runOn('b', b))['status'] === 'ready',
      'the run is over on its gate',
      60_000,
    );
    await world.end('control', 'SIGKILL');
    callbacks.set('refuse');
    await world.serve('control');
    // Whatever the control plane learned by asking, it did not hear it from the gate.
    callbacks.set('pass');
    await completes('held-back', 'b', b);
  });

  it('clocks that jump forth and back make no run idle and no run late', async () => {
    const a = await begin('jumping-a', 'a', 'LINGER');
    const b = await begin('jumping-b', 'b');
    await world.jump('a', 2 * hourMs);
    await world.jump('b', -hourMs);
    await world.jump('control', 5 * hourMs);
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

  it('any faults in any order leave every project done once', { timeout: 240_000 }, async () => {
    const seed = Number(process.env['ORRERY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
    process.stdout.write(`two gates: ORRERY_SEED=${seed}\n`);
    const entropy = createSeededEntropy(seed);
    const pick = <Value>(values: readonly Value[]): Value =>
      values[Math.floor(entropy.random() * values.length)]!;
    const told: string[] = [];

    /** Dispatches until the project has a run that may live; a refusal leaves it queued. */
    const launch = async (projectId: string): Promise<void> => {
      await until(
        async () => {
          const item = await world.item(projectId).catch(() => null);
          const status = item?.['status'] as string | undefined;
          if (status === 'dispatch_error')
            await world.api.post(`/control/api/v1/queue/${projectId}/retry`, {
              requested_by: 'tester',
            });
          if (status === 'queued') await world.dispatch(projectId).catch(() => null);
          return status !== undefined && !['queued', 'dispatch_error'].includes(status);
        },
        `${projectId} is launched; ${told.join('; ')}`,
      );
    };
    /** The control plane is killed by one lane at a time. */
    let controlTurn: Promise<void> = Promise.resolve();
    const killControl = (): Promise<void> => {
      controlTurn = controlTurn.then(async () => {
        await world.end('control', 'SIGKILL');
        await world.serve('control');
      });
      return controlTurn;
    };
    const faults: Readonly<Record<string, (gate: GateName) => Promise<void>>> = {
      'kill the gate': async (gate) => {
        await world.end(gate, 'SIGKILL');
        await world.serve(gate);
      },
      'stop the gate politely': async (gate) => {
        await world.end(gate, 'SIGTERM');
        await world.serve(gate);
      },
      'kill the control plane': killControl,
      'cut the way to the gate': async (gate) => {
        world.toGate.get(gate)!.set(pick(['refuse', 'silent', 'cut_replies']));
        await killControl();
        world.toGate.get(gate)!.set('pass');
      },
      'cut the way back': async (gate) => {
        world.toControl.get(gate)!.set(pick(['refuse', 'silent', 'cut_replies']));
        await killControl();
        world.toControl.get(gate)!.set('pass');
      },
      'set the clock': async (gate) => {
        await world.jump(gate, Math.round((entropy.random() - 0.5) * 6 * hourMs));
      },
    };
    const names = Object.keys(faults);
    const plan = gateNames.map((gate) =>
      Array.from({ length: 4 }, (_, index) => ({
        gate,
        projectId: `any-${gate}-${index}`,
        prompt: pick(['LINGER', 'Add numbers.']),
        when: pick(['running', 'awaiting_wake', 'at once'] as const),
        faults: [pick(names), pick(names)],
      })),
    );
    const play = async (step: (typeof plan)[number][number]): Promise<void> => {
      const { gate, projectId, when } = step;
      await until(
        () =>
          world.takeIn(projectId, gate, step.prompt).then(
            () => true,
            () => false,
          ),
        `${projectId} is taken in`,
      );
      told.push(`${projectId}: ${when}, ${step.faults.join(' and ')}`);
      await launch(projectId);
      const over = ['completed', 'needs_review', 'blocked'];
      if (when !== 'at once') await world.reaches(projectId, [when, ...over]);
      for (const name of step.faults) await faults[name]!(gate);
      await world.reaches(projectId, ['completed'], 90_000).catch((error: unknown) => {
        throw new Error(`seed ${seed}, ${told.join('; ')}: ${String(error)}`);
      });
    };
    await Promise.all(
      plan.map(async (steps) => {
        for (const step of steps) await play(step);
      }),
    );
    for (const { gate, projectId } of plan.flat()) {
      const runId = await claimed(projectId, gate);
      const starts = world.starts(gate).filter((each) => each.startsWith(`${projectId}-`));
      expect(starts, `${projectId} with seed ${seed}: ${told.join('; ')}`).toEqual([runId]);
    }
  });

  it('leave stores that prove themselves, and every run once', async () => {
    const runs = [...expected.values()].flat();
    await until(async () => {
      const { body } = await world.api.get('/control/api/v1/runs?page_size=200');
      const rows = body['rows'] as readonly Readonly<Record<string, unknown>>[];
      return rows.every((row) => row['ended_at'] !== null);
    }, 'every run has ended');
    for (const name of ['a', 'b', 'control'] as const)
      expect(await world.end(name, 'SIGTERM'), world.outputs()).toBe(0);
    for (const name of gateNames)
      expect(world.starts(name).toSorted(), `starts on ${name}`).toEqual(
        expected.get(name)!.toSorted(),
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
