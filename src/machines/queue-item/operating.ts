/** What an operator can do with a queue item that is not active. */
import { callOff, sayCallingOff } from './calling-off.ts';
import * as change from './changes.ts';
import { type EventOf, kit } from './context.ts';
import { hints } from './hints.ts';
import * as ask from './requests.ts';

type Verb = EventOf<'PAUSE' | 'RESUME' | 'RETRY' | 'CANCEL'>;
const verbRecord = (eventType: string) =>
  kit.record<Verb>(eventType, ({ context, event }) => ({
    run_id: context.current_run_id,
    note: event.note,
  }));
const closeQuestion = ask.tellRun<Verb | EventOf<'ANSWER'>>('RECONCILED', ({ event }) => ({
  current_activity:
    event.type === 'ANSWER' ? 'its question was answered' : 'its question was closed',
}));

/** Of an item that waits; a flag that it needs a person stays until it is resumed. */
export const pause = {
  target: '#paused',
  actions: [
    kit.change<EventOf<'PAUSE'>>(() => ({
      next_action_hint: hints.paused,
      last_event_type: 'queue_item.paused',
    })),
    verbRecord('queue_item.paused'),
  ],
} as const;

/** Back into the queue; a question left open closes with its run. */
function backToQueue(eventType: string) {
  const actions = [
    kit.change<Verb>(({ context }) => ({
      ...change.requeue(eventType),
      last_run_state:
        context.last_run_state === 'question_pending' ? 'reconciled' : context.last_run_state,
    })),
    verbRecord(eventType),
  ] as const;
  return [
    { guard: 'questionOpen', target: '#queued', actions: [closeQuestion, ...actions] },
    { guard: 'wasGivenUp', target: '#queued', actions: [...actions, ...callOff] },
    { target: '#queued', actions },
  ] as const;
}
/** Back into the queue by hand: failed tries are forgotten, and an open question is closed unanswered. */
export const retry = backToQueue('queue_item.retried');
/** Out of a pause, with everything that a retry does. */
export const resume = backToQueue('queue_item.resumed');
const canceled = [
  kit.change<EventOf<'CANCEL'>>(({ context }) => change.canceled(context.last_run_state)),
  verbRecord('queue_item.canceled'),
] as const;
/** Nothing waits for the end of a run: one that was given up is called off, one that waits for an answer is closed with the item. */
export const cancelInactive = [
  {
    guard: 'wasGivenUp',
    target: '#canceled',
    actions: [...canceled, ...callOff, sayCallingOff],
  },
  {
    guard: 'questionOpen',
    target: '#canceled',
    actions: [
      ask.tellRun<EventOf<'CANCEL'>>('CANCELED'),
      kit.change<EventOf<'CANCEL'>>(() => change.canceled('canceled')),
      verbRecord('queue_item.canceled'),
    ],
  },
  { target: '#canceled', actions: canceled },
] as const;

/** The answer becomes the prompt of the next dispatch, which resumes the agent's session. */
export const answer = {
  guard: 'questionOpen',
  target: '#queued',
  actions: [
    closeQuestion,
    kit.change<EventOf<'ANSWER'>>(({ event }) => ({
      ...change.requeue('queue_item.answered'),
      last_run_state: 'reconciled',
      next_mode: 'resume',
      next_prompt: event.answer,
    })),
    kit.record<EventOf<'ANSWER'>>('queue_item.answered', ({ context, event }) => ({
      run_id: context.current_run_id,
      answer: event.answer,
      note: event.note ?? null,
    })),
  ],
} as const;

const editing = [
  kit.change<EventOf<'EDIT'>>(({ event }) => ({
    ...event.fields,
    last_event_type: 'queue_item.edited',
  })),
  kit.record<EventOf<'EDIT'>>('queue_item.edited', ({ event }) => ({
    fields: event.fields,
    note: event.note ?? null,
  })),
] as const;
/**
 * Taken in every status once the item is known, and moves none; a run under way keeps what it was
 * started with. Labels and the evaluation are the project's as well, which is told them in the same turn.
 */
export const edit = [
  { guard: 'editsLabels', actions: [...editing, ask.tellProject] },
  { guard: 'editable', actions: editing },
] as const;
