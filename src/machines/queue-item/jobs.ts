/**
 * The job of a run on a cluster: waited for, begun, over. What the end of a job means:
 *
 * | Ended as | The item |
 * |---|---|
 * | `preempted`, `node failure`, `no home` | back into the queue for another run, which uses up a retry; without one left `blocked` |
 * | anything else | `blocked`, as after any run that failed, with the reason |
 *
 * While a cancel waits it is `canceled` however the job ended, and over its budget it goes to a person. A run that
 * the gate has called over is over: the end of its job changes nothing any more.
 */
import { budgetReason } from './budgets.ts';
import { cancelRun } from './canceling.ts';
import * as change from './changes.ts';
import { type EventOf, kit } from './context.ts';
import { hints } from './hints.ts';
import * as ask from './requests.ts';

type Seen = EventOf<'JOB_SEEN'>;
type Ended = EventOf<'JOB_ENDED'>;

const noted = [
  ask.answerDispatch<Seen>('submitted', ({ event: { job } }) =>
    job.phase === 'unclear' ? { result: 'unknown', error: job.why } : { job: { ...job } },
  ),
  kit.change(change.seeJob),
  ask.lookAtJobLater,
  ask.watchForStale,
] as const;

const isRecorded = kit.record<Seen>('queue_item.job_seen', ({ event }) => ({
  run_id: event.run_id,
  ...event.job,
}));

/** The cluster has, or will have, the job; it is looked at again. Only news of it is kept. */
export const seen = [
  { guard: 'jobIsNews', actions: [isRecorded, ...noted] },
  { guard: 'currentRun', actions: [ask.lookAtJobLater] },
] as const;

/**
 * Sight of the run was lost, and its job is in sight again: where it had not begun it is waited for as before. Where
 * it had, its gate is silent, and the cluster is asked until that is there again or the job is over.
 */
export const seenAgain = [
  {
    guard: 'jobNotStarted',
    target: '#dispatching',
    actions: [isRecorded, ...noted, ask.stopAsking],
  },
  {
    guard: 'askedInVain',
    actions: [isRecorded, kit.change(change.answeredByCluster), ask.askAboutJobLater],
  },
  { guard: 'currentRun', actions: [ask.askAboutJobLater] },
] as const;

/** Time for another look, or its gate is there. Effects of one item are carried out one after another. */
export const lookAgain = { guard: 'jobDue', actions: [ask.startRunAgain] } as const;

const over = [
  ask.answerDispatch<Ended>('refused', ({ event }) => ({
    error: event.detail,
    code: event.reason,
  })),
  kit.record<Ended>('queue_item.job_ended', ({ event }) => ({
    run_id: event.run_id,
    reason: event.reason,
    detail: event.detail,
  })),
  ask.tellRun<Ended>(
    ({ context }) => (change.wasStarted(context) ? 'GATE_ERROR' : 'DISPATCH_FAILED'),
    ({ event }) => ({ last_error: event.detail }),
  ),
] as const;

/** The job is over before its gate called the run so. */
export const ended = [
  {
    guard: 'endsOverBudget',
    target: '#needs_review',
    actions: [
      ...over,
      kit.change<Ended>((args) => ({
        ...change.jobEnded(args, hints.overBudget),
        blocked_reason: budgetReason(args.context),
      })),
      ...ask.stopTimers,
    ],
  },
  {
    guard: 'jobGoesAgain',
    target: '#queued',
    actions: [...over, kit.change(change.runAgain), ...ask.stopTimers],
  },
  {
    guard: 'currentRun',
    target: '#blocked',
    actions: [
      ...over,
      kit.change<Ended>((args) => change.jobEnded(args, hints.blocked)),
      ...ask.stopTimers,
    ],
  },
] as const;

/** It is over while a cancel waits for that. */
export const endedWhileCanceling = {
  guard: 'endsOpenRun',
  target: '#canceled',
  actions: cancelRun<Ended>(),
} as const;
