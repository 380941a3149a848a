/** The history of a worker as samples for the idle gate. What a bucket does not know stays unknown. Pure. */
import { toIsoTime } from '../../lib/clock.ts';
import type { IdleSample } from '../../machines/idle-gate/events.ts';
import { type GpuSample, type ProcessUsage, toSample } from '../../sensing/sample.ts';
import type { HistoryReply } from '../../worker-wire/wire-telemetry.ts';
import { type Index, indexOf, readingAt, type Statistic } from './reckoned-readings.ts';

/** Each bucket in which the machine was read, at its end, which is none after `untilMs`; one without a reading is a hole. */
export function samplesOf(
  history: HistoryReply,
  untilMs = Number.POSITIVE_INFINITY,
): readonly IdleSample[] {
  const { machine, run, bucket_sec: bucketSec, buckets } = history;
  const startMs = Date.parse(history.from);
  const uuids = machine.readings.flatMap(({ name, gpu_uuid: uuid }) =>
    name === 'utilization_pct' && uuid !== null ? [uuid] : [],
  );
  const hasNoGpu = uuids.length === 0 && history.gpus?.length === 0;
  const told = indexOf(machine.readings);
  const ofRun = indexOf(run?.readings ?? []);
  const samples: IdleSample[] = [];
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    if ((machine.points[bucket] ?? 0) === 0) continue;
    const atMs = Math.min(startMs + (bucket + 1) * bucketSec * 1000, untilMs);
    const of = (name: string, uuid: string | null, statistic: Statistic): number | null =>
      readingAt(told, { name, uuid, statistic, bucket });
    const gpus = uuids.map(
      (uuid): GpuSample => ({
        uuid,
        index: 0,
        name: '',
        // The highest of a bucket: quiet is never taken for longer than it was.
        utilization_pct: of('utilization_pct', uuid, 'max'),
        memory_used_mib: of('memory_used_mib', uuid, 'max'),
        memory_total_mib: null,
        power_w: of('power_w', uuid, 'max'),
        temperature_c: of('temperature_c', uuid, 'max'),
        sm_clock_mhz: of('sm_clock_mhz', uuid, 'max'),
        compute_pids: null,
      }),
    );
    const readings = {
      at: toIsoTime(atMs),
      monotonic_ms: atMs,
      cpu_pct: of('cpu_pct', null, 'mean'),
      load1: null,
      memory_total_mib: of('memory_total_mib', null, 'mean'),
      memory_available_mib: of('memory_available_mib', null, 'mean'),
      gpus: uuids.length === 0 && !hasNoGpu ? null : gpus,
      processes: processesAt(ofRun, bucket),
    };
    samples.push(toSample(readings, []));
  }
  return samples;
}

function processesAt(readings: Index, bucket: number): ProcessUsage {
  const of = (name: string): number | null =>
    readingAt(readings, { name, uuid: null, statistic: 'max', bucket });
  return {
    alive: of('alive'),
    cpu_pct: of('cpu_pct'),
    rss_mib: of('rss_mib'),
    cpu_cores: of('cpu_cores'),
    read_mib_s: of('read_mib_s'),
    write_mib_s: of('write_mib_s'),
  };
}
