/** The telemetry of the worker gate as metrics: what sampling costs, and what became of its samples. */

import { type MetricSource, single } from '../../metrics/metric-family.ts';
import type { HistoryStats } from '../../store/ports/telemetry-history.ts';
import type { RunStreams } from '../../telemetry/run-streams.ts';
import type { Telemetry } from '../../telemetry/telemetry-actor.ts';
import type { TelemetryStoreStatus } from '../../telemetry/telemetry-store.ts';

interface TelemetryMetricsOptions {
  readonly telemetry: Pick<Telemetry, 'status' | 'durations'>;
  readonly streams: Pick<RunStreams, 'waiting'>;
  readonly storeStatus: () => TelemetryStoreStatus;
  readonly historyStats: () => Promise<HistoryStats>;
}

const durationName = 'orrery_gate_telemetry_sample_duration_seconds';

/** Metrics of the telemetry, read at each scrape; only the rows of the history are asked of the store. */
export function createTelemetryMetrics(options: TelemetryMetricsOptions): MetricSource {
  return {
    name: 'telemetry',
    async read() {
      const loop = options.telemetry.status();
      const store = options.storeStatus();
      const rows = await options.historyStats();
      return [
        single(
          'counter',
          'orrery_gate_telemetry_samples_total',
          'Samples taken of this machine.',
          loop.samples,
        ),
        single(
          'counter',
          'orrery_gate_telemetry_late_total',
          'Samples that took longer than the interval, so that the next one came late.',
          loop.late_ticks,
        ),
        {
          type: 'histogram',
          name: durationName,
          help: 'Time from the start of a sample to its end, waiting for the tools included.',
          values: options.telemetry.durations(durationName),
        },
        single(
          'gauge',
          'orrery_gate_telemetry_watched_runs',
          'Runs whose processes and idle window are watched.',
          loop.watched_runs,
        ),
        single(
          'gauge',
          'orrery_gate_telemetry_waiters',
          'Requests that wait for the next sample of a run.',
          options.streams.waiting,
        ),
        single(
          'gauge',
          'orrery_gate_telemetry_history_queued',
          'Points that wait to be written to the history.',
          store.queued,
        ),
        single(
          'counter',
          'orrery_gate_telemetry_history_written_total',
          'Points written to the history.',
          store.written,
        ),
        single(
          'counter',
          'orrery_gate_telemetry_history_dropped_total',
          'Points given up, oldest first, because the store did not keep up.',
          store.dropped,
        ),
        {
          type: 'gauge',
          name: 'orrery_gate_telemetry_history_rows',
          help: 'Rows of the history: whole points, and minutes they were thinned to.',
          values: [
            { labels: { resolution: 'point' }, value: rows.pointRows },
            { labels: { resolution: 'minute' }, value: rows.minuteRows },
          ],
        },
      ];
    },
  };
}
