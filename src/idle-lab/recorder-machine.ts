/** Reads the machine's raw telemetry for a recording: the very text that is parsed at replay. */
import type { Clock } from '../lib/clock.ts';
import { computeAppFields } from '../sensing/parsers/nvidia-compute-apps.ts';
import { gpuQueryFields } from '../sensing/parsers/nvidia-query-gpu.ts';
import { pressureResources } from '../sensing/parsers/proc-pressure.ts';
import type { CommandResult, RunCommand } from '../sensing/run-command.ts';
import type { RawSample } from './trace-format.ts';

/**
 * Ways to the machine: its programs, its files, and the timer that bounds a program. Tests bring
 * their own.
 */
export interface MachineRecorderOptions {
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly run: RunCommand;
  readonly readFile: (path: string) => Promise<string>;
}

type GpuText = Pick<RawSample, 'query_gpu' | 'query_compute_apps'>;

const command = 'nvidia-smi';
const format = '--format=csv,noheader,nounits';
const timeoutMs = 4000;

/** Undefined: there is no such program. Null members: it did not answer, or not well. */
export async function readGpuText(options: MachineRecorderOptions): Promise<GpuText | undefined> {
  const ask = (query: string): ReturnType<RunCommand> =>
    options.run({ clock: options.clock, command, args: [query, format], timeoutMs });
  const [gpus, apps] = await Promise.all([
    ask(`--query-gpu=${gpuQueryFields.join(',')}`),
    ask(`--query-compute-apps=${computeAppFields.join(',')}`),
  ]);
  if (gpus.kind === 'missing') return undefined;
  const textOf = (result: CommandResult): string | null =>
    result.kind === 'exited' && result.exitCode === 0 ? result.stdout.trim() : null;
  const gpuText = textOf(gpus);
  const appText = textOf(apps);
  const isOnly = gpuText !== null && !gpuText.includes('\n');
  return {
    query_gpu: gpuText,
    query_compute_apps: isOnly && appText !== null ? withoutUuids(appText) : appText,
  };
}

/** With one GPU the lines need not say which. */
function withoutUuids(text: string): string {
  return text.replaceAll(/^GPU-[\w-]+, /gm, '');
}

/** What `/proc` says; a file that cannot be read is null. */
export async function readProcText(
  readFile: MachineRecorderOptions['readFile'],
): Promise<Omit<RawSample, 't' | 'cost_s' | 'runs' | keyof GpuText>> {
  const read = async (name: string): Promise<string | null> => {
    try {
      return await readFile(`/proc/${name}`);
    } catch {
      return null;
    }
  };
  const [stat, load, memory, ...pressures] = await Promise.all(
    ['stat', 'loadavg', 'meminfo', ...pressureResources.map((name) => `pressure/${name}`)].map(
      read,
    ),
  );
  const pressure = Object.fromEntries(
    pressureResources.map((name, index) => [name, firstLine(pressures[index] ?? null)]),
  );
  return {
    proc_stat_cpu: firstLine(stat ?? null),
    loadavg: firstLine(load ?? null),
    meminfo_kib: toKib(memory ?? null),
    // A kernel without these figures has none of the files.
    ...(Object.values(pressure).every((line) => line === null) ? {} : { pressure }),
  };
}

function firstLine(text: string | null): string | null {
  return text?.split('\n')[0] ?? null;
}

function toKib(text: string | null): Record<string, number> | null {
  if (text === null) return null;
  const members = ['MemTotal', 'MemAvailable'].flatMap((name) => {
    const kib = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1];
    return kib === undefined ? [] : [[name, Number(kib)] as const];
  });
  return Object.fromEntries(members);
}
