/** What watches the service itself: metrics and route observability, fed by the finished requests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OrreryConfig } from '../../config/resolve.ts';
import { createAlertMetrics } from '../../control/alerts/index.ts';
import { createBackupMetrics, createQueueMetrics } from '../../control/operations/index.ts';
import { createActorMetrics } from '../../metrics/actor-metrics.ts';
import type { MetricSource } from '../../metrics/metric-family.ts';
import { createMetrics, type Metrics } from '../../metrics/render-metrics.ts';
import {
  createRequestCounts,
  type FinishedRequest,
  type InFlight,
} from '../../metrics/request-counts.ts';
import {
  createRouteObservability,
  type RouteObservability,
} from '../../metrics/route-observability.ts';
import type { GatePart } from '../gate/gate-part.ts';
import type { AppOptions } from '../options.ts';
import type { ControlPart } from '../plane/control-part.ts';

interface WatchPart {
  readonly metrics: Metrics;
  readonly observability: RouteObservability;
  /** Told of every finished request. */
  observe(request: FinishedRequest): void;
  /** Writes what waits to be written. */
  close(): Promise<void>;
}

/** What the metrics read: the parts this process has, null for one its role leaves out. */
export interface Watched {
  readonly control: ControlPart | null;
  readonly gate: GatePart | null;
  readonly transportName: string;
  readonly inFlight: InFlight;
  /** What only this or that part of the service can count. */
  readonly sources?: readonly MetricSource[];
}

/** Puts the sources of metrics together; one that fails is logged and leaves the others as they are. */
export function createWatchPart(
  config: OrreryConfig,
  options: AppOptions,
  { control, gate, transportName, inFlight, sources = [] }: Watched,
): WatchPart {
  const requests = createRequestCounts(inFlight);
  const observability = createRouteObservability({
    ...config.routeObservability,
    clock: options.clock,
    readMemory: () => process.memoryUsage(),
  });
  const metrics = createMetrics({
    sources: [
      createBuildInfo(config, options, {
        transport: transportName,
        store_backend: control?.context.settings.storeBackend ?? gate?.storeBackend ?? '',
      }),
      requests,
      createActorMetrics({
        ...(control === null ? {} : { control: control.host }),
        ...(gate === null ? {} : { gate: gate.host }),
      }),
      ...(control === null
        ? []
        : [
            createQueueMetrics(control.context),
            createBackupMetrics(control.context),
            createAlertMetrics(control.context),
          ]),
      ...(gate === null ? [] : [gate.metrics, gate.telemetry.metrics]),
      ...sources,
    ],
    onSourceError: (source, error) =>
      options.log.error({ err: error, source }, 'a source of metrics could not be read'),
  });
  return {
    metrics,
    observability,
    observe(request) {
      requests.observe(request);
      observability.observe(request);
    },
    close: () => observability.close(),
  };
}

/** The usual constant 1 whose labels say what runs here. */
function createBuildInfo(
  config: OrreryConfig,
  { packageRoot }: AppOptions,
  runs: { readonly transport: string; readonly store_backend: string },
): MetricSource {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  const labels = {
    version,
    node_version: process.version,
    role: config.service.role,
    ...runs,
  };
  return {
    name: 'build',
    read: () => [
      {
        type: 'gauge',
        name: 'orrery_build_info',
        help: 'Always 1; the labels say which version runs and how.',
        values: [{ labels, value: 1 }],
      },
    ],
  };
}
