/**
 * Lines of `nvidia-smi --query-compute-apps=gpu_uuid,pid,used_memory,process_name` and of the
 * shorter form without the UUID, as recordings have it. Process names may hold commas.
 */
import type { GpuSample } from '../sample.ts';
import { quote } from './number.ts';

/** The columns of the query, in this order; the name comes last because it may hold commas. */
export const computeAppFields = ['gpu_uuid', 'pid', 'used_memory', 'process_name'] as const;

interface ComputeApp {
  readonly gpuUuid: string | null;
  readonly pid: number;
}

/** Processes with a compute context on any GPU; `apps` is null when the list could not be had. */
export interface ComputeAppList {
  readonly apps: readonly ComputeApp[] | null;
  readonly problems: readonly string[];
}

const uuidPattern = /^(?:GPU|MIG)-[\w-]+$/;
const nothingRuns = /^No running (?:compute )?processes found\.?$/i;

/** Empty text is a known empty list; one malformed line makes the list null. */
export function parseNvidiaComputeApps(text: string): ComputeAppList {
  const apps: ComputeApp[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || nothingRuns.test(line)) continue;
    const app = parseLine(line);
    if (app === undefined) {
      return { apps: null, problems: [`compute_pids: malformed line ${quote(line)}`] };
    }
    apps.push(app);
  }
  return { apps, problems: [] };
}

function parseLine(line: string): ComputeApp | undefined {
  const columns = line.split(',').map((column) => column.trim());
  const gpuUuid = uuidPattern.test(columns[0] ?? '') ? columns.shift()! : null;
  const [pid, memory] = columns;
  if (columns.length < 3 || pid === undefined || !/^[1-9]\d{0,9}$/.test(pid)) return undefined;
  // The amount is not kept, but a line without one is not a line of this query.
  if (!/^(?:\d+(?:\.\d+)?|\[.+\]|N\/A)$/.test(memory!)) return undefined;
  return { gpuUuid, pid: Number(pid) };
}

/**
 * Gives each GPU its processes. Without a list they stay null; lines that do not say which GPU
 * they mean can only be placed where there is one, and one that names an unlisted device (a
 * slice of a partitioned GPU, say) makes all null. Pure.
 */
export function assignComputePids(
  gpus: readonly GpuSample[],
  list: ComputeAppList,
): { gpus: GpuSample[]; problems: string[] } {
  const { apps } = list;
  const problems = [...list.problems];
  const known = new Set(gpus.map((gpu) => gpu.uuid));
  const isPlaced = (app: ComputeApp): boolean =>
    app.gpuUuid === null ? gpus.length === 1 : known.has(app.gpuUuid);
  const unplaced = apps?.every(isPlaced) === false;
  if (unplaced) problems.push('compute_pids: a process is on a GPU that the list does not tell');
  const pidsOf = (gpu: GpuSample): number[] | null => {
    if (apps === null || unplaced) return null;
    const own = apps.filter((app) => app.gpuUuid === null || app.gpuUuid === gpu.uuid);
    return [...new Set(own.map((app) => app.pid))].sort((left, right) => left - right);
  };
  return { gpus: gpus.map((gpu) => ({ ...gpu, compute_pids: pidsOf(gpu) })), problems };
}
