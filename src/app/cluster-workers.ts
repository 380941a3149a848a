/** The workers of the configuration that are clusters: the way to their commands, what their jobs are, whose gate is whose. */
import { userInfo } from 'node:os';
import { createLocalRunner } from '../clusters/local-runner.ts';
import type { JobSpec } from '../clusters/port.ts';
import { createSlurmCluster } from '../clusters/slurm/cluster.ts';
import { Secret } from '../config/secret.ts';
import type { ClusterGate, SlurmCluster } from '../config/slurm-target.ts';
import type { WorkerTarget } from '../control/fleet/index.ts';
import { configVariables } from '../domain/product.ts';
import { systemClock } from '../lib/clock.ts';
import type { RunGates } from '../worker-client/run-gates.ts';
import { runOfToken, runTokenFile, runTokenOf } from '../worker-wire/run-token.ts';
import type { AppOptions } from './options.ts';

/** Of one command of the cluster. */
const commandTimeoutMs = 30_000;
/** What the commands of a cluster see of this process's environment: they need no more, and it may hold secrets. */
const passedOn = ['PATH', 'HOME', 'SLURM_CONF'] as const;

/** What makes a worker a cluster. */
type ClusterPart = Required<Pick<WorkerTarget, 'lanes' | 'cluster' | 'client' | 'clientWith'>>;

/** Runs no command before it is asked for a job. */
export function createClusterPart(
  { name, lane, token }: { readonly name: string; readonly lane: string; readonly token: Secret },
  { gate, slurm }: SlurmCluster,
  gates: RunGates,
  { environment }: Pick<AppOptions, 'environment'>,
): ClusterPart {
  const secret = token.reveal();
  const runner = createLocalRunner({
    account: userInfo().username,
    clock: systemClock,
    timeoutMs: commandTimeoutMs,
    environment: Object.fromEntries(
      passedOn.flatMap((key) => {
        const value = environment[key];
        return value === undefined ? [] : [[key, value]];
      }),
    ),
  });
  const client = gates.clientWith((runId) => runTokenOf(secret, runId));
  const more = Array.from({ length: gate.jobsAtOnce - 1 }, (_, at) => `${lane}/${at + 2}`);
  return {
    lanes: [lane, ...more],
    client,
    clientWith: () => client,
    cluster: {
      name,
      port: createSlurmCluster(runner, slurm),
      specOf: ({ runId, workloadClass }) => ({
        ...jobOf(gate, runId, runTokenOf(secret, runId)),
        workloadClass,
      }),
      isHome: (runId) => gates.isHome(runId),
      runOfToken: (given) => runOfToken(secret, given),
    },
  };
}

/** The gate of one run: its configuration lies there already, and all that is secret is its token. */
function jobOf(gate: ClusterGate, runId: string, token: string): Omit<JobSpec, 'workloadClass'> {
  return {
    argv: [
      'env',
      `${configVariables[0]}=${gate.configPath}`,
      ...gate.command,
      'serve',
      '--home',
      gate.homeUrl,
      '--run',
      runId,
    ],
    files: [{ name: runTokenFile, content: new Secret(token) }],
  };
}
