/** Workers as a dashboard test wants them: healthy, down, with callbacks that were refused. */
import { minutesAgo, runId, workerName } from './canned-telemetry.ts';

const telemetryFreshness = (status: 'ok' | 'stale', detail: string) => ({
  source: 'worker_telemetry',
  authority: 'worker',
  observed_at: minutesAgo(status === 'ok' ? 0.2 : 27),
  ttl_seconds: 60,
  fresh_until: minutesAgo(status === 'ok' ? -0.8 : 26),
  stale: status === 'stale',
  status,
  detail,
});

export function healthyWorker(fields: object = {}): object {
  return {
    name: workerName,
    url: 'http://gpu-box-1:8788',
    role: 'gpu',
    lane: 'http://gpu-box-1:8788',
    shares_lane_with: [],
    health: {
      status: 'healthy',
      trouble: null,
      reason: 'every check passed',
      since: minutesAgo(340),
      consecutive_failures: 0,
      last_success_at: minutesAgo(0.2),
      observed_at: minutesAgo(0.2),
      asked_at: minutesAgo(0.2),
    },
    freshness: { preflight: null, telemetry: telemetryFreshness('ok', 'fresh') },
    checks: [
      { name: 'wake_gate_healthz', ok: true, advice: false, detail: 'answers' },
      { name: 'worker_gpu_idle', ok: true, advice: false, detail: '2 GPUs idle' },
      { name: 'worker_clock_skew', ok: false, advice: true, detail: 'its clock is 4 s ahead' },
    ],
    active: {
      project_id: 'sparse-kv-cache',
      project_name: 'Sparse KV cache',
      status: 'awaiting_wake',
      run_id: runId,
      since: minutesAgo(42),
      last_callback_at: minutesAgo(4),
      job: null,
    },
    waiting: { count: 3, at_least: false },
    goes: false,
    blocked_by: { code: 'lane_busy', reason: 'a run is live there' },
    classes: [
      { workload_class: 'training', rule: 'class_route' },
      { workload_class: 'inference_eval', rule: 'class_route' },
      { workload_class: 'unknown', rule: 'default' },
    ],
    callbacks: { waiting: 0, parked: 0, oldest_at: null },
    gpus: [0, 1].map((index) => ({
      index,
      name: 'NVIDIA H100 80GB HBM3',
      utilization_pct: index === 0 ? 93 : 0,
      memory_used_mib: index === 0 ? 36_420 : 480,
      memory_total_mib: 81_559,
      power_w: index === 0 ? 612.4 : null,
      compute_pids: [],
    })),
    sampled_at: minutesAgo(0.25),
    notices: [],
    advice: null,
    ...fields,
  };
}

export function downWorker(fields: object = {}): object {
  return healthyWorker({
    name: 'gpu-box-2',
    url: 'http://gpu-box-2:8788',
    health: {
      status: 'unreachable',
      trouble: 'worker gpu-box-2 cannot be reached: connect ECONNREFUSED 10.0.0.12:8788',
      reason: 'connect ECONNREFUSED 10.0.0.12:8788',
      since: minutesAgo(26),
      consecutive_failures: 19,
      last_success_at: minutesAgo(27),
      observed_at: minutesAgo(27),
      asked_at: minutesAgo(0.6),
    },
    freshness: {
      preflight: null,
      telemetry: telemetryFreshness('stale', 'the newest sample is 27 min old'),
    },
    active: null,
    waiting: { count: 1, at_least: false },
    blocked_by: { code: 'worker_trouble', reason: 'the worker cannot be reached' },
    classes: [],
    sampled_at: minutesAgo(27),
    callbacks: { waiting: 1, parked: 0, oldest_at: minutesAgo(28) },
    advice:
      'start the worker gate at http://gpu-box-2:8788 or mend the network to it; orrery workers show gpu-box-2 --refresh looks again',
    ...fields,
  });
}

export function parkedWorker(fields: object = {}): object {
  return healthyWorker({
    name: 'cpu-farm',
    url: 'http://cpu-farm:8788',
    active: null,
    waiting: { count: 0, at_least: false },
    blocked_by: null,
    classes: [{ workload_class: 'cpu_only', rule: 'class_route' }],
    gpus: [],
    callbacks: { waiting: 2, parked: 1, oldest_at: minutesAgo(95) },
    notices: [
      {
        code: 'callbacks_parked',
        severity: 'critical',
        message:
          'worker cpu-farm holds callbacks that were refused and are not tried again by themselves',
        action: 'look at why, mend it, then try again',
        since: minutesAgo(95),
      },
    ],
    advice: 'look at why with orrery workers show cpu-farm, mend it, then try again',
    ...fields,
  });
}
