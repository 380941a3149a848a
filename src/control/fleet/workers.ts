/** The configured workers: which exist, which one a queue item goes to, and how to reach them. */
import { ServiceError } from '../../domain/errors.ts';
import type { QueueItem } from '../../domain/records.ts';
import { type WorkloadClass, workloadClasses } from '../../domain/statuses.ts';
import { normalizeWorkerUrl } from '../../domain/worker-address.ts';
import type { WorkerClient } from '../../worker-client/client.ts';
import type { ClusterWorker } from '../../worker-client/cluster-runs.ts';
import { createWorkerSightings, type WorkerSightings } from './worker-sightings.ts';

/** A worker as it is configured, with a client that bears its token. */
export interface WorkerTarget {
  /** `default`, or the name in `worker_targets`. */
  readonly name: string;
  readonly url: string;
  /** Normalised address: items on the same lane never run at the same time. */
  readonly lane: string;
  readonly role: string;
  readonly minMemoryAvailableMib: number;
  /** Id of the key that its evidence must be signed with; null: any, or none. */
  readonly evidenceKeyId: string | null;
  readonly client: WorkerClient;
  /** All its lanes where it has several, `lane` first. */
  readonly lanes?: readonly string[];
  /** What starts its jobs, where it is a cluster: each run then has a gate of its own, which `client` finds. */
  readonly cluster?: ClusterWorker & {
    /** The run whose gate bears this token; null for any other token. */
    runOfToken(token: string): string | null;
  };
  /** A client with another token, for checking that one; to be closed after use. */
  clientWith(bearerToken: string): WorkerClient;
}

/** The lanes of a worker: its address alone, unless it is a cluster of several. */
export const lanesOf = ({ lane, lanes }: Pick<WorkerTarget, 'lane' | 'lanes'>): readonly string[] =>
  lanes ?? [lane];

/** Made of the configuration at start; only `sightings` change after it. */
export interface WorkerDirectory {
  readonly targets: readonly WorkerTarget[];
  /** Undefined when the name is not configured. */
  byName(name: string): WorkerTarget | undefined;
  byLane(lane: string): WorkerTarget | undefined;
  /** The run whose gate on a cluster bears this token; null for any other token. */
  runOfToken(token: string): string | null;
  byUrl(url: string): WorkerTarget | undefined;
  /** Where an item goes, or why it goes nowhere. */
  route(item: Pick<QueueItem, 'machine_target' | 'workload_class'>): RouteResult;
  /** The worker that takes a class, and by which rule; null: none does. */
  routeOfClass(workloadClass: WorkloadClass): { target: string; rule: RouteRule } | null;
  /** What was last seen of each. */
  readonly sightings: WorkerSightings;
}

/** What chose a worker: the item itself, a route of its class, or nothing of the kind. */
export const routeRules = ['machine_target', 'class_route', 'default', 'session'] as const;
/** Said in replies and explanations beside the worker. */
export type RouteRule = (typeof routeRules)[number];

/** Where an item goes; `reason` says why in words either way. */
export type RouteResult =
  | {
      readonly ok: true;
      readonly target: WorkerTarget;
      readonly rule: RouteRule;
      readonly reason: string;
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Builds the directory. `classTargets` maps a workload class to a target name; null: nowhere.
 * `routedClasses` are those with a route of their own, which only decides the words; all unless told.
 */
export function createWorkerDirectory(
  targets: readonly WorkerTarget[],
  classTargets: Readonly<Record<WorkloadClass, string | null>>,
  routedClasses: readonly WorkloadClass[] = workloadClasses,
): WorkerDirectory {
  const byName = new Map(targets.map((target) => [target.name, target]));
  const byLane = new Map<string, WorkerTarget>();
  // Two names for one address are one lane; the first name speaks for it.
  for (const target of targets)
    for (const lane of lanesOf(target)) if (!byLane.has(lane)) byLane.set(lane, target);
  /** A cluster that has fewer lanes than when the run was claimed is still the one. */
  const atLane = (lane: string): WorkerTarget | undefined =>
    byLane.get(lane) ??
    targets.find(
      ({ cluster, lane: first }) => cluster !== undefined && lane.startsWith(`${first}/`),
    );
  const routeOfClass: WorkerDirectory['routeOfClass'] = (workloadClass) => {
    const target = classTargets[workloadClass];
    if (target === null || !byName.has(target)) return null;
    return { target, rule: routedClasses.includes(workloadClass) ? 'class_route' : 'default' };
  };
  return {
    targets,
    byName: (name) => byName.get(name),
    byLane: atLane,
    runOfToken(token) {
      for (const { cluster } of targets) {
        const run = cluster?.runOfToken(token) ?? null;
        if (run !== null) return run;
      }
      return null;
    },
    byUrl(url) {
      try {
        return atLane(normalizeWorkerUrl(url));
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
          : {
              ok: true,
              target,
              rule: 'machine_target',
              reason: `the item names ${target.name} (machine_target)`,
            };
      }
      const routed = routeOfClass(item.workload_class);
      const target = routed === null ? undefined : byName.get(routed.target);
      if (routed === null || target === undefined) {
        return {
          ok: false,
          reason: `no worker takes class ${item.workload_class}: set worker_wake_gate_url, or route the class in workload_machine_targets`,
        };
      }
      const reason =
        routed.rule === 'class_route'
          ? `class ${item.workload_class} goes to ${target.name} (workload_machine_targets)`
          : `${target.name} is the default worker; workload_machine_targets can name another for class ${item.workload_class}`;
      return { ok: true, target, rule: routed.rule, reason };
    },
    routeOfClass,
    sightings: createWorkerSightings(),
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
