/**
 * Lines of `nvidia-smi --query-gpu=<gpuQueryFields> --format=csv,noheader,nounits`. The format
 * quotes nothing, so a device name may hold commas: the columns are counted from both ends.
 */
import type { GpuSample } from '../sample.ts';
import { type NumberRule, parseNumber, quote } from './number.ts';

/** The columns that the parser expects, in this order. */
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

/** Columns before the name and after it. */
const columnsBefore = 3;
const columnsAfter = gpuQueryFields.length - columnsBefore - 1;
const noDevices = /^No devices were found\.?$/;

export interface GpuList {
  /** Without their processes. Null: the list is not whole, so nothing may be judged by it. */
  readonly gpus: readonly GpuSample[] | null;
  readonly problems: readonly string[];
}

/**
 * Reads the whole output. One malformed line makes the list null, since a GPU left out would look
 * quiet; one bad reading in a good line is null by itself. "No devices were found" is a known
 * empty list.
 */
export function parseNvidiaQueryGpu(text: string): GpuList {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 1 && noDevices.test(lines[0]!)) return { gpus: [], problems: [] };
  if (lines.length === 0) return { gpus: null, problems: ['gpus: the query printed nothing'] };
  const gpus: GpuSample[] = [];
  const problems: string[] = [];
  for (const line of lines) {
    const gpu = parseLine(line, problems);
    if (gpu === undefined) return { gpus: null, problems: [`gpus: malformed line ${quote(line)}`] };
    gpus.push(gpu);
  }
  if (new Set(gpus.map((gpu) => gpu.uuid)).size < gpus.length) {
    return { gpus: null, problems: ['gpus: the query named one device twice'] };
  }
  return { gpus, problems };
}

function parseLine(line: string, problems: string[]): GpuSample | undefined {
  const columns = line.split(',').map((column) => column.trim());
  if (columns.length < gpuQueryFields.length) return undefined;
  const [, index, uuid] = columns;
  const name = columns.slice(columnsBefore, columns.length - columnsAfter).join(', ');
  if (!/^\d{1,4}$/.test(index!) || !/^[A-Za-z]+-[\w-]+$/.test(uuid!)) return undefined;
  const readings = columns.slice(-columnsAfter);
  const read = (position: number, rule: NumberRule): number | null => {
    const parsed = parseNumber(readings[position], { ...rule, name: `gpu ${index} ${rule.name}` });
    problems.push(...parsed.problems);
    return parsed.value;
  };
  const totalMib = read(3, { name: 'memory_total_mib', min: 1, max: 2 ** 30 });
  return {
    index: Number(index),
    uuid: uuid!,
    name,
    utilization_pct: read(0, { name: 'utilization_pct', min: 0, max: 100 }),
    memory_used_mib: read(2, { name: 'memory_used_mib', min: 0, max: totalMib ?? 2 ** 30 }),
    memory_total_mib: totalMib,
    power_w: read(4, { name: 'power_w', min: 0, max: 10_000 }),
    temperature_c: read(5, { name: 'temperature_c', min: -60, max: 200 }),
    sm_clock_mhz: read(6, { name: 'sm_clock_mhz', min: 0, max: 20_000 }),
    compute_pids: null,
  };
}
