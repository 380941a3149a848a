/** What is known of the event log itself, as the rest of the program keeps it. The only id is `main`. */
import { createSpec } from '../../actors/machine/spec.ts';
import { type EventLog, eventLogSchema } from '../../domain/records.ts';
import type { EventLogEvent } from './events.ts';
import { eventLogMachine, initialEventLog } from './machine.ts';

/** Refuses one thing, with `nothing_lost`: to acknowledge what never happened. */
export const eventLogSpec = createSpec<EventLog, EventLogEvent>()({
  kind: 'event_log',
  stateVersion: 1,
  schema: eventLogSchema,
  machine: eventLogMachine,
  initialState: initialEventLog,
  explainRefusal: () => ({
    code: 'nothing_lost',
    message: 'Nothing is known to be gone from the log; there is nothing to acknowledge.',
  }),
});
