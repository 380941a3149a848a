/** The workers of the configuration, each with the client that addresses it. */
import type { OrreryConfig } from '../config/resolve.ts';
import type { WorkerTarget } from '../control/fleet/index.ts';
import { normalizeWorkerUrl } from '../domain/worker-address.ts';
import { createWorkerClient } from '../worker-client/client.ts';
import type { AppOptions } from './options.ts';

/** Opens no connection; whoever made them closes the clients. */
export function createTargets(config: OrreryConfig, options: AppOptions): WorkerTarget[] {
  return Object.values(config.workers.targets).map((target) => {
    const clientWith = (bearerToken: string) =>
      createWorkerClient({
        baseUrl: target.url,
        bearerToken,
        timeoutMs: config.dispatch.workerCallTimeoutMs,
        clock: options.clock,
      });
    return {
      name: target.name,
      url: target.url,
      lane: normalizeWorkerUrl(target.url),
      role: target.role,
      minMemoryAvailableMib: target.minMemoryAvailableMib,
      evidenceKeyId: target.evidenceKeyId,
      client: clientWith(target.token.reveal()),
      clientWith,
    };
  });
}
