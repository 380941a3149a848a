/** Which readings of a worker's GPUs are shown, and of when they are. Pure. */
import { listOf, timeOf } from '../service/loose.ts';
import type { WorkerRow } from '../service/wire.ts';
import { type GpuReadings, readGpu } from './worker-model.ts';

/**
 * The newer of what the page was told and what the feed told. One that does not answer has read nothing since it last
 * did, whatever its clock says.
 */
export function newerReadings(
  { sampled_at: sampledAt, gpus, health }: WorkerRow,
  live: GpuReadings | undefined,
): GpuReadings {
  const told = { atMs: timeOf(sampledAt), gpus: listOf(gpus, readGpu) };
  const newer = live !== undefined && (live.atMs ?? 0) > (told.atMs ?? 0) ? live : told;
  const lastMs = health?.status === 'unreachable' ? timeOf(health.observed_at) : null;
  return lastMs !== null && (newer.atMs ?? 0) > lastMs ? { ...newer, atMs: lastMs } : newer;
}
