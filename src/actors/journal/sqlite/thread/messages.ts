/** What the threaded journal and its writer say to each other besides batches and their results. */
import type { RemoteError } from '../../../../lib/remote-error.ts';

/** A piece of work that is no commit, by the name under which the writer knows it. */
export interface ChoreRequest {
  readonly id: number;
  readonly chore: string;
  readonly input: unknown;
}

/** What became of the chore with this id: its value, or what it threw. */
export type ChoreAnswer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: RemoteError };
