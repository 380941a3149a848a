/** What is learned about a worker. */
import type { JsonObject } from '../../lib/canonical-json.ts';

export type WorkerTargetEvent =
  | {
      readonly type: 'OBSERVED';
      readonly target: string;
      readonly url: string;
      /** True when every required check passed. */
      readonly ok: boolean;
      readonly reason: string | null;
      readonly observation: JsonObject;
    }
  | {
      readonly type: 'UNREACHABLE';
      readonly target: string;
      readonly url: string;
      readonly reason: string;
    };
