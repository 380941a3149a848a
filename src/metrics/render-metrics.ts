/**
 * The text of `GET /metrics`: our sources, each in a file `*-metrics.ts` beside what it counts, and what `prom-client` reads of the process and of Node.
 * That package is loaded by the first scrape, because starting up must not wait for it; its event
 * loop and garbage collection numbers therefore begin with the first scrape. What it would count of the processor
 * since then is read of the whole life of the process instead, as the names of those counters say.
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
const eventLoopLag = 'nodejs_eventloop_lag';

/** What is read of the process, without the values that stand for "nothing was measured yet". */
async function readProcess(defaults: Registry): Promise<MetricFamily[]> {
  const read = (await defaults.getMetricsAsJSON()) as unknown as MetricFamily[];
  const cpuSec = processorSeconds();
  // Without a sample the least is beyond all bounds, and the rest of them are zeros and what rounding makes of them.
  const least = read.find(({ name }) => name === `${eventLoopLag}_min_seconds`)?.values[0]?.value;
  const hasLag = least !== undefined && least <= eventLoopLagMaxSec;
  return read.map((family) => ({
    ...family,
    values: family.values
      .map((sample) => ({ ...sample, value: cpuSec.get(family.name) ?? sample.value }))
      .filter(
        ({ value }) =>
          Number.isFinite(value) &&
          (hasLag || !family.name.startsWith(eventLoopLag)) &&
          // That of a scrape is measured after it and told by the next one; measured, it is never nothing.
          !(family.name === `${eventLoopLag}_seconds` && value === 0),
      ),
  }));
}

/** Seconds of a processor that this process has had since its start, by the name of the counter. */
function processorSeconds(): ReadonlyMap<string, number> {
  const { user, system } = process.cpuUsage();
  return new Map([
    ['process_cpu_user_seconds_total', user / 1e6],
    ['process_cpu_system_seconds_total', system / 1e6],
    ['process_cpu_seconds_total', (user + system) / 1e6],
  ]);
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
