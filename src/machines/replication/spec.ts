/** A replication as the rest of the program keeps it; the id is the paper's. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type Replication, replicationSchema } from '../../domain/records.ts';
import type { ReplicationEvent } from './events.ts';
import { initialReplication, replicationMachine } from './machine.ts';

/** Refuses with `replication_in_progress` another one beside one, with `already_requested` one that was asked for. */
export const replicationSpec: MachineSpec<Replication, ReplicationEvent> = {
  kind: 'replication',
  stateVersion: 1,
  schema: replicationSchema,
  machine: replicationMachine,
  initialState: initialReplication,
  explainRefusal(state, event) {
    const { paper_id: id, status, number } = state;
    if (event.type === 'REQUEST' && (status === 'waiting' || status === 'comparing'))
      return {
        code: 'replication_in_progress',
        message: `Replication ${number} of ${id} is under way as ${state.child_project_id}; wait for its result.`,
      };
    if (event.type === 'REQUEST')
      return {
        code: 'already_requested',
        message: `Replication ${event.number} of ${id} was asked for already; the next one has the number ${number + 1}.`,
      };
    return refuseGenerally(replicationMachine, `The replication of ${id}`, status, event.type);
  },
};
