/**
 * The text of `GET /metrics`: our sources, each in a file `*-metrics.ts` beside what it counts, and what `prom-client` reads of the process and of Node.
 * That package is loaded by the first scrape, because starting up must not wait for it; its event
 * loop and garbage collection numbers therefore begin with the first scrape.
 */
import type { Metric, Registry } from 'prom-client';
import type { MetricFamily, MetricSource } from './metric-family.ts';

/** What `GET /metrics` answers, made anew for every scrape. */
export interface Metrics {
  readonly contentType: string;
  render(): Promise<string>;
}

/** Text format 0.0.4, which every Prometheus reads. */
const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Gauges whose names end as only those of counters should. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Metrics of `sources`. A source that cannot be read is said to be down; the others go on. */
export function createMetrics(options: {
  readonly sources: readonly MetricSource[];
  readonly onSourceError: (source: string, error: unknown) => void;
}): Metrics {
  let loading: Promise<Process> | null = null;
  return {
    contentType,
    async render() {
      loading ??= loadProcess();
      const ours = readSources(options);
      const process = await loading;
      const registry = process.createRegistry();
      const families = [...(await ours), ...(await readProcess(process.defaults))];
      for (const family of families) registry.registerMetric(toMetric(family));
      return registry.metrics();
    },
  };
}

interface Process {
  readonly defaults: Registry;
  createRegistry(): Registry;
}

async function loadProcess(): Promise<Process> {
  // Its names, bundled, are members of the default export only.
  const { default: client } = await import('prom-client');
  const defaults = new client.Registry();
  client.collectDefaultMetrics({ register: defaults });
  for (const name of misnamed) defaults.removeSingleMetric(name);
  return { defaults, createRegistry: () => new client.Registry() };
}

/** Longer than this an event loop cannot have been held up: the reading is of no sample at all. */
const eventLoopLagMaxSec = 1_000_000;

/** What is read of the process, without the values that stand for "nothing was measured yet". */
async function readProcess(defaults: Registry): Promise<MetricFamily[]> {
  const read = (await defaults.getMetricsAsJSON()) as unknown as MetricFamily[];
  return read.map((family) => ({
    ...family,
    values: family.values.filter(
      ({ value }) =>
        Number.isFinite(value) &&
        !(family.name.startsWith('nodejs_eventloop_lag') && value > eventLoopLagMaxSec),
    ),
  }));
}

/** The registry asks a metric for its name and for its values; both are known already. */
function toMetric(family: MetricFamily): Metric {
  return { name: family.name, get: () => Promise.resolve(family) } as unknown as Metric;
}

async function readSources(options: {
  readonly sources: readonly MetricSource[];
  readonly onSourceError: (source: string, error: unknown) => void;
}): Promise<MetricFamily[]> {
  const read = await Promise.all(
    options.sources.map(async (source) => {
      try {
        return { source: source.name, up: 1, families: await source.read() };
      } catch (error) {
        options.onSourceError(source.name, error);
        return { source: source.name, up: 0, families: [] };
      }
    }),
  );
  return [
    ...read.flatMap(({ families }) => families),
    {
      type: 'gauge',
      name: 'orrery_metrics_source_up',
      help: 'Whether a source of metrics could be read; 0: its metrics are missing, not zero.',
      values: read.map(({ source, up }) => ({ labels: { source }, value: up })),
    },
  ];
}
