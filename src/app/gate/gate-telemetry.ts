/** The gate's senses: samplers, the telemetry service, and the watches that judge each run. */
import { VolatileHost } from '../../actors/volatile/host.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import type { WorkloadClass } from '../../domain/statuses.ts';
import type { IdleProfile } from '../../machines/idle-gate/profile.ts';
import { createProcessSource, type ProcessSource } from '../../sensing/process-list.ts';
import { findHiddenProcesses } from '../../sensing/process-visibility.ts';
import type { RunCgroups } from '../../sensing/run-cgroups.ts';
import { createSystemSampler } from '../../sensing/system-sampler.ts';
import { createRunStreams, type RunStreams } from '../../telemetry/run-streams.ts';
import { createTelemetry, type Telemetry } from '../../telemetry/telemetry-actor.ts';
import type { RunWatcher, TelemetryReader } from '../../worker/ports.ts';
import { createTelemetryWatcher } from '../../worker/telemetry/telemetry-watcher.ts';
import type { AppOptions } from '../options.ts';
import { createGpuSource } from './gpu-sources.ts';

interface GateTelemetry {
  readonly telemetry: Telemetry;
  readonly processSource: ProcessSource;
  readonly watcher: RunWatcher;
  readonly reader: TelemetryReader;
  /** Where the sampler and the watches of the runs live. */
  readonly actors: VolatileHost;
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
  const actors = new VolatileHost({
    clock,
    onFailure: ({ actor, error, led_to: ledTo }) =>
      log.error({ err: error, actor, led_to: ledTo }, 'a telemetry actor failed'),
  });
  const telemetry = createTelemetry({
    clock,
    host: actors,
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
  return { telemetry, actors, processSource, watcher, reader, streams };
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
    ...(config.workerGate.idleEvidence === 'on' ? { evidence: profile.evidence } : {}),
  };
}
