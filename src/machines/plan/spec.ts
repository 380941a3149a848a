/** A plan as the rest of the program keeps it. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type Plan, planSchema } from '../../domain/records.ts';
import type { PlanEvent } from './events.ts';
import { initialPlan, planMachine } from './machine.ts';

const refusals: Readonly<Record<string, { code: string; words: string }>> = {
  new: { code: 'plan_not_found', words: 'does not exist; draw one up first' },
  executing: {
    code: 'already_executing',
    words: 'is being carried out; read it to see how it ends',
  },
  executed: { code: 'already_executed', words: 'was carried out; a plan is carried out once' },
  outdated: { code: 'plan_outdated', words: 'found its rows changed; draw up a new one' },
  expired: { code: 'plan_expired', words: 'was not carried out in time; draw up a new one' },
  failed: { code: 'plan_failed', words: 'kept failing; see its items, then draw up a new one' },
};

/** Refuses to execute with the code of the status, from `plan_not_found` to `plan_failed`. */
export const planSpec: MachineSpec<Plan, PlanEvent> = {
  kind: 'plan',
  forgettable: true,
  stateVersion: 1,
  schema: planSchema,
  machine: planMachine,
  initialState: initialPlan,
  explainRefusal(state, event) {
    const known = event.type === 'EXECUTE' ? refusals[state.status] : undefined;
    if (known !== undefined)
      return { code: known.code, message: `Plan ${state.plan_id} ${known.words}.` };
    return refuseGenerally(planMachine, `plan ${state.plan_id}`, state.status, event.type);
  },
};
