/** A worker as the rest of the program keeps it; the id is the target's name. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type WorkerTarget, workerTargetSchema } from '../../domain/records.ts';
import type { WorkerTargetEvent } from './events.ts';
import { initialWorkerTarget, workerTargetMachine } from './machine.ts';

/** Refuses by the general words only; no observation is ever refused. */
export const workerTargetSpec: MachineSpec<WorkerTarget, WorkerTargetEvent> = {
  kind: 'worker_target',
  stateVersion: 1,
  schema: workerTargetSchema,
  machine: workerTargetMachine,
  initialState: initialWorkerTarget,
  explainRefusal: (state, event) =>
    refuseGenerally(workerTargetMachine, `Worker ${state.target}`, state.status, event.type),
};
