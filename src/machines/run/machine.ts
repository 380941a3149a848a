/**
 * The run: the lasting record of one execution, part of its queue item. It moves within the item's
 * turns, so it decides nothing and asks for nothing; a word that comes too late changes nothing.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never stored | `PREPARE` | `PREPARE` |
 * | `prepared` | the queue item was claimed | the dispatch | `DISPATCH`, or the end |
 * | `dispatching` | the worker is asked to start it | the worker's word | any later fact |
 * | `running` | it was started, or found alive after contact was lost | callbacks | any later fact |
 * | `awaiting_wake` | the agent has exited | the gate's verdict | any later fact |
 * | `question_pending` | the agent ended with a question | an operator | `RECONCILED`, `CANCELED` |
 *
 * Final: `wake_ready`, `session_finished_ready`, `gate_timeout`, `gate_error`, `dispatch_error`,
 * `canceled`, and `reconciled`: closed without a verdict of its own, because it was found stopped,
 * its worker stayed silent for too long, or its question was answered. A run that is found again
 * alive is told `STARTED` or `AGENT_YIELDED` like any other, `current_activity` saying how. What its
 * agent has used is heard of in every status, since the last report may come after the end.
 */
import { setup } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { afterWarning, largerOf, withUsage } from '../../domain/budgets.ts';
import { labelsOf } from '../../domain/entities/labels.ts';
import { type Run, runSchema } from '../../domain/records.ts';
import { secondsBetween } from '../../domain/spending.ts';
import { type Args, createKit, type Distinct, is, toStored } from '../kit.ts';
import type { RunEvent, RunFacts } from './events.ts';

type Context = Omit<Run, 'status'>;
type MachineEvent = Stamped<Distinct<RunEvent>>;
type Prepare = Extract<MachineEvent, { type: 'PREPARE' }>;
type Reported = Extract<MachineEvent, { type: 'USAGE' }>;
type Warned = Extract<MachineEvent, { type: 'BUDGET_WARNED' }>;
type Fact = Exclude<MachineEvent, { type: 'PREPARE' | 'USAGE' | 'BUDGET_WARNED' }>;
const kit = createKit<Context, MachineEvent>();

/** A run never prepared; the id is known, and nothing else. */
export const initialRun = (id: string): Run => blank(runSchema, { run_id: id });
const { status: _status, ...initialContext } = initialRun('');

/** What is known after a fact: null in it leaves what was known. */
function learn({ context, event }: Args<Context, Fact>): Partial<Context> {
  const facts: RunFacts = event.facts;
  return {
    session_id: facts.session_id ?? context.session_id,
    gate_state: facts.gate_state ?? context.gate_state,
    current_activity: facts.current_activity ?? context.current_activity,
    idle_verdict: facts.idle_verdict === null ? context.idle_verdict : toStored(facts.idle_verdict),
    exit_code: facts.exit_code ?? context.exit_code,
    last_error: facts.last_error ?? context.last_error,
    last_callback_at: facts.is_callback ? event.at : context.last_callback_at,
  };
}

const recordFact = (eventType: string) =>
  kit.record<Fact>(eventType, ({ context, event }) => ({
    project_id: context.project_id,
    session_id: context.session_id,
    gate_state: context.gate_state,
    exit_code: context.exit_code,
    error: event.facts.last_error,
  }));

/** What it took until now, from its claim; what certainly never started took nothing. */
const wallSec = (context: Context, at: string, target: Run['status']): number =>
  context.wall_sec ?? (target === 'dispatch_error' ? 0 : secondsBetween(context.created_at, at));

/** The run goes on as `target`. */
const goOn = <Target extends Run['status']>(target: Target, eventType: string) =>
  ({
    target: `#${target}`,
    actions: [
      kit.change<Fact>((args) => ({
        ...learn(args),
        // Only STARTED says when; a later fact that overtook it leaves the time unknown.
        started_at:
          args.context.started_at ??
          (args.event.type === 'STARTED' ? (args.event.facts.started_at ?? args.event.at) : null),
        // A question ends the work; its answer may take days.
        ...(target === 'question_pending'
          ? { wall_sec: wallSec(args.context, args.event.at, target) }
          : {}),
      })),
      recordFact(eventType),
    ],
  }) as const;

/** The run ends as `target`. */
const end = <Target extends Run['status']>(target: Target, eventType: string) =>
  ({
    target: `#${target}`,
    actions: [
      kit.change<Fact>((args) => ({
        ...learn(args),
        ended_at: args.event.at,
        wall_sec: wallSec(args.context, args.event.at, target),
      })),
      recordFact(eventType),
    ],
  }) as const;

const final = <Status extends string>(status: Status, description: string) =>
  ({ ...is(status, description), tags: ['terminal'] }) as const;

/** Reports are of the whole run: one of less than before is an older or a mistaken one. */
const reported = {
  guard: 'known',
  actions: [
    kit.change<Reported>(({ context, event }) => ({
      usage: {
        tokens: largerOf(context.usage?.tokens ?? null, event.usage.tokens),
        cost_usd: largerOf(context.usage?.cost_usd ?? null, event.usage.cost_usd),
        reported_at: event.at,
      },
      ...(context.budgets === undefined
        ? {}
        : { budgets: withUsage(context.budgets, event.usage) }),
    })),
    kit.record<Reported>('run.usage_reported', ({ context }) => ({
      project_id: context.project_id,
      tokens: context.usage?.tokens ?? null,
      cost_usd: context.usage?.cost_usd ?? null,
    })),
  ],
} as const;

/** Nothing but the event: whoever follows the run is told, once for each budget. */
const warned = {
  guard: 'known',
  actions: [
    kit.change<Warned>(({ context, event }) => ({
      budgets: afterWarning(context.budgets ?? [], event.warned.budget),
    })),
    kit.record<Warned>('run.budget_warned', ({ context, event }) => ({
      project_id: context.project_id,
      ...event.warned,
    })),
  ],
} as const;

const prepared = [
  kit.change<Prepare>(({ event }) => ({
    run_id: event.run_id,
    project_id: event.project_id,
    ...(event.project_name === undefined ? {} : { project_name: event.project_name }),
    ...labelsOf(event),
    attempt: event.attempt,
    dispatch_mode: event.dispatch_mode,
    worker_target: event.worker_target,
    workload_class: event.workload_class,
    session_id: event.session_id,
    ...(event.registration === undefined ? {} : { registration: event.registration }),
    ...(event.replicates === undefined ? {} : { replicates: event.replicates }),
    ...(event.budgets === undefined ? {} : { budgets: [...event.budgets] }),
  })),
  kit.record<Prepare>('run.prepared', ({ event }) => ({
    project_id: event.project_id,
    attempt: event.attempt,
    dispatch_mode: event.dispatch_mode,
    worker_target: event.worker_target,
    ...(event.replicates === undefined ? {} : { replicates: event.replicates }),
  })),
] as const;

/**
 * An event of its own, so that its number stands for the criterion and nothing else. It is of the turn
 * that claims the item: one for each run, and committed before the worker is called.
 */
const registered = kit.record<Prepare>('run.registered', ({ event }) => ({
  project_id: event.project_id,
  ...event.registration,
}));

/** The statechart of the table above; its status is what the `meta` of the active state says. */
export const runMachine = setup({
  ...kit.durable,
  guards: {
    known: ({ context }: { context: Context }) => context.created_at !== '',
    isRegistered: ({ event }: { event: MachineEvent }) =>
      event.type === 'PREPARE' && event.registration !== undefined,
  },
}).createMachine({
  id: 'run',
  context: initialContext,
  initial: 'new',
  on: { USAGE: reported, BUDGET_WARNED: warned },
  states: {
    new: {
      ...is('new', 'Never stored.'),
      on: {
        PREPARE: [
          { guard: 'isRegistered', target: '#prepared', actions: [...prepared, registered] },
          { target: '#prepared', actions: prepared },
        ],
      },
    },
    open: {
      description: 'Not over yet, as far as its queue item knows.',
      initial: 'awaited',
      on: {
        RECONCILED: end('reconciled', 'run.reconciled'),
        CANCELED: end('canceled', 'run.canceled'),
      },
      states: {
        awaited: {
          description: 'Its worker will say how it goes on, in whatever order.',
          initial: 'prepared',
          on: {
            STARTED: goOn('running', 'run.started'),
            AGENT_YIELDED: goOn('awaiting_wake', 'run.agent_yielded'),
            QUESTION_PENDING: goOn('question_pending', 'run.question_raised'),
            WAKE_READY: end('wake_ready', 'run.wake_ready_reached'),
            SESSION_FINISHED_READY: end('session_finished_ready', 'run.session_finished'),
            GATE_TIMEOUT: end('gate_timeout', 'run.gate_timed_out'),
            GATE_ERROR: end('gate_error', 'run.gate_failed'),
            DISPATCH_FAILED: end('dispatch_error', 'run.dispatch_failed'),
          },
          states: {
            prepared: {
              ...is('prepared', 'Claimed; about to be dispatched.'),
              on: { DISPATCH: goOn('dispatching', 'run.dispatching_began') },
            },
            dispatching: is('dispatching', 'The worker is being asked to start it.'),
            running: {
              ...is('running', 'Started on its worker.'),
              on: { STARTED: goOn('running', 'run.contacted') },
            },
            awaiting_wake: {
              ...is('awaiting_wake', 'The agent has exited; the gate waits for quiet.'),
              on: { AGENT_YIELDED: goOn('awaiting_wake', 'run.contacted') },
            },
          },
        },
        question_pending: is(
          'question_pending',
          'The agent ended with a question; a later run carries the answer.',
        ),
      },
    },
    wake_ready: final('wake_ready', 'The gate called it over; no decision file was seen.'),
    session_finished_ready: final(
      'session_finished_ready',
      'The gate called it over with a decision.',
    ),
    gate_timeout: final('gate_timeout', 'The workload never became quiet in time.'),
    gate_error: final('gate_error', 'The gate failed on the worker.'),
    reconciled: final(
      'reconciled',
      'Closed by asking its worker, by its silence, or by an answer.',
    ),
    dispatch_error: final('dispatch_error', 'Certainly never started.'),
    canceled: final('canceled', 'Stopped, or called off before it began.'),
  },
});
