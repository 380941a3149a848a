/** Ending one process that a run's agent has left behind. The run's status does not move: only what is sensed changes. */
import { type EventOf, kit, perform } from './context.ts';

type Wish = EventOf<'END_PROCESS'>;
type Told = EventOf<'PROCESS_END_TOLD'>;

/** While nothing of the run is the agent's work any more; whoever asks waits for what came of it. */
export const endProcess = {
  actions: [
    kit.record<Wish>('gate_run.process_end_asked', ({ event }) => ({
      pid: event.pid,
      requested_by: event.requested_by,
    })),
    kit.perform<Wish>(({ context, event }) =>
      perform('gate.end_process', {
        run_id: context.run_id,
        pid: context.pid,
        pgid: context.pgid,
        pid_start_ticks: context.pid_start_ticks,
        boot_id: context.boot_id,
        grace_sec: event.grace_sec,
        named: { pid: event.pid, start_ticks: event.start_ticks, boot_id: event.boot_id },
        requested_by: event.requested_by,
        answers: event.request_key,
      }),
    ),
    kit.defer,
  ],
} as const;

/** In every status: the run may have come to its end meanwhile. */
export const processEndTold = {
  actions: [
    kit.answer<Told>(
      (_context, { answers }) => answers,
      ({ event }) => event.end,
    ),
    kit.record<Told>('gate_run.process_end_told', ({ event }) => event.end),
  ],
} as const;
