/** The gate's senses: samplers, the telemetry service, and the watches that judge each run. */
import type { OrreryConfig } from '../config/resolve.ts';
import type { WorkloadClass } from '../domain/statuses.ts';
import type { IdleProfile } from '../machines/idle-gate/profile.ts';
import { createProcessSource, type ProcessSource } from '../telemetry/process-list.ts';
import { findHiddenProcesses } from '../telemetry/process-visibility.ts';
import type { RunCgroups } from '../telemetry/run-cgroups.ts';
import { createRunStreams, type RunStreams } from '../telemetry/run-streams.ts';
import { createSystemSampler } from '../telemetry/system-sampler.ts';
import { createTelemetry, type Telemetry } from '../telemetry/telemetry-actor.ts';
import type { RunWatcher, TelemetryReader } from '../worker/ports.ts';
import { createTelemetryWatcher } from '../worker/telemetry-watcher.ts';
import { createGpuSource } from './gpu-sources.ts';
import type { AppOptions } from './options.ts';

export interface GateTelemetry {
  readonly telemetry: Telemetry;
  readonly processSource: ProcessSource;
  readonly watcher: RunWatcher;
  readonly reader: TelemetryReader;
  /** The live samples of each watched run. */
  readonly streams: RunStreams;
}

/** Builds it, stopped. */
export function createGateTelemetry(
  config: OrreryConfig,
  options: AppOptions,
  cgroups: RunCgroups,
): GateTelemetry {
  const { clock, log } = options;
  const processSource = options.processSource ?? createProcessSource({ clock, cgroups });
  const telemetry = createTelemetry({
    clock,
    sampleIntervalMs: config.workerGate.sampleIntervalMs,
    systemSampler: options.systemSampler ?? createSystemSampler({ clock }),
    gpuSource: options.gpuSource ?? createGpuSource(config, options),
    processSource,
    ...(options.coreCount === undefined ? {} : { coreCount: options.coreCount }),
    onCallbackError: (error) => log.error({ err: error }, 'a telemetry listener failed'),
  });
  for (const caveat of findHiddenProcesses()) log.warn(caveat);
  const streams = createRunStreams({ clock, streamId: options.entropy.id() });
  const { watcher, reader } = createTelemetryWatcher({
    telemetry,
    profileOf: (workloadClass) => toIdleProfile(config, workloadClass),
    maxWaitMs: config.workerGate.maxWaitAfterIdleMs,
    clock,
    cgroupOf: (runId) => cgroups.pathOf(runId),
    streams,
  });
  return { telemetry, processSource, watcher, reader, streams };
}

/** A class's thresholds and evidence in the gate's own terms. */
export function toIdleProfile(config: OrreryConfig, workloadClass: WorkloadClass): IdleProfile {
  const profile = config.workerGate.profiles[workloadClass];
  return {
    idle_sustain_sec: profile.idleSustainMs / 1000,
    cpu_idle_threshold_pct: profile.cpuIdleThresholdPct,
    gpu_idle_avg_threshold_pct: profile.gpuIdleAvgThresholdPct,
    gpu_idle_peak_threshold_pct: profile.gpuIdlePeakThresholdPct,
    vram_delta_threshold_mib: profile.vramDeltaThresholdMib,
    evidence: profile.evidence,
  };
}
