/**
 * The queue item: one project's way from idea to result, at most one run at a time.
 *
 * | Status           | Entered when | Waits for | Leaves by |
 * |------------------|--------------|-----------|-----------|
 * | `new`            | never stored | `ENQUEUE` | `ENQUEUE` |
 * | `queued`         | enqueued, or put back | an open lane | `CLAIM`, `PAUSE`, `CANCEL` |
 * | `dispatching`    | claimed | the worker's answer; callbacks may overtake it | its answer, any callback, silence |
 * | `running`        | the worker has started the run | callbacks | a callback, silence, a stop |
 * | `awaiting_wake`  | the agent has exited | the gate's verdict | a callback, silence, a stop |
 * | `wake_received`  | the gate called the run over | evidence and decision | `DECISION_READ` |
 * | `reconciling`    | nobody knows what became of the run | the worker's word about it | its word, a callback, too many tries |
 * | `needs_review`, `blocked`, `dispatch_error` | something needs a person | an operator | `RETRY`, `PAUSE`, `CANCEL`; `ANSWER` after a question |
 * | `paused`         | an operator paused it | an operator | `RESUME`, `CANCEL` |
 * | `completed`      | the decision ends the project | nothing | never |
 * | `canceled`       | canceled; an active run was stopped first | nothing | `RETRY` |
 *
 * A run that ends while a cancel waits for it takes the item to `canceled`, however it ended. A
 * time-out is never a refusal: only `WORKER_REFUSED` and the finding `absent` release a claim.
 */
import { setup } from 'xstate';
import { durableActions } from '../durable-actions.ts';
import { agentYielded, ignored, runOver, sessionStarted } from './callbacks.ts';
import {
  type EventOf,
  initialQueueItem,
  kit,
  type QueueItemContext,
  type QueueItemMachineEvent,
} from './context.ts';
import { decisionRead, evidenceFailed } from './deciding.ts';
import * as dispatching from './dispatching.ts';
import { queueItemGuards } from './guards.ts';
import * as operating from './operating.ts';
import { askAgain, giveUp, reconciled } from './reconciling.ts';
import { findRun } from './requests.ts';
import { stopEffectFailed, whileActive } from './stopping.ts';

const { status: _status, ...initialContext } = initialQueueItem('');

export const queueItemMachine = setup({
  types: { context: {} as QueueItemContext, events: {} as QueueItemMachineEvent },
  actions: durableActions,
  guards: queueItemGuards,
}).createMachine({
  id: 'queue_item',
  context: initialContext,
  initial: 'new',
  on: {
    SESSION_STARTED: ignored,
    AGENT_YIELDED: ignored,
    QUESTION_PENDING: ignored,
    WAKE_READY: ignored,
    SESSION_FINISHED_READY: ignored,
    GATE_TIMEOUT: ignored,
    GATE_ERROR: ignored,
    EDIT: operating.edit,
    PAPER_DRAFTED: {
      guard: 'paperOfCurrentRun',
      actions: [
        kit.change<EventOf<'PAPER_DRAFTED'>>(({ event }) => ({
          paper_id: event.paper_id,
          last_event_type: 'queue_item.paper_linked',
        })),
        kit.record<EventOf<'PAPER_DRAFTED'>>('queue_item.paper_linked', ({ event }) => ({
          paper_id: event.paper_id,
          run_id: event.run_id,
        })),
      ],
    },
    // An effect whose result no longer matters still leaves a trace.
    EFFECT_FAILED: {
      guard: 'known',
      actions: [
        kit.record<EventOf<'EFFECT_FAILED'>>('queue_item.effect_failed', ({ event }) => ({
          effect: event.effect,
          error: event.error,
        })),
      ],
    },
  },
  states: {
    new: {
      description: 'Never stored; the first word about it is ENQUEUE.',
      on: {
        ENQUEUE: dispatching.enqueue,
      },
    },
    queued: {
      description: 'Waits for an open lane and its turn.',
      on: {
        CLAIM: dispatching.claim,
        PAUSE: operating.pause,
        CANCEL: operating.cancelInactive,
      },
    },
    dispatching: {
      description:
        'Claimed; the worker is asked to start the run. Callbacks may overtake its answer.',
      on: {
        ...whileActive,
        WORKER_ACCEPTED: dispatching.workerAccepted,
        WORKER_REFUSED: dispatching.workerRefused,
        OUTCOME_UNKNOWN: dispatching.outcomeUnknown,
        EFFECT_FAILED: [dispatching.startRunFailed, stopEffectFailed],
        SESSION_STARTED: sessionStarted,
        AGENT_YIELDED: agentYielded,
        WAKE_READY: runOver('WAKE_READY'),
        SESSION_FINISHED_READY: runOver('SESSION_FINISHED_READY'),
        STALE_DUE: dispatching.staleDue,
      },
    },
    running: {
      description: 'The worker has started the run; its callbacks say how it goes on.',
      on: {
        ...whileActive,
        EFFECT_FAILED: stopEffectFailed,
        SESSION_STARTED: sessionStarted,
        AGENT_YIELDED: agentYielded,
        WAKE_READY: runOver('WAKE_READY'),
        SESSION_FINISHED_READY: runOver('SESSION_FINISHED_READY'),
        STALE_DUE: dispatching.staleDue,
      },
    },
    awaiting_wake: {
      description: 'The agent has exited; its workload still runs or is not yet quiet.',
      on: {
        ...whileActive,
        EFFECT_FAILED: stopEffectFailed,
        WAKE_READY: runOver('WAKE_READY'),
        SESSION_FINISHED_READY: runOver('SESSION_FINISHED_READY'),
        STALE_DUE: dispatching.staleDue,
      },
    },
    wake_received: {
      description: 'The gate called the run over; evidence is fetched and the decision read.',
      on: {
        ...whileActive,
        EFFECT_FAILED: [stopEffectFailed, ...evidenceFailed],
        DECISION_READ: decisionRead,
      },
    },
    reconciling: {
      description: 'Contact is lost; the claim is kept and the worker asked until it answers.',
      on: {
        ...whileActive,
        WORKER_ACCEPTED: dispatching.workerAccepted,
        WORKER_REFUSED: dispatching.workerRefused,
        SESSION_STARTED: sessionStarted,
        AGENT_YIELDED: agentYielded,
        WAKE_READY: runOver('WAKE_READY'),
        SESSION_FINISHED_READY: runOver('SESSION_FINISHED_READY'),
        RECONCILE_DUE: { guard: 'currentRun', actions: [findRun] },
        EFFECT_FAILED: [
          stopEffectFailed,
          { guard: 'findRunFailedTooOften', target: 'needs_review', actions: giveUp },
          { guard: 'findRunFailed', actions: askAgain },
        ],
        RECONCILED: reconciled,
      },
    },
    needs_review: {
      description: 'A person must look: a question, an unclear decision, or a run lost for good.',
      on: {
        ANSWER: operating.answer,
        RETRY: operating.retry,
        PAUSE: operating.pause,
        CANCEL: operating.cancelInactive,
      },
    },
    blocked: {
      description: 'The run could not go on; the reason is in blocked_reason.',
      on: { RETRY: operating.retry, PAUSE: operating.pause, CANCEL: operating.cancelInactive },
    },
    dispatch_error: {
      description: 'The worker refused the run too often.',
      on: { RETRY: operating.retry, PAUSE: operating.pause, CANCEL: operating.cancelInactive },
    },
    paused: {
      description: 'An operator holds it back.',
      on: { RESUME: operating.resume, CANCEL: operating.cancelInactive },
    },
    completed: {
      description: 'The decision ended the project; late words are recorded and change nothing.',
      tags: ['terminal'],
    },
    canceled: {
      description: 'Canceled; late words are recorded and change nothing. Only a retry leads back.',
      tags: ['terminal'],
      on: { RETRY: operating.retry },
    },
  },
});
