/** The queue item as the rest of the program keeps it: its shape, its machine, its refusals. */

import type { StateValue } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec, Refusal } from '../../actors/machine/spec.ts';
import { type QueueItem, queueItemSchema } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { initialQueueItem } from './context.ts';
import type { ClaimEvent, QueueItemEvent } from './events.ts';
import { editableFields, editsRegistered, runIdOf } from './guards.ts';
import { queueItemMachine } from './machine.ts';

const isActive = (state: QueueItem): boolean =>
  activeQueueStatuses.some((status) => status === state.status);

function explainClaim(state: QueueItem, event: ClaimEvent): Refusal {
  const { run_id: runId, lane } = event;
  if (isActive(state)) {
    return {
      code: 'already_active',
      message: `${state.project_id} is ${stateWord(state.status)} with run ${state.current_run_id}; wait until it ends.`,
    };
  }
  if (state.manual_review_required) {
    return {
      code: 'manual_review_required',
      message: `${state.project_id} waits for a person: ${state.blocked_reason ?? 'review required'}. Retry it to clear that.`,
    };
  }
  if (state.status === 'queued' && runId === state.current_run_id) {
    return {
      code: 'run_id_used',
      message: `${runId} was the last run of ${state.project_id}; a run id is used once.`,
    };
  }
  if (state.status === 'queued') {
    return {
      code: 'session_elsewhere',
      message: `${state.project_id} resumes a session that lives on ${state.session_lane ?? 'another worker'}, not on ${lane}; dispatch it there, or cancel and retry it to begin anew.`,
    };
  }
  return {
    code: 'not_queued',
    message: `${state.project_id} is ${stateWord(state.status)}; only a queued item can be dispatched.`,
  };
}

function explainVerb(state: QueueItem, event: Stamped<QueueItemEvent>): Refusal | null {
  const id = state.project_id;
  if (event.type === 'ENQUEUE') {
    return {
      code: 'already_queued',
      message: `${id} is in the queue already: ${stateWord(state.status)}.`,
    };
  }
  if (event.type === 'CANCEL' && isActive(state)) {
    return { code: 'cancel_pending', message: `${id} is being stopped on its worker already.` };
  }
  if (event.type === 'ANSWER') {
    return {
      code: 'no_question',
      message: `${id} has no open question; it is ${stateWord(state.status)}.`,
    };
  }
  if ((event.type === 'PAUSE' || event.type === 'RETRY') && isActive(state)) {
    return {
      code: 'active',
      message: `${id} is ${stateWord(state.status)} on a worker; cancel it to stop the run, or wait until it ends.`,
    };
  }
  if (event.type === 'EDIT') {
    const refused = Object.keys(event.fields).filter((field) => !editableFields.has(field));
    if (refused.length === 0 && editsRegistered(state, event.fields))
      return {
        code: 'evaluation_registered',
        message: `The evaluation of ${id} was registered with run ${state.evaluation_run_id} before it started, and stays as it is. Another criterion is another idea: take in a new one.`,
      };
    if (refused.length === 0)
      return { code: 'nothing_to_edit', message: 'No field to change was given.' };
    return {
      code: 'field_not_editable',
      message: `${refused.join(', ')} cannot be edited; ${[...editableFields].join(', ')} can.`,
    };
  }
  return null;
}

function explainRefusal(state: QueueItem, event: Stamped<QueueItemEvent>): Refusal {
  if (state.status === 'new' && event.type !== 'ENQUEUE') {
    return { code: 'queue_item_not_found', message: `${state.project_id} is not in the queue.` };
  }
  const special = event.type === 'CLAIM' ? explainClaim(state, event) : explainVerb(state, event);
  if (special !== null) return special;
  // A member type of several names is told apart by the machine only; here the fields suffice.
  const runId = runIdOf(event);
  if (runId !== null && runId !== state.current_run_id) {
    return {
      code: 'not_current_run',
      message: `${event.type} is about run ${runId}; the current run of ${state.project_id} is ${state.current_run_id ?? 'none'}.`,
    };
  }
  return refuseGenerally(queueItemMachine, state.project_id, state.status, event.type);
}

/** Where an active status stands in the machine. */
const runPaths: Readonly<Record<string, StateValue>> = {
  dispatching: { open: { unanswered: 'dispatching' } },
  reconciling: { open: { unanswered: 'reconciling' } },
  running: { open: { started: 'running' } },
  awaiting_wake: { open: { started: 'awaiting_wake' } },
  wake_received: 'over',
};

/**
 * The item with the states it is in, told by what is known outside of the runtime: its status,
 * whether a cancel waits or is kept, and whether a budget is spent. The first edition stored no more than that.
 */
export function withStates<Item extends object>(item: Item): Item {
  const {
    status,
    pending_cancel: waiting = null,
    cancel_wish: wish,
    budget_stop: spent,
  } = item as Partial<QueueItem>;
  const run = runPaths[status ?? ''];
  if (run === undefined) return item;
  const unasked = (spent ?? null) === null ? 'none' : 'over_budget';
  const asked = wish?.stage === 'kept' ? 'kept' : 'asked';
  const cancel = waiting === null && wish == null ? unasked : asked;
  return { ...item, machine_state: { value: { active: { cancel, run } } } };
}

/**
 * Version 1 stored the status alone; `withStates` says which states it meant. The store allows one
 * active item a lane.
 */
export const queueItemSpec: MachineSpec<QueueItem, QueueItemEvent> = {
  kind: 'queue_item',
  stateVersion: 2,
  migrate: (stored) => withStates(stored as object),
  schema: queueItemSchema,
  machine: queueItemMachine,
  initialState: initialQueueItem,
  explainRefusal,
  constraints: {
    one_active_item_per_lane: {
      code: 'lane_busy',
      message: 'The lane already has an active item; dispatch again when that one has ended.',
    },
  },
};
