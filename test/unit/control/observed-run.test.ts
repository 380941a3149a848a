/** What a paper is told of a run from outside: over the time its processes lived, and nothing where nothing is known. */
import { describe, expect, it } from 'vitest';
import type { WorkerDirectory } from '../../../src/control/fleet/index.ts';
import { observeRun, summarizeRun } from '../../../src/control/papers/observed-run.ts';
import { runSchema } from '../../../src/domain/records.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { observedRunSchema } from '../../../src/papers/evidence/observed.ts';
import type { HistoryReply } from '../../../src/worker-wire/wire-telemetry.ts';

const facts = {
  worker_target: 'local',
  started_at: '2026-01-01T00:00:00.000Z',
  ended_at: '2026-01-01T00:01:00.000Z',
  wall_sec: 41.25,
  exit_code: 0,
};

type Reading = HistoryReply['machine']['readings'][number];
const reading = (
  name: string,
  mean: readonly (number | null)[],
  gpu_uuid: string | null = null,
): Reading => ({
  name,
  gpu_uuid,
  known: mean.map((value) => (value === null ? 0 : 2)),
  min: [...mean],
  mean: [...mean],
  max: [...mean],
});

const history = (gpuPower: readonly (number | null)[]): HistoryReply => ({
  run_id: 'r',
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-01T00:00:06.000Z',
  bucket_sec: 2,
  buckets: 3,
  sample_interval_sec: 1,
  gpus: [{ uuid: 'GPU-1', index: 0, name: 'A card' }],
  machine: {
    points: [2, 2, 2],
    readings: [
      reading('cpu_pct', [60, 80, 5]),
      reading('utilization_pct', [50, 70, 0], 'GPU-1'),
      reading('power_w', gpuPower, 'GPU-1'),
    ],
  },
  run: {
    points: [2, 2, 2],
    readings: [
      reading('alive', [1, 3, 0]),
      reading('cpu_pct', [20, 40, 0]),
      reading('rss_mib', [100, 120, 0]),
    ],
    idle_states: [null, null, null],
  },
  store: {
    queued: 0,
    queue_max: 1,
    written: 6,
    dropped: 0,
    last_written_at: null,
    last_error: null,
    point_rows: 6,
    minute_rows: 0,
  },
  timestamp: '2026-01-01T00:01:00.000Z',
});

describe('what was seen of a run', () => {
  it('is of the time in which its processes lived', () => {
    expect(observedRunSchema.parse(summarizeRun(facts, history([200, 300, 50])))).toMatchObject({
      wall_seconds: 41.25,
      exit_status: 0,
      run_processes: {
        cpu_percent: 30,
        cpu_peak_percent: 40,
        memory_peak_mib: 120,
        processes_peak: 3,
      },
      other_processes: { cpu_percent: 40 },
      gpus: { 'gpu 0': { utilization_percent: 60, power_watts: 250, energy_joules: 1000 } },
    });
  });

  it('has no energy where a reading is missing', () => {
    const { gpus } = summarizeRun(facts, history([200, null, 50]));
    expect(gpus?.['gpu 0']).toMatchObject({ power_watts: 200, energy_joules: null });
  });

  it('is unknown, not zero, where the worker tells nothing', async () => {
    const run = runSchema.partial().parse({}) as never as Parameters<typeof observeRun>[1];
    const client = { readHistory: async () => ({ kind: 'unknown', error: 'timed out' }) };
    const workers = { byName: () => ({ client }) } as unknown as WorkerDirectory;
    const observed = await observeRun(
      { workers, clock: createManualClock() },
      { ...run, ...facts, run_id: 'r' },
      new AbortController().signal,
    );
    expect(observed).toMatchObject({ run_processes: { cpu_percent: null }, gpus: null });
  });

  it('does not wait for a worker that says nothing', async () => {
    const clock = createManualClock();
    const client = {
      readHistory: (_query: unknown, signal: AbortSignal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ kind: 'unknown', error: 'aborted' }));
        }),
    };
    const workers = { byName: () => ({ client }) } as unknown as WorkerDirectory;
    const run = { ...facts, run_id: 'r' } as never as Parameters<typeof observeRun>[1];
    const pending = observeRun({ workers, clock }, run, new AbortController().signal);
    clock.advance(10_000);
    expect((await pending).other_processes.cpu_percent).toBeNull();
  });
});
