/** What a plan is told: what it freezes, that it shall be carried out, how that went. */
import type { PlanDifference, PlanResult, PlanRow, PlanSkipped } from '../../domain/records.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';

/** An operator sends `DRAW` and `EXECUTE`, a timer `EXPIRE`, the effect how it went, a sweep `FORGET`. */
export type PlanEvent =
  | {
      readonly type: 'DRAW';
      readonly plan_id: string;
      /** The verb with its note, answer or fields; as `toStoredVerb` writes it. */
      readonly verb: JsonObject;
      readonly eligible: readonly PlanRow[];
      readonly skipped: readonly PlanSkipped[];
      /** More rows matched than a plan may hold. */
      readonly truncated: boolean;
      readonly ttl_ms: number;
    }
  | { readonly type: 'EXECUTE' }
  | { readonly type: 'EXPIRE' }
  /** Rows have changed since; nothing was done. */
  | { readonly type: 'OUTDATED'; readonly differences: readonly PlanDifference[] }
  | { readonly type: 'EXECUTED'; readonly results: readonly PlanResult[] }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string }
  /** It ended long ago. */
  | { readonly type: 'FORGET' };
