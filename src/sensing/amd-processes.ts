/**
 * Which processes compute on which AMD GPU, from `/sys/class/kfd/kfd` of the kernel's compute
 * driver. A process is on a GPU when it holds memory there or has a queue to it.
 */
import { parseNodeAddress } from './parsers/amd-sysfs.ts';
import { refuse } from './parsers/number.ts';
import type { ReadSys } from './read-sys.ts';
import type { Parsed } from './sample.ts';

const kfd = 'class/kfd/kfd';
/** Numbers of processes on GPUs; more are not listed but called unknown. */
const processesMax = 4096;

/** The driver's own number for each GPU it can compute on, by PCI address. */
async function readGpuIds(sys: ReadSys): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const node of await sys.list(`${kfd}/topology/nodes`)) {
    const id = (await sys.text(`${kfd}/topology/nodes/${node}/gpu_id`)).trim();
    if (!/^[1-9]\d*$/.test(id)) continue;
    const address = parseNodeAddress(await sys.text(`${kfd}/topology/nodes/${node}/properties`));
    if (address !== null) ids.set(address, id);
  }
  return ids;
}

/** True when the compute driver has a GPU; false also where there is no such driver. */
export async function knowsComputeGpu(sys: ReadSys): Promise<boolean> {
  try {
    return (await readGpuIds(sys)).size > 0;
  } catch {
    return false;
  }
}

/** Processes by PCI address, ascending; null with a problem when the driver does not show them. */
export async function readAmdProcesses(
  sys: ReadSys,
): Promise<Parsed<ReadonlyMap<string, readonly number[]>>> {
  try {
    const ids = await readGpuIds(sys);
    const addressOf = new Map([...ids].map(([address, id]) => [id, address]));
    const found = new Map<string, number[]>([...ids.keys()].map((address) => [address, []]));
    const pids = (await sys.list(`${kfd}/proc`)).filter((name) => /^[1-9]\d{0,9}$/.test(name));
    if (pids.length > processesMax) return refuse('compute_pids', 'there are too many to list');
    for (const pid of pids) {
      for (const id of await readUsedGpus(sys, pid)) {
        const address = addressOf.get(id);
        if (address === undefined)
          return refuse('compute_pids', `process ${pid} is on a GPU that is not listed`);
        found.get(address)!.push(Number(pid));
      }
    }
    for (const list of found.values()) list.sort((left, right) => left - right);
    return { value: found, problems: [] };
  } catch {
    return refuse('compute_pids', `/sys/${kfd} cannot be read`);
  }
}

/** Empty also for a process that has ended meanwhile. */
async function readUsedGpus(sys: ReadSys, pid: string): Promise<ReadonlySet<string>> {
  const folder = `${kfd}/proc/${pid}`;
  const used = new Set<string>();
  for (const name of await sys.listOrNone(folder)) {
    const id = /^vram_(\d+)$/.exec(name)?.[1];
    if (id === undefined) continue;
    const bytes = await sys.textOrNone(`${folder}/${name}`);
    if (bytes !== null && /^\d+$/.test(bytes.trim()) && bytes.trim() !== '0') used.add(id);
  }
  for (const queue of await sys.listOrNone(`${folder}/queues`)) {
    const id = await sys.textOrNone(`${folder}/queues/${queue}/gpuid`);
    if (id !== null) used.add(id.trim());
  }
  return used;
}
