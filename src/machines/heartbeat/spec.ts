/** The heartbeat as the rest of the program keeps it. The only id is `main`. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type Heartbeat, heartbeatSchema } from '../../domain/records.ts';
import type { HeartbeatEvent } from './events.ts';
import { heartbeatMachine, initialHeartbeat } from './machine.ts';

/** Refuses by the general words only, such as a late answer to a heartbeat that was stopped. */
export const heartbeatSpec: MachineSpec<Heartbeat, HeartbeatEvent> = {
  kind: 'heartbeat',
  stateVersion: 1,
  schema: heartbeatSchema,
  machine: heartbeatMachine,
  initialState: initialHeartbeat,
  explainRefusal: (state, event) =>
    refuseGenerally(heartbeatMachine, 'The heartbeat', state.status, event.type),
};
