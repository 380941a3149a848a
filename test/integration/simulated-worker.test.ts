/** Every shipped scenario, from dispatch to callback, against a real control plane over HTTP. */
import { describe, expect, it, type TestContext } from 'vitest';
import type { TimedFact } from '../../src/app/gate/simulated-worker.ts';
import { until } from '../support/service.ts';
import { startSimulation } from '../support/simulation.ts';

const finalCallbacks = ['wake_ready', 'session_finished_ready', 'gate_timeout', 'question_pending'];

/** A simulation that ends with its test, and what is asked of its facts. */
async function start(
  onTestFinished: TestContext['onTestFinished'],
  ...how: Parameters<typeof startSimulation>
) {
  const simulation = await startSimulation(...how);
  onTestFinished(() => simulation.close());
  const finalsOf = (runId: string): readonly string[] =>
    simulation.facts.flatMap((fact) =>
      fact.type === 'callback' &&
      fact.run_id === runId &&
      fact.outcome === 'delivered' &&
      finalCallbacks.includes(fact.event_type)
        ? [fact.event_type]
        : [],
    );
  /** A run has one final callback, whatever happened on the way; its answer comes after what it led to. */
  const expectFinal = async (runId: string, final: unknown): Promise<void> => {
    await until(
      async () => finalsOf(runId).length > 0,
      `the final callback of ${runId} is answered`,
    );
    expect(finalsOf(runId)).toEqual([final]);
  };
  const ofType = <Type extends TimedFact['type']>(type: Type, runId: string) =>
    simulation.facts.filter(
      (fact): fact is Extract<TimedFact, { type: Type }> =>
        fact.type === type && 'run_id' in fact && fact.run_id === runId,
    );
  return {
    simulation,
    finalsOf,
    expectFinal,
    ofType,
    positionOf: (find: (fact: TimedFact) => boolean): number => simulation.facts.findIndex(find),
    /** A run that succeeded is over once: one start, one verdict, one final callback, one completion. */
    async expectSuccess(projectId: string, runId: string): Promise<void> {
      const item = await simulation.itemIn(projectId, ['completed']);
      expect(item).toMatchObject({
        current_run_id: runId,
        decision: { research_outcome: 'paper_positive' },
      });
      await expectFinal(runId, 'session_finished_ready');
      expect(ofType('run_started', runId)).toHaveLength(1);
      const [verdict, ...more] = ofType('verdict', runId);
      expect(more).toEqual([]);
      expect(verdict).toMatchObject({ verdict: 'idle' });
      expect(verdict!.signals.every((signal) => signal.holds)).toBe(true);
      expect(await simulation.countEvents(projectId, 'queue_item.completed')).toBe(1);
    },
  };
}

const nights = ['night-1', 'night-2', 'night-3', 'night-4', 'night-5'];

// Side by side, since all of them wait for simulated time to pass.
describe.concurrent('the shipped scenario', () => {
  it('training-success ends once all is quiet, and its results make a paper', async ({
    onTestFinished,
  }) => {
    const { simulation, ofType, positionOf, expectSuccess } = await start(
      onTestFinished,
      'training-success',
    );
    const runId = await simulation.run('train');
    await expectSuccess('train', runId);
    const names = ofType('phase', runId).map(({ phase }) => phase);
    expect(names).toEqual([
      'set up',
      'load the model',
      'train',
      'write a checkpoint',
      'train on',
      'write the last checkpoint',
      'upload what is left',
    ]);
    // The left-over process held it up.
    expect(positionOf(({ type }) => type === 'verdict')).toBeGreaterThan(
      positionOf(({ type }) => type === 'script_over'),
    );
    const drafted = await simulation.api.post('/control/papers/draft-next', { dry_run: false });
    expect(drafted.body).toMatchObject({ action: 'drafted' });
  });

  it('question-and-resume is asked, answered and goes on in the same session', async ({
    onTestFinished,
  }) => {
    const { simulation, expectFinal, ofType, expectSuccess } = await start(
      onTestFinished,
      'question-and-resume',
    );
    const asking = await simulation.run('sort');
    const item = await simulation.itemIn('sort', ['needs_review']);
    expect(item).toMatchObject({ last_run_state: 'question_pending' });
    expect(item['blocked_reason']).toContain('insertion sort or merge sort');
    await expectFinal(asking, 'question_pending');
    const answered = await simulation.api.post('/control/api/v1/queue/sort/answer', {
      requested_by: 'tester',
      answer: 'Insertion sort.',
    });
    expect(answered.body).toMatchObject({ queue_item: { status: 'queued', next_mode: 'resume' } });
    const resumed = await simulation.dispatch('sort');
    await expectSuccess('sort', resumed);
    expect(ofType('run_started', resumed)[0]).toMatchObject({ run: 'answered' });
    const run = await simulation.api.get(`/control/api/v1/runs/${resumed}`);
    expect(JSON.stringify(run.body)).toContain('simulated-session-1');
  });

  it('gpu-left-held is ended by the longest wait, not by quiet sensors', async ({
    onTestFinished,
  }) => {
    const { simulation, expectFinal, ofType } = await start(onTestFinished, 'gpu-left-held');
    const runId = await simulation.run('held');
    const item = await simulation.itemIn('held', ['blocked', 'needs_review']);
    expect(item).toMatchObject({ last_run_state: 'gate_timeout' });
    await expectFinal(runId, 'gate_timeout');
    const [verdict] = ofType('verdict', runId);
    expect(verdict).toMatchObject({ verdict: 'timed_out' });
    expect(ofType('script_over', runId)).toEqual([]);
  });

  it('sensor-trouble is called idle only when the sensors can be trusted again', async ({
    onTestFinished,
  }) => {
    const { simulation, positionOf, expectSuccess } = await start(onTestFinished, 'sensor-trouble');
    const runId = await simulation.run('trouble');
    await expectSuccess('trouble', runId);
    const trusted = positionOf(
      (fact) => fact.type === 'phase' && fact.phase === 'memory stays held by nobody',
    );
    expect(trusted).toBeGreaterThan(0);
    expect(positionOf(({ type }) => type === 'verdict')).toBeGreaterThan(trusted);
  });

  it('flaky-worker starts once and ends once through every fault', async ({ onTestFinished }) => {
    const { simulation, expectSuccess } = await start(onTestFinished, 'flaky-worker');
    const runId = await simulation.run('flaky');
    await expectSuccess('flaky', runId);
    const wanted = [
      'cut_after POST /dispatch',
      'the gate goes down',
      'the gate is back',
      'lose agent_yielded',
      'duplicate session_finished_ready',
    ];
    const missing = (): readonly string[] => {
      const faults = simulation.facts.flatMap((fact) => (fact.type === 'fault' ? [fact.what] : []));
      return wanted.filter((what) => !faults.includes(what));
    };
    // A callback is repeated when it has been answered.
    await until(async () => missing().length === 0, `every fault, of ${wanted.join(', ')}`);
  });

  it('silent-download waits for the process that no other sensor shows', async ({
    onTestFinished,
  }) => {
    const { simulation, positionOf, expectSuccess } = await start(
      onTestFinished,
      'silent-download',
    );
    const runId = await simulation.run('download');
    await expectSuccess('download', runId);
    expect(positionOf(({ type }) => type === 'verdict')).toBeGreaterThan(
      positionOf(({ type }) => type === 'script_over'),
    );
  });

  it('two-gpus is not over while either of them, or a light load, goes on', async ({
    onTestFinished,
  }) => {
    const { simulation, positionOf, expectSuccess } = await start(onTestFinished, 'two-gpus');
    const runId = await simulation.run('pair');
    await expectSuccess('pair', runId);
    expect(positionOf(({ type }) => type === 'verdict')).toBeGreaterThan(
      positionOf(({ type }) => type === 'script_over'),
    );
  });

  it('overnight plays its runs in turn and each ends as it should', async ({ onTestFinished }) => {
    const { simulation, expectFinal } = await start(onTestFinished, 'overnight');
    await simulation.takeIn(nights);
    const ends: string[] = [];
    for (const projectId of nights) {
      const runId = await simulation.dispatch(projectId);
      const item = await simulation.itemIn(projectId, ['completed', 'needs_review', 'blocked']);
      ends.push(String(item['status']));
      await expectFinal(runId, expect.any(String));
    }
    expect(ends).toEqual(['completed', 'completed', 'needs_review', 'completed', 'completed']);
    const refused = simulation.facts.filter(({ type }) => type === 'start_refused');
    expect(refused).toHaveLength(1);
  });
});

describe.concurrent('a simulated worker', () => {
  const longRun = {
    name: 'long',
    machine: { cores: 4 },
    runs: [{ name: 'long', ignores_term: true, phases: [{ name: 'work', seconds: 86_400 }] }],
  };

  it('ends a run that is stopped, although it does not heed TERM', async ({ onTestFinished }) => {
    const { simulation, finalsOf, ofType } = await start(onTestFinished, longRun);
    const runId = await simulation.run('long');
    await simulation.itemIn('long', ['running']);
    const canceled = await simulation.api.post('/control/api/v1/queue/long/cancel', {
      requested_by: 'tester',
    });
    expect(canceled.status, JSON.stringify(canceled.body)).toBe(200);
    await simulation.itemIn('long', ['canceled']);
    expect(ofType('run_stopped', runId)).toMatchObject([{ killed: true }]);
    expect(finalsOf(runId)).toEqual([]);
  });

  it('goes on after a restart with the run that its machine plays', async ({ onTestFinished }) => {
    const { simulation, expectFinal, ofType } = await start(onTestFinished, {
      name: 'short',
      runs: [
        {
          name: 'short',
          // Long enough to be seen running, whatever the machine does beside it.
          phases: [{ name: 'work', seconds: 1_800 }],
          outcome: { exit_code: 3 },
        },
      ],
    });
    const runId = await simulation.run('short');
    await simulation.itemIn('short', ['running']);
    await simulation.restartWorker();
    const item = await simulation.itemIn('short', ['needs_review', 'blocked']);
    expect(item).toMatchObject({ current_run_id: runId });
    expect(ofType('run_started', runId)).toHaveLength(1);
    expect(ofType('agent_exited', runId)).toMatchObject([{ exit_code: 3 }]);
    await expectFinal(runId, 'wake_ready');
  });

  it('is dispatched to and watched to the end at the greatest speed', async ({
    onTestFinished,
  }) => {
    const { simulation, expectSuccess } = await start(onTestFinished, 'training-success', {
      speed: 1000,
    });
    type Check = {
      readonly name: string;
      readonly ok: boolean;
      readonly data: { age_ms?: number };
    };
    // Its samples lie 100 s of its time apart, so that a good one may be older than a minute.
    await until(async () => {
      const { body } = await simulation.api.post('/control/api/preflight', {
        machine_target: 'default',
      });
      const check = (body['checks'] as readonly Check[]).find(
        ({ name }) => name === 'worker_gpu_idle',
      );
      return check?.ok === true && (check.data.age_ms ?? 0) > 60_000;
    }, 'a sample of more than a minute passes');
    const runId = await simulation.run('train');
    await expectSuccess('train', runId);
  });

  it('has process numbers and a boot that no real machine can have', async ({ onTestFinished }) => {
    const { simulation, ofType } = await start(onTestFinished, longRun);
    const runId = await simulation.run('long');
    const [started] = ofType('run_started', runId);
    // The most that Linux gives out is 2^22.
    expect(started!.pid).toBeGreaterThan(2 ** 22);
    expect(() => process.kill(started!.pid, 0)).toThrow('ESRCH');
  });
});
