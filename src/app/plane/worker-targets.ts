/** The workers of the configuration, each with the client that addresses it. */
import type { OrreryConfig } from '../../config/resolve.ts';
import type { WorkerTarget } from '../../control/fleet/index.ts';
import { normalizeWorkerUrl } from '../../domain/worker-address.ts';
import { createWorkerClient } from '../../worker-client/client.ts';
import type { GatesAtHome } from '../../worker-client/gates-at-home.ts';
import type { RunGates } from '../../worker-client/run-gates.ts';
import { nameAtHome } from '../../worker-wire/tunnel/address.ts';
import type { AppOptions } from '../options.ts';
import { createClusterPart } from './cluster-workers.ts';

/** Opens no connection; whoever made them closes the clients. Those that dial home are reached through `gates`. */
export function createTargets(
  config: OrreryConfig,
  options: AppOptions,
  gates: Pick<GatesAtHome, 'dispatcherOf'>,
  gatesOfRuns: RunGates,
): WorkerTarget[] {
  return Object.values(config.workers.targets).map((target) => {
    const common = {
      name: target.name,
      url: target.url,
      lane: normalizeWorkerUrl(target.url),
      role: target.role,
      minMemoryAvailableMib: target.minMemoryAvailableMib,
      evidenceKeyId: target.evidenceKeyId,
    };
    if (target.cluster !== null) {
      const of = { ...common, token: target.token };
      return { ...common, ...createClusterPart(of, target.cluster, gatesOfRuns, options) };
    }
    const name = nameAtHome(target.url);
    const way =
      name === null
        ? { baseUrl: target.url }
        : { baseUrl: `http://${name}`, dispatcher: gates.dispatcherOf(name) };
    const clientWith = (bearerToken: string) =>
      createWorkerClient({
        ...way,
        bearerToken,
        timeoutMs: config.dispatch.workerCallTimeoutMs,
        clock: options.clock,
      });
    return {
      ...common,
      client: clientWith(target.token.reveal()),
      clientWith,
    };
  });
}

/** The token of the worker that dials home under this name; undefined where none does. */
export function tokenAtHome(config: OrreryConfig, name: string): string | undefined {
  const targets = Object.values(config.workers.targets);
  return targets.find(({ url }) => nameAtHome(url) === name)?.token.reveal();
}
