/** What the queue may conclude from a worker's answers. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/canonical-json.ts';
import type { WorkerClient, WorkerResult } from '../../../src/worker-client/client.ts';
import { createControlEffects } from '../../../src/worker-client/effects-control.ts';
import type { RunRow } from '../../../src/worker-wire/wire.ts';

const fresh = 'p-20260101T000001000';

type Answers = Partial<
  Record<'prepare' | 'dispatch' | 'findRun' | 'stopRun' | 'listRuns', WorkerResult<unknown>>
>;

function clientWith(answers: Answers, calls: string[] = []): WorkerClient {
  const method = (name: keyof Answers) => async () => {
    calls.push(name);
    return answers[name] ?? { kind: 'ok', value: {} };
  };
  const methods = {
    prepare: method('prepare'),
    dispatch: method('dispatch'),
    findRun: method('findRun'),
    stopRun: method('stopRun'),
    listRuns: method('listRuns'),
  };
  return methods as unknown as WorkerClient;
}

async function perform(
  effect: 'worker.start_run' | 'worker.find_run' | 'worker.stop_run',
  answers: Answers,
  options: {
    resumed?: boolean;
    attempt?: number;
    calls?: string[];
    configured?: boolean;
    given?: JsonObject;
  } = {},
) {
  const client = options.configured === false ? undefined : clientWith(answers, options.calls);
  const handlers = createControlEffects({
    clientForTarget: () => client,
    laneOfTarget: () => 'http://worker',
    placesOfRun: async () =>
      client === undefined ? [] : [{ client, worker: 'worker default', certain: true }],
    onUnanswered: (lane) => options.calls?.push(`unanswered ${lane}`),
    promptOf: async () => 'the prompt',
    defaultModel: 'default',
    stopGraceSec: 5,
  });
  const input: JsonObject = {
    run_id: fresh,
    project_id: 'p',
    project_name: 'P',
    project_dir: 'p',
    worker_target: 'default',
    lane: 'http://worker',
    fencing: 1,
    mode: 'exec',
    session_id: null,
    prompt: null,
    workload_class: 'cpu_only',
    model: null,
    reasoning_effort: 'low',
    sandbox: 'none',
    reason: 'cancel',
    ...options.given,
  };
  const signal = new AbortController().signal;
  const context = {
    effectId: 'e',
    address: { kind: 'queue_item', id: 'p' },
    attempt: options.attempt ?? 1,
    resumed: options.resumed ?? false,
    correlationId: 'r-1',
    causeId: null,
    signal,
  };
  return handlers[effect]?.run(input, context);
}

const refusedBy = (code: string, status = 409) =>
  ({
    kind: 'refused',
    code,
    status,
    detail: 'why',
    problem: { status, code },
  }) as WorkerResult<never>;
const notSent: WorkerResult<never> = { kind: 'not_sent', error: 'ECONNREFUSED' };
const unknown: WorkerResult<never> = {
  kind: 'unknown',
  error: 'no answer within 35 s',
  status: null,
};
const row = (status: RunRow['status'], pid: number | null = 7) => ({
  run_id: fresh,
  status,
  pid,
  session_id: 's',
  last_error: null,
  live: false,
});
const found = (status: RunRow['status'], pid?: number | null): WorkerResult<unknown> => ({
  kind: 'ok',
  value: { run: row(status, pid) },
});

describe('starting a run on a worker', () => {
  it.each([
    ['a time-out of the dispatch', { dispatch: unknown }],
    ['a known run id with another request', { dispatch: refusedBy('run_conflict') }],
    ['a prepare that met another request', { prepare: refusedBy('run_conflict') }],
  ])('leaves the outcome open after %s', async (_, answers: Answers) => {
    expect(await perform('worker.start_run', answers)).toMatchObject({
      type: 'OUTCOME_UNKNOWN',
      run_id: fresh,
    });
  });

  it('dispatches no run once more to another gate than had answered before its claim', async () => {
    const preparedBy = (gate?: string): Answers => ({
      prepare: { kind: 'ok', value: gate === undefined ? {} : { gate_id: gate } },
      dispatch: { kind: 'ok', value: { dispatch: { session_id: null } } },
    });
    const given = { gate_id: 'gate-a' };
    const calls: string[] = [];
    const again = { given, resumed: true, calls };
    expect(await perform('worker.start_run', preparedBy('gate-b'), again)).toMatchObject({
      type: 'OUTCOME_UNKNOWN',
      prepared: true,
      error: expect.stringContaining('another gate (gate-b)'),
    });
    expect(calls).toEqual(['prepare']);
    const accepted = { type: 'WORKER_ACCEPTED' };
    for (const gate of ['gate-a', undefined])
      expect(await perform('worker.start_run', preparedBy(gate), again)).toMatchObject(accepted);
    // Nothing was asked of the other one: this one is as good.
    expect(await perform('worker.start_run', preparedBy('gate-b'), { given })).toMatchObject(
      accepted,
    );
    // Claimed while gates did not say which they are.
    expect(
      await perform('worker.start_run', preparedBy('gate-b'), { resumed: true }),
    ).toMatchObject(accepted);
  });

  it('says that the run was prepared only where the worker said so', async () => {
    expect(await perform('worker.start_run', { dispatch: unknown })).toMatchObject({
      prepared: true,
    });
    expect(
      await perform('worker.start_run', { prepare: unknown }, { resumed: true }),
    ).not.toHaveProperty('prepared');
  });

  it.each([
    ['the connection was refused', { dispatch: notSent }, 'worker_unreachable'],
    ['preparing timed out', { prepare: unknown }, 'worker_unreachable'],
    ['preparing was refused', { prepare: refusedBy('path_escape', 400) }, 'path_escape'],
    ['another run is live', { dispatch: refusedBy('worker_busy') }, 'worker_busy'],
    ['the token is wrong', { prepare: refusedBy('unauthorized', 401) }, 'unauthorized'],
    [
      'the script failed',
      { dispatch: refusedBy('dispatch_script_failed', 502) },
      'dispatch_script_failed',
    ],
  ])('is certain that nothing started when %s', async (_, answers: Answers, code) => {
    expect(await perform('worker.start_run', answers)).toMatchObject({
      type: 'WORKER_REFUSED',
      code,
    });
  });

  it('dispatches nothing after a failed prepare', async () => {
    const calls: string[] = [];
    await perform('worker.start_run', { prepare: unknown }, { calls });
    expect(calls).toEqual(['prepare', 'unanswered http://worker']);
  });

  it.each([
    ['refused the connection', { dispatch: notSent }, 1],
    ['broke it', { dispatch: unknown }, 1],
    ['said no', { dispatch: refusedBy('worker_busy') }, 0],
  ])(
    'says whether what was seen of the worker still holds when it %s',
    async (_, answers, told) => {
      const calls: string[] = [];
      await perform('worker.start_run', answers, { calls });
      expect(calls.filter((call) => call.startsWith('unanswered'))).toHaveLength(told);
    },
  );

  it.each([
    ['a connection that is refused', { prepare: notSent }],
    ['a wrong token', { prepare: refusedBy('unauthorized', 401) }],
    ['an overloaded worker', { dispatch: refusedBy('overloaded', 503) }],
  ])(
    'does not take %s for proof when an earlier execution may have been sent',
    async (_, answers: Answers) => {
      expect(await perform('worker.start_run', answers, { resumed: true })).toMatchObject({
        type: 'OUTCOME_UNKNOWN',
      });
      expect(await perform('worker.start_run', answers, { attempt: 2 })).toMatchObject({
        type: 'OUTCOME_UNKNOWN',
      });
    },
  );

  it("takes the worker's word about this very run at every execution", async () => {
    const answers = { dispatch: refusedBy('worker_busy') };
    expect(await perform('worker.start_run', answers, { resumed: true })).toMatchObject({
      type: 'WORKER_REFUSED',
    });
  });

  it('says accepted with the session', async () => {
    const value = {
      dispatch: { run_id: fresh, pid: 3, pgid: 3, session_id: 's9', replayed: true },
    };
    expect(await perform('worker.start_run', { dispatch: { kind: 'ok', value } })).toEqual({
      type: 'WORKER_ACCEPTED',
      run_id: fresh,
      session_id: 's9',
    });
  });

  it('refuses a target that is not configured', async () => {
    expect(await perform('worker.start_run', {}, { configured: false })).toMatchObject({
      code: 'target_not_allowed',
    });
  });
});

describe('asking what became of a run', () => {
  it.each([
    ['running', 'live'],
    ['quieting', 'awaiting'],
    ['ready', 'ready'],
    ['timed_out', 'timed_out'],
    ['failed', 'failed'],
    ['stopped', 'stopped'],
    ['fenced', 'absent'],
    ['starting', 'unreachable'],
    ['stopping', 'unreachable'],
  ] as const)('takes %s for %s', async (status, finding) => {
    expect(await perform('worker.find_run', { findRun: found(status) })).toMatchObject({
      type: 'RECONCILED',
      finding,
    });
  });

  it('takes a start that failed for absent', async () => {
    expect(await perform('worker.find_run', { findRun: found('failed', null) })).toMatchObject({
      finding: 'absent',
    });
  });

  it.each([
    ['unknown to the worker', refusedBy('run_not_found', 404)],
    ['only prepared', found('prepared', null)],
  ])('fences a run that is %s before calling it absent', async (_, findRun) => {
    const calls: string[] = [];
    const absent = await perform(
      'worker.find_run',
      { findRun, stopRun: found('fenced', null) },
      { calls },
    );
    expect(calls).toEqual(['findRun', 'stopRun']);
    expect(absent).toMatchObject({ finding: 'absent' });
    expect(await perform('worker.find_run', { findRun, stopRun: unknown })).toMatchObject({
      finding: 'unreachable',
    });
  });

  it.each([
    ['at once', { findRun: refusedBy('run_not_found', 404), stopRun: found('fenced', null) }],
    ['when it is asked again', { findRun: found('fenced', null) }],
  ])(
    'does not take a run for absent that was prepared where nobody has heard of it, %s',
    async (_, answers: Answers) => {
      expect(
        await perform('worker.find_run', answers, { given: { was_prepared: true } }),
      ).toMatchObject({ finding: 'lost' });
    },
  );

  it.each([
    ['the one that took it', 'k1', 'k1', /the gate that took the run \(k1\)/],
    ['another', 'k1', 'k2', /another gate \(k2\) than the one that took the run \(k1\)/],
    ['one that does not say', 'k1', undefined, /whether .* is not known/],
    ['one that was not known before', undefined, 'k2', /whether .* is not known/],
  ])(
    'says of a gate without a record of the run whether it is %s',
    async (_, took, answers, words) => {
      const given = { was_started: true, ...(took === undefined ? {} : { gate_id: took }) };
      const listRuns: WorkerResult<unknown> = {
        kind: 'ok',
        value: { runs: [], ...(answers === undefined ? {} : { gate_id: answers }) },
      };
      const findRun = found('fenced', null);
      expect(await perform('worker.find_run', { findRun, listRuns }, { given })).toMatchObject({
        finding: 'absent',
        detail: expect.stringMatching(words),
      });
    },
  );

  it('tells which gate took a run, or may have', async () => {
    const prepare: WorkerResult<unknown> = { kind: 'ok', value: { gate_id: 'k1' } };
    const dispatch: WorkerResult<unknown> = { kind: 'ok', value: { dispatch: {} } };
    for (const answers of [
      { prepare, dispatch },
      { prepare, dispatch: unknown },
    ])
      expect(await perform('worker.start_run', answers)).toMatchObject({ gate_id: 'k1' });
  });

  it('takes a run that was prepared and called off for absent', async () => {
    const answers = { findRun: found('prepared', null), stopRun: found('stopped', null) };
    expect(
      await perform('worker.find_run', answers, { given: { was_prepared: true } }),
    ).toMatchObject({ finding: 'absent' });
  });

  it('takes the word of a worker that lost its record for what it is', async () => {
    const answers = {
      findRun: refusedBy('run_not_found', 404),
      stopRun: refusedBy('run_lost'),
    };
    expect(await perform('worker.find_run', answers)).toMatchObject({
      finding: 'lost',
      detail: 'why',
    });
  });

  it('does not call a run absent because the address answers 404 in another form', async () => {
    const calls: string[] = [];
    const answer = await perform(
      'worker.find_run',
      { findRun: { ...unknown, status: 404 } },
      { calls },
    );
    expect(answer).toMatchObject({ finding: 'unreachable' });
    expect(calls).toEqual(['findRun']);
  });
});

describe('stopping a run', () => {
  it('fails while the worker does not answer or the run still lives', async () => {
    expect(await perform('worker.stop_run', { stopRun: unknown })).toMatchObject({
      type: 'STOP_FAILED',
    });
    const live = { kind: 'ok', value: { run: { ...row('stopping'), live: true } } } as const;
    expect(await perform('worker.stop_run', { stopRun: live })).toMatchObject({
      type: 'STOP_FAILED',
    });
  });

  it('succeeds when the run is over, however it ended', async () => {
    expect(await perform('worker.stop_run', { stopRun: found('ready') })).toEqual({
      type: 'RUN_STOPPED',
      run_id: fresh,
    });
  });

  it.each([['was_prepared'], ['was_started']])(
    'has stopped nothing of a run (%s) that its gate has no record of',
    async (how) => {
      const stopRun = found('fenced', null);
      const listRuns: WorkerResult<unknown> = { kind: 'ok', value: { runs: [], gate_id: 'k2' } };
      const given = { [how]: true, gate_id: 'k1' };
      expect(await perform('worker.stop_run', { stopRun, listRuns }, { given })).toMatchObject({
        type: 'STOP_FAILED',
        error: expect.stringContaining('another gate (k2)'),
      });
      expect(await perform('worker.stop_run', { stopRun })).toMatchObject({ type: 'RUN_STOPPED' });
    },
  );
});
