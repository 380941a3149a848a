/** Stopping a worker's run, from every status. */
import type { GateRun } from '../../domain/records.ts';
import {
  answerPending,
  type EventOf,
  enqueueCallback,
  kill,
  killLeftovers,
  kit,
  processOf,
} from './context.ts';

type Stop = EventOf<'STOP'>;

const stopRecord = (eventType: string) =>
  kit.record<Stop>(eventType, ({ event }) => ({ reason: event.reason }));
const stopReply = (result: string) =>
  kit.reply<Stop>(({ context }) => ({ result, state: result, ...processOf(context) }));

/** A run id that is called off before it was heard of can never start. */
export const fence = {
  target: 'fenced',
  actions: [
    kit.change<Stop>(({ event }) => ({ last_error: event.reason, ended_at: event.at })),
    stopRecord('gate_run.fenced'),
    stopReply('fenced'),
  ],
} as const;

export const stopPrepared = {
  target: 'stopped',
  actions: [
    kit.change<Stop>(({ event }) => ({ last_error: event.reason, ended_at: event.at })),
    stopRecord('gate_run.stopped'),
    stopReply('stopped'),
  ],
} as const;

const killAsWished = kill<Stop>((event) => ({
  reason: event.reason,
  grace_sec: event.grace_sec,
  report: event.report ?? false,
}));
const waitForKill = kit.change<Stop>(({ event }) => ({
  pending_request: event.request_key,
  last_error: event.reason,
}));

/** The start is under way: its result decides what there is to kill. */
export const stopStarting = {
  target: 'stopping',
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
export const stopLive = {
  target: 'stopping',
  actions: [waitForKill, stopRecord('gate_run.stop_requested'), killAsWished, kit.defer],
} as const;

/** A second stop: heard while the first is under way, carried out when that one failed. */
export const stopAgain = [
  {
    guard: 'nobodyWaits',
    actions: [waitForKill, stopRecord('gate_run.stop_requested'), killAsWished, kit.defer],
  },
  { actions: [stopReply('stopping')] },
] as const;

/** Nothing is left to stop; the caller hears how it ended. */
export const stopEnded = (status: GateRun['status']) =>
  ({
    actions: [
      kit.reply<Stop>(({ context }) => ({ result: 'ended', state: status, ...processOf(context) })),
    ],
  }) as const;

type Stopped = EventOf<'STOPPED'>;
const stoppedActions = [
  answerPending<Stopped>(({ context }) => ({
    result: 'stopped',
    state: 'stopped',
    ...processOf(context),
  })),
  kit.change<Stopped>(({ event }) => ({ pending_request: null, ended_at: event.at })),
  kit.record<Stopped>('gate_run.stopped', ({ event }) => ({
    process_tracking: event.process_tracking,
  })),
] as const;

/** The end of a stop; the control plane is told of one that it did not ask for. */
export const stopped = [
  {
    guard: 'toReport',
    target: 'stopped',
    actions: [
      ...stoppedActions,
      kit.change<Stopped>(({ context }) => ({ callback_sequence: context.callback_sequence + 1 })),
      enqueueCallback<Stopped>('gate_error', (event, context) => ({
        reason: `stopped on its worker: ${context.last_error ?? 'no reason was given'}`,
        process_tracking: event.process_tracking,
      })),
    ],
  },
  { target: 'stopped', actions: stoppedActions },
] as const;

/** The kill gave up: the run counts as stopping until another stop succeeds. */
export const killFailed = {
  guard: 'killEffect',
  actions: [
    answerPending<EventOf<'EFFECT_FAILED'>>(({ event }) => ({
      result: 'failed',
      code: 'internal',
      error: event.error,
    })),
    kit.change<EventOf<'EFFECT_FAILED'>>(({ event }) => ({
      pending_request: null,
      last_error: event.error,
    })),
    kit.record<EventOf<'EFFECT_FAILED'>>('gate_run.stop_failed', ({ event }) => ({
      error: event.error,
    })),
  ],
} as const;

type StartEnded = EventOf<'SPAWN_FAILED' | 'EFFECT_FAILED'>;
const sweepActions = [
  kit.change<StartEnded>(() => ({})),
  kit.record<StartEnded>('gate_run.start_failed', ({ event }) => ({ error: event.error })),
  killLeftovers,
] as const;
/** The start that a stop waited for failed; leftovers of the script are swept all the same. */
export const sweepFailedStart = { actions: sweepActions } as const;
export const sweepLostStart = { guard: 'spawnEffect', actions: sweepActions } as const;
