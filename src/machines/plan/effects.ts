/** Effects a plan asks for. */
import type { PlanRow } from '../../domain/records.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';

/** Does the verb to each row, once. Back: `EXECUTED`, or `OUTDATED` when nothing was done. */
export interface ExecutePlanInput {
  readonly plan_id: string;
  readonly requested_by: string;
  readonly verb: JsonObject;
  readonly rows: readonly PlanRow[];
}
/** By effect name the input that its handler gets. */
export interface PlanEffects {
  'plan.execute': ExecutePlanInput;
}
