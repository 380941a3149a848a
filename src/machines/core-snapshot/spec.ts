/** The queue snapshots as the rest of the program keeps them. The only id is `main`. */

import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type CoreSnapshot, coreSnapshotSchema } from '../../domain/records.ts';
import type { CoreSnapshotEvent } from './events.ts';
import { coreSnapshotMachine, initialCoreSnapshot } from './machine.ts';

/** Refuses what it does not know, with `unknown_event`; every snapshot is taken. */
export const coreSnapshotSpec: MachineSpec<CoreSnapshot, CoreSnapshotEvent> = {
  kind: 'core_snapshot',
  stateVersion: 1,
  schema: coreSnapshotSchema,
  machine: coreSnapshotMachine,
  initialState: initialCoreSnapshot,
  explainRefusal: (_state, event) => ({
    code: 'unknown_event',
    message: `Snapshots are told RECORD and nothing else, not ${event.type}.`,
  }),
};
