/** The workers of the configuration that are clusters: the way to each, what their jobs are, whose gate is whose. */
import { userInfo } from 'node:os';
import type { CommandRunner } from '../../clusters/command-runner.ts';
import { createKubernetesCluster } from '../../clusters/kubernetes/cluster.ts';
import { createLocalRunner } from '../../clusters/local-runner.ts';
import type { ClusterPort, JobSpec } from '../../clusters/port.ts';
import { createSlurmCluster } from '../../clusters/slurm/cluster.ts';
import { createSshRunner } from '../../clusters/ssh-runner.ts';
import type { ClusterGate } from '../../config/cluster-gate.ts';
import type { ClusterConfig } from '../../config/clusters.ts';
import { Secret } from '../../config/secret.ts';
import type { LoginNode } from '../../config/slurm-target.ts';
import type { WorkerTarget } from '../../control/fleet/index.ts';
import { configVariables } from '../../domain/product.ts';
import { systemClock } from '../../lib/clock.ts';
import type { RunGates } from '../../worker-client/run-gates.ts';
import { runOfToken, runTokenFile, runTokenOf } from '../../worker-wire/run-token.ts';
import type { AppOptions } from '../options.ts';
import { planSsh, sshSettingsFrom } from './ssh-plan.ts';

/** Of one command of the cluster. */
const commandTimeoutMs = 30_000;
/** The connection to a login node is kept so long for the next look at a job. */
const connectionIdleMs = 60_000;
/** What the commands of a cluster see of this process's environment: they need no more, and it may hold secrets. */
const passedOn = ['PATH', 'HOME', 'SLURM_CONF'] as const;

/** What makes a worker a cluster. */
type ClusterPart = Required<Pick<WorkerTarget, 'lanes' | 'cluster' | 'client' | 'clientWith'>>;

/** A cluster, and what ends whatever is under way to it. */
interface OpenedCluster {
  readonly port: ClusterPort;
  close(): void;
}

/** Asks nobody before it is asked for a job. */
export function createClusterPart(
  { name, lane, token }: { readonly name: string; readonly lane: string; readonly token: Secret },
  config: ClusterConfig,
  gates: RunGates,
  options: Pick<AppOptions, 'environment'>,
): ClusterPart {
  const secret = token.reveal();
  const { gate } = config;
  const opened = openCluster(name, config, options);
  const ofRuns = gates.clientWith((runId) => runTokenOf(secret, runId));
  const client = {
    ...ofRuns,
    close(): Promise<void> {
      opened.close();
      return ofRuns.close();
    },
  };
  const more = Array.from({ length: gate.jobsAtOnce - 1 }, (_, at) => `${lane}/${at + 2}`);
  return {
    lanes: [lane, ...more],
    client,
    clientWith: () => ofRuns,
    cluster: {
      name,
      port: opened.port,
      specOf: ({ runId, workloadClass }) => ({
        ...jobOf(gate, runId, runTokenOf(secret, runId)),
        workloadClass,
      }),
      isHome: (runId) => gates.isHome(runId),
      runOfToken: (given) => runOfToken(secret, given),
    },
  };
}

function openCluster(
  name: string,
  config: ClusterConfig,
  { environment }: Pick<AppOptions, 'environment'>,
): OpenedCluster {
  switch (config.kind) {
    case 'slurm': {
      const { login, slurm } = config;
      const runner = login === null ? openHere(environment) : openLogin(name, login, environment);
      return { port: createSlurmCluster(runner, slurm, systemClock), close: () => runner.close() };
    }
    case 'kubernetes': {
      const port = createKubernetesCluster(config.kubernetes, systemClock);
      return { port, close: () => port.close() };
    }
  }
}

function openHere(environment: AppOptions['environment']): CommandRunner {
  return createLocalRunner({
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
}

/** Throws, with every reason, when what the SSH configuration asks for cannot be honoured. Connects to nobody yet. */
function openLogin(
  name: string,
  { host, configPath, hostKey }: LoginNode,
  environment: AppOptions['environment'],
): CommandRunner {
  const settings = sshSettingsFrom({ host, configPath, hostKey, remoteRoot: '/' }, environment);
  return createSshRunner({
    plan: planSsh(`ssh_host of the cluster of ${name}`, settings),
    clock: systemClock,
    timeoutMs: commandTimeoutMs,
    idleMs: connectionIdleMs,
  });
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
