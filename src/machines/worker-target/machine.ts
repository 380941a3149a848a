/**
 * What is known of one configured worker.
 *
 * `new`: never asked. `healthy`: its last preflight passed. `degraded`: it answered and a required
 * check failed. `unreachable`: it did not answer, `consecutive_failures` times in a row. Each is
 * entered by an observation, `since` its time, and left by one that says otherwise; `unknown` is what a hosted list
 * shows before the first observation and is never entered. Nothing here is final.
 */
import { setup } from 'xstate';
import type { WorkerTarget } from '../../domain/records.ts';
import { durableActions, type Stamped } from '../durable-actions.ts';
import { createKit, toStored } from '../kit.ts';
import type { WorkerTargetEvent } from './events.ts';

type Context = Omit<WorkerTarget, 'status'>;
type MachineEvent = Stamped<WorkerTargetEvent>;
type Observed = Extract<MachineEvent, { type: 'OBSERVED' }>;
type Unreachable = Extract<MachineEvent, { type: 'UNREACHABLE' }>;
const kit = createKit<Context, MachineEvent>();

export function initialWorkerTarget(id: string): WorkerTarget {
  return {
    status: 'new',
    target: id,
    url: '',
    reason: null,
    consecutive_failures: 0,
    since: null,
    last_success_at: null,
    observation: null,
    observed_at: null,
    created_at: '',
    updated_at: '',
  };
}
const { status: _status, ...initialContext } = initialWorkerTarget('');

const same = 'worker_target.observed';
/** Present only where changes were left out of the log. */
const leftOut = ({ unrecorded }: MachineEvent) => (unrecorded === undefined ? {} : { unrecorded });
/** How long it had been so, for the sentence about the change. */
const before = (eventType: string, context: Context) =>
  eventType === same ? {} : { was_since: context.since ?? null };
/** A health begins with its first observation, and anew at another address. */
const begins = (eventType: string, context: Context, { url, at }: MachineEvent) =>
  eventType === same && url === context.url ? {} : { since: at };

const observed = (eventType: string) => [
  kit.record<Observed>(eventType, ({ context, event }) => ({
    ok: event.ok,
    reason: event.reason,
    ...before(eventType, context),
    ...leftOut(event),
  })),
  kit.change<Observed>(({ context, event }) => ({
    target: event.target,
    url: event.url,
    reason: event.reason,
    consecutive_failures: 0,
    ...begins(eventType, context, event),
    ...(event.ok ? { last_success_at: event.at } : {}),
    observation: toStored(event.observation),
    observed_at: event.at,
  })),
];
/** The last observation stays, with its own time: an unanswered question is not an observation. */
const silent = (eventType: string) => [
  kit.change<Unreachable>(({ context, event }) => ({
    target: event.target,
    url: event.url,
    reason: event.reason,
    ...begins(eventType, context, event),
    consecutive_failures: event.failures ?? context.consecutive_failures + 1,
  })),
  kit.record<Unreachable>(eventType, ({ context, event }) => ({
    reason: event.reason,
    consecutive_failures: context.consecutive_failures,
    last_success_at: context.last_success_at ?? null,
    ...leftOut(event),
  })),
];

/** Transitions of a state; one that keeps the health says so in the event name. */
function observations(current: 'new' | 'unknown' | 'healthy' | 'degraded' | 'unreachable') {
  const name = (health: string, changed: string): string => (health === current ? same : changed);
  return {
    OBSERVED: [
      {
        guard: 'ok',
        target: 'healthy',
        actions: observed(
          name(
            'healthy',
            current === 'new' ? 'worker_target.discovered' : 'worker_target.recovered',
          ),
        ),
      },
      { target: 'degraded', actions: observed(name('degraded', 'worker_target.degraded')) },
    ],
    UNREACHABLE: {
      target: 'unreachable',
      actions: silent(name('unreachable', 'worker_target.lost')),
    },
  } as const;
}

export const workerTargetMachine = setup({
  types: { context: {} as Context, events: {} as MachineEvent },
  actions: durableActions,
  guards: { ok: ({ event }) => event.type === 'OBSERVED' && event.ok },
}).createMachine({
  id: 'worker_target',
  context: initialContext,
  initial: 'new',
  states: {
    new: { description: 'Never asked.', on: observations('new') },
    unknown: {
      description: 'Shown for a worker without an observation; never entered by an event.',
      on: observations('unknown'),
    },
    healthy: { description: 'The last preflight passed.', on: observations('healthy') },
    degraded: { description: 'A required check failed.', on: observations('degraded') },
    unreachable: { description: 'It does not answer.', on: observations('unreachable') },
  },
});
