/**
 * What is known of one configured worker.
 *
 * `new`: never asked. `healthy`: its last preflight passed. `degraded`: it answered and a required
 * check failed. `unreachable`: it did not answer, `consecutive_failures` times in a row. Each is
 * entered by an observation, `since` its time, and left by one that says otherwise; `unknown` is what a hosted list
 * shows before the first observation and is never entered. Nothing here is final.
 */
import { setup } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type WorkerTarget, workerTargetSchema } from '../../domain/records.ts';
import { createKit, toStored } from '../kit.ts';
import type { WorkerTargetEvent } from './events.ts';

type Context = Omit<WorkerTarget, 'status'>;
type MachineEvent = Stamped<WorkerTargetEvent>;
type Observed = Extract<MachineEvent, { type: 'OBSERVED' }>;
type Unreachable = Extract<MachineEvent, { type: 'UNREACHABLE' }>;
const kit = createKit<Context, MachineEvent>();

/** A worker never asked; the id is its name in the configuration. */
export const initialWorkerTarget = (id: string): WorkerTarget =>
  blank(workerTargetSchema, { target: id });
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

/** The statechart described above; it asks for nothing, and takes every observation. */
export const workerTargetMachine = setup({
  ...kit.durable,
  guards: {
    ok: ({ event }) => event.type === 'OBSERVED' && event.ok,
    notOk: ({ event }) => event.type === 'OBSERVED' && !event.ok,
  },
}).createMachine({
  id: 'worker_target',
  context: initialContext,
  initial: 'new',
  // A health that changes; the states themselves take what leaves theirs as it is.
  on: {
    OBSERVED: [
      { guard: 'ok', target: '.healthy', actions: observed('worker_target.recovered') },
      { target: '.degraded', actions: observed('worker_target.degraded') },
    ],
    UNREACHABLE: { target: '.unreachable', actions: silent('worker_target.lost') },
  },
  states: {
    new: {
      description: 'Never asked.',
      on: {
        OBSERVED: {
          guard: 'ok',
          target: 'healthy',
          actions: observed('worker_target.discovered'),
        },
      },
    },
    unknown: {
      description: 'Shown for a worker without an observation; never entered by an event.',
    },
    healthy: {
      description: 'The last preflight passed.',
      on: { OBSERVED: { guard: 'ok', actions: observed(same) } },
    },
    degraded: {
      description: 'A required check failed.',
      on: { OBSERVED: { guard: 'notOk', actions: observed(same) } },
    },
    unreachable: {
      description: 'It does not answer.',
      on: { UNREACHABLE: { actions: silent(same) } },
    },
  },
});
