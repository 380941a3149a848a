/** The run as the rest of the program keeps it. */
import { type Run, runSchema } from '../../domain/records.ts';
import { refuseGenerally } from '../refusal.ts';
import type { MachineSpec } from '../spec.ts';
import type { RunEvent } from './events.ts';
import { initialRun, runMachine } from './machine.ts';

export const runSpec: MachineSpec<Run, RunEvent> = {
  kind: 'run',
  stateVersion: 1,
  schema: runSchema,
  machine: runMachine,
  initialState: initialRun,
  explainRefusal(state, event) {
    if (state.status === 'new') {
      return {
        code: 'run_not_found',
        message: `Run ${state.run_id} is not known; it must be prepared first.`,
      };
    }
    if (state.ended_at !== null) {
      return {
        code: 'run_ended',
        message: `Run ${state.run_id} ended as ${state.status} at ${state.ended_at}; ${event.type} comes too late.`,
      };
    }
    return refuseGenerally(runMachine, `Run ${state.run_id}`, state.status, event.type);
  },
};
