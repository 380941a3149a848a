/** What the worker gate needs from the rest of the program, as small interfaces. */

import type { ActorAddress, ActorEvent } from '../actors/machine/durable-actions.ts';
import type { Reply } from '../actors/runtime/definition.ts';
import type { GateRun } from '../domain/records.ts';
import type { IdleState } from '../domain/statuses.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import type { Sample } from '../sensing/sample.ts';

/** Who asks, and the key under which a repeat gets the first answer. */
export interface AskOptions {
  readonly by?: string;
  readonly idempotency?: { readonly key: string; readonly payload: unknown };
}
/** Sends an event to an actor and resolves with its (possibly deferred) reply. */
export type AskActor = (
  address: ActorAddress,
  event: ActorEvent,
  options?: AskOptions,
) => Promise<Reply>;

/** Read side of the worker's own store. */
export interface GateRunReader {
  get(runId: string): Promise<GateRun | undefined>;
  /** Newest first. */
  list(limit: number): Promise<readonly GateRun[]>;
  /** All runs in a live status. */
  listLive(): Promise<readonly GateRun[]>;
  /** The newest run of a project. */
  latestOf(projectId: string): Promise<GateRun | undefined>;
}

/** Statuses in which a run occupies the worker. */
export const liveGateRunStatuses = [
  'starting',
  'running',
  'quieting',
  'stopping',
] as const satisfies readonly GateRun['status'][];

/** True while the run occupies the worker. */
export function isLiveRun(run: Pick<GateRun, 'status'>): boolean {
  return (liveGateRunStatuses as readonly string[]).includes(run.status);
}

/** What a watcher reports about one run, in order. */
export type RunObservation =
  | { readonly type: 'agent_exited'; readonly process_tracking: JsonObject }
  | { readonly type: 'idle_changed'; readonly idle_state: IdleState }
  | {
      readonly type: 'idle_confirmed';
      readonly receipt: JsonObject;
      readonly process_tracking: JsonObject;
    }
  | {
      readonly type: 'wait_exhausted';
      readonly receipt: JsonObject;
      readonly process_tracking: JsonObject;
    }
  | { readonly type: 'failed'; readonly error: string };

/** Handle of one watch; `stop` ends it without a word about the run. */
export interface RunWatch {
  stop(): void;
}
/** Watches the processes and the idle window of a run until stopped. */
export interface RunWatcher {
  watch(run: GateRun, projectDir: string, report: (observation: RunObservation) => void): RunWatch;
}

/** Live readings, as far as there are any. */
export interface TelemetryReader {
  latest(): Sample | null;
  /** The latest, waiting a moment for the very first: without one the sensors seem to fail. */
  latestOrFirst(): Promise<Sample | null>;
  /** Null when the run is not watched. */
  ofRun(runId: string): {
    readonly process_tree: JsonObject | null;
    readonly idle_window: JsonObject | null;
    readonly samples: readonly JsonObject[];
  } | null;
}
