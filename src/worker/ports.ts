/** What the worker gate needs from the rest of the program, as small interfaces. */

import type { ActorAddress, ActorEvent } from '../actors/machine/durable-actions.ts';
import type { Reply } from '../actors/runtime/definition.ts';
import type { GateRun } from '../domain/records.ts';
import { type IdleState, liveGateRunStatuses } from '../domain/statuses.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import type { SpawnInput } from '../machines/gate-run/effects.ts';
import type { Sample } from '../sensing/sample.ts';
import type { RunPaths } from '../worker-wire/run-paths.ts';

/** A piece of a file; the whole of it where `data` is as long as `sizeBytes`. */
export interface FileSlice {
  readonly data: Buffer;
  /** Size of the whole file when it was opened. */
  readonly sizeBytes: number;
  /** When it was last written by then, ms since the epoch, by the clock of the file system. */
  readonly modifiedMs: number;
}

/** What a file system tells of one name. */
export interface FileLook {
  isFile(): boolean;
  isDirectory(): boolean;
  /** Bytes; of a file only. */
  readonly size: number;
}

/**
 * The folders of projects and the gate's own, as a gate reads and writes them; paths are absolute. Where nothing else
 * is said a call rejects as the one of `node:fs/promises` with that name.
 */
export interface GateFiles {
  /** Up to `bytesMax` from `offset` (negative: from the end); undefined where there is no regular file. Never blocks. */
  read(path: string, bytesMax: number, offset?: number): Promise<FileSlice | undefined>;
  /** The whole file or nothing of it, with the folders it is in. */
  write(path: string, data: string): Promise<void>;
  stat(path: string): Promise<FileLook>;
  /** The name itself, where it is a link. */
  lstat(path: string): Promise<FileLook>;
  list(
    path: string,
  ): Promise<readonly (Pick<FileLook, 'isDirectory'> & { readonly name: string })[]>;
  /** With the folders it is in; one that is there is left as it is. */
  mkdir(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** With all that is in it; nothing where there is nothing. */
  remove(path: string): Promise<void>;
}

/** A start of a dispatch script; `whenEnded` resolves, and `ended` is true, when its shim is gone. */
export interface Launch {
  readonly ended: boolean;
  /** Why it never ran, should it turn out that nobody has taken the start token; null: not known. */
  readonly whenEnded: Promise<string | null>;
}

/** What starts agents: the operator's dispatch script behind a token that one start alone can take. */
export interface ScriptLauncher {
  /** Why the script cannot be run; null: it can. */
  problem(): Promise<string | null>;
  /** Starts it for a run whose folder is there; it goes on without this gate. */
  launch(input: SpawnInput, paths: RunPaths): Launch;
}

/** What the control plane answered a callback. */
export interface CallbackAnswer {
  readonly status: number;
  /** The beginning of its words; no token stands in them. */
  readonly text: string;
  /** It is a web page, which no control plane answers with. */
  readonly isPage: boolean;
}
/** Brings one callback, as JSON, over; rejects where no answer came, or with what `signal` was aborted for. */
export type CallbackWay = (body: string, signal: AbortSignal) => Promise<CallbackAnswer>;

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
