/** What is noted about the service's own requests and memory. */
import { boolean, number, optionalPath } from '../field.ts';
import { defineSection } from '../section.ts';

/** Resolved as `OrreryConfig.routeObservability`, whose `logPath` is never unset. */
export const routeObservabilitySection = defineSection({
  title: 'Route observability',
  about: 'A line per request with its duration, a warning for slow ones, and a warning on memory.',
  prefix: 'route_observability_',
  shape: {
    route_observability_enabled: boolean({ about: 'Switches the recording on.', fallback: false }),
    route_observability_log_path: optionalPath({
      about:
        'File the lines go to; neither in project_root nor a file of the service in state_dir, where its name must end in .jsonl.',
      whenUnset: 'route-observability.jsonl in `state_dir`',
    }),
    route_observability_slow_ms: number({
      about: 'A request that takes at least this long is marked slow.',
      unit: 'milliseconds',
      min: 1,
      max: 3_600_000,
      fallback: 1000,
    }),
    route_observability_memory_warn_rss_mib: number({
      about: 'Resident memory above this is reported as a warning; 0 never warns.',
      unit: 'MiB',
      min: 0,
      max: 67_108_864,
      fallback: 0,
    }),
  },
});
