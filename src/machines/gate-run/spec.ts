/** A worker's run as the rest of the program keeps it. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type GateRun, gateRunSchema } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import { initialGateRun } from './context.ts';
import type { GateRunEvent } from './events.ts';
import { gateRunMachine } from './machine.ts';

/**
 * Refuses with `run_not_found`, with `run_fenced` what was called off, and with `run_conflict`
 * another request.
 */
export const gateRunSpec: MachineSpec<GateRun, GateRunEvent> = {
  kind: 'gate_run',
  forgettable: true,
  stateVersion: 1,
  schema: gateRunSchema,
  machine: gateRunMachine,
  initialState: initialGateRun,
  explainRefusal(state, event) {
    const id = state.run_id;
    const starts = event.type === 'DISPATCH' || event.type === 'PREPARE';
    if (state.status === 'new') {
      return { code: 'run_not_found', message: `Run ${id} is not known to this worker.` };
    }
    const neverStarted = state.status === 'stopped' && state.dispatch_fingerprint === null;
    if (starts && (state.status === 'fenced' || neverStarted)) {
      return {
        code: 'run_fenced',
        message: `Run ${id} was called off at ${state.ended_at} before it started; dispatch with a new run id.`,
      };
    }
    if (event.type === 'DISPATCH') {
      return {
        code: 'run_conflict',
        message: `Run ${id} is ${stateWord(state.status)} with another dispatch request; repeat that one or use a new run id.`,
      };
    }
    if (event.type === 'PREPARE') {
      return {
        code: 'run_conflict',
        message: `Run ${id} is ${stateWord(state.status)}; its prompt can no longer be replaced.`,
      };
    }
    if (event.type === 'END_PROCESS' && state.status === 'running') {
      return {
        code: 'agent_lives',
        message: `The agent of run ${id} lives: its processes are its work, and nothing is left over. Stop the run to end them.`,
      };
    }
    return refuseGenerally(gateRunMachine, `Run ${id}`, state.status, event.type);
  },
};
