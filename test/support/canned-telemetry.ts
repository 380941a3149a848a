/** Telemetry of a run as a dashboard test wants it: its history, live frames, and its verdict. */
import type { LiveSample } from '../../src/http/live/protocol.ts';

export const runId = 'sparse-kv-cache-20261121T004501123';
export const workerName = 'gpu-box-1';
const gpuUuids = ['GPU-0a', 'GPU-0b'] as const;

export const minutesAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString();

/** What the run's machine read at a minute of it: set up, train, rest. */
function readingsAt(minute: number, gpu: number, lengthMin: number) {
  const wave = Math.sin(minute * 2.1 + gpu) * 4 + Math.sin(minute * 9.7) * 3;
  const isSetup = minute < 4;
  const isRest = minute > lengthMin - 4.2;
  const isPause = minute > 20 && minute < 21.5;
  const use = isSetup || isRest || isPause ? 0 : Math.max(0, 92 + wave - gpu * 14);
  return {
    cpu: isRest ? 2.4 + Math.abs(wave) / 4 : isSetup ? 12 + wave : 38 + wave,
    use,
    vram: isSetup ? minute * 9_000 : isRest ? 480 : 36_400 + gpu * 1_900,
    power: 71 + use * 5.6,
    alive: isRest ? 0 : isSetup ? 3 : 9,
    quietSec: isRest ? (minute - (lengthMin - 4.2)) * 60 : 0,
    state: isRest ? 'quiet_candidate' : 'busy',
  };
}

/** What was read just now. */
const freshTelemetry = () => ({
  source: 'worker_telemetry',
  authority: 'worker',
  observed_at: minutesAgo(0),
  ttl_seconds: 60,
  fresh_until: minutesAgo(-1),
  stale: false,
  status: 'ok',
  detail: 'the telemetry is that of its worker',
});

/** Where an answer about a run comes from. */
export const toldByWorker = () => ({
  source: 'worker',
  worker_target: workerName,
  observed_at: minutesAgo(0),
  freshness: freshTelemetry(),
});

const bucketSec = 15;

export interface HistoryWorld {
  /** Minutes since the run began. */
  readonly lengthMin: number;
  endedMinAgo: number | null;
  /** Minutes from the start for which nothing is known. */
  gap: readonly [number, number] | null;
  gpuCount: number;
}

export function historyOf(world: HistoryWorld): object {
  const { lengthMin, gap, gpuCount } = world;
  const endMin = world.endedMinAgo ?? 0;
  // The machine is read a minute further than a run that is over.
  const tailMin = world.endedMinAgo === null ? 0 : 1;
  const buckets = Math.floor(((lengthMin + tailMin) * 60) / bucketSec);
  const minutes = Array.from({ length: buckets }, (_, index) => ((index + 0.5) * bucketSec) / 60);
  const isKnown = (minute: number): boolean => gap === null || minute < gap[0] || minute > gap[1];
  const isWatched = (minute: number): boolean => isKnown(minute) && minute < lengthMin;
  const column = (
    name: string,
    uuid: string | null,
    read: (minute: number) => number | null,
    spread = 0.06,
  ) => {
    const values = minutes.map((minute) => (isKnown(minute) ? read(minute) : null));
    const scaled = (factor: number) =>
      values.map((value) => (value === null ? null : value * factor));
    return {
      name,
      gpu_uuid: uuid,
      known: values.map((value) => (value === null ? 0 : 3)),
      min: scaled(1 - spread),
      mean: values,
      max: scaled(1 + spread),
    };
  };
  const at = (minute: number, gpu = 0) => readingsAt(minute, gpu, lengthMin);
  const points = minutes.map((minute) => (isKnown(minute) ? 3 : 0));
  const ofRun = (read: (minute: number) => number) => (minute: number) =>
    isWatched(minute) ? read(minute) : null;
  return {
    run_id: runId,
    from: minutesAgo(lengthMin + endMin),
    to: minutesAgo(endMin - tailMin),
    bucket_sec: bucketSec,
    buckets,
    sample_interval_sec: 5,
    gpus: gpuUuids
      .slice(0, gpuCount)
      .map((uuid, index) => ({ uuid, index, name: 'NVIDIA H100 80GB HBM3' })),
    machine: {
      points,
      readings: [
        column('cpu_pct', null, (minute) => at(minute).cpu),
        column('memory_available_mib', null, () => 98_304, 0),
        column('memory_total_mib', null, () => 131_072, 0),
        ...Array.from({ length: gpuCount }, (_, gpu) => gpu).flatMap((gpu) => {
          const uuid = gpuUuids[gpu] ?? `GPU-${gpu}`;
          return [
            column('utilization_pct', uuid, (minute) => at(minute, gpu).use, 0.04),
            column('memory_used_mib', uuid, (minute) => at(minute, gpu).vram, 0),
            column('power_w', uuid, (minute) => at(minute, gpu).power),
          ];
        }),
      ],
    },
    run: {
      points: minutes.map((minute) => (isWatched(minute) ? 3 : 0)),
      readings: [
        column(
          'alive',
          null,
          ofRun((minute) => at(minute).alive),
          0,
        ),
        column(
          'window_progress_sec',
          null,
          ofRun((minute) => at(minute).quietSec),
          0,
        ),
        column(
          'window_required_sec',
          null,
          ofRun(() => 300),
          0,
        ),
      ],
      idle_states: minutes.map((minute) => (isWatched(minute) ? at(minute).state : null)),
    },
    store: {
      queued: 0,
      queue_max: 1000,
      written: 500,
      dropped: 0,
      last_written_at: minutesAgo(0),
      last_error: null,
      point_rows: 500,
      minute_rows: 40,
    },
    ...toldByWorker(),
  };
}

const signals = (isLoud = false) => [
  signal('no_live_process', isLoud ? 2 : 0, 0, isLoud ? -2 : 0, !isLoud),
  signal('cpu_mean_pct', 3.1, 20, 16.9, true),
  signal('gpu_mean_pct', 0, 10, 10, true),
  signal('gpu_peak_pct', isLoud ? 64 : 1, 20, isLoud ? -44 : 19, !isLoud),
  signal('vram_delta_mib', 12, 1024, 1012, true),
];
const signal = (
  name: string,
  value: number,
  threshold: number,
  margin: number,
  holds: boolean,
) => ({
  name,
  applies: true,
  value,
  threshold,
  margin,
  holds,
});
const evidence = [
  { name: 'run_cpu', mode: 'require', value: 0, threshold: 0.5, margin: 0.5, signs: 0, unknown: 0 },
  {
    name: 'io_pressure',
    mode: 'delay',
    value: 14.2,
    threshold: 10,
    margin: -4.2,
    signs: 3,
    unknown: 0,
  },
  {
    name: 'gpu_power',
    mode: 'require',
    value: 72,
    threshold: 92.5,
    margin: 20.5,
    signs: 0,
    unknown: 1,
  },
  {
    name: 'run_io',
    mode: 'require',
    value: null,
    threshold: 1,
    margin: null,
    signs: 0,
    unknown: 40,
  },
];

export const receipt = (verdict: 'idle' | 'timed_out' = 'idle'): object => ({
  schema_version: 'idle_receipt.v1',
  verdict,
  at: minutesAgo(3),
  reasons:
    verdict === 'idle'
      ? []
      : ['waited 21600 s, the most allowed; last state: busy', 'live processes of the run: 2'],
  window: {
    start: minutesAgo(8),
    end: minutesAgo(3),
    duration_ms: 304_000,
    required_ms: 300_000,
    samples: 61,
    max_gap_ms: 5_040,
  },
  signals: signals(verdict === 'timed_out'),
  evidence: { quiet_ms: 304_000, required_ms: 300_000, readings: evidence },
  sensor_health: {
    ok: 84,
    partial: 2,
    unknown: 1,
    problems: ['gpus: nvidia-smi took longer than 5 s'],
    suspicions: [],
  },
  profile: {},
  waited_ms: 431_000,
  max_wait_ms: 21_600_000,
  confirmed_at: verdict === 'idle' ? minutesAgo(3) : null,
});

/** A live frame; `fields` replace members of it. */
export function frame(fields: Partial<LiveSample> = {}, idle: object = {}): LiveSample {
  return {
    run_id: runId,
    project_id: 'sparse-kv-cache',
    worker_target: workerName,
    observed_at: minutesAgo(0),
    sample: sample(),
    idle: {
      state: 'quiet_candidate',
      agent_exited: true,
      window_progress_ms: 200_000,
      required_ms: 300_000,
      reasons: [],
      signals: signals(),
      evidence,
      ...idle,
    },
    problem: null,
    ...fields,
  };
}

export function sample(fields: object = {}) {
  return {
    at: minutesAgo(0),
    cpu_pct: 2.6,
    memory_available_mib: 98_304,
    memory_total_mib: 131_072,
    gpus: gpuUuids.map((uuid, index) => ({
      index,
      uuid,
      name: 'NVIDIA H100 80GB HBM3',
      utilization_pct: 0,
      memory_used_mib: 480,
      memory_total_mib: 81_559,
      power_w: 71 + index * 3,
    })),
    processes: { alive: 0, cpu_pct: 0, rss_mib: 0 },
    ...fields,
  };
}
