/** A follow-up as the rest of the program keeps it; the id is the parent project's. */

import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type Followup, followupSchema } from '../../domain/records.ts';
import type { FollowupEvent } from './events.ts';
import { followupMachine, initialFollowup } from './machine.ts';

/** Refuses a second launch with `already_launched`, which names the child there is. */
export const followupSpec: MachineSpec<Followup, FollowupEvent> = {
  kind: 'followup',
  stateVersion: 1,
  schema: followupSchema,
  machine: followupMachine,
  initialState: initialFollowup,
  explainRefusal: (state) => ({
    code: 'already_launched',
    message: `The follow-up of ${state.parent_project_id} was launched at ${state.created_at} as ${state.child_project_id}; a parent has one.`,
  }),
};
