/**
 * Ending one process that a run of the item has left behind. It moves the item nowhere: whether the run is over is
 * for its idle gate to say. An unclear answer is told as such, and asked for again under the same request.
 */
import { type EventOf, kit, perform } from './context.ts';

type Wish = EventOf<'END_PROCESS'>;
type Told = EventOf<'PROCESS_END_TOLD'>;

/** In every status, of every run that the item ever had. */
export const endProcess = {
  guard: 'known',
  actions: [
    kit.record<Wish>('queue_item.process_end_asked', ({ event }) => ({
      run_id: event.run_id,
      pid: event.pid,
    })),
    kit.perform<Wish>(({ event: { type: _type, at: _at, by, request_key: answers, ...wish } }) =>
      perform('worker.end_process', { ...wish, requested_by: by, answers, looking_up: false }),
    ),
    kit.defer,
  ],
} as const;

const told = [
  kit.answer<Told>(
    (_context, { wish }) => wish.answers,
    ({ event }) => ({ ...event.end }),
  ),
  kit.record<Told>('queue_item.process_end_told', ({ event: { wish, end } }) => ({
    run_id: wish.run_id,
    pid: wish.pid,
    requested_by: wish.requested_by,
    ...end,
  })),
] as const;

/** The worker's word about it, or that there is none. */
export const processEndTold = [
  {
    guard: 'endUnclear',
    actions: [
      ...told,
      kit.perform<Told>(({ event: { wish } }) =>
        perform('worker.end_process', { ...wish, answers: null, looking_up: true }),
      ),
    ],
  },
  { guard: 'known', actions: told },
] as const;
