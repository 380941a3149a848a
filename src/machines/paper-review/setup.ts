/** What every part of publication automation is typed by: context, events, actions and conditions. */
import { setup } from 'xstate';
import { durableActions } from '../../actors/machine/durable-actions.ts';
import type { ReviewStatus } from '../../domain/statuses.ts';
import { isBlank } from '../../lib/is-blank.ts';
import {
  isRewrite,
  notedDecisions,
  notedStatuses,
  type ReviewContext,
  type ReviewMachineEvent,
} from './context.ts';
import { failedGate } from './gates.ts';

interface Given {
  readonly context: ReviewContext;
  readonly event: ReviewMachineEvent;
}

const guards = {
  noteGiven: ({ event }: Given) => event.type === 'REJECT' && !isBlank(event.note),
  blockerGiven: ({ event }: Given) => event.type === 'BLOCK' && !isBlank(event.blocker),
  /** That status is asked for, with a note where it needs one. */
  setsTo: ({ event }: Given, { status }: { readonly status: ReviewStatus }) =>
    event.type === 'SET_STATUS' &&
    event.review_status === status &&
    !(notedStatuses.has(status) && isBlank(event.note) && isBlank(event.blocker)),
  rewritten: ({ event }: Given) => event.type === 'PAPER_CHANGED' && isRewrite(event),
  /** For the first time since it was written: who ends that review has seen what stands here. */
  gateFailed: ({ context, event }: Given) =>
    event.type === 'EVALUATED' &&
    context.paper_status === 'publication_draft' &&
    (context.gate_obstacle ?? null) === null &&
    failedGate(event) !== null,
  /** Set to finalized by hand, so that the package it lacks can still be prepared. */
  unpackaged: ({ context }: Given) => context.package_dir === null,
  itemDecided: ({ context, event }: Given) =>
    event.type === 'SET_CHECKLIST' &&
    context.checklist.some((entry) => entry.item_id === event.item_id) &&
    !(notedDecisions.has(event.status) && isBlank(event.note)),
  packageFailed: ({ event }: Given) =>
    event.type === 'EFFECT_FAILED' && event.effect === 'review.package',
};

/** Makes the machine and the state configurations of its parts; guards are named here alone. */
export const reviewSetup = setup({
  types: {
    context: {} as ReviewContext,
    events: {} as ReviewMachineEvent,
    meta: {} as { readonly status: ReviewStatus | 'new' },
  },
  actions: durableActions,
  guards,
});
