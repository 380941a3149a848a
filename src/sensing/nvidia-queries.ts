/**
 * Single `nvidia-smi` queries, and what must be remembered between them: which fields the driver
 * knows, which devices were there, whether a process still hangs in the driver.
 */
import { existsSync } from 'node:fs';
import type { Clock } from '../lib/clock.ts';
import type { GpuReading } from './gpu-source.ts';
import { quote } from './parsers/number.ts';
import {
  assignComputePids,
  type ComputeAppList,
  computeAppFields,
  parseNvidiaComputeApps,
} from './parsers/nvidia-compute-apps.ts';
import {
  type GpuList,
  gpuQueryFields,
  optionalGpuFields,
  parseNvidiaQueryGpu,
} from './parsers/nvidia-query-gpu.ts';
import { type CommandResult, type RunCommand, runCommand } from './run-command.ts';
import { createSeenDevices, unknownGpus } from './seen-devices.ts';

/** Program, time limit and stand-ins for tests; without `hasDevices` the device files decide. */
export interface NvidiaQueryOptions {
  readonly clock: Pick<Clock, 'setTimer' | 'monotonic'>;
  /** Program to run; looked up in the path when it names no folder. */
  readonly command?: string;
  /** A query that takes longer is given up and null. */
  readonly timeoutMs?: number;
  readonly run?: RunCommand;
  /** True when the driver has devices here, with or without the program. */
  readonly hasDevices?: () => boolean;
}

/** Stream and single queries of a machine share one, so that both know what hangs and what is refused. */
export interface NvidiaQueries {
  readonly command: string;
  /** Fields that the driver is not known to refuse. */
  fields(): readonly string[];
  /** True when `said` refuses an optional field that is still asked for; it no longer is. */
  dropRefusedField(said: string): boolean;
  /** True while a process that was given up has not gone: no further one may be started. */
  isBlocked(): boolean;
  /** Counts a process that was given up as hanging until `gone`. */
  block(gone: Promise<void>): void;
  /** The list and then the processes, by up to two commands, one after the other. */
  read(): Promise<GpuReading>;
  /** Checks a list got elsewhere and adds the processes, asking for them only where needed. */
  complete(list: GpuList): Promise<GpuReading>;
}

/** Argument of every query and stream: bare values separated by commas, as the parsers expect. */
export const csvFormat = '--format=csv,noheader,nounits';
const appArgs = [`--query-compute-apps=${computeAppFields.join(',')}`, csvFormat];
/** `nvidia-smi` takes about 50 ms with a loaded driver and a few seconds without one. */
export const queryTimeoutMs = 4000;
/** The list of processes is asked for anew after this long, however quiet the GPUs are. */
const appsAgeMsMax = 60_000;

const refusedField = /Field "([^"]{1,60})" is not a valid field/;

/** What the kernel shows of a loaded driver that may use GPUs here; in a container without, nothing. */
function hasDeviceNodes(): boolean {
  return existsSync('/dev/nvidiactl');
}

/** Creates the queries. Nothing runs until one is asked for. */
export function createNvidiaQueries(options: NvidiaQueryOptions): NvidiaQueries {
  const { clock, command = 'nvidia-smi', timeoutMs = queryTimeoutMs, run = runCommand } = options;
  const hasDevices = options.hasDevices ?? hasDeviceNodes;
  const seen = createSeenDevices();
  const refused = new Set<string>();
  let hanging = 0;
  let kept: { readonly list: ComputeAppList; readonly of: string; readonly atMs: number } | null =
    null;

  const fields = (): readonly string[] => [
    ...gpuQueryFields,
    ...optionalGpuFields.filter((field) => !refused.has(field)),
  ];

  const block = (gone: Promise<void>): void => {
    hanging += 1;
    void gone.then(() => {
      hanging -= 1;
    });
  };

  const runQuery = async (args: readonly string[]): Promise<CommandResult> => {
    const result = await run({ clock, command, args, timeoutMs });
    if (result.kind === 'late') block(result.settled);
    return result;
  };

  const dropRefusedField = (said: string): boolean => {
    const name = refusedField.exec(said)?.[1] ?? '';
    if (!optionalGpuFields.some((field) => field === name) || refused.has(name)) return false;
    refused.add(name);
    return true;
  };

  const readList = async (): Promise<GpuList> => {
    for (;;) {
      const asked = fields();
      const result = await runQuery([`--query-gpu=${asked.join(',')}`, csvFormat]);
      if (result.kind === 'missing') {
        return hasDevices()
          ? unknownGpus(`the NVIDIA driver is loaded, but there is no ${command} to ask it`)
          : { gpus: [], problems: [] };
      }
      if (result.kind === 'exited' && dropRefusedField(result.stdout + result.stderr)) continue;
      const output = outputOf(result, command);
      if (output.text === null) return unknownGpus(output.problem);
      return parseNvidiaQueryGpu(output.text, asked);
    }
  };

  const readApps = async (): Promise<ComputeAppList> => {
    if (hanging > 0) return { apps: null, problems: [`compute_pids: ${hangs(command)}`] };
    const result = await runQuery(appArgs);
    if (result.kind === 'missing')
      return { apps: null, problems: [`compute_pids: ${command} is missing`] };
    const output = outputOf(result, command);
    return output.text === null
      ? { apps: null, problems: [`compute_pids: ${output.problem}`] }
      : parseNvidiaComputeApps(output.text);
  };

  /** A context cannot come or go without moving its GPU's used memory. */
  const appsOf = async (list: GpuList): Promise<ComputeAppList> => {
    const gpus = list.gpus ?? [];
    const of = gpus.map((gpu) => `${gpu.uuid} ${gpu.memory_used_mib}`).join('\n');
    const isUnmoved = kept?.of === of && gpus.every((gpu) => gpu.memory_used_mib !== null);
    if (kept !== null && isUnmoved && clock.monotonic() - kept.atMs < appsAgeMsMax)
      return kept.list;
    const fresh = await readApps();
    kept = fresh.apps === null ? null : { list: fresh, of, atMs: clock.monotonic() };
    return fresh;
  };

  const complete = async (list: GpuList, apps: typeof appsOf): Promise<GpuReading> => {
    const checked = seen.check(list);
    if (checked.gpus === null || checked.gpus.length === 0) return checked;
    const placed = assignComputePids(checked.gpus, await apps(list));
    return { gpus: placed.gpus, problems: [...checked.problems, ...placed.problems] };
  };

  return {
    command,
    fields,
    dropRefusedField,
    isBlocked: () => hanging > 0,
    block,
    async read() {
      if (hanging > 0) return unknownGpus(hangs(command));
      return complete(await readList(), readApps);
    },
    complete: (list) => complete(list, appsOf),
  };
}

function hangs(command: string): string {
  return `an earlier ${command} still hangs`;
}

function outputOf(
  result: Exclude<CommandResult, { kind: 'missing' }>,
  command: string,
): { text: string; problem?: never } | { text: null; problem: string } {
  if (result.kind === 'late') return { text: null, problem: `${command} did not answer in time` };
  if (result.kind === 'failed')
    return { text: null, problem: `${command} failed: ${result.reason}` };
  const { exitCode, stdout, stderr } = result;
  if (stdout.startsWith('No devices were found')) return { text: stdout };
  if (exitCode !== 0) {
    const said = quote((stdout + stderr).trim());
    return { text: null, problem: `${command} ended with status ${exitCode}: ${said}` };
  }
  // The last number of a line that was cut would be read as a smaller one.
  if (stdout !== '' && !stdout.endsWith('\n'))
    return { text: null, problem: `the output of ${command} breaks off` };
  return { text: stdout };
}
