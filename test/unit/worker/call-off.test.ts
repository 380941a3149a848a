/** Calling off a run that was given up: what counts as told, at a gate and on a cluster. */
import { expect, it } from 'vitest';
import type { ClusterPort } from '../../../src/clusters/port.ts';
import { createCallOffEffect } from '../../../src/worker-client/call-off.ts';
import type { WorkerClient, WorkerResult } from '../../../src/worker-client/client.ts';
import type { ClusterWorker } from '../../../src/worker-client/cluster-runs.ts';

type Given = WorkerResult<unknown>;
const run = (status: string, live = false): Given => ({
  kind: 'ok',
  value: { run: { run_id: 'r1', status, live } },
});
const refused = (code: string): Given =>
  ({ kind: 'refused', code, status: 409, detail: 'why', problem: {} }) as Given;
const silence: Given = { kind: 'not_sent', error: 'connection refused' };

function callOff(answers: readonly Given[], cluster?: ClusterWorker, gateId = 'k1') {
  const asked: unknown[] = [];
  const effect = createCallOffEffect({
    clusterOf: () => cluster,
    placesOfRun: async () =>
      answers.map((answer, at) => ({
        client: {
          stopRun: async (...call: unknown[]) => {
            asked.push(call.slice(0, 2));
            return answer;
          },
          listRuns: async () => ({ kind: 'ok', value: { gate_id: gateId } }),
        } as unknown as WorkerClient,
        worker: `worker w${at}`,
        certain: true,
      })),
    stopGraceSec: 5,
  });
  const context = { signal: new AbortController().signal };
  const input = {
    run_id: 'r1',
    project_id: 'p',
    lane: 'http://w',
    gate_id: 'k1',
    reason: 'canceled',
  };
  return { asked, told: effect.run(input, context as Parameters<typeof effect.run>[1]) };
}
const told = (ended: boolean, detail: unknown = null) => ({
  type: 'CALL_OFF_TOLD',
  run_id: 'r1',
  ended,
  detail,
});

it.each([
  ['stopped there', [run('stopped')], told(true)],
  ['over already', [run('ready')], told(true)],
  [
    'not known there',
    [run('fenced')],
    told(false, expect.stringMatching(/^worker w0 has no record of it; it is the gate/)),
  ],
  ['lost there', [refused('run_lost')], told(false, 'worker w0: run_lost: why')],
  ['known at the second place', [run('fenced'), run('stopped')], told(true)],
  ['still ending', [run('stopping', true)], null],
  ['refused for another reason', [refused('unauthorized')], null],
  ['at a gate that is away', [silence], null],
  ['perhaps at the gate that is away', [run('fenced'), silence], null],
  ['at nobody that is configured', [], null],
] as const)('says what came of a run that is %s', async (_, answers, expected) => {
  const { asked, told: said } = callOff(answers);
  expect(await said).toEqual(expected);
  for (const call of asked) expect(call).toEqual(['r1', { reason: 'canceled', grace_sec: 5 }]);
});

it('is told to the gate that took the run, and to another in its place nothing is', async () => {
  expect(await callOff([run('fenced')], undefined, 'k2').told).toBeNull();
});

it('has a cluster end the job, and asks again while that was not told', async () => {
  const canceled: unknown[] = [];
  let takes = false;
  const port = {
    cancel: async (which: unknown) => {
      canceled.push(which);
      return takes ? { ok: true } : { ok: false, why: 'no answer' };
    },
  } as unknown as ClusterPort;
  const cluster = { name: 'hpc', port, isHome: () => false } as unknown as ClusterWorker;
  expect(await callOff([], cluster).told).toBeNull();
  takes = true;
  expect(await callOff([], cluster).told).toEqual(told(true, 'hpc was told to end its job'));
  expect(canceled).toEqual([{ runId: 'r1' }, { runId: 'r1' }]);
});
