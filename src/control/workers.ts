/** The configured workers: which exist, which one a queue item goes to, and how to reach them. */
import { ServiceError } from '../domain/errors.ts';
import type { QueueItem } from '../domain/records.ts';
import type { WorkloadClass } from '../domain/statuses.ts';
import type { WorkerClient } from '../worker/client.ts';

export interface WorkerTarget {
  /** `default`, or the name in `worker_targets`. */
  readonly name: string;
  readonly url: string;
  /** Normalised address: items on the same lane never run at the same time. */
  readonly lane: string;
  readonly role: string;
  readonly minMemoryAvailableMib: number;
  readonly client: WorkerClient;
  /** A client with another token, for checking that one; to be closed after use. */
  clientWith(bearerToken: string): WorkerClient;
}

export interface WorkerDirectory {
  readonly targets: readonly WorkerTarget[];
  /** Undefined when the name is not configured. */
  byName(name: string): WorkerTarget | undefined;
  byLane(lane: string): WorkerTarget | undefined;
  byUrl(url: string): WorkerTarget | undefined;
  /** Where an item goes, or why it goes nowhere. */
  route(item: Pick<QueueItem, 'machine_target' | 'workload_class'>): RouteResult;
}

export type RouteResult =
  | { readonly ok: true; readonly target: WorkerTarget; readonly reason: string }
  | { readonly ok: false; readonly reason: string };

/** Origin and path without a trailing slash, host in lower case: one worker, one string. */
export function normalizeWorkerUrl(url: string): string {
  const parsed = new URL(url);
  return `${parsed.protocol}//${parsed.host.toLowerCase()}${parsed.pathname.replace(/\/+$/, '')}`;
}

/** Builds the directory. `classTargets` maps a workload class to a target name; null: nowhere. */
export function createWorkerDirectory(
  targets: readonly WorkerTarget[],
  classTargets: Readonly<Record<WorkloadClass, string | null>>,
): WorkerDirectory {
  const byName = new Map(targets.map((target) => [target.name, target]));
  const byLane = new Map<string, WorkerTarget>();
  // Two names for one address are one lane; the first name speaks for it.
  for (const target of targets) if (!byLane.has(target.lane)) byLane.set(target.lane, target);
  return {
    targets,
    byName: (name) => byName.get(name),
    byLane: (lane) => byLane.get(lane),
    byUrl(url) {
      try {
        return byLane.get(normalizeWorkerUrl(url));
      } catch {
        return undefined;
      }
    },
    route(item) {
      if (item.machine_target !== null) {
        const target = byName.get(item.machine_target);
        return target === undefined
          ? {
              ok: false,
              reason: `machine_target ${item.machine_target} is not among the configured workers (${[...byName.keys()].join(', ')})`,
            }
          : { ok: true, target, reason: `the item names ${target.name}` };
      }
      const named = classTargets[item.workload_class];
      const target = named === null ? undefined : byName.get(named);
      if (target === undefined) {
        return {
          ok: false,
          reason: `no worker takes class ${item.workload_class}: set worker_wake_gate_url, or route the class in workload_machine_targets`,
        };
      }
      return { ok: true, target, reason: `class ${item.workload_class} goes to ${target.name}` };
    },
  };
}

/** Throws `target_not_allowed` for anything but a configured worker's address. */
export function requireConfiguredUrl(workers: WorkerDirectory, url: string): WorkerTarget {
  const target = workers.byUrl(url);
  if (target !== undefined) return target;
  throw new ServiceError(
    'target_not_allowed',
    `wake_gate_url must be the address of a configured worker: ${workers.targets.map((entry) => entry.lane).join(', ') || 'none is configured'}`,
    { errors: [{ path: 'wake_gate_url', message: 'is not the address of a configured worker' }] },
  );
}
