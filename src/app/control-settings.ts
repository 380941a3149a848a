/** What of the configuration use cases go by. */
import type { OrreryConfig } from '../config/resolve.ts';
import type { ControlContext } from '../control/common/index.ts';
import { limits } from '../domain/limits.ts';

/** Fixed from the start on; `storeLabel` names the store to operators. */
export function controlSettings(
  config: OrreryConfig,
  storeLabel: string,
): ControlContext['settings'] {
  return {
    liveDispatchEnabled: config.dispatch.liveDispatchEnabled,
    leaseMs: config.dispatch.workerCallTimeoutMs,
    staleAfterMs: config.dispatch.runStaleAfterMs,
    storeBackend: config.store.backend,
    storeLabel,
    defaultSandbox: 'workspace-write',
    defaultWorkloadClass: config.workerGate.defaultWorkloadClass,
    pump: {
      drafts: config.pump.paperDraftEnabled,
      publishes: config.pump.publishEnabled,
      followups: config.pump.followupLaunchEnabled,
      intervalMs: config.pump.intervalMs,
    },
    budgets: config.budgets,
    archiveAfterDays: config.upkeep.eventsArchiveAfterDays,
    completionCallbackToken: config.auth.completionCallbackToken,
    controlToken: config.auth.controlToken,
    // Three samples that did not come; a worker samples as this file says, unless its own differs.
    sampleAgeMsMax: Math.max(limits.workerSampleAgeMs, 3 * config.workerGate.sampleIntervalMs),
  };
}
