/** GPU readings by running `nvidia-smi` once a sample. */
import type { Clock } from '../lib/clock.ts';
import type { GpuReading, GpuSource } from './gpu-source.ts';
import { quote } from './parsers/number.ts';
import {
  assignComputePids,
  type ComputeAppList,
  computeAppFields,
  parseNvidiaComputeApps,
} from './parsers/nvidia-compute-apps.ts';
import { gpuQueryFields, parseNvidiaQueryGpu } from './parsers/nvidia-query-gpu.ts';
import { type CommandResult, type RunCommand, runCommand } from './run-command.ts';

export interface GpuSamplerOptions {
  readonly clock: Pick<Clock, 'setTimer'>;
  /** Program to run; looked up in the path when it names no folder. */
  readonly command?: string;
  /** A reading that takes longer is given up and null. */
  readonly timeoutMs?: number;
  readonly run?: RunCommand;
}

const format = '--format=csv,noheader,nounits';
const gpuArgs = [`--query-gpu=${gpuQueryFields.join(',')}`, format];
const appArgs = [`--query-compute-apps=${computeAppFields.join(',')}`, format];
/** `nvidia-smi` takes about 50 ms with a loaded driver and a few seconds without one. */
const timeoutMsDefault = 4000;

/**
 * Creates the source. No such program, or a driver that finds no device: known to have no GPU,
 * unless one was seen before. Any other failure: unknown. While a command that was given up still
 * hangs in the driver, no further one is started.
 */
export function createGpuSampler(options: GpuSamplerOptions): GpuSource {
  const { clock, command = 'nvidia-smi', timeoutMs = timeoutMsDefault, run = runCommand } = options;
  let seenUuids: readonly string[] = [];
  let hanging = 0;

  const runQuery = async (args: readonly string[]): Promise<CommandResult> => {
    const result = await run({ clock, command, args, timeoutMs });
    if (result.kind === 'late') {
      hanging += 1;
      void result.settled.then(() => {
        hanging -= 1;
      });
    }
    return result;
  };

  const noGpus = (): GpuReading =>
    seenUuids.length === 0
      ? { gpus: [], problems: [] }
      : unknown(`${seenUuids.length} seen before have vanished`);

  return {
    async read() {
      if (hanging > 0) return unknown(`an earlier ${command} still hangs`);
      const [list, apps] = await Promise.all([runQuery(gpuArgs), runQuery(appArgs)]);
      if (list.kind === 'missing') return noGpus();
      const text = outputOf(list, command);
      if (text.stdout === null) return unknown(text.problem);
      const parsed = parseNvidiaQueryGpu(text.stdout);
      if (parsed.gpus === null) return { gpus: null, problems: parsed.problems };
      if (parsed.gpus.length === 0) return noGpus();
      const placed = assignComputePids(parsed.gpus, toAppList(apps, command));
      const uuids = parsed.gpus.map((gpu) => gpu.uuid);
      const missing = seenUuids.filter((uuid) => !uuids.includes(uuid));
      if (missing.length > 0) return unknown(`${missing.join(', ')} seen before has vanished`);
      seenUuids = uuids;
      return { gpus: placed.gpus, problems: [...parsed.problems, ...placed.problems] };
    },
  };
}

function unknown(problem: string): GpuReading {
  return { gpus: null, problems: [`gpus: ${problem}`] };
}

function outputOf(
  result: Exclude<CommandResult, { kind: 'missing' }>,
  command: string,
): { stdout: string; problem?: never } | { stdout: null; problem: string } {
  if (result.kind === 'late') return { stdout: null, problem: `${command} did not answer in time` };
  if (result.kind === 'failed')
    return { stdout: null, problem: `${command} failed: ${result.reason}` };
  if (result.exitCode === 0 || result.stdout.startsWith('No devices were found')) {
    return { stdout: result.stdout };
  }
  const said = quote((result.stdout + result.stderr).trim());
  return { stdout: null, problem: `${command} ended with status ${result.exitCode}: ${said}` };
}

function toAppList(result: CommandResult, command: string): ComputeAppList {
  if (result.kind === 'missing') {
    return { apps: null, problems: [`compute_pids: ${command} is missing`] };
  }
  const text = outputOf(result, command);
  if (text.stdout === null) return { apps: null, problems: [`compute_pids: ${text.problem}`] };
  return parseNvidiaComputeApps(text.stdout);
}
