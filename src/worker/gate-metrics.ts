/** The worker gate as metrics: its runs, the readings it decides on, and what it has not delivered. */
import type { Clock } from '../lib/clock.ts';
import { type MetricFamily, type MetricSource, perWord, single } from '../metrics/metric-family.ts';
import type { Sample } from '../sensing/sample.ts';
import type { CallbackSummary } from '../worker-wire/wire-callbacks.ts';

interface GateMetricsOptions {
  readonly clock: Clock;
  readonly latestSample: () => Sample | null;
  /** Runs that occupy the worker. */
  readonly liveRuns: () => Promise<number>;
  /** Runs by status. */
  readonly runsByStatus: () => Promise<Readonly<Record<string, number>>>;
  readonly callbacks: () => Promise<CallbackSummary>;
  /** Runs with a callback that is still to be delivered. */
  readonly undeliveredRuns: () => Promise<number>;
}

/** `unknown` stands for a gate without a sample, too. */
const sampleHealths = ['ok', 'partial', 'unknown'] as const;

/** Metrics of the gate, read at each scrape. Each of `statuses` gets a series, also without a run. */
export function createGateMetrics(
  options: GateMetricsOptions,
  statuses: readonly string[],
): MetricSource {
  return {
    name: 'gate',
    async read() {
      const [live, byStatus, callbacks, undelivered] = await Promise.all([
        options.liveRuns(),
        options.runsByStatus(),
        options.callbacks(),
        options.undeliveredRuns(),
      ]);
      return [
        single('gauge', 'orrery_gate_runs_live', 'Runs that occupy this worker.', live),
        perWord('orrery_gate_runs', 'Runs known here by status.', 'status', statuses, byStatus),
        single(
          'gauge',
          'orrery_gate_callback_outbox_runs',
          'Runs with a completion callback that is still to be delivered.',
          undelivered,
        ),
        ...callbackFamilies(options, callbacks),
        ...sampleFamilies(options),
      ];
    },
  };
}

function callbackFamilies(
  { clock }: GateMetricsOptions,
  { waiting, parked, oldest_at }: CallbackSummary,
): MetricFamily[] {
  const oldestMs = oldest_at === null ? null : Math.max(0, clock.now() - Date.parse(oldest_at));
  return [
    single(
      'gauge',
      'orrery_gate_callbacks_waiting',
      'Completion callbacks that the control plane has not taken yet.',
      waiting,
    ),
    single(
      'gauge',
      'orrery_gate_callbacks_parked',
      'Runs whose next callback was refused by the control plane and is parked.',
      parked,
    ),
    single(
      'gauge',
      'orrery_gate_callback_oldest_age_seconds',
      'Age of the oldest callback that is not delivered; absent: there is none.',
      oldestMs === null ? null : oldestMs / 1000,
    ),
  ];
}

function sampleFamilies({ clock, latestSample }: GateMetricsOptions): MetricFamily[] {
  const sample = latestSample();
  const ageMs = sample === null ? null : Math.max(0, clock.now() - Date.parse(sample.at));
  return [
    perWord(
      'orrery_gate_telemetry_health',
      '1 for how complete the latest sample is, 0 for the others.',
      'health',
      sampleHealths,
      { [sample?.health ?? 'unknown']: 1 },
    ),
    single(
      'gauge',
      'orrery_gate_telemetry_sample_age_seconds',
      'Age of the latest sample; absent: there is none.',
      ageMs === null ? null : ageMs / 1000,
    ),
    single(
      'gauge',
      'orrery_gate_cpu_ratio',
      'Use of the whole machine, 0 to 1; absent: not readable.',
      ratio(sample?.cpu_pct),
    ),
    single(
      'gauge',
      'orrery_gate_memory_available_bytes',
      'Memory that new work could use; absent: not readable.',
      bytes(sample?.memory_available_mib),
    ),
  ];
}

const ratio = (percent: number | null | undefined): number | null =>
  percent === null || percent === undefined ? null : percent / 100;
const bytes = (mib: number | null | undefined): number | null =>
  mib === null || mib === undefined ? null : mib * 1024 * 1024;
