/** An intake batch as the rest of the program keeps it; the id is its idempotency key. */

import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type Intake, intakeSchema } from '../../domain/records.ts';
import type { IntakeEvent } from './events.ts';
import { initialIntake, intakeMachine } from './machine.ts';

/** Refuses a second record of the batch with `already_recorded`. */
export const intakeSpec: MachineSpec<Intake, IntakeEvent> = {
  kind: 'intake',
  forgettable: true,
  stateVersion: 1,
  schema: intakeSchema,
  machine: intakeMachine,
  initialState: initialIntake,
  explainRefusal: (state) => ({
    code: 'already_recorded',
    message: `This batch from ${state.source} was recorded at ${state.created_at}.`,
  }),
};
