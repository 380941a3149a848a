/** Types, first state and conditions of a paper, shared by its parts. */
import { setup } from 'xstate';
import { durableActions, type Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type Paper, paperSchema } from '../../domain/records.ts';
import { createKit, performer } from '../kit.ts';
import type { PaperEffects } from './effects.ts';
import type { PaperEvent } from './events.ts';

/** The stored paper without its status, which the active state says. */
export type PaperContext = Omit<Paper, 'status'>;
/** An event as the machine gets it: with its time, its author and the key of its request. */
export type PaperMachineEvent = Stamped<PaperEvent>;
/** Action builders typed by this context and these events. */
export const kit = createKit<PaperContext, PaperMachineEvent>();
/** Asks for one of `PaperEffects`; name and input are checked. */
export const perform = performer<PaperEffects>();

/** A paper never drafted; the id is known, and nothing else. */
export const initialPaper = (id: string): Paper => blank(paperSchema, { paper_id: id });

/** Makes the machine and the state configurations of its parts; guards are named here alone. */
export const paperSetup = setup({
  types: {
    context: {} as PaperContext,
    events: {} as PaperMachineEvent,
    meta: {} as { readonly status: Paper['status'] },
  },
  actions: durableActions,
  guards: {
    hasDecision: ({ context }) => context.decision !== null,
    needsPerson: ({ event }) => event.type === 'GENERATION_FAILED' && event.for_a_person === true,
    wasRewritten: ({ context }) => context.rewrite_count > 0,
    nobodyWaits: ({ event }) => event.type === 'DRAFT' && event.wait === false,
    isBegunAlone: ({ context, event }) =>
      context.decision !== null && event.type === 'REWRITE' && event.wait === false,
    goesOn: ({ context }) => (context.cancel_requested ?? null) === null,
  },
});
