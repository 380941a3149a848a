/** The next thing a person should do about a worker, in one sentence. Pure. */

import type { WorkerTarget } from '../fleet/index.ts';
import { unknownMark } from './preflight-checks.ts';
import { failingChecks, type WorkerHealth } from './worker-health.ts';
import type { WorkerNotice } from './worker-notices.ts';
import { checksOf } from './worker-state.ts';

/** By the first check that fails; each says what would make it pass. */
const adviceOfCheck: Readonly<Record<string, (name: string) => string>> = {
  wake_gate_token_valid: (name) =>
    `set the token of ${name} in this configuration to the worker_wake_gate_bearer_token of that machine, and restart`,
  store_writable: () =>
    'mend the store of that gate as its detail says, before the gate is restarted',
  worker_gpu_idle: () =>
    'see who uses the GPU (nvidia-smi on that machine), or why its telemetry cannot be read',
  worker_memory_available: (name) =>
    `free memory on that machine, or lower min_memory_available_mib of ${name}`,
  worker_no_live_runs: () =>
    'a run lives there that no item here holds: on that machine `orrery worker runs` names it, `orrery worker stop RUN` ends it',
  worker_callback_token_compatible: () =>
    "set completion_callback_token on that machine to this control plane's completion_callback_token, and restart it",
};

/** Null when nothing need be done. */
export function adviceFor(
  { name, lane, cluster }: Pick<WorkerTarget, 'name' | 'lane' | 'cluster'>,
  health: WorkerHealth | undefined,
  notices: readonly WorkerNotice[],
): string | null {
  const again = `orrery workers show ${name} --refresh looks again`;
  if (health === undefined) return `nobody has looked yet; ${again}`;
  const { worker, trouble } = health;
  if (worker.status === 'unreachable' && cluster !== undefined)
    return `make the cluster ${lane} take jobs: ${worker.reason ?? 'it gives no answer'}; ${again}`;
  if (worker.status === 'unreachable') {
    return `start the worker gate at ${lane} or mend the network to it; ${again}`;
  }
  const [first] = failingChecks(checksOf(worker));
  if (trouble !== null && first !== undefined) {
    const { detail } = checksOf(worker).find((check) => check.name === first) ?? { detail: '' };
    const act =
      detail.startsWith(unknownMark) && first !== 'worker_gpu_idle'
        ? `see in the log of the worker gate at ${lane} why ${first} cannot be told; it may also be of another version`
        : (adviceOfCheck[first]?.(name) ?? `mend what ${first} names`);
    return `${act}; ${again}`;
  }
  return notices[0]?.action ?? null;
}
