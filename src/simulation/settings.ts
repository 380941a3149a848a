/** What a simulation plays: how much, and the part of a configuration that decides how a control plane behaves. */
import { alertSettingsOf } from '../app/plane/vitals.ts';
import type { OrreryConfig } from '../config/resolve.ts';
import type { AlertSettings, ControlContext } from '../control/common/index.ts';
import { limits } from '../domain/limits.ts';
import { type WorkloadClass, workloadClasses } from '../domain/statuses.ts';
import { normalizeWorkerUrl } from '../domain/worker-address.ts';

/** One worker of the fleet; names with one address share a lane, and are one machine. */
export interface PlayedWorker {
  readonly name: string;
  readonly lane: string;
  readonly minMemoryAvailableMib: number;
}

/** Times in ms. Tokens, paths and addresses of services are not of it: nothing outside is called. */
export interface PlayedSettings {
  readonly workers: readonly PlayedWorker[];
  /** Where work goes that names no worker; null: nowhere. */
  readonly targetOfClass: Readonly<Record<WorkloadClass, string | null>>;
  readonly routedClasses: readonly WorkloadClass[];
  /** Of ideas that name none. */
  readonly workloadClass: WorkloadClass;
  /** True where ideas go where the routes lead; otherwise each names its worker. */
  readonly routes: boolean;
  readonly liveDispatch: boolean;
  /** Deadline of a call to a worker. */
  readonly callTimeoutMs: number;
  readonly staleAfterMs: number;
  /** Between two looks at a worker; 0: nobody looks by itself. */
  readonly refreshMs: number;
  /** Between two samples of a worker. */
  readonly sampleIntervalMs: number;
  /** Deadlines of a gate: of one callback, and of its dispatch script. */
  readonly callbackTimeoutMs: number;
  readonly dispatchTimeoutMs: number;
  /** After which a gate forgets answers to requests, and runs that are over. */
  readonly gateKeeps: { readonly requestsKeepMs: number; readonly endedRunsKeepMs: number };
  readonly pump: ControlContext['settings']['pump'] & { readonly enabled: boolean };
  readonly budgets: NonNullable<ControlContext['settings']['budgets']>;
  readonly alerts: AlertSettings;
  /** Null: no outsider hears from it. */
  readonly heartbeat: { readonly intervalMs: number; readonly timeoutMs: number } | null;
  /** Deadline of one attempt at a message. */
  readonly notifyTimeoutMs: number;
  /** After which what was told is forgotten. */
  readonly notificationsKeepMs: number;
  readonly writer: { readonly provider: string; readonly fallbackEnabled: boolean };
}

/** How much is simulated; `faults` of 1 is as often as each site says, 0 none at all. */
export interface SimulationOptions {
  readonly days: number;
  readonly seed: number;
  readonly ideas: number;
  readonly faults: number;
  readonly settings: PlayedSettings;
  /** The command that plays the same again, without what names days, seed, ideas and faults. */
  readonly command?: string;
  /** Told after each simulated day. */
  readonly onDay?: (day: number, events: number) => void;
}

const minute = 60_000;

/** `count` workers with what suits a month in minutes: looks, checks and beats every five minutes. */
export function defaultSettings(count: number): PlayedSettings {
  const workers = Array.from({ length: count }, (_, index) => ({
    name: `worker-${index + 1}`,
    lane: `http://worker-${index + 1}:1`,
    minMemoryAvailableMib: 1,
  }));
  const first = workers[0]?.name ?? null;
  return {
    workers,
    targetOfClass: Object.fromEntries(
      workloadClasses.map((name) => [name, first] as const),
    ) as PlayedSettings['targetOfClass'],
    routedClasses: [],
    workloadClass: 'training',
    routes: false,
    liveDispatch: true,
    callTimeoutMs: 35_000,
    staleAfterMs: 30 * minute,
    refreshMs: 5 * minute,
    sampleIntervalMs: 30_000,
    callbackTimeoutMs: 10_000,
    dispatchTimeoutMs: 30_000,
    gateKeeps: { requestsKeepMs: 24 * 60 * minute, endedRunsKeepMs: 24 * 60 * minute },
    pump: { enabled: true, drafts: true, publishes: true, followups: false, intervalMs: minute },
    budgets: { limits: {}, warnPercent: 80 },
    alerts: {
      checkIntervalMs: 5 * minute,
      channels: ['webhook'],
      cooldownMs: 30 * minute,
      hangAfterMs: 60 * minute,
      unreachableAfterMs: 5 * minute,
      dispatchErrorCount: 3,
    },
    heartbeat: { intervalMs: 5 * minute, timeoutMs: 10_000 },
    notifyTimeoutMs: 10_000,
    notificationsKeepMs: 2 * 24 * 60 * minute,
    writer: { provider: 'deterministic', fallbackEnabled: true },
  };
}

/** What a control plane with this configuration would do; throws where it names no worker. */
export function settingsOf(config: OrreryConfig): PlayedSettings {
  const { pump, heartbeat } = config;
  const workers = Object.values(config.workers.targets).map((target) => ({
    name: target.name,
    lane: normalizeWorkerUrl(target.url),
    minMemoryAvailableMib: target.minMemoryAvailableMib,
  }));
  if (workers.length === 0)
    throw new Error(
      'the configuration names no worker, so there is nothing to play; set worker_wake_gate_url or worker_targets',
    );
  return {
    workers,
    targetOfClass: config.workers.targetOfClass,
    routedClasses: config.workers.routedClasses,
    workloadClass: config.workerGate.defaultWorkloadClass,
    routes: true,
    liveDispatch: config.dispatch.liveDispatchEnabled,
    callTimeoutMs: config.dispatch.workerCallTimeoutMs,
    staleAfterMs: config.dispatch.runStaleAfterMs,
    refreshMs: config.workers.refreshMs,
    sampleIntervalMs: config.workerGate.sampleIntervalMs,
    callbackTimeoutMs: config.auth.completionCallbackTimeoutMs,
    dispatchTimeoutMs: config.dispatch.dispatchTimeoutMs,
    gateKeeps: {
      requestsKeepMs: config.upkeep.requestsKeepMs,
      endedRunsKeepMs: config.workerGate.endedRunsKeepMs,
    },
    pump: {
      enabled: pump.enabled,
      drafts: pump.paperDraftEnabled,
      publishes: pump.publishEnabled,
      followups: pump.followupLaunchEnabled,
      intervalMs: pump.intervalMs,
    },
    budgets: config.budgets,
    alerts: alertSettingsOf(config),
    heartbeat:
      heartbeat.url === null
        ? null
        : { intervalMs: heartbeat.intervalMs, timeoutMs: heartbeat.timeoutMs },
    notifyTimeoutMs: config.notify.timeoutMs,
    notificationsKeepMs: config.upkeep.notificationsKeepMs,
    writer: {
      provider: config.paperWriter.provider,
      fallbackEnabled: config.paperWriter.fallbackEnabled,
    },
  };
}

/** Age above which a sample says nothing; as the service has it. */
export const sampleAgeMsMax = ({ sampleIntervalMs }: PlayedSettings): number =>
  Math.max(limits.workerSampleAgeMs, 3 * sampleIntervalMs);
