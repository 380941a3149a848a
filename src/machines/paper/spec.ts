/** A paper as the rest of the program keeps it. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type Paper, paperSchema } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import { initialPaper } from './context.ts';
import type { PaperEvent } from './events.ts';
import { paperMachine } from './machine.ts';

/** The first edition kept in `resume_status` where a failed rewrite leads back to. */
function openFirstEdition(stored: unknown): Partial<Paper> & { readonly machine_state?: unknown } {
  const { resume_status: resume, ...paper } = stored as Partial<Paper> & {
    resume_status?: string | null;
  };
  if (paper.status !== 'publication_generating' || (resume ?? null) === null) return paper;
  return {
    ...paper,
    machine_state: { value: paper.status, history: { before_rewrite: [resume] } },
  };
}

/** Until version 3 only a paper with a text was held, so its status said it all. */
function placeHeld(paper: Partial<Paper> & { readonly machine_state?: unknown }): unknown {
  if (paper.status !== 'human_review_required' || paper.machine_state !== undefined) return paper;
  return { ...paper, machine_state: { value: { drafted: 'human_review_required' } } };
}

/**
 * Refuses with `generation_in_progress` while somebody writes, with `already_canceled` what is asked for
 * twice, with `nothing_is_written`, `already_drafted` and `archived`.
 */
export const paperSpec: MachineSpec<Paper, PaperEvent> = {
  kind: 'paper',
  stateVersion: 3,
  migrate: (stored) => placeHeld(openFirstEdition(stored)),
  schema: paperSchema,
  machine: paperMachine,
  initialState: initialPaper,
  explainRefusal(state, event) {
    const id = state.paper_id;
    const isWritten =
      state.status === 'draft_generating' || state.status === 'publication_generating';
    if (event.type === 'CANCEL_WRITING') {
      return isWritten
        ? {
            code: 'already_canceled',
            message: `${id} is being written, which was canceled by ${state.cancel_requested ?? 'somebody'} already; wait for its end.`,
          }
        : {
            code: 'nothing_is_written',
            message: `${id} is ${stateWord(state.status)}; nobody writes it.`,
          };
    }
    if (isWritten) {
      return {
        code: 'generation_in_progress',
        message: `${id} is being written since ${state.updated_at}; wait for its result, then ask again.`,
      };
    }
    if (event.type === 'DRAFT' && state.status === 'human_review_required') {
      return {
        code: state.status,
        message: `${id} is held for human review${state.last_error === null ? '' : ` (${state.last_error})`}; end that review when somebody has looked, then ask again, or archive the paper.`,
      };
    }
    if (event.type === 'DRAFT') {
      return {
        code: 'already_drafted',
        message: `${id} is ${stateWord(state.status)}; a draft is made once, afterwards it is rewritten.`,
      };
    }
    if (state.status === 'archived') {
      return { code: 'archived', message: `${id} is archived; nothing more is done with it.` };
    }
    return refuseGenerally(paperMachine, id, state.status, event.type);
  },
};
