/**
 * Samples as points of the telemetry history: which readings are kept, under which names. Pure.
 * What is not known is null. A machine whose GPUs cannot be read keeps the names of those it had,
 * so that they show as unknown and not as gone.
 */
import { type IdleState, idleStates } from '../domain/statuses.ts';
import type { GpuSample, Sample } from '../sensing/sample.ts';
import type { HistoryPoint } from '../store/ports/telemetry-history.ts';
import type { RunTick } from './watched-runs.ts';

/** Subject of the machine's own points. */
export const machineSubject = '';

/** Readings of each GPU that are kept. */
export const gpuReadings = [
  'utilization_pct',
  'memory_used_mib',
  'power_w',
  'temperature_c',
  'sm_clock_mhz',
] as const satisfies readonly (keyof GpuSample)[];

/** GPUs of one machine that are kept; further ones are seen live only. */
const gpusKeptMax = 32;

/** Name of a GPU's reading in the history: `gpu/<uuid>/<reading>`. */
const gpuName = (uuid: string, reading: string): string => `gpu/${uuid}/${reading}`;

/** What a reading's name says; `gpuUuid` is null for what is not of a GPU. */
export function parseReadingName(name: string): { gpuUuid: string | null; reading: string } {
  const [, gpuUuid, reading] = /^gpu\/(.+)\/([a-z_]+)$/.exec(name) ?? [];
  return gpuUuid === undefined || reading === undefined
    ? { gpuUuid: null, reading: name }
    : { gpuUuid, reading };
}

/** UUIDs of the GPUs to keep of a sample; those of before where it could not tell. */
export function gpusOf(sample: Sample, before: readonly string[]): readonly string[] {
  return sample.gpus === null ? before : sample.gpus.slice(0, gpusKeptMax).map(({ uuid }) => uuid);
}

/** The machine's point. */
export function toMachinePoint(sample: Sample, gpuUuids: readonly string[]): HistoryPoint {
  const values: Record<string, number | null> = {
    cpu_pct: sample.cpu_pct,
    memory_available_mib: sample.memory_available_mib,
    memory_total_mib: sample.memory_total_mib,
  };
  for (const uuid of gpuUuids) {
    const gpu = sample.gpus?.find((each) => each.uuid === uuid);
    for (const reading of gpuReadings) values[gpuName(uuid, reading)] = gpu?.[reading] ?? null;
  }
  return { subject: machineSubject, atMs: Date.parse(sample.at), values };
}

/** A run's point. */
export function toRunPoint({ runId, sample, watch }: RunTick): HistoryPoint {
  const { processes } = sample;
  return {
    subject: runId,
    atMs: Date.parse(sample.at),
    values: {
      alive: processes.alive,
      cpu_pct: processes.cpu_pct,
      cpu_cores: processes.cpu_cores ?? null,
      rss_mib: processes.rss_mib,
      read_mib_s: processes.read_mib_s ?? null,
      write_mib_s: processes.write_mib_s ?? null,
      idle_state: idleStates.indexOf(watch.state),
      window_progress_sec: watch.window_progress_ms / 1000,
      window_required_sec: watch.required_ms / 1000,
    },
  };
}

/** The state behind a code of the history; null for none, or one of a newer program. */
export function toIdleState(code: number | null): IdleState | null {
  return code === null ? null : (idleStates[code] ?? null);
}
