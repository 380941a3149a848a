/** Types, first state and conditions of a paper, shared by its parts. */
import { setup } from 'xstate';
import { durableActions, type Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type Paper, paperSchema } from '../../domain/records.ts';
import { createKit, performer } from '../kit.ts';
import type { PaperEffects } from './effects.ts';
import type { PaperEvent } from './events.ts';

export type PaperContext = Omit<Paper, 'status'>;
export type PaperMachineEvent = Stamped<PaperEvent>;
export const kit = createKit<PaperContext, PaperMachineEvent>();
export const perform = performer<PaperEffects>();

export const initialPaper = (id: string): Paper => blank(paperSchema, { paper_id: id });

export const paperSetup = setup({
  types: {
    context: {} as PaperContext,
    events: {} as PaperMachineEvent,
    meta: {} as { readonly status: Paper['status'] },
  },
  actions: durableActions,
  guards: { hasDecision: ({ context }) => context.decision !== null },
});
