/**
 * Lines of `nvidia-smi --query-gpu=<fields> --format=csv,noheader,nounits`. The format quotes
 * nothing, so a device name may hold commas: the columns are counted from both ends.
 */
import type { GpuSample } from '../sample.ts';
import { type NumberRule, parseNumber, quote } from './number.ts';

/** The columns of every query, in this order; recordings have exactly these. */
export const gpuQueryFields = [
  'timestamp',
  'index',
  'uuid',
  'name',
  'utilization.gpu',
  'utilization.memory',
  'memory.used',
  'memory.total',
  'power.draw',
  'temperature.gpu',
  'clocks.sm',
] as const;

/** What a live query asks for besides; not every driver knows these. */
export const optionalGpuFields = ['power.limit', 'mig.mode.current'] as const;

/** How many GPUs the driver has; it tells a stream when the lines of one reading are all there. */
export const gpuCountField = 'count';

/** More GPUs than one machine has; a number beyond is no number of a GPU. */
export const gpusMax = 256;

const noDevices = /^No devices were found\.?$/;
/** What a driver writes for a reading that a device does not have, as opposed to one that failed. */
const notOffered = /^\[?(?:N\/A|Not Supported|Requested functionality has been deprecated)\]?$/i;

/** What one query or one round of the stream told of all GPUs. */
export interface GpuList {
  /** Without their processes. Null: the list is not whole, so nothing may be judged by it. */
  readonly gpus: readonly GpuSample[] | null;
  readonly problems: readonly string[];
}

/** The columns of one line by field; undefined when it is no line of this query. */
export function splitGpuLine(
  line: string,
  fields: readonly string[] = gpuQueryFields,
): ReadonlyMap<string, string> | undefined {
  const columns = line.split(',').map((column) => column.trim());
  const surplus = columns.length - fields.length;
  if (surplus < 0) return undefined;
  const nameAt = fields.indexOf('name');
  columns.splice(nameAt, surplus + 1, columns.slice(nameAt, nameAt + surplus + 1).join(', '));
  const byField = new Map(fields.map((field, position) => [field, columns[position]!]));
  const isGpu =
    /^\d{1,3}$/.test(byField.get('index')!) &&
    Number(byField.get('index')) < gpusMax &&
    /^[A-Za-z]+-[\w-]+$/.test(byField.get('uuid')!);
  return isGpu ? byField : undefined;
}

/**
 * Reads the whole output. One malformed line makes the list null, since a GPU left out would look
 * quiet; one bad reading in a good line is null by itself. "No devices were found" is a known
 * empty list.
 */
export function parseNvidiaQueryGpu(
  text: string,
  fields: readonly string[] = gpuQueryFields,
): GpuList {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 1 && noDevices.test(lines[0]!)) return { gpus: [], problems: [] };
  if (lines.length === 0) return { gpus: null, problems: ['gpus: the query printed nothing'] };
  const gpus: GpuSample[] = [];
  const problems: string[] = [];
  for (const line of lines) {
    const columns = splitGpuLine(line, fields);
    if (columns === undefined)
      return { gpus: null, problems: [`gpus: malformed line ${quote(line)}`] };
    gpus.push(toGpu(columns, problems));
  }
  if (hasRepeats(gpus.map((gpu) => gpu.uuid)) || hasRepeats(gpus.map((gpu) => gpu.index))) {
    return { gpus: null, problems: ['gpus: the query named one device twice'] };
  }
  return { gpus, problems };
}

function hasRepeats(values: readonly unknown[]): boolean {
  return new Set(values).size < values.length;
}

function toGpu(columns: ReadonlyMap<string, string>, problems: string[]): GpuSample {
  const index = Number(columns.get('index'));
  const read = (field: string, rule: NumberRule): number | null => {
    const parsed = parseNumber(columns.get(field), { ...rule, name: `gpu ${index} ${rule.name}` });
    problems.push(...parsed.problems);
    return parsed.value;
  };
  const partitioned = parsePartitioned(columns.get('mig.mode.current'));
  const totalMib = read('memory.total', { name: 'memory_total_mib', min: 1, max: 2 ** 30 });
  const limit = columns.get('power.limit');
  return {
    index,
    uuid: columns.get('uuid')!,
    name: columns.get('name')!,
    utilization_pct:
      partitioned === true && notOffered.test(columns.get('utilization.gpu')!)
        ? refusePartitioned(index, problems)
        : read('utilization.gpu', { name: 'utilization_pct', min: 0, max: 100 }),
    memory_used_mib: read('memory.used', {
      name: 'memory_used_mib',
      min: 0,
      max: totalMib ?? 2 ** 30,
    }),
    memory_total_mib: totalMib,
    power_w: read('power.draw', { name: 'power_w', min: 0, max: 10_000 }),
    temperature_c: read('temperature.gpu', { name: 'temperature_c', min: -60, max: 200 }),
    sm_clock_mhz: read('clocks.sm', { name: 'sm_clock_mhz', min: 0, max: 20_000 }),
    // Nothing is judged by the limit, so a device without one is no reason to doubt the sample.
    ...(limit === undefined || notOffered.test(limit)
      ? {}
      : { power_limit_w: read('power.limit', { name: 'power_limit_w', min: 0, max: 10_000 }) }),
    ...(partitioned === undefined ? {} : { partitioned }),
    compute_pids: null,
  };
}

function parsePartitioned(mode: string | undefined): boolean | undefined {
  if (mode === 'Enabled') return true;
  return mode === 'Disabled' ? false : undefined;
}

function refusePartitioned(index: number, problems: string[]): null {
  problems.push(
    `gpu ${index} utilization_pct: the GPU is partitioned (MIG is on), so the driver tells no use of the whole and no run is called idle by it; turn MIG off, or leave the GPUs out with gpu_query_mode = "off"`,
  );
  return null;
}
