/** What a fetch of evidence tried and what came of it; repeated in replies and errors as `evidence_sync`. */

/** The ways by which evidence comes here. */
export type SyncMethod = 'http' | 'ssh';

/** One way that was tried, in short. */
export interface SyncAttempt {
  readonly method: SyncMethod;
  readonly ok: boolean;
  /** Brought by it, and how many bytes these have together. */
  readonly files: number;
  readonly bytes: number;
  /** Why it ended early, or was not gone at all; null when it came to its end. */
  readonly error: string | null;
}

/** The whole of a fetch. Paths are relative to the project folder. */
export interface SyncReport {
  /** The way that brought what there is, or the last that was tried. */
  readonly method: SyncMethod;
  readonly ok: boolean;
  /** True when the worker could not be asked at all; trying again may help. */
  readonly unreachable: boolean;
  readonly fetched: readonly string[];
  /** Here already as the worker has them, so they were not fetched again. */
  readonly unchanged: readonly string[];
  /** Of what was fetched. */
  readonly bytes: number;
  /** What was left out and why. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  readonly error: string | null;
  /** Id of the key by which the worker signed the list of files; null: it did not. */
  readonly signed_by?: string | null;
  /** Each way that was tried, in order; absent where there is but one. */
  readonly tried?: readonly SyncAttempt[];
}

/** Whether a path is here as the worker has it, however it came here. */
export const hasPath = ({ fetched, unchanged }: SyncReport, path: string): boolean =>
  fetched.includes(path) || unchanged.includes(path);
