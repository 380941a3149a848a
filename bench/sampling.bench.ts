/**
 * What one sample costs this process: the machine, the process table and the GPUs, read from a
 * stream, against a program started for every query. The program is a stand-in that replays a
 * recording, so its own cost means nothing and is not counted.
 */
import { systemClock } from '../src/lib/clock.ts';
import { createGpuSampler } from '../src/sensing/gpu-sampler.ts';
import type { GpuSource } from '../src/sensing/gpu-source.ts';
import { createGpuStreamSource } from '../src/sensing/gpu-stream-source.ts';
import { createProcessSource } from '../src/sensing/process-list.ts';
import { createSystemSampler } from '../src/sensing/system-sampler.ts';
import { makeFakeNvidia } from './support/fake-nvidia.ts';
import { inFolder, printResults } from './support/measure.ts';

/** Shorter than the default, to be done sooner; a sample costs the same. */
const sampleIntervalMs = 1000;
const defaultIntervalMs = 5000;
const warmUpCount = 2;
const sampleCount = 8;
/** Rounds of each way, in turn, so that none gains by coming last; the first is not counted. */
const roundCount = 3;

interface Cost {
  readonly cpuMs: number;
  readonly processes: number;
}

const system = createSystemSampler({ clock: systemClock });
const processes = createProcessSource({ clock: systemClock });
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    systemClock.setTimer(ms, resolve);
  });

async function takeSample(gpus: GpuSource | undefined): Promise<number> {
  const startMs = performance.now();
  const [, list, reading] = await Promise.all([system.read(), processes.list(), gpus?.read()]);
  if (reading !== undefined && reading.gpus?.length !== 1)
    throw new Error(`no GPU was read: ${reading.problems.join('; ')}`);
  await pause(sampleIntervalMs - (performance.now() - startMs));
  return list.processes.length;
}

/** CPU time of this process for one sample, the interval before the next one included. */
async function measure(gpus: GpuSource | undefined): Promise<Cost> {
  for (let turn = 0; turn < warmUpCount; turn += 1) await takeSample(gpus);
  const before = process.cpuUsage();
  let count = 0;
  for (let turn = 0; turn < sampleCount; turn += 1) count = await takeSample(gpus);
  const used = process.cpuUsage(before);
  await gpus?.close?.();
  return { cpuMs: (used.user + used.system) / 1000 / sampleCount, processes: count };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
const meanOf = (costs: readonly Cost[]): Cost => ({
  cpuMs: costs.reduce((sum, cost) => sum + cost.cpuMs, 0) / costs.length,
  processes: costs.at(-1)?.processes ?? 0,
});
const percentOf = (cost: Cost): number => (cost.cpuMs / defaultIntervalMs) * 100;

await inFolder(async (dir) => {
  const command = makeFakeNvidia(dir, sampleIntervalMs / 2);
  const clock = systemClock;
  const options = { clock, command, hasDevices: () => false };
  const ways = {
    none: () => undefined,
    single: () => createGpuSampler(options),
    stream: () => createGpuStreamSource({ ...options, random: () => 1, sampleIntervalMs }),
  };
  const costs: Record<keyof typeof ways, Cost[]> = { none: [], single: [], stream: [] };
  for (let round = 0; round < roundCount; round += 1) {
    for (const way of ['none', 'single', 'stream'] as const) {
      const cost = await measure(ways[way]());
      if (round > 0) costs[way].push(cost);
    }
  }
  const [without, single, stream] = [costs.none, costs.single, costs.stream].map(meanOf) as [
    Cost,
    Cost,
    Cost,
  ];
  const share = percentOf(stream);
  const baseline = { name: 'a program for every query', value: rounded(single.cpuMs) };
  printResults([
    {
      name: 'CPU time of one sample, GPUs from a stream',
      value: rounded(stream.cpuMs),
      unit: 'ms',
      baseline,
      ratio: rounded(stream.cpuMs / single.cpuMs),
      note: `${stream.processes} processes listed; ${rounded(without.cpuMs)} ms without GPUs`,
    },
    {
      name: 'share of one core at the default interval of 5 s',
      value: rounded(share),
      unit: '%',
      goal: 'under 1',
      met: share < 1,
      note: `${rounded(percentOf(single))} % with a program for every query`,
    },
  ]);
});
