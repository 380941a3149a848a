/** The queue snapshots as the rest of the program keeps them. The only id is `main`. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type CoreSnapshot, coreSnapshotSchema } from '../../domain/records.ts';
import type { CoreSnapshotEvent } from './events.ts';
import { coreSnapshotMachine, initialCoreSnapshot } from './machine.ts';
import { whyNotEnforced } from './promotion.ts';

/**
 * Refuses a snapshot while another is being applied (`applying`), and one in mode `enforce` before a
 * comparison was clean (`not_promoted`).
 */
export const coreSnapshotSpec: MachineSpec<CoreSnapshot, CoreSnapshotEvent> = {
  kind: 'core_snapshot',
  stateVersion: 1,
  schema: coreSnapshotSchema,
  machine: coreSnapshotMachine,
  initialState: initialCoreSnapshot,
  explainRefusal(state, event) {
    if (event.type === 'RECORD' && state.status === 'applying') {
      const message = `Snapshot ${state.snapshot_id} is still being applied; send this one again when it is done.`;
      return { code: 'applying', message };
    }
    const reason = event.type === 'RECORD' ? whyNotEnforced(state) : null;
    if (reason !== null) return { code: 'not_promoted', message: reason };
    return refuseGenerally(coreSnapshotMachine, 'the queue', state.status, event.type);
  },
};
