/** Stopping a worker's run, from every status, and what becomes of the stop. */
import {
  answerPending,
  type EventOf,
  enqueueCallback,
  kill,
  killLeftovers,
  kit,
  processOf,
} from './context.ts';
import { gateRunSetup } from './setup.ts';

type Stop = EventOf<'STOP'>;

const stopRecord = (eventType: string) =>
  kit.record<Stop>(eventType, ({ event }) => ({ reason: event.reason }));
const stopReply = (result: 'fenced' | 'stopped' | 'stopping' | 'ended') =>
  kit.reply(({ context }) => ({ result, ...processOf(context) }));

/** Called off before it began: a run id never heard of is fenced, so that it can never start. */
export const callOff = <Target extends 'fenced' | 'stopped'>(target: Target) =>
  ({
    target: `#${target}`,
    actions: [
      kit.change<Stop>(({ event }) => ({ last_error: event.reason, ended_at: event.at })),
      stopRecord(`gate_run.${target}`),
      stopReply(target),
    ],
  }) as const;

const waitForKill = kit.change<Stop>(({ event }) => ({
  pending_request: event.request_key,
  last_error: event.reason,
}));
const askForKill = [
  waitForKill,
  stopRecord('gate_run.stop_requested'),
  kill<Stop>((event) => ({
    reason: event.reason,
    grace_sec: event.grace_sec,
    report: event.report ?? false,
  })),
  kit.defer,
];

/** The start is under way: its result decides what there is to kill. */
export const stopStarting = {
  target: '#stopping',
  actions: [
    answerPending<Stop>(({ event }) => ({
      result: 'stopped',
      code: 'run_fenced',
      error: `the run was called off while it was starting: ${event.reason}`,
    })),
    waitForKill,
    stopRecord('gate_run.stop_requested'),
    kit.defer,
  ],
} as const;
/** Something of it lives: the whole tree is ended, and whoever asked waits for that. */
export const stopLive = { target: '#stopping', actions: askForKill } as const;
/** Nothing is left to stop; the caller's outcome has the status it ended with. */
export const stopEnded = { actions: stopReply('ended') } as const;

type Stopped = EventOf<'STOPPED'>;
const answerStopped = answerPending<Stopped>(({ context }) => ({
  result: 'stopped',
  ...processOf(context),
}));
/** Nothing of it lives; it was ended because nobody could tell any more when it is over. */
const failedActions = [
  answerStopped,
  kit.change<Stopped>(({ context, event }) => ({
    pending_request: null,
    callback_sequence: context.callback_sequence + 1,
    ended_at: event.at,
  })),
  kit.record<Stopped>('gate_run.failed', ({ context, event }) => ({
    error: context.last_error,
    process_tracking: event.process_tracking,
  })),
  enqueueCallback<Stopped>('gate_error', (event, context) => ({
    reason: context.last_error,
    process_tracking: event.process_tracking,
  })),
] as const;
const stoppedActions = [
  answerStopped,
  kit.change<Stopped>(({ event }) => ({ pending_request: null, ended_at: event.at })),
  kit.record<Stopped>('gate_run.stopped', ({ event }) => ({
    process_tracking: event.process_tracking,
  })),
];

/** The start that the stop waited for failed; leftovers of the script are swept all the same. */
const sweep = [
  kit.change<EventOf<'SPAWN_FAILED' | 'EFFECT_FAILED'>>(() => ({})),
  kit.record<EventOf<'SPAWN_FAILED' | 'EFFECT_FAILED'>>('gate_run.start_failed', ({ event }) => ({
    error: event.error,
  })),
  killLeftovers,
];

/** While the process tree is being ended. */
export const ending = gateRunSetup.createStateConfig({
  on: {
    /** A second stop: heard while somebody waits for the first, carried out when nobody does. */
    STOP: [{ guard: 'nobodyWaits', actions: askForKill }, { actions: stopReply('stopping') }],
    /** The control plane is told of a stop that it did not ask for. */
    STOPPED: [
      { guard: 'gateFailed', target: '#failed', actions: failedActions },
      {
        guard: 'toReport',
        target: '#stopped',
        actions: [
          ...stoppedActions,
          kit.change(({ context }) => ({ callback_sequence: context.callback_sequence + 1 })),
          enqueueCallback('gate_error', (event, context) => ({
            reason: `stopped on its worker: ${context.last_error ?? 'no reason was given'}`,
            process_tracking: event.process_tracking,
          })),
        ],
      },
      { target: '#stopped', actions: stoppedActions },
    ],
    SPAWN_FAILED: { actions: sweep },
    EFFECT_FAILED: [
      {
        // The kill gave up: the run counts as stopping until another stop succeeds.
        guard: 'killEffect',
        actions: [
          answerPending(({ event }) => ({
            result: 'failed',
            code: 'internal',
            error: event.error,
          })),
          kit.change(({ event }) => ({ pending_request: null, last_error: event.error })),
          kit.record('gate_run.stop_failed', ({ event }) => ({ error: event.error })),
        ],
      },
      { guard: 'spawnEffect', actions: sweep },
    ],
  },
}).on;
