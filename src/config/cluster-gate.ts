/** The gate that the jobs of a cluster start: what is wrong with how it is configured, and what its jobs are told. */
import type * as z from 'zod';
import { checkClassName } from './class-name.ts';
import type { clusterGateFields } from './cluster-gate-fields.ts';
import type { ConfigProblem } from './problems.ts';
import type { ParsedConfig } from './schema.ts';

/** What the jobs of a cluster start, whatever kind of cluster it is. */
export interface ClusterGate {
  /** At least one. */
  readonly jobsAtOnce: number;
  readonly command: readonly [string, ...string[]];
  /** Absolute path as the nodes see it. */
  readonly configPath: string;
  /** Where the gates of the jobs dial home to; no slash at its end. */
  readonly homeUrl: string;
}

/** As the file has it, with the classes of its jobs. */
export type GateFields = z.output<z.ZodObject<typeof clusterGateFields>> & {
  readonly classes: Readonly<Record<string, unknown>>;
};

const callbackRoute = /\/control\/api\/worker-callback\/?$/;

/** Every problem of the gate of one cluster, and of the names of its classes. */
export function checkGate(
  path: string,
  cluster: GateFields,
  parsed: ParsedConfig,
): ConfigProblem[] {
  return [
    ...Object.keys(cluster.classes).flatMap((key) => checkClassName(`${path}.classes.${key}`, key)),
    ...(cluster.gate_config.startsWith('/')
      ? []
      : [
          {
            path: `${path}.gate_config`,
            message: 'must be an absolute path, as the nodes of the cluster see it',
          },
        ]),
    ...(cluster.gate_command.length > 0
      ? []
      : [{ path: `${path}.gate_command`, message: 'must name a program' }]),
    ...(cluster.home_url === null || !callbackRoute.test(cluster.home_url)
      ? []
      : [
          {
            path: `${path}.home_url`,
            message:
              'must be the base address of this control plane, without /control/api/worker-callback: the gates of the jobs dial home below it',
          },
        ]),
    ...(cluster.home_url !== null || callbackRoute.test(parsed.completion_callback_url)
      ? []
      : [
          {
            path: `${path}.home_url`,
            message:
              'is required, since completion_callback_url does not end in /control/api/worker-callback',
          },
        ]),
  ];
}

/** Of a cluster without problems. */
export function gateFrom(cluster: GateFields, parsed: ParsedConfig): ClusterGate {
  const home = cluster.home_url ?? parsed.completion_callback_url.replace(callbackRoute, '');
  const [program = '', ...args] = cluster.gate_command;
  return Object.freeze({
    jobsAtOnce: cluster.jobs_at_once,
    command: Object.freeze([program, ...args] as const),
    configPath: cluster.gate_config,
    homeUrl: home.replace(/\/+$/, ''),
  });
}
