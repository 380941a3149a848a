/** The worker lanes a configuration allows: who they are, and which class goes where. */
import { isIdentifier } from '../domain/ids.ts';
import { type WorkloadClass, workloadClasses } from '../domain/statuses.ts';
import { normalizeWorkerUrl } from '../domain/worker-address.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { checkClassName } from './class-name.ts';
import { type ClusterConfig, resolveCluster } from './clusters.ts';
import type { ConfigProblem } from './problems.ts';
import type { ParsedConfig } from './schema.ts';
import type { Secret } from './secret.ts';

/** Name of the worker that `worker_wake_gate_url` describes. */
export const defaultTargetName = 'default';

interface WorkerTarget {
  readonly name: string;
  /** Base address without a slash at the end; two targets with one address share a lane. */
  readonly url: string;
  readonly token: Secret;
  readonly role: string;
  readonly minMemoryAvailableMib: number;
  /** Id of the key that its evidence must be signed with; null: any, or none. */
  readonly evidenceKeyId: string | null;
  /** The cluster that it is; null: a machine with a gate. */
  readonly cluster: ClusterConfig | null;
}

/** Workers and routes with every fallback applied; frozen, with addresses that end in no slash. */
export interface WorkersConfig {
  /** Every worker that may be addressed, by name. */
  readonly targets: Readonly<Record<string, WorkerTarget>>;
  /** Where work goes that names no target and whose class is not routed; null: nowhere. */
  readonly defaultTarget: string | null;
  /** Target of each class; null when there is neither a route nor a default. */
  readonly targetOfClass: Readonly<Record<WorkloadClass, string | null>>;
  /** Classes with a route of their own in `workload_machine_targets`. */
  readonly routedClasses: readonly WorkloadClass[];
  /** Time between two looks at a worker in the background; 0: nobody looks by itself. */
  readonly refreshMs: number;
}

/** `gateToken` is used for the default worker when it has no token of its own; relative paths start at `baseDir`. */
export function resolveWorkers(
  parsed: ParsedConfig,
  gateToken: Secret,
  baseDir: string,
): WorkersConfig {
  const floorMib = parsed.worker_wake_gate_min_memory_available_mib;
  const targets: Record<string, WorkerTarget> = {};
  if (parsed.worker_wake_gate_url !== null) {
    targets[defaultTargetName] = Object.freeze({
      name: defaultTargetName,
      url: baseAddress(parsed.worker_wake_gate_url),
      token: gateToken,
      role: 'worker',
      minMemoryAvailableMib: floorMib,
      evidenceKeyId: parsed.worker_wake_gate_evidence_key_id,
      cluster: null,
    });
  }
  for (const [name, target] of Object.entries(parsed.worker_targets)) {
    targets[name] = Object.freeze({
      name,
      url: baseAddress(target.wake_gate_url),
      token: target.bearer_token,
      role: target.role,
      minMemoryAvailableMib: target.min_memory_available_mib ?? floorMib,
      evidenceKeyId: target.evidence_key_id,
      cluster: resolveCluster(parsed, target.wake_gate_url, baseDir),
    });
  }
  const names = Object.keys(targets);
  const onlyOne = names.length === 1 ? names[0]! : null;
  const defaultTarget = defaultTargetName in targets ? defaultTargetName : onlyOne;
  const routes = workloadClasses.map(
    (name) => [name, parsed.workload_machine_targets[name] ?? defaultTarget] as const,
  );
  const targetOfClass = Object.fromEntries(routes) as Record<WorkloadClass, string | null>;
  return Object.freeze({
    targets: Object.freeze(targets),
    defaultTarget,
    targetOfClass: Object.freeze(targetOfClass),
    routedClasses: Object.freeze(
      workloadClasses.filter((name) => parsed.workload_machine_targets[name] !== undefined),
    ),
    refreshMs: parsed.worker_refresh_sec * 1000,
  });
}

function baseAddress(url: string): string {
  return url.replace(/\/+$/, '');
}

/** Names that do not fit, routes to nowhere, and one address with two tokens. */
export function checkWorkers(parsed: ParsedConfig): ConfigProblem[] {
  return [...checkTargetNames(parsed), ...checkRoutes(parsed), ...checkTokensPerAddress(parsed)];
}

function checkTargetNames(parsed: ParsedConfig): ConfigProblem[] {
  return Object.keys(parsed.worker_targets).flatMap((name) => {
    const path = `worker_targets.${name}`;
    if (!isIdentifier(name)) {
      return [{ path, message: 'a worker name is made of letters, digits, ".", "_" and "-"' }];
    }
    if (name === defaultTargetName && parsed.worker_wake_gate_url !== null) {
      const message = `"${defaultTargetName}" is the worker of worker_wake_gate_url; use another name or leave that field out`;
      return [{ path, message }];
    }
    return [];
  });
}

function checkRoutes(parsed: ParsedConfig): ConfigProblem[] {
  const hasDefault = parsed.worker_wake_gate_url !== null;
  const names = [...Object.keys(parsed.worker_targets), ...(hasDefault ? [defaultTargetName] : [])];
  return Object.entries(parsed.workload_machine_targets).flatMap(([workloadClass, target]) => {
    const path = `workload_machine_targets.${workloadClass}`;
    const problems = checkClassName(path, workloadClass);
    if (names.includes(target)) return problems;
    const nearest = nearestName(target, names);
    const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
    const message = `names the worker "${target}", which worker_targets does not have${hint}`;
    return [...problems, { path, message }];
  });
}

function checkTokensPerAddress(parsed: ParsedConfig): ConfigProblem[] {
  const seen = new Map<string, { path: string; token: string }>();
  const fallbackToken = parsed.worker_wake_gate_bearer_token ?? parsed.control_api_bearer_token;
  if (parsed.worker_wake_gate_url !== null && fallbackToken !== null) {
    const path = 'worker_wake_gate_url';
    seen.set(normalizeWorkerUrl(parsed.worker_wake_gate_url), {
      path,
      token: fallbackToken.reveal(),
    });
  }
  return Object.entries(parsed.worker_targets).flatMap(([name, target]) => {
    const address = normalizeWorkerUrl(target.wake_gate_url);
    const path = `worker_targets.${name}`;
    const earlier = seen.get(address);
    if (earlier === undefined) {
      seen.set(address, { path, token: target.bearer_token.reveal() });
      return [];
    }
    if (earlier.token === target.bearer_token.reveal()) return [];
    const message = `has the address of ${earlier.path} but another token; a worker accepts only one`;
    return [{ path: `${path}.bearer_token`, message }];
  });
}
