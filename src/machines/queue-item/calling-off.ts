/**
 * A run that was given up is called off when the person retries or cancels its item, or has canceled it before: nobody
 * wants it any more, and it may hold a GPU. That stays until its worker, or its cluster, was told, whatever becomes of the item meanwhile; it
 * moves the item nowhere.
 */
import { backOffDelayMs } from '../../lib/back-off.ts';
import {
  type EventOf,
  kit,
  perform,
  type QueueItemContext,
  type QueueItemMachineEvent,
} from './context.ts';
import type { CallOffInput } from './effects.ts';
import { hints } from './hints.ts';

type Verb = EventOf<'RETRY' | 'RESUME' | 'CANCEL'>;
type Due = EventOf<'CALL_OFF_DUE'>;
type Told = EventOf<'CALL_OFF_TOLD'>;

/** Growing pause between two tries; with the last of them a week has passed. */
const backOff = { baseMs: 15_000, maxMs: 600_000, factor: 2 };

/** One for each run: another may be given up before the first was told of. */
const timerOf = (runId: string): string => `call_off:${runId}`;

const wishOf = (
  { current_run_id, project_id, session_lane, gate_id }: QueueItemContext,
  reason: string,
): CallOffInput => ({
  run_id: current_run_id ?? '',
  project_id,
  lane: session_lane ?? '',
  ...(gate_id == null ? {} : { gate_id }),
  reason,
});

/** Asks for it, and sees to it that it is asked for again: only the word of who was told ends that. */
const asked = <E extends QueueItemMachineEvent>(
  wish: (args: { context: QueueItemContext; event: E }) => CallOffInput,
  attempt: (event: E) => number,
) =>
  [
    kit.perform<E>((args) => perform('worker.call_off', wish(args))),
    kit.schedule<E>(
      (args) => timerOf(wish(args).run_id),
      (args) => ({
        delay_ms: backOffDelayMs(backOff, attempt(args.event), 1),
        event: { type: 'CALL_OFF_DUE', attempt: attempt(args.event) + 1, ...wish(args) },
      }),
    ),
  ] as const;

/** The current run, for that reason; other changes of the same turn keep run and worker. */
export const callOffFor = <E extends QueueItemMachineEvent>(
  reason: (args: { context: QueueItemContext; event: E }) => string,
) =>
  [
    kit.record<E>('queue_item.call_off_asked', ({ context }) => ({
      run_id: context.current_run_id,
      lane: context.session_lane ?? null,
    })),
    ...asked<E>(
      (args) => wishOf(args.context, reason(args)),
      () => 1,
    ),
  ] as const;
/** By the verb that settles its item. */
export const callOff = callOffFor<Verb>(
  ({ event: { type, note } }) =>
    note ?? `${type === 'CANCEL' ? 'canceled' : 'tried again'} by operator after it was given up`,
);
/** An item that is canceled says so meanwhile. */
export const sayCallingOff = kit.change<Verb>(() => ({ next_action_hint: hints.callingOff }));

const abandoned = kit.record<Due>('queue_item.call_off_abandoned', ({ event }) => ({
  run_id: event.run_id,
  attempts: event.attempt - 1,
}));

/** Time to try again; at last it is given up, which an item says that is still canceled with that run. */
export const callOffDue = [
  {
    guard: 'canceledRunInVain',
    actions: [
      abandoned,
      kit.change<Due>(() => ({
        next_action_hint: hints.notCalledOff,
        last_event_type: 'queue_item.call_off_abandoned',
      })),
    ],
  },
  { guard: 'calledOffInVain', actions: [abandoned] },
  {
    guard: 'mayCallOff',
    actions: asked<Due>(
      ({ event: { type: _type, at: _at, by: _by, request_key: _key, attempt: _n, ...wish } }) =>
        wish,
      ({ attempt }) => attempt,
    ),
  },
] as const;

const told = [
  kit.cancel<Told>(({ event }) => timerOf(event.run_id)),
  kit.record<Told>('queue_item.call_off_told', ({ event }) => ({
    run_id: event.run_id,
    ended: event.ended,
    detail: event.detail,
  })),
] as const;

/** Its worker or cluster was told, and has ended it or cannot. */
export const callOffTold = [
  {
    guard: 'canceledRun',
    actions: [
      ...told,
      kit.change<Told>(({ event }) => ({
        next_action_hint: event.ended ? hints.canceled : hints.notCalledOff,
        ...(event.ended ? {} : { last_error: event.detail }),
        last_event_type: 'queue_item.call_off_told',
      })),
    ],
  },
  { guard: 'known', actions: told },
] as const;
