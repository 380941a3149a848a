/** Machines that hold all a statechart can: nests, regions, history, children, delays, ends, guards. */
import {
  type AnyStateMachine,
  and,
  createMachine,
  fromPromise,
  not,
  or,
  setup,
  stateIn,
} from 'xstate';

const kit = setup({
  actions: { record: () => {} },
  guards: {
    currentRun: () => true,
    foundLive: () => true,
    tooOften: () => false,
    setsTo: (_, { status }: { status: string }) => status !== '',
  },
  actors: { startRun: fromPromise(() => Promise.resolve()) },
  delays: { patienceOver: 1000 },
});

/** A run beside its cancelling, both within what all active states answer. */
export const job: AnyStateMachine = kit.createMachine({
  id: 'job',
  description: 'One run & its <end>.',
  initial: 'queued',
  on: { EDIT: { actions: 'record' } },
  states: {
    queued: { description: 'Waits.', on: { CLAIM: 'active', CANCEL: 'canceled' } },
    active: {
      type: 'parallel',
      tags: ['claimed'],
      on: {
        CANCEL: '.canceling.asked',
        LOST: { guard: and(['currentRun', not('foundLive')]), target: 'review' },
      },
      onDone: 'completed',
      states: {
        run: {
          initial: 'starting',
          states: {
            starting: {
              meta: { status: 'dispatching' },
              invoke: {
                src: 'startRun',
                onDone: 'running',
                onError: [{ guard: 'tooOften', target: '#job.review' }, { target: '#job.queued' }],
              },
              after: { patienceOver: 'running', 90000: { actions: 'record' } },
            },
            running: { on: { READY: 'over', FINISHED: 'over' } },
            over: { type: 'final' },
            before: { type: 'history', history: 'deep', target: 'starting' },
          },
        },
        canceling: {
          initial: 'unasked',
          states: {
            unasked: {
              always: { guard: stateIn({ active: { run: 'over' } }), target: 'settled' },
            },
            asked: { on: { STOPPED: 'settled' } },
            settled: { type: 'final' },
          },
        },
      },
    },
    review: {
      on: {
        RETRY: 'queued',
        RESUME: 'active.run.before',
        AGAIN: { target: 'review', reenter: true },
        ANSWER: [
          { guard: 'foundLive', target: 'completed' },
          { guard: or(['currentRun', and(['foundLive', not('tooOften')])]), target: 'canceled' },
          { actions: 'record' },
        ],
      },
    },
    completed: { type: 'final' },
    canceled: { tags: ['terminal'], on: { RETRY: 'queued' } },
  },
});

const names =
  'unread queued claimed blocked deferred seen changed approved packed out rejected old';
const statuses = names.split(' ');
/** Twelve states, each of which leads to each. */
export const eachToEach: AnyStateMachine = createMachine({
  id: 'each_to_each',
  initial: 'unread',
  states: Object.fromEntries(
    statuses.map((name, index) => [
      name,
      {
        on: {
          SET: statuses.map((status) => ({
            guard: { type: 'setsTo', params: { status } },
            target: status,
          })),
          ...(index === 11 ? {} : { NEXT: { target: statuses[index + 1]! } }),
        },
      },
    ]),
  ),
});
