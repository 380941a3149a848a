/** Each check of a preflight on what a worker may say, the odd things first. */
import { describe, expect, it } from 'vitest';
import type { WorkerAnswers } from '../../../src/control/fleet/worker-answers.ts';
import { checkWorker } from '../../../src/control/workers/preflight-checks.ts';
import { controlPlaneService, workerGateService } from '../../../src/domain/product.ts';

const at = '2026-01-01T00:00:00.000Z';
const bounds = {
  maxGpuPct: 5,
  minMemoryAvailableMib: 1000,
  callbackTokenFingerprints: ['ours'],
  sampleAgeMsMax: 60_000,
};
const idleGpu = {
  index: 0,
  uuid: 'a',
  name: 'A',
  utilization_pct: 0,
  memory_used_mib: 0,
  memory_total_mib: 1,
  compute_pids: [],
};
const ok = (value: object) => ({ kind: 'ok', value }) as never;
const health = (more: object = {}) =>
  ok({ ok: true, service: workerGateService, timestamp: at, ...more });
const runs = (more: object = {}) =>
  ok({ runs: [], live_count: 0, callback_token_fingerprint: 'ours', timestamp: at, ...more });
const telemetry = (sample: object | null, timestamp = at, more: object = {}) =>
  ok({
    ...more,
    sample:
      sample === null
        ? null
        : { at, gpus: [idleGpu], memory_available_mib: 2000, problems: [], ...sample },
    timestamp,
  });
const silent = { kind: 'unknown', error: 'no answer within 35 s', status: null } as const;

const answers = (change: Partial<WorkerAnswers> = {}): WorkerAnswers => ({
  health: health(),
  runs: runs(),
  telemetry: telemetry({}),
  clock: { skewMs: 0, uncertaintyMs: 0 },
  startedMs: 0,
  ...change,
});
const look = (name: string, change: Partial<WorkerAnswers>) =>
  checkWorker(answers(change), bounds).find((check) => check.name === name);

describe('a well worker', () => {
  it('passes every check, in the order of the contract', () => {
    const checks = checkWorker(answers(), bounds);
    expect(checks.every((check) => check.ok)).toBe(true);
    expect(checks.map(({ name }) => name)).toEqual([
      'wake_gate_healthz',
      'wake_gate_token_valid',
      'worker_gpu_idle',
      'worker_memory_available',
      'worker_no_live_runs',
      'worker_callback_token_compatible',
      'worker_clock_skew',
    ]);
  });
});

describe('a check fails', () => {
  const cases: readonly [string, string, Partial<WorkerAnswers>, RegExp][] = [
    ['a gate that is not well', 'wake_gate_healthz', { health: health({ ok: false }) }, /not well/],
    [
      'a control plane at the address',
      'wake_gate_healthz',
      { health: health({ service: controlPlaneService }) },
      /control plane answers.*role worker or all/,
    ],
    [
      'a redirect',
      'wake_gate_healthz',
      { health: { kind: 'unknown', error: 'odd', status: 302 } },
      /redirect.*not followed/,
    ],
    [
      'a refused token',
      'wake_gate_token_valid',
      { runs: { kind: 'refused', status: 401, code: 'unauthorized', detail: 'no' } as never },
      /^the worker refuses the token$/,
    ],
    ['a token nobody looked at', 'wake_gate_token_valid', { runs: silent }, /^unknown: no answer/],
    ['no sample yet', 'worker_gpu_idle', { telemetry: telemetry(null) }, /^unknown: .*no sample/],
    [
      'GPUs that cannot be read',
      'worker_gpu_idle',
      { telemetry: telemetry({ gpus: null, problems: ['gpus: nvidia-smi hangs'] }) },
      /^unknown: gpus: nvidia-smi hangs$/,
    ],
    [
      'one GPU of two without a reading',
      'worker_gpu_idle',
      {
        telemetry: telemetry({ gpus: [idleGpu, { ...idleGpu, index: 1, utilization_pct: null }] }),
      },
      /^unknown: GPU 1 gives no reading/,
    ],
    [
      'a partitioned GPU',
      'worker_gpu_idle',
      {
        telemetry: telemetry({ gpus: [{ ...idleGpu, utilization_pct: null, partitioned: true }] }),
      },
      /^unknown: GPU 0 is partitioned \(MIG\)/,
    ],
    [
      'the second GPU in use',
      'worker_gpu_idle',
      { telemetry: telemetry({ gpus: [idleGpu, { ...idleGpu, index: 1, utilization_pct: 5.1 }] }) },
      /^GPU 1 at 5.1 %/,
    ],
    [
      'an idle GPU that somebody holds',
      'worker_gpu_idle',
      { telemetry: telemetry({ gpus: [{ ...idleGpu, compute_pids: [7] }] }) },
      /with 1 compute processes/,
    ],
    [
      'a sample that is old by the worker’s own clock',
      'worker_gpu_idle',
      { telemetry: telemetry({}, '2026-01-01T00:01:00.001Z') },
      /^unknown: .*60 s old.*stands still/,
    ],
    [
      'memory of an old sample',
      'worker_memory_available',
      { telemetry: telemetry({}, '2026-01-01T01:00:00.000Z') },
      /^unknown: .*3600 s old/,
    ],
    [
      'no memory reading',
      'worker_memory_available',
      { telemetry: telemetry({ memory_available_mib: null }) },
      /^unknown: /,
    ],
    [
      'too little memory',
      'worker_memory_available',
      { telemetry: telemetry({ memory_available_mib: 999 }) },
      /^999 MiB available, 1000 MiB needed$/,
    ],
    [
      'live rows that the count denies',
      'worker_no_live_runs',
      { runs: runs({ runs: [{ run_id: 'r', live: true }] }) },
      /^live: r$/,
    ],
    ['a count without rows', 'worker_no_live_runs', { runs: runs({ live_count: 2 }) }, /^2 live/],
    [
      'another callback token',
      'worker_callback_token_compatible',
      { runs: runs({ callback_token_fingerprint: 'theirs' }) },
      /would be refused/,
    ],
    [
      'a clock ahead by more than the way explains',
      'worker_clock_skew',
      { clock: { skewMs: 6001, uncertaintyMs: 1000 } },
      /6 s ahead of.*NTP/,
    ],
    ['a worker without a time', 'worker_clock_skew', { clock: null }, /^unknown: /],
    [
      'parked callbacks',
      'worker_callbacks_delivered',
      { runs: runs({ callbacks: { waiting: 3, parked: 1, oldest_at: at } }) },
      /1 run has a callback.*refused.*3 waiting, the oldest since 2026/,
    ],
    [
      'a store of the gate that was moved',
      'store_writable',
      { runs: runs({ store_trouble: '/s/gate.db is not the file that is open' }) },
      /is not the file that is open$/,
    ],
    [
      'a store of the gate that cannot be read',
      'store_writable',
      {
        runs: { kind: 'unknown', status: 503, error: 'store_unavailable: it was moved' },
      },
      /^it was moved$/,
    ],
    [
      'actors of the gate that are out of service',
      'worker_actors_in_service',
      { runs: runs({ bench: { out_of_service: 1, dead_letters: 0 } }) },
      /^the gate has 1 actors out of service and 0 dead letters/,
    ],
    [
      'dead letters of the gate',
      'worker_actors_in_service',
      { runs: runs({ bench: { out_of_service: 0, dead_letters: 9 } }) },
      /and 9 dead letters/,
    ],
  ];
  for (const [what, name, change, words] of cases) {
    it(`for ${what}`, () => {
      const check = look(name, change);
      expect(check?.ok).toBe(false);
      expect(check?.detail).toMatch(words);
    });
  }
});

describe('a check does not fail', () => {
  it('for a GPU exactly at the bound, nor for a worker without one', () => {
    const gpus = [{ ...idleGpu, utilization_pct: 5 }];
    expect(look('worker_gpu_idle', { telemetry: telemetry({ gpus }) })?.ok).toBe(true);
    expect(look('worker_gpu_idle', { telemetry: telemetry({ gpus: [] }) })?.detail).toContain(
      'no GPU',
    );
  });

  it('for a clock that is off by what the way there and back may have taken', () => {
    expect(look('worker_clock_skew', { clock: { skewMs: -6000, uncertaintyMs: 1000 } })?.ok).toBe(
      true,
    );
  });

  it('for callbacks that are only on their way, and is not made where the gate does not tell', () => {
    const callbacks = { waiting: 2, parked: 0, oldest_at: at };
    expect(look('worker_callbacks_delivered', { runs: runs({ callbacks }) })?.ok).toBe(true);
    expect(look('worker_callbacks_delivered', {})).toBeUndefined();
  });

  it('for a gate whose store takes writes, and is not made where the gate does not tell', () => {
    expect(look('store_writable', { runs: runs({ store_trouble: null }) })?.ok).toBe(true);
    expect(look('store_writable', {})).toBeUndefined();
  });

  it('for a gate whose bench is empty, and is not made where the gate does not tell', () => {
    const bench = { out_of_service: 0, dead_letters: 0 };
    expect(look('worker_actors_in_service', { runs: runs({ bench }) })?.ok).toBe(true);
    expect(look('worker_actors_in_service', {})).toBeUndefined();
  });
});

describe('a worker that samples seldom', () => {
  const lookAfter = (ageSec: number, intervalSec: number) => {
    const timestamp = new Date(Date.parse(at) + ageSec * 1000).toISOString();
    const seldom = telemetry({}, timestamp, { sample_interval_sec: intervalSec });
    return look('worker_gpu_idle', { telemetry: seldom });
  };

  it('has a good sample until three did not come', () => {
    expect(lookAfter(299, 100)).toMatchObject({ ok: true });
    expect(lookAfter(301, 100)).toMatchObject({ ok: false, data: { stale: true } });
    expect(lookAfter(59, 1)).toMatchObject({ ok: true });
  });

  it('is not believed an interval that no worker may have', () => {
    expect(lookAfter(10_801, 1e6)).toMatchObject({ ok: false, data: { stale: true } });
  });
});
