/** Retention as the rest of the program keeps it; `retentionSchema` says which ids there are. */
import { refuseGenerally } from '../../actors/machine/refusal.ts';
import { createSpec } from '../../actors/machine/spec.ts';
import { type Retention, retentionSchema } from '../../domain/records.ts';
import type { RetentionEvent } from './events.ts';
import { initialRetention, retentionMachine } from './machine.ts';

/** Refuses with `already_keeping` a start that changes nothing, else by the general words. */
export const retentionSpec = createSpec<Retention, RetentionEvent>()({
  kind: 'retention',
  stateVersion: 1,
  schema: retentionSchema,
  machine: retentionMachine,
  initialState: initialRetention,
  explainRefusal: (state, event) =>
    event.type === 'START'
      ? {
          code: 'already_keeping',
          message: `What is over is kept for ${state.keep_ms / 1000} s already.`,
        }
      : refuseGenerally(retentionMachine, 'Retention', state.status, event.type),
});
