/** What the worker saw of a run from outside, as a file of its evidence: measured, but not by the run itself. */
import * as z from 'zod';
import type { SourceFile } from './sources.ts';

/** Where it lies among the evidence, before its copy has a name of its own. */
export const observedPath = 'telemetry/run.json';

const number = z.number().finite().nullable();

/** Means and peaks over the samples in which a process of the run lived; null: not recorded. */
export const observedRunSchema = z.object({
  schema_version: z.literal('observed_run.v1'),
  worker: z.string().nullable(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  wall_seconds: number,
  exit_status: number,
  run_processes: z.object({
    /** Of the whole machine. */
    cpu_percent: number,
    cpu_peak_percent: number,
    memory_peak_mib: number,
    processes_peak: number,
  }),
  /** What the machine did beside the run. */
  other_processes: z.object({ cpu_percent: number }),
  /** By `gpu <index>`; empty where there is none, null where none could be read. */
  gpus: z
    .record(
      z.string(),
      z.object({ utilization_percent: number, power_watts: number, energy_joules: number }),
    )
    .nullable(),
});
/** As the control plane asks the worker for it when a paper is drafted. */
export type ObservedRun = z.infer<typeof observedRunSchema>;

/** The file as it is delivered. */
export function observedSource(observed: ObservedRun): SourceFile {
  return {
    path: observedPath,
    role: 'observed',
    mediaType: 'application/json',
    bytes: Buffer.from(`${JSON.stringify(observed, null, 2)}\n`),
  };
}
