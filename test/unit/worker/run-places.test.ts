/** Asking about a run whose worker may have another address now. */
import { describe, expect, it } from 'vitest';
import type { WorkerClient, WorkerResult } from '../../../src/worker-client/client.ts';
import { createControlEffects } from '../../../src/worker-client/effects-control.ts';
import type { RunPlace } from '../../../src/worker-client/run-places.ts';

const runId = 'p-20260101T000001000';
const lane = 'http://old';
const notFound = {
  kind: 'refused',
  code: 'run_not_found',
  status: 404,
  detail: 'no such run',
} as WorkerResult<never>;
const silent: WorkerResult<never> = { kind: 'unknown', error: 'no answer', status: null };
const row = (status: string, id = runId) =>
  ({
    kind: 'ok',
    value: {
      run: {
        run_id: id,
        status,
        live: status === 'running',
        pid: 1,
        session_id: null,
        last_error: null,
      },
    },
  }) as never;

function place(worker: string, certain: boolean, find: WorkerResult<never>, stopped = 'stopped') {
  const calls: string[] = [];
  const client = {
    findRun: async () => {
      calls.push('find');
      return find;
    },
    stopRun: async () => {
      calls.push('stop');
      return row(stopped);
    },
    prepare: async () => {
      calls.push('prepare');
      return silent;
    },
  } as unknown as WorkerClient;
  return { client, worker, certain, calls };
}

function perform(
  effect: 'worker.find_run' | 'worker.stop_run' | 'worker.start_run',
  places: readonly (RunPlace & { calls: string[] })[],
) {
  const handlers = createControlEffects({
    clientForTarget: () => places[0]?.client,
    laneOfTarget: () => 'http://new',
    placesOfRun: async () => places,
    onUnanswered: () => {},
    promptOf: async () => 'the prompt',
    defaultModel: 'default',
    stopGraceSec: 5,
  });
  const input = {
    run_id: runId,
    project_id: 'p',
    worker_target: 'a',
    lane,
    mode: 'exec',
    prompt: 'x',
    reason: 'r',
  };
  return handlers[effect]?.run(input, {
    effectId: 'e',
    address: { kind: 'queue_item', id: 'p' },
    attempt: 1,
    resumed: true,
    correlationId: 'r-1',
    causeId: null,
    signal: new AbortController().signal,
  });
}

describe('a run is not called absent', () => {
  it('when only a worker at another address does not know it', async () => {
    const moved = place('worker a', false, notFound);
    const event = await perform('worker.find_run', [moved]);
    expect(event).toMatchObject({ type: 'RECONCILED', finding: 'unreachable' });
    expect(event).toHaveProperty('detail', expect.stringContaining('may live on there'));
    expect(moved.calls).toEqual(['find']);
  });

  it('when one of two places does not answer', async () => {
    const places = [place('worker b', true, notFound), place('worker a', false, silent)];
    const event = await perform('worker.find_run', places);
    expect(event).toMatchObject({ finding: 'unreachable', detail: 'worker a: no answer' });
    expect(places.flatMap(({ calls }) => calls)).not.toContain('stop');
  });

  it('when a worker answers about another run', async () => {
    const event = await perform('worker.find_run', [place('w', true, row('stopped', 'another'))]);
    expect(event).toMatchObject({ finding: 'unreachable' });
    expect(event).toHaveProperty('detail', expect.stringContaining('another run (another)'));
  });

  it('when there is nobody to ask', async () => {
    const event = await perform('worker.find_run', []);
    expect(event).toMatchObject({ finding: 'unreachable' });
    expect(event).toHaveProperty('detail', expect.stringContaining('not configured'));
  });
});

describe('a run is found', () => {
  it('at the new address of its worker', async () => {
    const event = await perform('worker.find_run', [place('worker a', false, row('running'))]);
    expect(event).toMatchObject({ finding: 'live' });
  });

  it('where it is known, when its address belongs to another name now', async () => {
    const places = [place('worker b', true, notFound), place('worker a', false, row('running'))];
    expect(await perform('worker.find_run', places)).toMatchObject({ finding: 'live' });
  });

  it('to be absent once every place says so and has fenced it', async () => {
    const places = [
      place('worker b', true, notFound, 'fenced'),
      place('worker a', false, notFound, 'fenced'),
    ];
    expect(await perform('worker.find_run', places)).toMatchObject({ finding: 'absent' });
    expect(places.map(({ calls }) => calls)).toEqual([
      ['find', 'stop'],
      ['find', 'stop'],
    ]);
  });
});

describe('a stop', () => {
  it('goes to the place that knows the run', async () => {
    const places = [place('worker b', true, notFound), place('worker a', false, row('running'))];
    expect(await perform('worker.stop_run', places)).toMatchObject({ type: 'RUN_STOPPED' });
    expect(places.map(({ calls }) => calls.includes('stop'))).toEqual([false, true]);
  });

  it('is not claimed for a run that a moved worker does not know', async () => {
    const moved = place('worker a', false, notFound);
    expect(await perform('worker.stop_run', [moved])).toMatchObject({ type: 'STOP_FAILED' });
    expect(moved.calls).not.toContain('stop');
  });
});

it('an interrupted start is not begun again at another address', async () => {
  const moved = place('worker a', false, notFound);
  const event = await perform('worker.start_run', [moved]);
  expect(event).toMatchObject({ type: 'OUTCOME_UNKNOWN' });
  expect(moved.calls).toEqual([]);
});
