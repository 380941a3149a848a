/** Which GPU readings the worker gate takes, by the configuration. */
import type { OrreryConfig } from '../../config/resolve.ts';
import { createAmdGpuSource } from '../../sensing/gpu-amd.ts';
import { joinGpuSources } from '../../sensing/gpu-composite.ts';
import { createGpuSampler } from '../../sensing/gpu-sampler.ts';
import { type GpuSource, noGpuSource } from '../../sensing/gpu-source.ts';
import { createGpuStreamSource } from '../../sensing/gpu-stream-source.ts';
import type { AppOptions } from '../options.ts';

/** NVIDIA and AMD together, or none where the operator leaves GPUs out of every verdict. */
export function createGpuSource(
  config: OrreryConfig,
  options: Pick<AppOptions, 'clock' | 'entropy'>,
): GpuSource {
  const { clock, entropy } = options;
  const { gpuQueryMode, sampleIntervalMs } = config.workerGate;
  if (gpuQueryMode === 'off') return noGpuSource;
  const random = (): number => entropy.random();
  const nvidia =
    gpuQueryMode === 'stream'
      ? createGpuStreamSource({ clock, random, sampleIntervalMs })
      : createGpuSampler({ clock });
  return joinGpuSources([nvidia, createAmdGpuSource({ clock })]);
}
