/** The schedule of backups as the rest of the program keeps it. The only id is `main`. */
import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type Upkeep, upkeepSchema } from '../../domain/records.ts';
import type { UpkeepEvent } from './events.ts';
import { initialUpkeep, upkeepMachine } from './machine.ts';

/** Refuses by the general words only, such as the result of a backup that nobody waits for any more. */
export const upkeepSpec: MachineSpec<Upkeep, UpkeepEvent> = {
  kind: 'upkeep',
  stateVersion: 1,
  schema: upkeepSchema,
  machine: upkeepMachine,
  initialState: initialUpkeep,
  explainRefusal: (state, event) =>
    refuseGenerally(upkeepMachine, 'The schedule of backups', state.status, event.type),
};
