/** Joins the worker gate to the telemetry service: watches by run, and readings for the replies. */
import { realpathSync } from 'node:fs';
import { suspectSustainFactor } from '../../domain/idle-evidence.ts';
import type { GateRun } from '../../domain/records.ts';
import type { WorkloadClass } from '../../domain/statuses.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { type Clock, within } from '../../lib/clock.ts';
import type { IdleProfile } from '../../machines/idle-gate/profile.ts';
import type { RunStreams } from '../../telemetry/run-streams.ts';
import type { RunWatch as TelemetryWatch } from '../../telemetry/run-watch.ts';
import type { Telemetry } from '../../telemetry/telemetry-actor.ts';
import type { RunWatcher, TelemetryReader } from '../ports.ts';

interface TelemetryWatcherOptions {
  readonly telemetry: Pick<Telemetry, 'watchRun' | 'latest' | 'history' | 'subscribe'>;
  readonly profileOf: (workloadClass: WorkloadClass) => IdleProfile;
  /** Longest wait for quiet after the agent's exit. */
  readonly maxWaitMs: number;
  readonly clock: Clock;
  /** Path of a run's own cgroup, where it has one. */
  readonly cgroupOf?: (runId: string) => string | null;
  /** Told when a run begins to be watched and when it no longer is. */
  readonly streams?: Pick<RunStreams, 'open' | 'end'>;
}

/** Samples of the machine shown with a run. */
const samplesMax = 60;
/** How long a reader waits for the first sample after a start. */
const firstSampleMsMax = 2_000;

/** Makes the gate's watcher and its reader over one telemetry service. */
export function createTelemetryWatcher(options: TelemetryWatcherOptions): {
  readonly watcher: RunWatcher;
  readonly reader: TelemetryReader;
} {
  const watches = new Map<string, TelemetryWatch>();
  const watcher: RunWatcher = {
    watch(run, projectDir, report) {
      const profile = options.profileOf(run.workload_class);
      const watch = options.telemetry.watchRun({
        identity: {
          runId: run.run_id,
          projectDir: realPathOf(projectDir),
          rootPid: run.pid,
          groupId: run.pgid,
          rootStartTicks: run.pid_start_ticks,
          bootId: run.boot_id,
          cgroup: options.cgroupOf?.(run.run_id) ?? null,
        },
        profile,
        maxWaitMs: options.maxWaitMs,
        agentExited: run.status === 'quieting',
        waitedMs: Math.min(waitedMs(run, options.clock), mostWaitedMs(options.maxWaitMs, profile)),
        owner: {
          onAgentExited: ({ tracking }) =>
            report({ type: 'agent_exited', process_tracking: tracking }),
          onIdleChanged: ({ state }) => report({ type: 'idle_changed', idle_state: state }),
          onIdle: ({ receipt, tracking }) =>
            report({
              type: 'idle_confirmed',
              receipt: toJson(receipt),
              process_tracking: tracking,
            }),
          onTimeout: ({ receipt, tracking }) =>
            report({
              type: 'wait_exhausted',
              receipt: toJson(receipt),
              process_tracking: tracking,
            }),
        },
        onStop: () => {
          // A run that is watched anew is not ended by the watch before.
          if (watches.get(run.run_id) !== watch) return;
          watches.delete(run.run_id);
          options.streams?.end(run.run_id);
        },
      });
      watches.set(run.run_id, watch);
      options.streams?.open(run.run_id);
      return watch;
    },
  };
  const { telemetry, clock } = options;
  // One for all readers: a sensor that hangs must not gather listeners.
  let first: Promise<void> | undefined;
  const firstSample = (): Promise<void> => {
    first ??= new Promise((resolve) => {
      const ignore = telemetry.subscribe(() => {
        ignore();
        resolve();
      });
    });
    return first;
  };
  const reader: TelemetryReader = {
    latest: () => telemetry.latest(),
    async latestOrFirst() {
      if (telemetry.latest() === null) await within(clock, firstSampleMsMax, firstSample());
      return telemetry.latest();
    },
    ofRun(runId) {
      const watch = watches.get(runId);
      if (watch === undefined) return null;
      return {
        process_tree: watch.tracking(),
        idle_window: toJson(watch.current()),
        samples: options.telemetry.history(samplesMax).map(toJson),
      };
    },
  };
  return { watcher, reader };
}

/** Processes are told where they stand by real paths; a folder that the agent removed has none. */
function realPathOf(projectDir: string): string {
  try {
    return realpathSync(projectDir);
  } catch {
    return projectDir;
  }
}

/** Waiting done before a restart, by the wall clock; never negative. */
function waitedMs(run: GateRun, clock: Clock): number {
  if (run.agent_exited_at === null) return 0;
  return Math.max(0, clock.now() - Date.parse(run.agent_exited_at));
}

/** Nobody looked while there was no gate: what has fallen quiet since must be seen to be, also in doubt, and disturbed once. */
function mostWaitedMs(maxWaitMs: number, { idle_sustain_sec: sustainSec }: IdleProfile): number {
  return Math.max(0, maxWaitMs - 2 * suspectSustainFactor * sustainSec * 1000);
}

/** Plain data of interfaces, which have no index signature, as JSON. */
function toJson(value: object): JsonObject {
  return value as JsonObject;
}
