/**
 * The queue item: one project's way from idea to result, at most one run at a time.
 *
 * | Status           | Entered when | Waits for | Leaves by |
 * |------------------|--------------|-----------|-----------|
 * | `new`            | never stored | `ENQUEUE` | `ENQUEUE` |
 * | `queued`         | enqueued, or put back | an open lane | `CLAIM`, `PAUSE`, `CANCEL` |
 * | `dispatching`    | claimed | the worker's answer, on a cluster its job first; callbacks may overtake it | its answer, any callback, silence |
 * | `running`        | the worker has started the run | callbacks | a callback, silence, a stop |
 * | `awaiting_wake`  | the agent has exited | the gate's verdict | a callback, silence, a stop |
 * | `wake_received`  | the gate called the run over | evidence and decision | `DECISION_READ` |
 * | `reconciling`    | nobody knows what became of the run | the worker's word about it | its word, a callback, too many tries |
 * | `needs_review`, `blocked`, `dispatch_error` | something needs a person | an operator | `RETRY`, `PAUSE`, `CANCEL`; `ANSWER` after a question |
 * | `paused`         | an operator paused it | an operator | `RESUME`, `CANCEL` |
 * | `completed`      | the decision ends the project | nothing | never |
 * | `canceled`       | canceled; an active run was stopped first | nothing | `RETRY` |
 *
 * An active item is in two states at once: how its run stands, and whether somebody asked to cancel
 * it, or one of its budgets did. A run that ends while a cancel waits takes the item to `canceled`,
 * however it ended, and so does one that is given up, which is called off then; one that ends over its budget, to `needs_review` with its evidence. A time-out
 * is never a refusal: only `WORKER_REFUSED`, and the finding `absent` of a run that was never heard of,
 * release a claim for another dispatch.
 */
import { setup } from 'xstate';
import type { QueueItem } from '../../domain/records.ts';
import * as callbacks from './callbacks.ts';
import * as callingOff from './calling-off.ts';
import { initialQueueItem, kit } from './context.ts';
import { decisionRead, evidenceFailed } from './deciding.ts';
import * as dispatching from './dispatching.ts';
import { queueItemGuards } from './guards.ts';
import * as jobs from './jobs.ts';
import * as leftovers from './leftovers.ts';
import * as operating from './operating.ts';
import * as reconciling from './reconciling.ts';
import { keepToPaper, rankPaperAnew, tellReplication } from './requests.ts';
import * as spending from './spending.ts';
import * as stopping from './stopping.ts';
import { effectGivenUp, paperDrafted } from './traces.ts';

const { status: _status, ...initialContext } = initialQueueItem('');

/** The status an active state stands for, and what it is in a sentence. */
const is = (status: QueueItem['status'], description: string) => ({
  meta: { status },
  description,
});

/** The statechart of the table above; its status is what the `meta` of the active states says. */
export const queueItemMachine = setup({
  ...kit.durable,
  guards: queueItemGuards,
}).createMachine({
  id: 'queue_item',
  context: initialContext,
  initial: 'new',
  on: {
    ...callbacks.ignored,
    EDIT: operating.edit,
    PAPER_DRAFTED: paperDrafted,
    USAGE_REPORTED: spending.usageReported,
    CALL_OFF_DUE: callingOff.callOffDue,
    CALL_OFF_TOLD: callingOff.callOffTold,
    END_PROCESS: leftovers.endProcess,
    PROCESS_END_TOLD: leftovers.processEndTold,
    EFFECT_FAILED: effectGivenUp,
  },
  states: {
    new: {
      ...is('new', 'Never stored; the first word about it is ENQUEUE.'),
      on: { ENQUEUE: dispatching.enqueue },
    },

    waiting: {
      description: 'Holds no lane; nothing happens to it by itself.',
      initial: 'queued',
      on: { CANCEL: operating.cancelInactive },
      states: {
        queued: {
          ...is('queued', 'Waits for an open lane and its turn.'),
          id: 'queued',
          entry: rankPaperAnew,
          on: { CLAIM: dispatching.claim, PAUSE: operating.pause },
        },
        paused: {
          ...is('paused', 'An operator holds it back.'),
          id: 'paused',
          entry: rankPaperAnew,
          on: { RESUME: operating.resume },
        },
        for_a_person: {
          description: 'Cannot go on before somebody has looked.',
          entry: [rankPaperAnew, tellReplication('held')],
          initial: 'needs_review',
          on: { RETRY: operating.retry, PAUSE: operating.pause },
          states: {
            needs_review: {
              ...is('needs_review', 'A question, an unclear decision, or a run lost for good.'),
              id: 'needs_review',
              on: { ANSWER: operating.answer },
            },
            blocked: {
              ...is('blocked', 'The run could not go on; the reason is in blocked_reason.'),
              id: 'blocked',
            },
            dispatch_error: {
              ...is('dispatch_error', 'The worker refused the run too often.'),
              id: 'dispatch_error',
            },
          },
        },
      },
    },

    active: {
      description: 'Holds its lane: a run was claimed and is not over.',
      type: 'parallel',
      on: {
        RUN_STOPPED: stopping.runStopped,
        QUESTION_PENDING: callbacks.questionAsked,
        GATE_TIMEOUT: callbacks.runTimedOut,
        GATE_ERROR: callbacks.runFailed,
      },
      states: {
        // Stands first: while a cancel waits, its answer to the end of a run goes before the run's.
        cancel: {
          initial: 'none',
          states: {
            none: {
              description: 'Nobody asked to cancel it.',
              on: { CANCEL: stopping.cancelAsked, ...spending.looked },
            },
            over_budget: {
              id: 'over_budget',
              description: 'A budget is spent: the worker is asked to stop the run.',
              on: {
                CANCEL: stopping.cancelAsked,
                BUDGET_DUE: spending.lookLater,
                ...spending.stopFailed,
              },
            },
            asked: {
              id: 'cancel_asked',
              description: 'The worker is asked to stop the run; however it ends, it is canceled.',
              on: {
                BUDGET_DUE: spending.lookLater,
                ...callbacks.endedWhileCanceling,
                JOB_ENDED: jobs.endedWhileCanceling,
                ...stopping.stopFailed,
              },
            },
            kept: {
              id: 'cancel_kept',
              description:
                'The worker could not be told to stop the run: it is once that is in sight; however it ends, it is canceled.',
              on: {
                BUDGET_DUE: spending.lookLater,
                ...callbacks.endedWhileCanceling,
                JOB_ENDED: jobs.endedWhileCanceling,
                ...stopping.whileKept,
              },
            },
          },
        },
        run: {
          initial: 'open',
          states: {
            open: {
              id: 'open',
              description: 'Not over yet, as far as anybody knows.',
              initial: 'unanswered',
              on: {
                WAKE_READY: callbacks.runOver('WAKE_READY'),
                SESSION_FINISHED_READY: callbacks.runOver('SESSION_FINISHED_READY'),
                RUN_STOPPED: spending.stopped,
                GATE_TIMEOUT: callbacks.troubleOverBudget('GATE_TIMEOUT'),
                GATE_ERROR: callbacks.troubleOverBudget('GATE_ERROR'),
                JOB_ENDED: jobs.ended,
              },
              states: {
                unanswered: {
                  description: 'The worker has not said what became of the claim.',
                  initial: 'dispatching',
                  on: {
                    WORKER_ACCEPTED: dispatching.workerAccepted,
                    WORKER_REFUSED: dispatching.workerRefused,
                    SESSION_STARTED: callbacks.sessionStarted,
                    AGENT_YIELDED: callbacks.agentYielded,
                  },
                  states: {
                    dispatching: {
                      ...is('dispatching', 'The worker is asked to start the run.'),
                      id: 'dispatching',
                      on: {
                        OUTCOME_UNKNOWN: dispatching.outcomeUnknown,
                        EFFECT_FAILED: dispatching.startRunFailed,
                        STALE_DUE: dispatching.staleDue,
                        JOB_SEEN: jobs.seen,
                        JOB_DUE: jobs.lookAgain,
                      },
                    },
                    reconciling: {
                      ...is(
                        'reconciling',
                        'Contact is lost; the worker is asked until it answers.',
                      ),
                      id: 'reconciling',
                      on: {
                        RECONCILE_DUE: reconciling.askOnce,
                        EFFECT_FAILED: reconciling.askingFailed,
                        RECONCILED: reconciling.answered,
                        JOB_SEEN: jobs.seenAgain,
                      },
                    },
                  },
                },
                started: {
                  description: 'The worker has it; it is heard of by callbacks.',
                  initial: 'running',
                  on: { STALE_DUE: dispatching.staleDue, RUN_MISSING: reconciling.runMissing },
                  states: {
                    running: {
                      ...is('running', 'The agent works.'),
                      id: 'running',
                      on: {
                        SESSION_STARTED: callbacks.sessionStarted,
                        AGENT_YIELDED: callbacks.agentYielded,
                      },
                    },
                    awaiting_wake: {
                      ...is(
                        'awaiting_wake',
                        'The agent has exited; its workload is not quiet yet.',
                      ),
                      id: 'awaiting_wake',
                    },
                  },
                },
              },
            },
            over: {
              ...is('wake_received', 'The gate called it over; its decision is being read.'),
              id: 'wake_received',
              on: {
                DECISION_READ: decisionRead,
                EFFECT_FAILED: evidenceFailed,
                RUN_STOPPED: spending.stoppedAgain,
                GATE_TIMEOUT: callbacks.troubleBehindStop,
                GATE_ERROR: callbacks.troubleBehindStop,
              },
            },
          },
        },
      },
    },

    completed: {
      ...is('completed', 'The decision ended the project; late words change nothing.'),
      id: 'completed',
      entry: [keepToPaper, tellReplication('completed')],
      tags: ['terminal'],
    },
    canceled: {
      ...is('canceled', 'Late words change nothing. Only a retry leads back.'),
      id: 'canceled',
      entry: [rankPaperAnew, tellReplication('canceled')],
      tags: ['terminal'],
      on: { RETRY: operating.retry },
    },
  },
});
