/** What is learned about a worker. */
import type { JsonObject } from '../../lib/canonical-json.ts';

/** Sent after a look at a worker, where it differs from the one before or is due to be recorded. */
export type WorkerTargetEvent =
  | {
      readonly type: 'OBSERVED';
      readonly target: string;
      readonly url: string;
      /** True when every required check passed, or only those failed that a run of ours makes fail. */
      readonly ok: boolean;
      readonly reason: string | null;
      readonly observation: JsonObject;
      /** Changes since the last event that were not recorded, because there were too many. */
      readonly unrecorded?: number;
    }
  | {
      readonly type: 'UNREACHABLE';
      readonly target: string;
      readonly url: string;
      readonly reason: string;
      /** Failures in a row, those that were not recorded included; one more than before unless told. */
      readonly failures?: number;
      readonly unrecorded?: number;
    };
