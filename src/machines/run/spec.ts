/** The run as the rest of the program keeps it: part of its queue item, which alone tells it anything. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type Run, runSchema } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import type { RunEvent } from './events.ts';
import { initialRun, runMachine } from './machine.ts';

/** Refuses with `run_not_found` what was never prepared, and with `run_ended` what comes too late. */
export const runSpec: MachineSpec<Run, RunEvent> = {
  kind: 'run',
  partOf: 'queue_item',
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
        message: `Run ${state.run_id} is ${stateWord(state.status)}, since ${state.ended_at}; ${event.type} comes too late.`,
      };
    }
    return refuseGenerally(runMachine, `Run ${state.run_id}`, state.status, event.type);
  },
};
