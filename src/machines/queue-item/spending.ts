/**
 * What its run's budgets do to a queue item. While one is used up the item is in `over_budget`, beside
 * how its run stands: the worker is asked to stop the run, what it has made is collected, and a person
 * is asked. It never goes back into the queue by itself. Where the stop fails the item leaves
 * `over_budget`, and the next look at the budgets leads back in.
 */
import { afterWarning } from '../../domain/budgets.ts';
import { budgetReason, budgetsAfter, spentNow, warningOf } from './budgets.ts';
import * as change from './changes.ts';
import { type EventOf, kit } from './context.ts';
import { hints } from './hints.ts';
import * as ask from './requests.ts';

type Due = EventOf<'BUDGET_DUE'>;
type Reported = EventOf<'USAGE_REPORTED'>;
type DaySpent = EventOf<'DAY_BUDGET_SPENT'>;

const usageTaken = [
  kit.record<Reported>('queue_item.usage_reported', ({ event }) => ({
    run_id: event.run_id,
    tokens: event.usage.tokens,
    cost_usd: event.usage.cost_usd,
  })),
  kit.change<Reported>((args) => ({
    ...(args.context.budgets === undefined ? {} : { budgets: budgetsAfter(args) }),
    last_event_type: 'queue_item.usage_reported',
  })),
  ask.tellRunOfUsage,
] as const;

/** In every status, of every run that the item ever had: the last report may come behind the end. */
export const usageReported = { guard: 'known', actions: usageTaken } as const;

/** The run is stopped; what it used is taken before, so that the reason says all of it. */
const overBudget = <E extends Due | Reported | DaySpent>() =>
  [
    kit.change<E>((args) => ({
      budget_stop: spentNow(args),
      next_action_hint: hints.stopping,
      last_event_type: 'queue_item.budget_spent',
    })),
    kit.record<E>('queue_item.budget_spent', ({ context }) => ({
      run_id: context.current_run_id,
      ...context.budget_stop,
    })),
    ask.stopOverBudget,
    ask.watchBudgetLater,
  ] as const;

const warning = <E extends Due | Reported>() =>
  [
    kit.record<E>('queue_item.budget_warned', (args) => ({
      run_id: args.context.current_run_id,
      ...warningOf(args),
    })),
    ask.tellRunOfWarning,
    kit.change<E>((args) => ({
      budgets: afterWarning(budgetsAfter(args), warningOf(args).budget),
      last_event_type: 'queue_item.budget_warned',
    })),
    // One at a time: where another is due, the timer says so at once.
    ask.watchBudget,
  ] as const;

/** While nobody has asked to end the run: its time, its agent's report or the day's budget may. */
export const looked = {
  DAY_BUDGET_SPENT: {
    guard: 'endsOpenRun',
    target: 'over_budget',
    actions: overBudget<DaySpent>(),
  },
  BUDGET_DUE: [
    { guard: 'budgetSpent', target: 'over_budget', actions: overBudget<Due>() },
    { guard: 'budgetToWarn', actions: warning<Due>() },
    { guard: 'currentRun', actions: [ask.watchBudget] },
  ],
  USAGE_REPORTED: [
    {
      guard: 'budgetSpent',
      target: 'over_budget',
      actions: [...usageTaken, ...overBudget<Reported>()],
    },
    { guard: 'budgetToWarn', actions: [...usageTaken, ...warning<Reported>()] },
  ],
} as const;

/** While it is being ended: should that fail, the budgets are looked at again. */
export const lookLater = { guard: 'currentRun', actions: [ask.watchBudgetLater] } as const;

type Stopped = EventOf<'RUN_STOPPED'>;
/** The worker has ended it: it is over like any other, but for its reason. */
export const stopped = {
  guard: 'endsOverBudget',
  target: '#wake_received',
  actions: [
    ask.answerDispatch<Stopped>('unknown', ({ context }) => ({ error: budgetReason(context) })),
    kit.change<Stopped>(() => ({
      ...change.overByStop,
      next_action_hint: hints.wake_received,
      last_event_type: 'queue_item.run_stopped',
    })),
    kit.record<Stopped>('queue_item.run_stopped', ({ context }) => ({
      run_id: context.current_run_id,
      reason: budgetReason(context),
    })),
    ask.tellRun<Stopped>('CANCELED', ({ context }) => ({ last_error: budgetReason(context) })),
    ask.collectEvidence,
    ...ask.stopTimers,
  ],
} as const;

/** It is known to be over; its evidence is on the way. */
export const stoppedAgain = { guard: 'endsOverBudget' } as const;

type NotStopped = EventOf<'STOP_FAILED' | 'EFFECT_FAILED'>;
const notStopped = <E extends NotStopped>() =>
  [
    kit.change<E>(({ event }) => ({
      budget_stop: null,
      last_error: event.error,
      next_action_hint: hints.budgetStopFailed,
      last_event_type: 'queue_item.stop_failed',
    })),
    kit.record<E>('queue_item.stop_failed', ({ context, event }) => ({
      run_id: context.current_run_id,
      error: event.error,
    })),
    ask.watchBudgetLater,
  ] as const;

/** It could not be stopped, and is stopped again soon. */
export const stopFailed = {
  STOP_FAILED: {
    guard: 'currentRun',
    target: 'none',
    actions: notStopped<EventOf<'STOP_FAILED'>>(),
  },
  EFFECT_FAILED: {
    guard: 'stopRunFailed',
    target: 'none',
    actions: notStopped<EventOf<'EFFECT_FAILED'>>(),
  },
} as const;
