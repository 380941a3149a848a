/** The core sub-service on this control plane. */
import type { OrreryConfig } from '../../config/resolve.ts';
import { askAccepted, idempotencyOf, type Needs } from '../../control/common/index.ts';
import {
  type CoreService,
  coreSnapshotAddress,
  createCoreService,
} from '../../core-service/service.ts';

/** `storeLabel` names the store in its replies. */
export function createCore(
  config: OrreryConfig,
  { actors, reads, clock, workers }: Needs<'actors' | 'clock' | 'reads' | 'workers'>,
  storeLabel: string,
): CoreService {
  const route = 'core.snapshot';
  return createCoreService({
    mode: config.core.mode,
    storeLabel,
    clock,
    reads,
    workers: workers.targets.map(({ name }) => name),
    isKnown: async (key) => (await actors.recall(`${route}:${key}`)) !== undefined,
    record: (event, { key, payload, by }) =>
      askAccepted(actors, coreSnapshotAddress, event, {
        by,
        ...idempotencyOf(route, key, payload),
      }),
  });
}
