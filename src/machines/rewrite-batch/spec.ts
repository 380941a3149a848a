/** A rewrite batch as the rest of the program keeps it; the id is made of the request that asked for it. */

import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec } from '../../actors/machine/spec.ts';
import { type RewriteBatch, rewriteBatchSchema } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import type { RewriteBatchEvent } from './events.ts';
import { initialRewriteBatch, rewriteBatchMachine } from './machine.ts';

/** Refuses with `already_started` a second start, with `already_ended` a cancel of what is over. */
export const rewriteBatchSpec: MachineSpec<RewriteBatch, RewriteBatchEvent> = {
  kind: 'rewrite_batch',
  stateVersion: 1,
  schema: rewriteBatchSchema,
  machine: rewriteBatchMachine,
  initialState: initialRewriteBatch,
  explainRefusal(state, event) {
    const id = `Batch ${state.batch_id}`;
    if (event.type === 'START' && state.status !== 'new')
      return { code: 'already_started', message: `${id} was started at ${state.created_at}.` };
    if (event.type === 'CANCEL' && state.status === 'canceling')
      return {
        code: 'already_canceling',
        message: `${id} was canceled by ${state.canceled_by}; the paper that is being rewritten ends first.`,
      };
    if (event.type === 'CANCEL' && state.status !== 'new')
      return {
        code: 'already_ended',
        message: `${id} is ${stateWord(state.status)} since ${state.ended_at}.`,
      };
    return refuseGenerally(rewriteBatchMachine, id, state.status, event.type);
  },
};
