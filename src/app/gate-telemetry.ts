/** The gate's senses: samplers, the telemetry service, and the watches that judge each run. */
import type { OrreryConfig } from '../config/resolve.ts';
import type { WorkloadClass } from '../domain/statuses.ts';
import type { IdleProfile } from '../machines/idle-gate/profile.ts';
import { createGpuSampler } from '../telemetry/gpu-sampler.ts';
import { createProcessSource, type ProcessSource } from '../telemetry/process-list.ts';
import { createSystemSampler } from '../telemetry/system-sampler.ts';
import { createTelemetry, type Telemetry } from '../telemetry/telemetry-actor.ts';
import type { RunWatcher, TelemetryReader } from '../worker/ports.ts';
import { createTelemetryWatcher } from '../worker/telemetry-watcher.ts';
import type { AppOptions } from './options.ts';

export interface GateTelemetry {
  readonly telemetry: Telemetry;
  readonly processSource: ProcessSource;
  readonly watcher: RunWatcher;
  readonly reader: TelemetryReader;
}

/** Builds it, stopped. */
export function createGateTelemetry(config: OrreryConfig, options: AppOptions): GateTelemetry {
  const { clock, log } = options;
  const processSource = options.processSource ?? createProcessSource({ clock });
  const telemetry = createTelemetry({
    clock,
    sampleIntervalMs: config.workerGate.sampleIntervalMs,
    systemSampler: options.systemSampler ?? createSystemSampler({ clock }),
    gpuSource: options.gpuSource ?? createGpuSampler({ clock }),
    processSource,
    onCallbackError: (error) => log.error({ err: error }, 'a telemetry listener failed'),
  });
  const { watcher, reader } = createTelemetryWatcher({
    telemetry,
    profileOf: (workloadClass) => toIdleProfile(config, workloadClass),
    maxWaitMs: config.workerGate.maxWaitAfterIdleMs,
    clock,
  });
  return { telemetry, processSource, watcher, reader };
}

function toIdleProfile(config: OrreryConfig, workloadClass: WorkloadClass): IdleProfile {
  const profile = config.workerGate.profiles[workloadClass];
  return {
    idle_sustain_sec: profile.idleSustainMs / 1000,
    cpu_idle_threshold_pct: profile.cpuIdleThresholdPct,
    gpu_idle_avg_threshold_pct: profile.gpuIdleAvgThresholdPct,
    gpu_idle_peak_threshold_pct: profile.gpuIdlePeakThresholdPct,
    vram_delta_threshold_mib: profile.vramDeltaThresholdMib,
  };
}
