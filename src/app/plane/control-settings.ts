/** What of the configuration use cases go by. */
import type { OrreryConfig } from '../../config/resolve.ts';
import type { ControlContext } from '../../control/common/index.ts';
import { limits } from '../../domain/limits.ts';

/** Fixed from the start on; of the store what was opened, and its name to operators. */
export function controlSettings(
  config: OrreryConfig,
  { storeBackend, storeLabel }: Pick<ControlContext['settings'], 'storeBackend' | 'storeLabel'>,
): ControlContext['settings'] {
  return {
    liveDispatchEnabled: config.dispatch.liveDispatchEnabled,
    leaseMs: config.dispatch.workerCallTimeoutMs,
    staleAfterMs: config.dispatch.runStaleAfterMs,
    storeBackend,
    storeLabel,
    defaultSandbox: 'workspace-write',
    defaultWorkloadClass: config.workerGate.defaultWorkloadClass,
    pump: {
      drafts: config.pump.paperDraftEnabled,
      beginsWriting: config.paperWriter.provider === 'external_llm',
      publishes: config.pump.publishEnabled,
      followups: config.pump.followupLaunchEnabled,
      intervalMs: config.pump.intervalMs,
    },
    budgets: config.budgets,
    archiveAfterDays: archiveAfterDays(config.upkeep.eventsArchiveAfterDays, storeBackend),
    completionCallbackToken: config.auth.completionCallbackToken,
    controlToken: config.auth.controlToken,
    // Three samples that did not come; a worker samples as this file says, unless its own differs.
    sampleAgeMsMax: Math.max(limits.workerSampleAgeMs, 3 * config.workerGate.sampleIntervalMs),
  };
}

/** Days after which events of a store in a file are archived where nothing else is said. */
const archiveAfterDaysByDefault = 90;

function archiveAfterDays(
  given: number | null,
  storeBackend: ControlContext['settings']['storeBackend'],
): number | null {
  const days = given ?? (storeBackend === 'sqlite' ? archiveAfterDaysByDefault : 0);
  return days === 0 ? null : days;
}
