/** What leaves a trace in a queue item and moves it nowhere. */
import { type EventOf, kit } from './context.ts';

/** The item learns of its paper, in whatever status it is. */
export const paperDrafted = {
  guard: 'currentRun',
  actions: [
    kit.change<EventOf<'PAPER_DRAFTED'>>(({ event }) => ({
      paper_id: event.paper_id,
      last_event_type: 'queue_item.paper_linked',
    })),
    kit.record<EventOf<'PAPER_DRAFTED'>>('queue_item.paper_linked', ({ event }) => ({
      paper_id: event.paper_id,
      run_id: event.run_id,
    })),
  ],
} as const;

/** An effect whose result no longer matters still leaves a trace. */
export const effectGivenUp = {
  guard: 'known',
  actions: [
    kit.record<EventOf<'EFFECT_FAILED'>>('queue_item.effect_failed', ({ event }) => ({
      effect: event.effect,
      error: event.error,
    })),
  ],
} as const;
