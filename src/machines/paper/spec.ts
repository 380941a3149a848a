/** A paper as the rest of the program keeps it. */
import { type Paper, paperSchema } from '../../domain/records.ts';
import { refuseGenerally } from '../refusal.ts';
import type { MachineSpec } from '../spec.ts';
import type { PaperEvent } from './events.ts';
import { initialPaper, paperMachine } from './machine.ts';

export const paperSpec: MachineSpec<Paper, PaperEvent> = {
  kind: 'paper',
  stateVersion: 1,
  schema: paperSchema,
  machine: paperMachine,
  initialState: initialPaper,
  explainRefusal(state, event) {
    const id = state.paper_id;
    if (state.status === 'draft_generating' || state.status === 'publication_generating') {
      return {
        code: 'generation_in_progress',
        message: `${id} is being written since ${state.updated_at}; wait for its result, then ask again.`,
      };
    }
    if (event.type === 'DRAFT') {
      return {
        code: 'already_drafted',
        message: `${id} is ${state.status}; a draft is made once, afterwards it is rewritten.`,
      };
    }
    if (state.status === 'archived') {
      return { code: 'archived', message: `${id} is archived; nothing more is done with it.` };
    }
    return refuseGenerally(paperMachine, id, state.status, event.type);
  },
};
