/** What becomes of the gate's samples: streams for readers of live runs, and history in its store. */
import type { OrreryConfig } from '../../config/resolve.ts';
import type { MetricSource } from '../../metrics/metric-family.ts';
import type { TelemetryHistory } from '../../store/ports/telemetry-history.ts';
import type { RunStreams } from '../../telemetry/run-streams.ts';
import type { Telemetry } from '../../telemetry/telemetry-actor.ts';
import { createTelemetryStore } from '../../telemetry/telemetry-store.ts';
import type { GateRunReader } from '../../worker/ports.ts';
import { createTelemetryMetrics } from '../../worker/telemetry/telemetry-metrics.ts';
import {
  createTelemetryReads,
  type TelemetryReads,
} from '../../worker/telemetry/telemetry-reads.ts';
import type { AppOptions } from '../options.ts';

interface GateHistory {
  readonly reads: TelemetryReads;
  readonly metrics: MetricSource;
  start(): void;
  /** Answers everybody who waits for a sample; from now on nobody waits. */
  answerWaiting(): void;
  /** Writes what waits to be written. */
  stop(): Promise<void>;
}

/** How long a stop waits for the last write. */
const stopDeadlineMs = 2_000;
/** How long who reads a history waits for what is being written. */
const flushMsMax = 1_000;

/** Builds it, stopped. */
export function createGateHistory(
  config: OrreryConfig,
  { clock, log }: AppOptions,
  parts: {
    readonly history: TelemetryHistory;
    readonly telemetry: Telemetry;
    readonly streams: RunStreams;
    readonly runs: Pick<GateRunReader, 'get'>;
  },
): GateHistory {
  const { history, telemetry, streams, runs } = parts;
  const { sampleIntervalMs, telemetryHistoryPointRows, telemetryHistoryMinuteRows } =
    config.workerGate;
  const store = createTelemetryStore({
    telemetry,
    history,
    clock,
    pointRowsMax: telemetryHistoryPointRows,
    minuteRowsMax: telemetryHistoryMinuteRows,
    onError: (error) => log.error({ err: error }, 'telemetry history could not be written'),
  });
  const storeStatus = () => store.status();
  return {
    reads: createTelemetryReads({
      runs,
      streams,
      history,
      flush: () => store.flush(flushMsMax),
      storeStatus,
      latestSample: () => telemetry.latest(),
      clock,
      sampleIntervalMs,
    }),
    metrics: createTelemetryMetrics({
      telemetry,
      streams,
      storeStatus,
      historyStats: () => history.stats(),
    }),
    start() {
      telemetry.subscribe((tick) => streams.take(tick));
      store.start();
    },
    answerWaiting: () => streams.close(),
    stop: () => store.stop(stopDeadlineMs),
  };
}
