/** The smallest useful durable actor: a job that is enqueued, claimed and completed; for measuring. */
import { assign, setup } from 'xstate';
import { z } from 'zod';
import { durableActions, type Stamped } from '../../src/actors/machine/durable-actions.ts';
import type { MachineSpec } from '../../src/actors/machine/spec.ts';
import type { AnyDefinition } from '../../src/actors/runtime/definition.ts';
import { createMachineActor } from '../../src/actors/runtime/machine-actor.ts';

const jobSchema = z.object({
  status: z.enum(['new', 'queued', 'running']),
  payload: z.string(),
  worker: z.string().nullable(),
  runs: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Job = z.infer<typeof jobSchema>;
export type JobEvent =
  | { readonly type: 'ENQUEUE'; readonly payload: string }
  | { readonly type: 'CLAIM'; readonly worker: string }
  | { readonly type: 'COMPLETE' };

type Context = Omit<Job, 'status'>;
const recorded = (event_type: string) => ({ type: 'record' as const, params: { event_type } });

const jobMachine = setup({
  types: { context: {} as Context, events: {} as Stamped<JobEvent> },
  actions: durableActions,
}).createMachine({
  id: 'job',
  context: { payload: '', worker: null, runs: 0, created_at: '', updated_at: '' },
  initial: 'new',
  states: {
    new: {
      on: {
        ENQUEUE: {
          target: 'queued',
          actions: [
            assign(({ event }) => ({
              payload: event.payload,
              created_at: event.at,
              updated_at: event.at,
            })),
            recorded('job.enqueued'),
          ],
        },
      },
    },
    queued: {
      on: {
        CLAIM: {
          target: 'running',
          actions: [
            assign(({ event }) => ({ worker: event.worker, updated_at: event.at })),
            recorded('job.claimed'),
          ],
        },
      },
    },
    // A completed job may be enqueued again, so that a benchmark can keep one actor busy.
    running: {
      on: {
        COMPLETE: {
          target: 'new',
          actions: [
            assign(({ context, event }) => ({
              worker: null,
              runs: context.runs + 1,
              updated_at: event.at,
            })),
            recorded('job.completed'),
          ],
        },
      },
    },
  },
});

export const jobSpec: MachineSpec<Job, JobEvent> = {
  kind: 'job',
  stateVersion: 1,
  schema: jobSchema,
  machine: jobMachine,
  initialState: () => ({
    status: 'new',
    payload: '',
    worker: null,
    runs: 0,
    created_at: '',
    updated_at: '',
  }),
  explainRefusal: (state) => ({ code: 'refused', message: `the job is ${state.status}` }),
};

export const jobDefinitions: ReadonlyMap<string, AnyDefinition> = new Map([
  ['job', createMachineActor(jobSpec)],
]);

/** The three events of a job's life, in order. */
export const jobEvents: readonly JobEvent[] = [
  { type: 'ENQUEUE', payload: '{"to":"somebody","subject":"a job of ordinary size"}' },
  { type: 'CLAIM', worker: 'worker-1' },
  { type: 'COMPLETE' },
];
